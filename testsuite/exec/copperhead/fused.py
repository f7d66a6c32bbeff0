"""Primitives one after the other on sequences of one length: what one makes, the next one reads at the same place."""
from pycc.copperhead import *


@cu
def dot(x, y):
    return sum(map(op_mul, x, y))


@cu
def smoothed(x, w):
    return map(lambda l, wl, c, r, wr: l * wl + c + r * wr, shift(x, -1, 0), shift(w, -1, 0), x, shift(x, 1, 0), w)


@cu
def smoothed_pair(x, y, w):
    """What both need of w is computed once."""
    p, q = smoothed(x, w), smoothed(y, w)
    return map(op_sub, p, q), map(op_add, q, p), dot(p, q)


@cu
def far(x, y, n):
    p = map(lambda a, b, c: a + b * c, shift(x, n, 1), shift(y, -n, 2), x)
    return p, map(lambda a, b: a - b, p, shift(y, n, 0))


@cu
def steps(x, y, n):
    """A loop whose turns make sequences of those of the turn before."""
    def step(u, v, k):
        if k == 0:
            return u, v
        else:
            s = dot(u, v)
            a, b = map(lambda p, q: p + q * s, u, v), map(lambda p, q: p - q * s, v, u)
            t = sum(map(op_mul, a, b)) + 1
            return step(map(lambda p: p - t, a), map(lambda p, q: p + q + t, a, b), k - 1)
    return step(x, y, n)


@cu
def unequal(x, y):
    """Lengths that differ are told before anything is computed of them."""
    p = map(lambda a: a + 1, x)
    return map(op_add, p, y), sum(map(op_mul, shift(y, len(x) + 1, 0), p))


@cu
def shifted_results(x):
    """Neighbours of what is made: in loops of their own."""
    p = map(lambda a: a * 2, x)
    q = map(op_add, p, shift(p, 1, 3))
    return q, map(op_sub, q, shift(q, -1, 4))


TYPES = {"dot": "*[a], [a]", "smoothed": "+*[a], [a]", "smoothed_pair": "+*[k], [k], [k]", "far": "+[a], [a], Three",
         "steps": "[k], [k], Three", "shifted_results": "+*[a]", "unequal": "+[a], [a]"}
