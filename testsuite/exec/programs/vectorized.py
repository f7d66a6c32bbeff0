"""np.vectorize: its functions called where they are made, by names in functions and by the module's."""
import math

import numpy as np

from pycc import f64, f32, i64, i32


def larger(p, q):
    return p if p > q else q


def step(p):
    if p < 0:
        return 0
    return int(p) * 2 + 1


at_least = np.vectorize(larger)
steps = np.vectorize(step, otypes=[np.float64])


def once(a: f64[:, :], v: f64[:]):
    return np.vectorize(larger)(a, v), np.vectorize(larger)(a, 0.5), np.vectorize(lambda p: p * 2 + 1)(v), np.vectorize(step)(a)


def named(v: f64[:], k: float):
    f = np.vectorize(lambda p: p * k)
    g = np.vectorize(step)
    return f(v), g(v), f(g(v)), f(f(v)) + g(v[::-1])


def of_module(a: f64[:, :], v: f64[:]):
    return at_least(a, v), steps(a), at_least(v, v[::-1])


def of_three(v: f64[:], k: i64[:, :]):
    return np.vectorize(lambda x, lo, hi: min(max(x, lo), hi))(v, -1.0, k + 0.5)


def types(k: i32[:], s: f32[:]):
    return (np.vectorize(lambda x: x // 3)(k), np.vectorize(lambda x: x * 0.1)(s), np.vectorize(lambda x: x > 1)(k),
            np.vectorize(lambda x: x + 1, otypes=[np.float32])(k), np.vectorize(lambda x: math.sqrt(abs(x)))([1, 4, 9]))


RNG = np.random.default_rng(2)
A = RNG.integers(-9, 10, (3, 4)) * 0.5
K = RNG.integers(-9, 10, (2, 4))

CASES = {
    "once": [(A, A[0]), (A[:1, :1], A[1, :1]), (A[:0], A[0])],
    "named": [(A[0], 2.5), (A[1, :0], 1.0)],
    "of_module": [(A, A[2]), (A[:, :0], A[0, :0])],
    "of_three": [(A[0], K)],
    "types": [(K[0].astype(np.int32), np.float32([0.5, 3]))],
}
