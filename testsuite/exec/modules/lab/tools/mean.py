import numpy as np
from pycc import prange
from .. import SHIFT, consts
from ..consts import halved as h
from . import weights

SCALE = 2.0


def helper(x):
    return x * SCALE


def spread(a):
    m = np.mean(a)
    return helper(np.sqrt(np.sum((a - m) ** 2) / len(a))) + SHIFT


def weighted(a):
    s = 0.0
    for i in range(len(a)):
        s += weights.weight(i) * h(a[i])
    return s + consts.COUNT


def picked(a: "f64[:]", at: int, fallback: float = 1.5) -> float:
    if at == 99:
        return a[0] * fallback
    if at == 98:
        raise ValueError("no such item")
    return a[at]


def scatter(y, at):
    for i in prange(len(at)):
        y[at[i]] = i


def stretched(x, y):
    z = x * y
    return z + 3
