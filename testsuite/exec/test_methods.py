"""Methods that Python calls on its own objects, compiled as interpreted (methods.py)."""
from __future__ import annotations

import copy
import inspect
import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Iterator

import pytest

from harness import compile_once, load, outcome, same, shared_folder

SOURCE = Path(__file__).parent / "methods.py"


def loaded(name: str, path: Path) -> ModuleType:
    """A module that pickle finds by its name."""
    module = load(name, path)
    sys.modules[name] = module
    return module


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ModuleType, ModuleType]]:
    """Interpreted and compiled."""
    folder = shared_folder(tmp_path_factory, "methods")
    yield loaded("methods_interpreted", SOURCE), loaded("methods", compile_once(SOURCE, folder))


INTERPRETED = load("methods_of_cases", SOURCE)


def steps(module: ModuleType, name: str, args: tuple, todo: list) -> Iterator[Any]:
    """What each step gives, and what the object then holds."""
    todo, o = copy.deepcopy(todo), getattr(module, name)(*copy.deepcopy(args))
    while todo:
        step = todo.pop(0)
        if isinstance(step, str):
            setattr(o, step, todo.pop(0))
            continue
        method, given = getattr(o, step[0]), step[1] if isinstance(step[1], tuple) else (step[1],)
        result = outcome(method, given)[0]
        inside = [(name, vars(value) if type(value).__module__ == module.__name__ else value) for name, value in vars(o).items()]
        yield step[0], result if result is not o else "self", inside


@pytest.mark.parametrize("case", INTERPRETED.CASES, ids=lambda case: case[0])
def test_method(case: tuple, modules: tuple[ModuleType, ModuleType]) -> None:
    """Results, errors and all attributes after each call."""
    for number, (expected, got) in enumerate(zip(*(steps(m, *case) for m in modules), strict=True)):
        wrong = same(expected, got, False)
        assert wrong is None, f"step {number}: {wrong}"


@pytest.mark.parametrize("which", ["COMPILED", "KEPT"])
def test_which(which: str, modules: tuple[ModuleType, ModuleType]) -> None:
    """Those with a loop whose objects are light are compiled, and look like what they were."""
    interpreted, module = modules
    for name, methods in getattr(module, which).items():
        for method in methods:
            fast, slow = (getattr(getattr(m, name), method) for m in (module, interpreted))
            assert (type(fast).__module__ == "pycc") == (which == "COMPILED"), f"{name}.{method}"
            assert fast.__name__ == slow.__name__ and fast.__qualname__ == slow.__qualname__ and fast.__doc__ == slow.__doc__
            assert inspect.signature(fast) == inspect.signature(slow)


def test_bound(modules: tuple[ModuleType, ModuleType]) -> None:
    """Operators, other objects of the class, calls by the class, derived classes, keywords, pickles."""
    for m in modules:
        g = m.Grid(6)
        assert g @ g == 0.0 and g.add(g) is g and g.total() == 2.0 and m.Grid.total(g, power=2) == 4.0
        assert m.Base.count(m.Derived(3, 4)) == 12 and m.Shape.total(m.Circle(1, 1.0), 2) == 6.0
        assert m.Odd.scaled(g, 2.0) == -2.0
        assert pickle.loads(pickle.dumps(m.Grid.total)) is m.Grid.total and pickle.loads(pickle.dumps(g.total))() == 2.0

        class Mine(m.Base):
            def weight(self, i: int) -> int:
                return 10

        class Text(m.Base):
            def count(self) -> list:
                return ["a" * i for i in range(self.n)]

        assert Mine(3).count() == 30 and Text(2).count() == ["", "a"]
        g.total = lambda: 1.5
        assert g.total() == 1.5
        with pytest.raises(TypeError, match="unexpected keyword"):
            g.step(times=3)


def test_class_that_is_another(tmp_path: Path) -> None:
    """A decorator may make another class of it, or the method another."""
    text = '''
def wrapped(f):
    return lambda self, n: f(self, n) + 1

def shown(c):
    c.run = wrapped(c.run)
    return c

class A:
    def __init__(self, k: int):
        self.k = k
    def run(self, n: int) -> int:
        s = 0
        for i in range(n):
            s += self.k
        return s

A = shown(A)
class B:
    __slots__ = ("k",)
    def __init__(self, k: int):
        self.k = k
    def run(self, n: int) -> int:
        s = 0
        for i in range(n):
            s += self.k
        self.k = s
        return s

class Twice:
    def __init__(self, n: int):
        self.n = n
    def run(self, k: int) -> int:
        s = 0
        for i in range(k):
            s += 1
        return s
    def run(self, k: int) -> int:
        s = 0
        for i in range(k):
            s += 3
        return s

def twice(n: int) -> int:
    return Twice(n).run(n)

class Watched:
    def __init__(self, n: int):
        self.n = n
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 10)
    def run(self, k: int) -> int:
        for i in range(k):
            self.n = i + 1
        return self.n

class Point:
    def __init__(self, x: float):
        self.x = x
    def same(self, other: "Point") -> bool:
        found = False
        for _ in range(1):
            found = self is other
        return found

class Pair:
    def __init__(self, x: float):
        self.p = Point(x)
    def moved(self, n: int) -> Point:
        for _ in range(n):
            self.p = Point(self.p.x + 1.0)
        return self.p
'''
    path = tmp_path / "another.py"
    path.write_text(text)
    m = load("another", compile_once(path, tmp_path))
    assert m.A(2).run(3) == 7 and type(m.A.run).__name__ == "function"
    b = m.B(2)
    assert b.run(3) == 6 and b.k == 6
    assert m.Twice(1).run(2) == m.twice(2) == 6 and m.Watched(2).run(3) == 30
    p, q = m.Point(1.0), m.Pair(1.0)
    assert p.same(p) and not p.same(m.Point(1.0)) and type(m.Point.same).__module__ == "pycc"
    assert q.moved(2) is q.p and q.p.x == 3.0
