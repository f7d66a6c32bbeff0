"""pycc.random: numbers of a seed and an index, in loops, arrays and the interpreter."""
import numpy as np

import pycc
from pycc import f64, i32, i64, prange, random
from pycc.random import uniform


def one(seed: int, i: int):
    return pycc.random.uniform(seed, i), random.integers(seed, i, 10), random.integers(seed, i, -5, 6), uniform(seed, i) / 2


def one_normal(seed: int, i: int):
    return random.normal(seed, i), 1 / (1 + abs(random.normal(seed, i + 1)))


def elements(seed: int, k: i64[:], j: i32[:]):
    return random.uniform(seed, k), random.integers(seed, k, 7), random.uniform(k, k + 1), random.uniform(seed, j) * 2


def elements_normal(seed: int, k: i64[:]):
    return random.normal(seed, k) + 1


def filled(seed: int, n: int, m: int):
    return random.uniform(seed, size=n), random.uniform(seed, size=(n, m)), random.integers(seed, low=-3, high=4, size=(m, n))


def filled_normal(seed: int, n: int, m: int):
    return random.normal(seed, size=n), random.normal(seed, size=(n, m))


def in_prange(seed: int, x: f64[:]):
    for i in prange(len(x)):
        x[i] = random.uniform(seed, i) + random.integers(seed, i, 100)


def pi(seed: int, n: int):
    inside = 0
    for i in prange(n):
        x = random.uniform(seed, 2 * i)
        y = random.uniform(seed, 2 * i + 1)
        if x * x + y * y < 1:
            inside += 1
    return 4 * inside / n


_SEEDS = [0, 1, -1, 42, 2**63 - 1, -2**63, 123456789012345]

CASES = {
    "one": [(s, i) for s in _SEEDS for i in (0, 1, -1, 2**40)],
    "one_normal": [(s, i) for s in _SEEDS for i in (0, 1, 2**40)],
    "elements": [(s, np.arange(-3, 60), np.arange(4, dtype=np.int32)) for s in _SEEDS[:3]] + [(7, np.zeros(0, np.int64), np.zeros(1, np.int32))],
    "elements_normal": [(s, np.arange(1000)) for s in _SEEDS[:3]],
    "filled": [(s, n, m) for s in (0, 9) for n, m in ((3, 4), (0, 2), (1, 1), (100, 33))] + [(1, -1, 2)],
    "filled_normal": [(s, n, m) for s in (0, 9) for n, m in ((3, 4), (0, 2), (100, 33))],
    "in_prange": [(s, np.zeros(n)) for s in (0, 5) for n in (0, 1, 1000)],
    "pi": [(3, 5000)],
}
ROUNDED = ["one_normal", "elements_normal", "filled_normal"]
