"""Parallel loops in one another, of which @pycc.schedule says which one is parallel."""
import numpy as np

import pycc
from pycc import f64, i64, prange


@pycc.schedule("inner")
def sums(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(len(a)):
        y[i] += a[i].sum()


@pycc.schedule("inner")
def loops(a: f64[:, :], b: f64[:], y: f64[:]) -> None:
    for i in prange(len(a)):
        s = 0.0
        for j in prange(a.shape[1]):
            s += a[i, j] * b[j]
        for j in prange(a.shape[1]):
            a[i, j] -= s
        y[i] = s


@pycc.schedule("outer")
def outer(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(len(a)):
        s = 0.0
        for j in prange(a.shape[1]):
            s = max(s, a[i, j])
        y[i] = s


@pycc.schedule("auto")
def by_rows(a: f64[:, :], b: f64[:], y: f64[:]) -> None:
    for i in prange(len(a)):
        s = 0.0
        for j in prange(a.shape[1]):
            s += a[i, j] * b[j]
        y[i] = s


@pycc.schedule("inner")
def ragged(a: f64[:], row: i64[:], y: f64[:]) -> None:
    for i in prange(len(row) - 1):
        r = a[row[i]:row[i + 1]]
        r *= 2.0
        if len(r) > 2:
            y[i] = np.max(r) - r[2]
        else:
            y[i] = r.sum()


@pycc.schedule("inner")
def alone(y: f64[:]) -> None:  # nothing parallel in it: it stays parallel
    for i in prange(len(y)):
        y[i] += i


rng = np.random.default_rng(3)
MATRICES = [rng.random(shape) - 0.4 for shape in ((0, 5), (1, 1), (1, 70000), (3, 40000), (9, 7), (5, 0))]
ROW = np.array([0, 3, 3, 4, 9, 50])
CASES = {
    **{name: [(a, np.ones(len(a))) for a in MATRICES] for name in ("sums", "outer")},
    "by_rows": [(a, np.ones(n), np.ones(m)) for a in MATRICES for n in (a.shape[1], max(a.shape[1] - 1, 0))
                for m in (len(a), max(len(a) - 1, 0))],
    "loops": [(a, np.ones(a.shape[1]), np.ones(n)) for a in MATRICES for n in (len(a), max(len(a) - 1, 0))],
    "ragged": [(rng.random(n), row, np.zeros(5)) for n in (50, 20, 0) for row in (ROW, ROW[:1], ROW[::-1])],
    "alone": [(np.zeros(n),) for n in (0, 1, 9)],
}
