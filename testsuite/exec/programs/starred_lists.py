"""Calls with lists for *args: of classes and functions with defaults, of generator expressions; deques of what is left of an iterator."""
import itertools
from collections import deque
from dataclasses import dataclass


class Q:
    def __init__(self, w: float, x: float = 0.5, y: float = 0.25):
        self.w, self.x, self.y = w, x, y


@dataclass
class P:
    a: int
    b: int
    c: int = 7
    def total(self) -> int:
        return self.a + 2 * self.b + 3 * self.c


class Three:
    def __init__(self, a, b, c):
        self.s = a + 2 * b + 3 * c


def q(w: float, x: float = 2.0, y: float = 3.0) -> float:
    return w + 2 * x + 3 * y


def made(xs: list[float]):
    v = Q(*xs)
    return v.w, v.x, v.y


def more(xs: list[float]):
    v = Q(1.0, *xs)
    return v.w, v.x, v.y


def data(xs: list[int]):
    return P(*xs).total()


def three(xs: list[int]):
    return Three(*xs).s


def called(xs: list[float]):
    return q(*xs)


def generated(axis: tuple[float, float]):
    v = Q(1.0, *(2 * t for t in axis))
    return v.w, v.x, v.y


def rows(text: str):
    return [P(*(int(v) for v in line.split(","))).total() for line in text.splitlines()]


def none_needed(xs: list[int]):
    def f(a=1, b=2):
        return 10 * a + b
    return f(*xs)


def windows(xs: list[float], n: int):
    it = iter(xs)
    w = deque(itertools.islice(it, n), maxlen=n)
    out = [tuple(w)] if len(w) == n else []
    for x in it:
        w.append(x)
        out.append(tuple(w))
    return [sum(v) for v in out], len(deque(it)), len(w)


LISTS = [[1.0 + i for i in range(n)] for n in range(5)]
CASES = {
    **{name: [(x,) for x in LISTS] for name in ("made", "more", "called")},
    **{name: [([int(v) for v in x],) for x in LISTS] for name in ("data", "three", "none_needed")},
    "generated": [((1.0, 2.0),)],
    "rows": [("1,2\n3,4,5",), ("1\n",)],
    "windows": [(x, n) for x in LISTS for n in (1, 3)],
}
