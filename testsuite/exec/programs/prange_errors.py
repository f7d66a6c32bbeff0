"""Exceptions in prange: the lowest failing iteration's is raised; overlapping arguments run in order."""
import math

import numpy as np

from pycc import f64, i64, i32, prange


def index_error(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = x[i]


def gather_error(x: f64[:], p: i64[:], y: f64[:]) -> None:
    for i in prange(len(p)):
        y[i] = x[p[i]]


def division(x: i64[:], k: int) -> None:
    for i in prange(len(x)):
        x[i] = 1000 // (k - i)


def domain_error(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = math.log(x[i])


def raise_statement(x: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 0.99:
            raise ValueError("too large")
        if x[i] < 0.01:
            raise ArithmeticError("too small")
        x[i] = 0.5


def assertion(x: f64[:], limit: float) -> None:
    for i in prange(len(x)):
        assert x[i] < limit, "limit"
        x[i] += 1.0


def nested_error(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j]


def inner_error(a: f64[:, :], n: int) -> None:
    for i in prange(a.shape[0]):
        for j in range(n):
            a[i, j] = i + j


def check(v):
    if v < 0.0:
        raise RuntimeError("negative value")
    return math.sqrt(v)


def helper_error(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = check(x[i])


def error_in_reduction(x: i64[:], d: i64[:]) -> int:
    s = 0
    for i in prange(len(x)):
        s += int(x[i]) // int(d[i])
    return s


def allocation_error(n: i64[:], out: f64[:]) -> None:
    for i in prange(len(n)):
        work = np.zeros(n[i])
        out[i] = work.sum()


def error_downwards(x: f64[:], n: int) -> None:
    """The first iteration that fails is the one with the highest index."""
    for i in prange(n, -1, -1):
        x[i] = i


def function_goes_on(x: f64[:], k: int) -> int:
    """Nothing after a failing loop runs."""
    for i in prange(len(x)):
        x[i] = 1 // (i - k) if i == k else 1
    x[0] = 77.0
    return 1


def step_zero(x: f64[:], c: int) -> None:
    for i in prange(0, len(x), c):
        x[i] = 1.0


def shift(x: f64[:], y: f64[:]) -> None:
    """With y = x[1:] each iteration reads what the one before has written."""
    for i in prange(len(y)):
        y[i] = x[i] + 1.0


def smooth(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = 0.5 * (a[i - 1, j] + a[i, j + 1])


def three_arrays(x: f64[:], y: f64[:], z: f64[:]) -> None:
    for i in prange(min(len(x), len(y), len(z))):
        z[i] = x[i] + y[i]
        x[i] = z[i] * 0.5


def sum_while_writing(x: f64[:], y: f64[:]):
    s = np.float64(0)
    for i in prange(len(y)):
        y[i] = 2.0 * x[i]
        s += y[i]
    return s


def serial_overlap(x: f64[:], y: f64[:]) -> None:
    """The same in a serial loop: the compiler must not assume disjoint arrays."""
    for i in range(len(y)):
        y[i] = x[i] * 0.5 + 1.0


def different_types(x: f64[:], y: i32[:]) -> None:
    for i in prange(min(len(x), len(y))):
        y[i] = i
        x[i] = x[i] * 2.0


rng = np.random.default_rng(16)
Z = np.zeros
BASE = rng.random(200)
MATRIX = rng.random((20, 20))
BAD = rng.random(3000) + 0.1
BAD[[700, 2100, 2999]] = -1.0
EDGES = rng.random(3000) * 0.5 + 0.2
EDGES[[1500, 2500]] = 1.0, 0.0
SWAPPED = EDGES.copy()
SWAPPED[[900, 400]] = 1.0, 0.0
CASES = {
    "index_error": [(rng.random(n), Z(m)) for n, m in ((5, 5), (5, 3), (5000, 4999), (5000, 17), (1, 0))],
    "gather_error": [(rng.random(10), np.array(p, int), Z(len(p))) for p in
                     ([0, 9, -10], [0, 10, 11], [0] * 2000 + [50] + [0] * 999 + [60], [])],
    "division": [(Z(n, int), k) for n, k in ((5, 9), (5, 3), (5000, 2500), (5000, 0))],
    "domain_error": [(BAD, Z(3000)), (np.abs(BAD), Z(3000)), (Z(1), Z(1))],
    "raise_statement": [(EDGES,), (SWAPPED,), (np.full(9, 0.5),)],
    "assertion": [(BASE, 2.0), (BASE, 0.9), (BASE, 0.0)],
    "nested_error": [(rng.random(a), Z(b)) for a, b in (((5, 6), (5, 6)), ((5, 6), (5, 4)), ((5, 6), (3, 6)), ((50, 60), (49, 2)))],
    "inner_error": [(Z((9, 8)), n) for n in (8, 9, 0)],
    "helper_error": [(BAD, Z(3000)), (np.abs(BAD), Z(3000))],
    "error_in_reduction": [(np.arange(2000), np.where(np.arange(2000) % 700 == k, 0, 2)) for k in (699, 0, 1000)],
    "allocation_error": [(np.array(n), Z(len(n))) for n in ([3, 0, 5], [3, -1, -5])],
    "error_downwards": [(Z(50), n) for n in (49, 50, 60, -1)],
    "function_goes_on": [(Z(9), 4), (Z(9), 20)],
    "step_zero": [(Z(9), 0), (Z(0), 0), (Z(9), 2)],
    "shift": [(BASE[:-1], BASE[1:]), (BASE[1:], BASE[:-1]), (BASE[:100], BASE[100:]), (BASE, BASE),
              (BASE[::2], BASE[1::2]), (BASE[::-1], BASE), (BASE[3:], BASE[:-3]), (BASE[:50], BASE[25:75])],
    "smooth": [(MATRIX, MATRIX), (MATRIX, MATRIX.T), (MATRIX[:, 1:], MATRIX[:, :-1]), (MATRIX[1:], MATRIX[:-1]),
               (MATRIX[:-1], MATRIX[1:]), (MATRIX, Z((20, 20)))],
    "three_arrays": [(BASE[:60], BASE[30:90], BASE[1:61]), (BASE[:60], BASE[:60], BASE[:60]),
                     (BASE[:60], BASE[60:120], BASE[120:180]), (BASE[1:61], BASE[60:120], BASE[:60])],
    "sum_while_writing": [(BASE[:-1], BASE[1:]), (BASE[1:], BASE[:-1]), (BASE, BASE[::-1])],
    "serial_overlap": [(BASE[:-1], BASE[1:]), (BASE[1:], BASE[:-1]), (BASE, BASE), (BASE[::-1], BASE),
                       (BASE[:-7], BASE[7:]), (BASE[:-2], BASE[2:])],
    "different_types": [(BASE[:50], BASE.view(np.int32)[20:70]), (BASE[:50], np.zeros(50, np.int32))],
}
