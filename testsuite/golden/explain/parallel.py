"""Parallel loops: independent, combining, collapsed, with uneven iterations, checked when called."""
import numpy as np

from pycc import f64, i64, prange


def scale(a: f64[:, :], b: f64[:, :], s: float) -> None:
    for i in prange(len(a)):
        for j in prange(a.shape[1]):
            b[i, j] = s * a[i, j]


def norm(x: f64[:]) -> float:
    s = 0.0
    m = 0.0
    for i in prange(len(x)):
        s += x[i] * x[i]
        m = max(m, x[i])
    return np.sqrt(s) / m


def triangle(a: f64[:, ::1]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i):
            a[i, j] = 0.0


def scatter(y: f64[:], at: i64[:], x: f64[:]) -> None:
    for i in prange(len(at)):
        y[at[i]] = x[i]


def histogram(counts: i64[:], at: i64[:]) -> None:
    for i in prange(len(at)):
        counts[at[i]] += 1


def factorise(a: f64[:, :]) -> None:  # i is 0 or more: rows above, and what is left of the diagonal
    n = a.shape[0]
    for i in range(n):
        for j in prange(i, n):
            a[i, j] -= np.dot(a[i, :i], a[:i, j])
