"""Parallel loops that are independent, each for another reason."""
import numpy as np
from pycc import f64, i64, prange


def one_axis(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = 2.0 * x[i]


def offsets(y: f64[:], k: int) -> None:
    for i in prange(len(y) - k):
        y[i + k] = y[i + k] + 1.0


def reversed_loop(x: f64[:], y: f64[:]) -> None:
    n = len(x)
    for i in prange(n - 1, -1, -1):
        y[n - 1 - i] = x[i]


def even_and_odd(y: i64[:], n: int) -> None:
    for i in prange(n):
        y[2 * i] = i
        y[2 * i + 1] = -i


def unrolled(y: i64[:]) -> None:
    for i in prange(0, len(y) - 3, 4):
        y[i] = i
        y[i + 3] = y[i] + y[i + 2]


def step_of_the_call(y: i64[:], step: int) -> None:
    for i in prange(0, len(y), step):
        y[i] = i


def blocks(y: i64[:], size: int) -> None:
    for b in prange(len(y) // size):
        for k in range(size):
            y[b * size + k] = k


def tiles(y: i64[:], size: int) -> None:
    n = len(y)
    for start in prange(0, n, size):
        for k in range(start, min(start + size, n)):
            y[k] = start


def slices(y: f64[:]) -> None:
    for b in prange(len(y) // 16):
        part = y[b * 16:(b + 1) * 16]
        for k in range(16):
            part[k] = b


def halves(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        y[i] = x[i] + x[i + n]
        y[i + n] = x[i] - x[i + n]


def flat_rows(y: f64[:], n: int, m: int) -> None:
    for i in prange(n):
        for j in range(m):
            y[i * m + j] = i


def flat_columns(y: f64[:], n: int, m: int) -> None:
    for j in prange(m):
        for i in range(n):
            y[i * m + j] = i


def matrix(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def triangle(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i):
            a[i, j] = a[j, i]


def mirror(x: f64[:]) -> None:
    n = len(x)
    for i in prange(n // 2):
        t = x[i]
        x[i] = x[n - 1 - i]
        x[n - 1 - i] = t


def elimination(a: f64[:, :], k: int) -> None:
    for i in prange(k + 1, a.shape[0]):
        for j in range(k, a.shape[1]):
            a[i, j] -= a[i, k] / 2.0 * a[k, j]


def rows(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        row = a[i]
        column = a.T[:, i]
        for j in range(len(row)):
            row[j] = column[j] * 2.0


def private_array(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        w = np.zeros(3)
        for k in range(3):
            w[k] = x[i] * k
        y[i] = w[0] + w[2]


def gathered(x: f64[:], index: i64[:], y: f64[:]) -> None:
    for i in prange(len(index)):
        y[i] = x[index[i]]


def put(y, i, v):
    y[i] = v


def by_a_helper(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        put(y, i, x[i])
