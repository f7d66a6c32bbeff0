"""next() of what map, filter, zip, enumerate and itertools give; generators given to itertools and fromiter."""
import itertools
from itertools import combinations, islice, permutations, product

import numpy as np

from pycc import f64


def mapped(xs: list[int]):
    x = map(abs, xs)
    a = next(x)
    b = next(x, -1)
    return a, b, list(x), next(x, 7)


def told(xs: list[int]):
    seen = []

    def f(v):
        seen.append(v)
        return v * 2
    x = map(f, xs)
    a = next(x, 0)
    seen.append(100)
    return a, seen[:], sum(x), seen


def filtered(xs: list[int]):
    x = filter(lambda v: v % 2 == 0, xs)
    return next(x), [str(v) for v in x]


def zipped(xs: list[int], y: f64[:]):
    x = zip(xs, y)
    a = next(x)
    e = enumerate(xs)
    i, v = next(e)
    s = 0.0
    for p, q in x:
        s += p * q
    return a, s, i, v, list(e)


def sliced(xs: list[int], n: int):
    x = islice(xs, n)
    a = next(x)
    c = itertools.chain(xs, xs)
    b = next(c)
    return a, list(x), b, len(list(c))


def chosen(n: int, xs: list[int]):
    p = permutations(range(n), 2)
    c = combinations(xs, 2)
    q = product(xs, range(2))
    a, b, d = next(p), next(c), next(q)
    return a, b, d, list(p), list(c), [t for t in q]


def over_generators(xs: list[int], n: int):
    return (list(combinations((v for v in xs for _ in range(2)), 2)), list(permutations((v * v for v in range(n)), 2)),
            list(product((v for v in xs if v > 1), (v for v in range(n) for _ in range(v)))),
            np.fromiter((v * 0.5 for v in range(n)), np.float32))


CASES = {
    "mapped": [([-3, 4, -5],), ([-3],), ([],)], "told": [([1, 2, 3],), ([],)], "filtered": [([1, 2, 3, 4],), ([1],)],
    "zipped": [([1, 2, 3], np.array([0.5, 1.5])), ([], np.zeros(1))], "sliced": [([1, 2, 3], 2), ([1], 0)],
    "chosen": [(3, [4, 5, 6]), (1, [1])], "over_generators": [([1, 2], 3), ([], 0)],
}
