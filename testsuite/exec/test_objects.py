"""Objects of the module's classes as arguments and results: Python's own, whose attributes a call reads and sets."""
from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from harness import O1, compile_text_once, load, shared_folder

SOURCE = '''
from dataclasses import dataclass
from pycc import f64

@dataclass
class Vec:
    x: float
    y: float = 0.0

    def norm2(self):
        return self.x * self.x + self.y * self.y

@dataclass
class Sphere(Vec):
    radius: float = 1.0

class Particle:
    def __init__(self, pos: Vec, v: f64[:], name: str, n: int):
        self.pos = pos
        self.v = v
        self.name = name
        self.n = n
        self.hits = 0
        self.seen = {name: n}

    def kick(self, dt):
        if dt > 9:
            raise ValueError("too far")
        self.pos.x += self.v[0] * dt
        self.hits += 1
        self.seen["kick"] = self.hits

class Left:
    def __init__(self, a):
        self.a = a

def length(v: Vec) -> float:
    return v.norm2() ** 0.5

def moved(v: Vec, d: float) -> Vec:
    return Vec(v.x + d, v.y)

def volume(s: Sphere, t: Sphere) -> float:
    t.radius = s.radius * 2
    return t.radius ** 3 + s.x

def step(p: Particle, dt: float) -> int:
    for i in range(3):
        p.kick(dt + 4 * i)
        p.name = p.name + "k"
    return p.hits

def steps(ps: list[Particle], dt: float) -> float:
    t = 0.0
    for p in ps:
        p.kick(dt)
        t += p.pos.x
        p.v[1] = t
    return t

def nearest(vs: dict[str, Vec], x: float) -> tuple[str, Vec]:
    best = ""
    for k, v in vs.items():
        if best == "" or abs(v.x - x) < abs(vs[best].x - x):
            best = k
    return best, vs[best]

def same(v: Vec) -> Vec:
    return v

def turned(v: Vec) -> str:
    v.x = -v.x
    return str(v.x)

class Slotted:
    __slots__ = ("a", "name", "big")

    def __init__(self, a: int, name: str, big: bool):
        self.a = a
        self.name = name
        self.big = big

def slotted(all: list[Slotted], by: int) -> list[Slotted]:
    for s in all:
        s.a += by
        s.name = s.name + "\u03b1" if s.a > 4 else s.name
        s.big = s.a > 3
    return [Slotted(by, "new", False), all[-1]]

def cloud(n: int) -> list[Vec]:
    return [Vec(0.5 * i, 1.0) for i in range(n)]

def left(p: Left) -> int:
    return p.a
'''


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    folder = shared_folder(tmp_path_factory, "objects")
    compiled = compile_text_once(SOURCE, folder, O1, name="with_objects")
    plain = folder / "plain_objects.py"
    plain.write_text(SOURCE)
    return load("plain_objects", plain), compiled


def state(o: Any) -> Any:
    """What an object is, so that those of both modules compare."""
    if isinstance(o, np.ndarray):
        return o.tolist()
    if isinstance(o, (list, tuple)):
        return [state(x) for x in o]
    if isinstance(o, dict):
        return {k: state(v) for k, v in o.items()}
    return (type(o).__name__, state(vars(o))) if hasattr(o, "__dict__") else o


def particle(m: ModuleType, x: Any = 1.0) -> Any:
    return m.Particle(m.Vec(x, 2.0), np.arange(3.0) + 1, "ab", 4)


CALLS = {
    "length": lambda m: (m.Vec(3, 4.0),),
    "default": lambda m: (m.Vec(3.5),),
    "moved": lambda m: (m.Vec(1.0, 2.0), 0.5),
    "volume": lambda m: (m.Sphere(1.0, 2.0, 3.0), m.Sphere(0.0)),
    "step": lambda m: (particle(m), 0.5),
    "step raises": lambda m: (particle(m), 3.5),
    "steps": lambda m: ([particle(m), particle(m)], 0.25),
    "steps twice": lambda m: ([particle(m)] * 3, 0.25),
    "steps of none": lambda m: ([], 0.25),
    "nearest": lambda m: ({"a": m.Vec(1.0), "b": m.Vec(5.0)}, 4.0),
    "nearest of none": lambda m: ({}, 4.0),
    "steps of many": lambda m: ([particle(m, 1.0 * i) for i in range(100)] * 2, 0.25),
    "same": lambda m: (m.Vec(1.0),),
    "turned": lambda m: (m.Vec(0.0),),
    "cloud": lambda m: (3,),
}


