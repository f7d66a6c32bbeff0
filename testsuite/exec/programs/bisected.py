"""bisect on lists and arrays, with keys, limits and tuples; bin, oct and hex."""
import bisect
from bisect import bisect_left, insort

import numpy as np

from pycc import f64


def places(xs: list[float], v: float):
    return (bisect_left(xs, v), bisect.bisect_right(xs, v), bisect.bisect(xs, v, 1),
            bisect.bisect_left(xs, v, lo=1, hi=2), bisect.bisect(xs, v, 0, 2))


def in_array(x: f64[:], v: float):
    return bisect_left(x, v), bisect.bisect_right(x, v)


def sorted_in(x: f64[:]):
    xs = [0.5]
    ys = [(1, 2.0)]
    for i, w in enumerate(x):
        v = float(w)
        insort(xs, v)
        bisect.insort_left(ys, (i % 2, v))
        bisect.insort_right(ys, (i % 2, v))
    return xs, ys


def by_key(x: f64[:]):
    xs = [(4, 0.0)]
    for i, w in enumerate(x):
        v = float(w)
        insort(xs, (i, v), key=lambda t: -t[1])
    return xs, bisect_left(xs, -2.0, key=lambda t: -t[1])


def negative(xs: list[float], k: int) -> int:
    return bisect_left(xs, 1.0, k)


def written(n: int):
    return bin(n), oct(n), hex(n), bin(n > 2)


CASES = {
    "places": [([], 1.0), ([1.0, 1.0, 2.0, 3.0], 1.0), ([1.0, 2.0, 3.0], 2.5), ([1.0, float("nan"), 3.0], 2.0)],
    "in_array": [(np.array([1.0, 1.0, 2.0]), 1.0), (np.zeros(0), 1.0)],
    **dict.fromkeys(["sorted_in", "by_key"], [(np.array([3.0, 1.0, 2.0, 2.0]),), (np.zeros(0),)]),
    "negative": [([1.0, 2.0], 0), ([1.0, 2.0], -1), ([1.0, 2.0], 7)],
    "written": [(0,), (5,), (-77,), (2**63 - 1,), (-2**63,)],
}
