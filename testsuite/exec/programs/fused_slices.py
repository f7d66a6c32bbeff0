"""Statements on slices whose bounds are variables share loops where a guard finds their extents equal: bounds that are clipped, negative or
crossed, extents of 1 that are repeated, shapes that do not fit, arrays that overlap."""
import numpy as np
from pycc import f32, f64, i64


def limited(a: f64[:, :], n: int, m: int):
    step = a[1:n + 2, :m] - a[:n + 1, :m]
    flow = np.where(step * (a[2:n + 3, :m] - a[1:n + 2, :m]) > 0, 0, step)
    return flow[1:] - flow[:-1]


def shifted(x: f64[:], y: f32[:], lo: int, hi: int):
    u = x[lo:hi] * 2 + y[lo:hi]
    v = u - x[lo + 1:hi + 1]
    return u * v + y[lo:hi]


def between(x: i64[:], y: i64[:], n: int):
    d = x[n:-n] * 3
    e = d + y[:len(y) - 2 * n]
    f = e * e - d
    x[n:-n] = f
    return e.sum()


def planes(a: f64[:, :, :], out: f64[:, :, :]):
    n, m = out.shape[0], out.shape[1]
    lap = 4.0 * a[1:n + 1, 1:m + 1] - (a[2:n + 2, 1:m + 1] + a[:n, 1:m + 1])
    res = lap - a[1:n + 1, 2:m + 2]
    flux = np.where(res * (a[1:n + 1, :m] - lap) > 0, 0, res)
    out[:, :] = out - flux * lap


def products(x: f64[:], n: int, k: int):
    t = x[n * k:n * k + n] + 1
    return t * x[:n] - x[n:2 * n]


def table(n, m, t=np.float64):
    return (np.arange(n * m) * 7 % 13 - 5).astype(t).reshape(n, m)


def line(n, t=np.float64):
    return table(1, n, t)[0]


A = table(20, 30)
CASES = {
    "limited": [(A, n, m) for n in (0, 5, 16, 17, 18, 19, 40, -1, -2, -3, -9) for m in (30, 7, 0, -4, -40)] + [(table(1, 3), 0, 3), (table(0, 3), 2, 3)],
    "shifted": [(line(30), line(n, np.float32), lo, hi) for n in (30, 29) for lo, hi in
                ((0, 9), (3, 29), (3, 30), (5, 3), (-9, -2), (-3, -1), (-40, 10), (29, 30), (28, 30), (0, 30), (2, 3))],
    "between": [(line(20, np.int64), line(m, np.int64), n) for n in (1, 2, 9, 10, 0) for m in (20, 21, 2 * n + 1)],
    "planes": [(np.ones((7, 9, 4)) * A[:7, :9, None], np.ones((n, m, k))) for n, m, k in ((5, 7, 4), (5, 6, 4), (6, 7, 4), (1, 1, 4), (0, 3, 4), (5, 7, 1))],
    "products": [(line(60), n, k) for n, k in ((5, 3), (10, 5), (10, 6), (0, 3), (1, 60), (1, 2), (-3, 2), (7, -2))],
}
