"""Tuples of several lengths that meet are tuples of any length."""
from itertools import combinations, permutations
from typing import Optional

import numpy as np


def returned(n: int) -> tuple[int, ...]:
    return (n, 2, 3)


def either(n: int):
    t = (1, 2) if n > 2 else (n,)
    return t, len(t), t[-1], sum(t)


def on_paths(n: int) -> tuple[int, ...]:
    if n == 0:
        return ()
    elif n == 1:
        return (n,)
    return n, n


def put(n: int) -> list[tuple[int, ...]]:
    xs: list[tuple[int, ...]] = []
    xs.append((n, 2))
    xs.append((n,))
    xs += [(1, 2, 3)]
    return xs


def listed(n: int) -> list[tuple[int, ...]]:
    return [(i, n) for i in range(n)]


def displayed(n: int):
    return [(1, n), (2,), ()]


def picked(n: int) -> list[tuple[int, ...]]:
    return [p for p in permutations(range(1, 5), 3) if sum(p) == n]


def subsets(n: int) -> list[tuple[int, ...]]:
    out = []
    for k in range(n + 1):
        for c in combinations(range(n), k):
            out.append(c)
    return out


def keyed(n: int) -> dict[int, tuple[int, ...]]:
    d: dict[int, tuple[int, ...]] = {}
    d[n] = (n, n)
    d[1] = (n,)
    return d


def by_tuple(n: int) -> int:
    d = {(1, 2): 3, (n,): 4}
    return d[1, 2] + d.get((n,), 0) + d.get((n, n), 100)


def grown(n: int) -> list[int]:
    t = (n,)
    for i in range(3):
        t = t + (i,)
    return list(t)


def path(n: int) -> list[tuple[int, ...]]:
    path = ()
    out = []
    for i in range(n):
        path += (i,)
        out.append(path)
    return out


def floats(n: int) -> tuple[float, ...]:
    t = (1.5,)
    while len(t) < n:
        t = (t[0] * 2,) + t
    return t


class Node:
    def __init__(self, at: int):
        self.at = at
        self.trail = (at,)

    def step(self, to: int) -> None:
        self.trail = self.trail + (to,)
        self.at = to


def walked(n: int) -> tuple[int, ...]:
    node = Node(7)
    for i in range(n):
        node.step(i)
    return node.trail


def searched(n: int) -> Optional[tuple[int, ...]]:
    stack = [(0, (0,))]
    while stack:
        at, way = stack.pop()
        if at >= n:
            return way
        if len(way) < 6:
            stack.append((at + 1, way + (at + 1,)))
            stack.append((at + 3, way + (at + 3,)))
    return None


def shapes(n: int):
    x = np.zeros((n, 3))
    shape = (n,)
    if n > 1:
        shape = x.shape
    return len(shape), shape


def compared(n: int) -> list[bool]:
    best = ()
    for t in ((1, n), (2,)):
        if t > best:
            best = t
    return [best == (2,), best == (1, n), best != (), best < (3, 3)]


NAMES = ("returned", "either", "on_paths", "put", "listed", "displayed", "picked", "subsets", "keyed", "by_tuple", "grown", "path",
         "floats", "walked", "searched", "shapes", "compared")
CASES = {name: [(0,), (1,), (3,), (6,)] for name in NAMES}
