"""f(*t), tuples with starred items, *args of helpers that get none."""
import math

import numpy as np

from pycc import f64


def fma(a, b, c=1.0):
    return a * b + c


def total(*args):
    s = 0.0
    for a in args:
        s += a
    return s


def largest(first, *rest):
    m = first
    for r in rest:
        m = max(m, r)
    return m, len(rest), [2 * r for r in rest]


def four():
    return 4


def twice(p):
    return fma(*p), fma(*p[:2], p[0])


def calls(a: float, b: float):
    t = (a, b)
    return fma(*t), fma(*t, 3.0), fma(a, *(b, 2.0)), fma(*(*t, b)), four(*()), twice(t), math.hypot(*t)


def library(a: float, b: float):
    t = (a, b)
    return max(*t), min(*t, 0.5), np.maximum(*t), math.copysign(*t), np.zeros((*(2, 3),)).shape


def packed(a: float, b: float):
    t = a, b
    return total(), total(*t), total(a, *t), total(*t, 1.0, *t), total(*t[:0])


def none_given(a: float, b: float):
    n, k = int(a), int(b)
    return largest(n), largest(n, k), largest(n, k, n * k), largest(n, *(k, 7))


def tuples(a: float, b: float):
    t = (a, b)
    return (*t,), (*t, 1), (1, *t, *t), [*t, 5.0], (*t[1:], *t[:1])


def called(a: float, b: float):
    f = lambda x, y: x - 2 * y
    s = 0.0
    for p in zip([a, b], [b, 2.0]):
        s += f(*p)
    for q in [(a, b), (b, a)]:
        s = s * 3 + fma(*q, 2)
    return s


def arrays(x: f64[:], y: f64[:]):
    t = (x, y)
    return np.add(*t), fma(*t, x), max(*(len(x), 2))


def in_order(a: float, b: float):
    xs = [0.0]

    def seen(v):
        xs.append(v)
        return v

    r = fma(seen(a), *(seen(b), seen(2.0)))
    return r, xs


def scored(*xs):
    if not xs:
        return 0
    return sum(xs) + max(xs) + xs[0] + len([x for x in xs if x > 1]) + sum(2 * x for x in xs)


def twice_scored(*xs):
    return scored(*xs) + scored(1, *xs, 2)


def lists(xs: list[int]):
    return largest(1, *xs), largest(2, 3, *xs, *xs)[:2], scored(*xs), twice_scored(*xs), scored(*range(4)), scored(*[x * x for x in xs])


def point(x, y, z):
    return x + 10 * y + 100 * z


def listed(xs: list[int]):
    return point(*xs)


def listed_behind(xs: list[int]):
    def one(v, w):
        return v - w

    return one(2, *xs)


PAIRS = [(1.5, 2.0), (-3.0, 4.0), (0.0, -1.0)]
CASES = {
    **dict.fromkeys(["calls", "library", "packed", "none_given", "tuples", "called", "in_order"], PAIRS),
    **dict.fromkeys(["lists", "listed", "listed_behind"], [([],), ([3],), ([3, 1],), ([5, -2, 7],), ([1, 2, 3, 4],)]),
    "arrays": [(np.arange(4.0), np.ones(4)), (np.zeros(0), np.zeros(0))],
}
