"""Members of the module's enumerations as arguments and results: Python's own."""
from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from harness import O1, compile_text_once, load, shared_folder

SOURCE = '''
from enum import Enum, Flag, IntEnum

class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

class Kind(Enum):
    LINE = "line"
    AREA = "area"

class Level(IntEnum):
    LOW = 1
    HIGH = 5

class Access(Flag):
    READ = 1
    WRITE = 2

def other(c: Color) -> Color:
    return Color.GREEN if c is Color.RED else Color.RED

def of_kind(k: Kind) -> Kind:
    return Kind.AREA if k is Kind.LINE else k

def named(s: str) -> Color:
    return Color[s]

def level(v: Level) -> int:
    return v + Level.LOW

def all_but(cs: list[Color], c: Color) -> list[Color]:
    return [x for x in cs if x != c]

def counted(cs: list[Color]) -> dict[Color, int]:
    n = {}
    for c in cs:
        n[c] = n.get(c, 0) + 1
    return n

def looked_up(d: dict[Kind, float], k: Kind) -> float:
    d[Kind.AREA] = 2.5
    return d[k]

def paired(t: tuple[Color, int]) -> tuple[int, Color]:
    return t[1], t[0]

def opened(a: Access) -> Access:
    return a | Access.WRITE

def maybe(n: int) -> "Color | None":
    if n > 2:
        return None
    return Color(n)
'''


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    """The source, interpreted and compiled."""
    folder = shared_folder(tmp_path_factory, "members")
    compiled = compile_text_once(SOURCE, folder, O1, name="with_members")
    plain = folder / "plain_members.py"
    plain.write_text(SOURCE)
    return load("plain_members", plain), compiled


CALLS = {
    "other": lambda m: (m.Color.RED,),
    "other of second name": lambda m: (m.Color.CRIMSON,),
    "of_kind": lambda m: (m.Kind.LINE,),
    "named": lambda m: ("CRIMSON",),
    "named missing": lambda m: ("PINK",),
    "level": lambda m: (m.Level.HIGH,),
    "all_but": lambda m: ([m.Color.RED, m.Color.GREEN, m.Color.RED], m.Color.RED),
    "counted": lambda m: ([m.Color.GREEN, m.Color.RED, m.Color.GREEN],),
    "looked_up": lambda m: ({m.Kind.LINE: 1.0}, m.Kind.AREA),
    "looked_up missing": lambda m: ({}, m.Kind.LINE),
    "paired": lambda m: ((m.Color.GREEN, 4),),
    "opened": lambda m: (m.Access.READ,),
    "opened from none": lambda m: (m.Access(0),),
    "maybe": lambda m: (2,),
    "maybe not": lambda m: (3,),
    "maybe wrong": lambda m: (0,),
}


@pytest.mark.parametrize("call", CALLS)
def test_as_in_the_interpreter(modules: tuple[ModuleType, ModuleType], call: str) -> None:
    told = []
    for m in modules:
        args = CALLS[call](m)
        f = getattr(m, call.split()[0])
        assert m is modules[0] or type(f).__module__ == "pycc"
        try:
            result: Any = repr(f(*args))
        except (ValueError, KeyError) as error:
            result = type(error), str(error).strip('"').strip("'")  # a key is shown as a text
        told.append((result, repr(args)))
    assert told[0] == told[1]


def test_members_are_pythons(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    assert m.other(m.Color.GREEN) is m.Color.RED and m.all_but([m.Color.GREEN], m.Color.RED)[0] is m.Color.GREEN
    assert m.of_kind(m.Kind.AREA) is m.Kind.AREA and list(m.counted([m.Color.RED]))[0] is m.Color.RED


@pytest.mark.parametrize("call", [lambda m: m.other(1), lambda m: m.other(m.Kind.LINE), lambda m: m.all_but([m.Color.RED, 1], m.Color.RED),
                                  lambda m: m.of_kind("line"), lambda m: m.looked_up({"line": 1.0}, m.Kind.LINE)])
def test_what_is_none(modules: tuple[ModuleType, ModuleType], call: Any) -> None:
    with pytest.raises(TypeError):
        call(modules[1])


def test_references(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    counted = (m.Color.RED, m.Color.GREEN, m.Kind.AREA, m.Color, m.Kind)
    before = [sys.getrefcount(o) for o in counted]
    for _ in range(50):
        m.other(m.Color.RED), m.of_kind(m.Kind.LINE), m.counted([m.Color.RED] * 3), m.looked_up({m.Kind.LINE: 1.0}, m.Kind.LINE)
        with pytest.raises(TypeError):
            m.all_but([m.Color.RED, 3], m.Color.RED)
    assert [sys.getrefcount(o) for o in counted] == before
