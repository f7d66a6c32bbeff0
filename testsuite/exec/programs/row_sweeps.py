"""Sweeps along rows whose columns, or elements, follow from those before: statements on columns whose loops are exchanged, and
several rows side by side."""
import numpy as np
from pycc import c128, f32, f64, i64, prange


def filtered(x: f64[:, :], y: f64[:, :], b: float, c: float):
    for j in range(2, x.shape[1]):
        y[:, j] = x[:, j] + 2 * x[:, j - 1] + b * y[:, j - 1] + c * y[:, j - 2]
    return y


def backwards(x: f64[:, :], y: f64[:, :], b: float):
    for j in range(x.shape[1] - 3, -1, -1):
        y[:, j] = x[:, j + 1] + b * y[:, j + 1] - y[:, j + 2]
    return y


def inner(u: f64[:, :], n: int, c: float):  # of a part of the rows, whose last column is the first one's
    for j in range(0, n):
        u[1:-1, j] = c * u[1:-1, j - 1] + u[1:-1, j]
    return u


def shifted(u: f64[:, :], c: float):  # rows that follow from others
    for j in range(1, u.shape[1]):
        u[1:, j] = c * u[:-1, j - 1] + u[1:, j]
    return u


def upwards(u: f64[:, :], c: float):
    for j in range(1, u.shape[1]):
        u[:-1, j] = c * u[1:, j - 1] + u[:-1, j]
    return u


def two_columns(u: f64[:, :], v: f64[:, :], d: float):
    for j in range(1, u.shape[1]):
        u[:, j] = -d / (d * u[:, j - 1] + 3.0)
        v[:, j] = (v[:, j] - d * v[:, j - 1]) / (d * u[:, j - 1] + 3.0)
    return u, v


def by_step(u: f64[:, :], k: int):  # which columns may be one
    for j in range(k, u.shape[1]):
        u[:, j] += u[:, j - k]
    return u


def narrow(x: f32[:, :], y: f32[:, :], b: f32):
    for j in range(1, y.shape[1]):
        y[:, j] = x[:, j] * b + y[:, j - 1]
    return y


def whole(x: i64[:, :]):
    for j in range(1, x.shape[1]):
        x[:, j] = x[:, j] * 3 - x[:, j - 1]
    return x


def complex_columns(x: c128[:, :]):
    for j in range(1, x.shape[1]):
        x[:, j] = x[:, j] * 3 - x[:, j - 1]
    return x


def beyond(x: f64[:, :], y: f64[:, :]):  # raises where it has begun
    for j in range(1, x.shape[1]):
        y[:, j] = x[:, j] + y[:, j - 1]
    return y


def with_lengths(x: f64[:, :], y: f64[:, :]):
    n = 0
    for j in range(1, x.shape[1]):
        n = x.shape[0]
        y[:, j] = x[:, j] + 0.5 * y[:, j - 1]
    return y, n


def elements(x: f64[:, :], y: f64[:, :], b: float):
    for i in range(x.shape[0]):
        for j in range(1, x.shape[1]):
            y[i, j] = x[i, j] + b * y[i, j - 1]
    return y


def states(x: f64[:, :], y: f64[:, :], b: float):
    for i in prange(x.shape[0]):
        s = 0.0
        for j in range(x.shape[1]):
            s = b * s + x[i, j]
            y[i, j] = s
        for j in range(x.shape[1] - 2, -1, -1):
            y[i, j] += b * y[i, j + 1]
    return y


def horner(p: f64[:, :], at: f64[:]):
    out = np.zeros(p.shape[0])
    for i in range(p.shape[0]):
        s = 0.0
        for k in range(p.shape[1]):
            s = s * at[i] + p[i, k]
        out[i] = s
    return out


def cubes(x: f64[:, :, :]):  # along the last axis of a volume
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            for k in range(1, x.shape[2]):
                x[i, j, k] = x[i, j, k] / (2.0 + x[i, j, k - 1])
    return x


def matrix(n, m, t=np.float64):
    return (np.sin(np.arange(n * m) * 0.7) + 0.1).reshape(n, m).astype(t)


