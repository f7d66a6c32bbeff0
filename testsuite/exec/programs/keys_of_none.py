"""dict.fromkeys without a value; np.fromiter of iterators."""
import itertools

import numpy as np


def made(xs: list[int]):
    d = dict.fromkeys(xs)
    return 3 in d, len(d), d, list(d), sorted(d.keys()), d.get(1) is None


def filled(words: list[str]):
    d = dict.fromkeys(words)
    d["new"] = 8
    return d, str(d)


def unique(xs: list[int]):
    return list(dict.fromkeys(xs)), len(dict.fromkeys(xs).keys()), tuple(dict.fromkeys(xs)), [x for x in dict.fromkeys(xs)]


def joined(s: str):
    return "".join(dict.fromkeys(s)), sorted(dict.fromkeys(list(s)).keys()) == list("ab"), set(dict.fromkeys(s)) == {"a"}


def squares():
    yield 1
    yield 4
    yield 9


def taken(n: int):
    it = (x * x for x in range(n))
    first = np.fromiter(it, np.float32, 2)
    return first, list(it), np.fromiter(squares(), int), np.fromiter((i + 0.5 for i in range(n)), dtype=float)


def endless(n: int):
    return np.fromiter(itertools.count(n), int, 3), np.fromiter([1, 2, n], float)


CASES = {"made": [([1, 2, 3, 1],), ([],)], "filled": [(["a", "b"],), ([],)], "unique": [([3, 1, 3, 2],), ([],)],
         "joined": [("abab",), ("",), ("a",)], "taken": [(2,), (5,), (1,)], "endless": [(4,)]}
