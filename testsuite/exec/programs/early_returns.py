"""Helpers that return early, in loops of their callers: what they give is the value of the way that was taken."""
import numpy as np

from pycc import f64


def moved(k):
    v = k + 1
    if v == 1:
        return 10
    return v


def first_of(c):
    v = c[0]
    if v == 1:
        return 10
    return v


def nested(k):
    v = k * 2
    if v > 2:
        if v > 6:
            return -1
        return v - 100
    return v


def clipped(x, lo):
    y = x * 0.5
    if y < lo:
        return lo
    if y > 2.0:
        return 2.0
    return y


def of_ints(n: int):
    s = t = u = 0
    for k in range(n):
        s = s * 3 + moved(k)
        t = t * 3 + first_of((k, s))
        u = u * 3 + nested(k)
    return s, t, u


def of_array(a: f64[:]):
    out = np.empty_like(a)
    for i in range(len(a)):
        out[i] = clipped(a[i], 0.25)
    x = clipped(a[0], 0.5)
    x = clipped(x, 0.75)
    return out, float(x)


CASES = {
    "of_ints": [(n,) for n in (0, 1, 2, 7)],
    "of_array": [(np.linspace(-1, 6, 40),), (np.ones(1),)],
}