@pytest.mark.parametrize("call", CALLS)
def test_as_in_the_interpreter(modules: tuple[ModuleType, ModuleType], call: str) -> None:
    told = []
    for m in modules:
        args = CALLS[call](m)
        name = call.split()[0] if call != "default" else "length"
        try:
            result = state(getattr(m, name)(*args))
        except (ValueError, KeyError) as error:
            result = type(error), error.args
        told.append((result, state(args)))
    assert told[0] == told[1]


def test_objects_stay_themselves(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    v, p = m.Vec(1, 2), particle(m, 1)
    pos, array, seen = p.pos, p.v, p.seen
    m.steps([p], 0.0)
    assert (p.pos, p.v, p.seen) == (pos, array, seen) and p.pos is pos and p.v is array and p.seen is seen
    assert type(pos.x) is int  # it has been set to what it was
    assert m.same(v) is v and m.nearest({"a": v}, 1.0)[1] is v and m.cloud(1) == [m.Vec(0.0, 1.0)]
    v.extra = 3
    assert m.same(v).extra == 3 and dataclasses.asdict(m.moved(v, 1.0)) == {"x": 2.0, "y": 2.0}


def test_zeros_and_slots(modules: tuple[ModuleType, ModuleType]) -> None:
    for m in modules:
        v, names = m.Vec(0.0), ("a\u0101", "b", "c" * 40)
        all = [m.Slotted(k, names[k], True) for k in range(3)]
        made = m.slotted(all, 3)
        assert m.turned(v) == "-0.0" == str(v.x)
        assert [(s.a, s.name, s.big) for s in [*all, *made]] == [
            (3, names[0], False), (4, "b", True), (5, names[2] + "\u03b1", True), (3, "new", False), (5, names[2] + "\u03b1", True)]
        assert made[1] is all[2] and all[0].name is names[0] and all[1].name is names[1]


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda m: m.length((1.0, 2.0)), TypeError, "parameter 'v' got tuple, expected Vec"),
    (lambda m: m.length(particle(m)), TypeError, "parameter 'v' got with_objects.Particle, expected Vec"),
    (lambda m: m.length(m.Vec("a", 2.0)), TypeError, "attribute 'x' of a Vec got str, expected float"),
    (lambda m: m.length(m.Vec.__new__(m.Vec)), AttributeError, "'Vec' object has no attribute 'x'"),
    (lambda m: m.step(m.Particle(m.Vec(1.0), np.arange(3), "a", 3), 1.0), TypeError, "attribute 'v' of a Particle got numpy.ndarray"),
    (lambda m: m.step(m.Particle(m.Vec(1.0), np.arange(3.0), "a", 2**70), 1.0), OverflowError, "attribute 'n' of a Particle: integer"),
    (lambda m: m.steps([particle(m), 3], 1.0), TypeError, "parameter 'ps' got list"),
    (lambda m: m.step(m.Particle(m.Vec(1.0), np.zeros(0), "a", 3), 1.0), IndexError, "out of bounds"),
])
def test_what_does_not_fit(modules: tuple[ModuleType, ModuleType], call: Any, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        call(modules[1])


def test_references(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    v, p = m.Vec(1.0), particle(m)
    counted = (v, p, p.v, p.pos, m.Vec)
    before = [sys.getrefcount(o) for o in counted]
    for _ in range(50):
        m.same(v), m.cloud(5), m.steps([p, p], 0.1), m.nearest({"a": v}, 0.0)
        with pytest.raises(TypeError):
            m.steps([p, v], 1.0)
    assert [sys.getrefcount(o) for o in counted] == before


def test_which_are_left(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    assert m.left(m.Left(3)) == 3 and not hasattr(m.left, "signatures")
    assert m.step.signatures == ("step(p: Particle, dt: float) -> int",)
