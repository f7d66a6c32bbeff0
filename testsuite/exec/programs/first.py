"""The first programs through the whole pipeline: scalars, loops, arrays, prange."""
import math

import numpy as np

import pycc
from pycc import f32, f64, i64, prange


def add(a: float, b: float) -> float:
    return a + b


def gcd(a: int, b: int) -> int:
    while b != 0:
        a, b = b, a % b
    return a


@pycc.type('f64[:]', 'f64[:]', None)
@pycc.type('f32[:]', 'f32[:]', None)
@pycc.type('i64[:]', 'i64[:]', None)
def copy_scaled(x, y):
    for i in prange(len(x)):
        y[i] = 2 * x[i]


def total(x: f64[:]) -> f64:
    s = 0.0
    for v in x:
        s += v
    return s


def dot(x: f64[:], y: f64[:]) -> f64:
    s = 0.0
    for i in prange(len(x)):
        s += x[i] * y[i]
    return s


def last(x: f64[:]) -> f64:
    return x[-1]


def past(x: f64[:], i: int) -> f64:
    return x[i]


def root(x: float) -> float:
    return math.sqrt(x)


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


rng = np.random.default_rng(0)
CASES = {
    "add": [(1.5, 2.25), (1e308, 1e308)],
    "gcd": [(12, 18), (0, 5), (17, 0), (-12, 18)],
    "copy_scaled": [(rng.random(n).astype(d), np.zeros(n, d)) for n in (0, 1, 7, 1000)
                    for d in (np.float64, np.float32)] + [(np.arange(9), np.zeros(9, np.int64))],
    "total": [(rng.random(n),) for n in (0, 1, 5)],
    "dot": [(rng.random(n), rng.random(n)) for n in (0, 1, 77, 5000)],
    "last": [(rng.random(3),), (rng.random(0),)],
    "past": [(np.arange(3.0), i) for i in (0, 2, 3, -1, -3, -4, 10**12)],
    "root": [(2.0,), (-1.0,), (0.0,)],
    "fib": [(0,), (1,), (12,)],
}
ONE_TYPE = {"total", "dot"}
