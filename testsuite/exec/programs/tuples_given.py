"""Tuples given to parameters that are declared tuple[X, ...]: of functions inside, methods and functions with signatures; classes that are Generic."""
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

T = TypeVar("T")


def depth(n: int, trail: tuple[int, ...] = ()) -> int:
    if n == 0:
        return len(trail) + sum(trail)
    return depth(n - 1, trail + (n,))


def called(n: int) -> int:
    return depth(n, (1, 2)) + depth(n) + depth(0, (n,))


def inside(words: list[str]) -> str:
    def go(k: int, trail: tuple[str, ...] = ()) -> str:
        if k == len(words):
            return "->".join(trail)
        return go(k + 1, trail + (words[k],) if k % 2 == 0 else trail)

    return go(0) + go(0, ("a", "b"))


def order(deps: dict[str, list[str]]) -> list[str]:
    state: dict[str, int] = {}
    out: list[str] = []

    def visit(n: str, trail: tuple[str, ...] = ()) -> None:
        if state.get(n) == 2:
            return
        if state.get(n) == 1:
            raise ValueError("cycle: " + " -> ".join(trail + (n,)))
        state[n] = 1
        for m in deps.get(n, []):
            visit(m, trail + (n,))
        state[n] = 2
        out.append(n)

    for n in deps:
        visit(n)
    return out


class Poly:
    def __init__(self, c: tuple[float, ...]):
        self.c = c

    def plus(self, more: tuple[float, ...]) -> "Poly":
        return Poly(self.c + more)


def objects(x: float):
    ps = [Poly((1.0, x)), Poly((x,)), Poly(()), Poly((1.0, 2.0, x))]
    ps.append(ps[0].plus((x, x)))
    return [len(p.c) for p in ps], [p.c for p in ps], sum(sum(p.c) for p in ps)


class Ring(Generic[T]):
    def __init__(self, capacity: int, fill: float = 0.0):
        self.data = [fill] * capacity
        self.head = 0

    def push(self, x) -> None:
        self.data[self.head % len(self.data)] = x
        self.head += 1


class Shape(ABC, Generic[T]):
    def __init__(self, size: T):
        self.size = size

    @abstractmethod
    def area(self) -> float: ...


class Square(Shape[float]):
    def area(self) -> float:
        return self.size**2


class Named:
    def name(self):
        return "named"


class Tagged(Named, ABC):
    def __init__(self, tag: int):
        self.tag = tag


def generic(xs: list[float]):
    r = Ring(3)
    for x in xs:
        r.push(x)
    t = Tagged(len(xs))
    return r.data, r.head, t.name(), t.tag


CASES = {
    "depth": [(4,), (0, (1, 2))],
    "called": [(n,) for n in (0, 3)],
    "inside": [(w,) for w in ([], ["a"], ["a", "bc", "d"])],
    "order": [({"a": ["b", "c"], "b": ["c"], "c": []},), ({"a": ["b"], "b": ["a"]},)],
    "objects": [(1.5,)],
    "generic": [(x,) for x in ([], [1.0, 2.0, 3.0, 4.0])],
}