def holed(n, m):
    x = matrix(n, m)
    x[n // 2, m // 3] = np.nan
    x[n // 3, m // 2] = -np.inf
    return x


def layouts(n, m):
    x = matrix(2 * n, 2 * m)
    return [x[:n, :m].copy(), x[:n, :m], x[::2, ::2], x[:n, :m].T.copy().T, x[::-1, ::-1][:n, :m]]


SHARED = matrix(60, 60)
SIZES = ((0, 20), (20, 0), (1, 30), (7, 19), (8, 18), (9, 40), (33, 2), (33, 17), (70, 65))

ROUNDED = ("filtered", "backwards", "inner", "shifted", "upwards", "two_columns", "narrow", "complex_columns", "with_lengths", "elements", "states",
           "horner", "cubes")
CASES = {
    "filtered": [(matrix(n, m), y, 0.3, 0.2) for n, m in SIZES for y in layouts(n, m)]
    + [(x, matrix(33, 40), 0.3, 0.2) for x in layouts(33, 40)] + [(holed(33, 40), holed(33, 40), 0.3, 0.2), (SHARED, SHARED, 0.1, 0.2)]
    + [(SHARED[:40], SHARED[20:], 0.1, 0.2), (SHARED[:, 3:], SHARED[:, :-3], 0.1, 0.2), (SHARED.T, SHARED, 0.1, 0.2)]
    + [(matrix(33, 40), matrix(n, m), 0.3, 0.2) for n, m in ((33, 41), (33, 39), (32, 40), (34, 40), (1, 40))] + [(matrix(1, 40), matrix(9, 40), 0.3, 0.2)],
    "backwards": [(matrix(n, m), y, 0.3) for n, m in SIZES for y in layouts(n, m)] + [(holed(33, 40), holed(33, 40), 0.3), (SHARED, SHARED, 0.1)]
    + [(matrix(33, 40), matrix(n, m), 0.3) for n, m in ((33, 41), (33, 39), (32, 40), (34, 40))],
    "inner": [(y, m, 0.3) for n, m in ((3, 40), (2, 40), (1, 40), (0, 20), (40, 60), (20, 1), (20, 2)) for y in layouts(n, m)]
    + [(matrix(20, 40), n, 0.3) for n in (0, 10, 16, 39, 41, -3)],
    **{name: [(y, 0.3) for n, m in SIZES for y in layouts(n, m)] for name in ("shifted", "upwards")},
    "two_columns": [(u, matrix(n, m), 0.4) for n, m in SIZES for u in layouts(n, m)] + [(SHARED, SHARED, 0.4), (SHARED[:40], SHARED[20:], 0.4)],
    "by_step": [(matrix(n, m), k) for n, m in ((20, 30), (20, 16), (3, 50)) for k in (0, 1, 2, 5, 15, 29, 40)],
    "narrow": [(matrix(n, m, np.float32), matrix(n, m, np.float32), np.float32(0.5)) for n, m in SIZES],
    "whole": [(np.arange(n * m).reshape(n, m) % 13,) for n, m in SIZES],
    "complex_columns": [(matrix(n, m) * (1 + 2j) / 9,) for n, m in SIZES],
    "beyond": [(matrix(20, 40), matrix(20, m)) for m in (39, 40, 20, 3)] + [(matrix(0, 40), matrix(0, 20)), (matrix(9, 40), matrix(8, 20))],
    "with_lengths": [(matrix(n, m), matrix(n, m)) for n, m in SIZES],
    **{name: [(matrix(n, m), y, 0.3) for n, m in SIZES for y in layouts(n, m)] + [(holed(33, 40), holed(33, 40), 0.3), (SHARED, SHARED, 0.1)]
       + [(matrix(33, 40), matrix(n, m), 0.3) for n, m in ((33, 41), (33, 39), (32, 40), (34, 40))] for name in ("elements", "states")},
    "horner": [(p, matrix(n, 1)[:, 0]) for n, m in SIZES for p in layouts(n, m)],
    "cubes": [(matrix(n * 5, m).reshape(n, 5, m),) for n, m in SIZES],
}
