"""Objects of several classes with one base between Python and compiled functions."""
from types import ModuleType
from typing import Any

import pytest

from harness import O1, compile_text_once, load, shared_folder
from test_objects import state

SOURCE = '''
from dataclasses import dataclass
from abc import ABC, abstractmethod

class Shape(ABC):
    def __init__(self, name: str):
        self.name = name

    @abstractmethod
    def area(self) -> float: ...

class Circle(Shape):
    def __init__(self, r: float):
        super().__init__("circle")
        self.r = r
    def area(self) -> float:
        return 3.0 * self.r * self.r

class Square(Shape):
    def __init__(self, side: float):
        super().__init__("square")
        self.side = side
    def area(self) -> float:
        return self.side * self.side

class Cube(Square):
    def area(self) -> float:
        return 6 * super().area()

def total(shapes: list[Shape]) -> float:
    return sum(s.area() for s in shapes)

def grow(shapes: list[Shape], by: float) -> None:
    for s in shapes:
        if isinstance(s, Square):
            s.side *= by
        else:
            s.r *= by

def one(kind: int, a: float) -> Shape:
    if kind == 0:
        return Circle(a)
    return Square(a) if kind == 1 else Cube(a)

def several(n: int) -> list[Shape]:
    shapes: list[Shape] = []
    for i in range(n):
        shapes.append(Circle(1.0 * i) if i % 2 else Cube(1.0 * i))
    return shapes

def largest(shapes: list[Shape]) -> Shape:
    return max(shapes, key=lambda s: s.area())

def inside(n: int) -> float:
    return total(several(n)) + total([Circle(1.0), Square(2.0)])

def circle(c: Circle) -> float:
    return c.r + c.area()

def table(n: int) -> dict[str, Shape]:
    return {"a": Circle(1.0), "b": Square(2.0)}


@dataclass
class Event:
    time: float

    def __lt__(self, other) -> bool:
        return self.time < other.time

@dataclass
class Arrive(Event):
    who: int = 0

@dataclass
class Leave(Event):
    reason: str = ""

def first(events: list[Event]) -> Event:
    return min(events, key=lambda e: e.time)

def reasons(events: list[Event]) -> list[str]:
    said = []
    for e in events:
        match e:
            case Arrive(t, who):
                said.append(f"{who} at {t}")
            case Leave(reason=r):
                said.append(r)
    return said

def later(e: Event, by: float) -> Event:
    e.time += by
    return e if e.time < 10.0 else Leave(e.time, "late")
'''


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    folder = shared_folder(tmp_path_factory, "families")
    compiled = compile_text_once(SOURCE, folder, O1, name="with_families")
    plain = folder / "plain_families.py"
    plain.write_text(SOURCE)
    return load("plain_families", plain), compiled


def shapes(m: ModuleType) -> list:
    return [m.Circle(1.0), m.Square(2.0), m.Cube(1.5)]


def events(m: ModuleType) -> list:
    return [m.Arrive(3.0, 7), m.Leave(1.0, "tired"), m.Arrive(2.0)]


CALLS = {
    "total": lambda m: (shapes(m),),
    "total of none": lambda m: ([],),
    "grow": lambda m: (shapes(m), 2.0),
    "grow twice": lambda m: ([m.Circle(1.0)] * 2, 2.0),
    "one circle": lambda m: (0, 1.5),
    "one cube": lambda m: (2, 1.5),
    "several": lambda m: (4,),
    "largest": lambda m: (shapes(m),),
    "largest of none": lambda m: ([],),
    "inside": lambda m: (3,),
    "circle": lambda m: (m.Circle(2.0),),
    "circle is a square": lambda m: (m.Square(2.0),),
    "table": lambda m: (1,),
    "first": lambda m: (events(m),),
    "reasons": lambda m: (events(m),),
    "later": lambda m: (m.Arrive(1.0, 2), 0.5),
    "later leaves": lambda m: (m.Arrive(1.0, 2), 10.0),
}


@pytest.mark.parametrize("call", CALLS)
def test_as_in_the_interpreter(modules: tuple[ModuleType, ModuleType], call: str) -> None:
    told = []
    for m in modules:
        args = CALLS[call](m)
        try:
            result = state(getattr(m, call.split()[0])(*args))
        except (AttributeError, ValueError) as error:
            result = type(error), error.args
        told.append((result, state(args)))
    assert told[0] == told[1]


def test_objects_stay_themselves(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    s, e = shapes(m), m.Leave(1.0, "x")
    assert m.largest(s) is s[2] and m.later(e, 1.0) is e and e.time == 2.0
    assert type(m.one(1, 2.0)) is m.Square and type(m.later(e, 100.0)) is m.Leave


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda m: m.total([m.Leave(1.0)]), TypeError, "parameter 'shapes' got list"),
    (lambda m: m.circle(3), TypeError, "parameter 'c' got int, expected Shape"),
    (lambda m: m.total([m.Circle("a")]), TypeError, "attribute 'r' of a Circle got str, expected float"),
])
def test_what_does_not_fit(modules: tuple[ModuleType, ModuleType], call: Any, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        call(modules[1])
