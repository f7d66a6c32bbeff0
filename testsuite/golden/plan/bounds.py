"""Checks of indices: hoisted, proven, left in place."""
import numpy as np
from pycc import f64, i64, prange


def proven(x: f64[:]) -> None:
    for i in range(1, len(x) - 1):
        x[i] = x[i - 1] + x[i + 1]


def one_check(x: f64[:], n: int) -> None:
    for i in range(n):
        x[i + 2] = x[i] + x[i + 1]


def downwards(x: f64[:], n: int) -> None:
    for i in range(n, 0, -1):
        x[i] = x[i - 1]


def every_third(x: f64[:], n: int) -> None:
    for i in range(0, n, 3):
        x[i + 1] = 0.0


def triangle(a: f64[:, :], n: int) -> None:
    for i in range(n):
        for j in range(i, n):
            a[i, j - i] = 0.0


def flat(x: f64[:], n: int, m: int) -> None:
    for i in range(n):
        for j in range(m):
            x[i * m + j] = 0.0


def unknown_sign(x: f64[:], n: int, k: int) -> None:
    for i in range(n):
        x[k * i] = 0.0


def from_the_end(x: f64[:], n: int) -> None:
    for i in range(n):
        x[-1] = x[-1] + i


def wraps_around(a: i64[:, :], b: i64[:, :]) -> None:
    n, m = a.shape
    for i in range(n):
        for j in range(m):
            b[i, j] = a[(i + 1) % n, (j - 1) % m]


def clamped(x: f64[:], y: f64[:]) -> None:
    n = len(x)
    for i in range(n):
        y[i] = x[max(i - 1, 0)] + x[min(i + 1, n - 1)]


def guarded(x: f64[:], y: f64[:], n: int) -> None:
    for i in range(n):
        if 0 < i < n - 1:
            y[i] = x[i - 1] + x[i + 1]
        elif i == 0:
            y[i] = x[i + 1]


def guarded_by_continue(x: f64[:], y: f64[:], n: int) -> None:
    for i in range(n):
        if i == 0:
            continue
        y[i] = x[i - 1]


def guarded_otherwise(x: f64[:], y: f64[:], n: int) -> None:
    for i in range(n):
        if i * i > 5:
            y[i] = x[i - 2]


def guarded_by_data(x: f64[:], y: f64[:], n: int) -> None:
    for i in range(n):
        if x[i] > 0.0:
            y[i] = 1.0


def guarded_before(x: f64[:], y: f64[:], n: int, wide: bool) -> None:
    for i in range(n):
        y[i] = x[i]
        if wide:
            y[i] += x[i + 2]


def conditional_index(x: f64[:], y: f64[:]) -> None:
    n = len(x)
    for i in range(n):
        y[i] = x[i + 1 if i < n - 1 else 0]


def indirect(x: f64[:], k: i64[:], y: f64[:]) -> None:
    for i in range(len(k)):
        y[k[i]] = x[i]


def through_views(a: f64[:, :], n: int) -> None:
    for i in range(n):
        row = a[i]
        for j in range(n):
            row[j] = 0.0


def own_array(n: int) -> float:
    s = 0.0
    for i in range(n):
        w = np.zeros(4)
        for j in range(4):
            w[j] = i
        s += w[3]
    return s


def narrow_indices(x: f64[:], n: int) -> None:
    for i in range(n):
        x[int(np.int32(i) * np.int32(3))] = 0.0
