"""Vectors and last axes that run backwards: neighbours in reverse where what they show is contiguous, and any strides where it is not."""
import numpy as np
from pycc import c128, f32, f64, i8, i64


def dot(a: f64[:], b: f64[:]):
    return np.dot(a[::-1], b), np.sum(np.flip(a) * b), np.max(a[::-1] - b)


def levinson(r: f64[:]):
    y = np.empty_like(r)
    alpha = -r[0]
    y[0] = alpha
    for k in range(1, len(r)):
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / 2
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y


def rows(a: f32[:, :], b: f32[:, :]):
    c = a[:, ::-1] * 2 + b
    c += b[::-1, ::-1]
    return c, c[:, ::-1].sum(axis=1)


def whole(a: i64[:], b: i8[:]):
    x = a[::-1]
    y = x[1:]
    b[::-1] = b + y[:len(b)]
    return y[::-1] + x[:-1]


def stored(a: c128[:], b: c128[:]):
    t = a[::-1]
    for i in range(len(b)):
        t[i] = b[i] * 2 - t[i]
    return a[::-1].real + 1


def several(a: f64[:], back: bool):
    v = a[::-1]
    if back:
        v = a[1:][::-1]
    w = v[::-1][::-1]
    return np.cumsum(v), w * w + v


def line(n, t=np.float64, step=1):
    return (np.arange(n * abs(step)) * 7 % 13 - 5).astype(t)[::step]


def table(n, m, t=np.float32):
    return (np.arange(n * m) * 7 % 13 - 5).astype(t).reshape(n, m)


LENGTHS = (0, 1, 2, 7, 16, 33, 200, 1031)
NAN = line(40)
NAN[[3, 39]] = np.nan, np.inf
ROUNDED = ("levinson", "dot")
CASES = {
    "dot": [(line(n, step=s), line(n) + 1) for n in LENGTHS[1:] for s in (1, 2, -1)] + [(NAN, line(40)), (NAN, NAN), (line(3), line(4))],
    "levinson": [(line(n, step=s) / 16,) for n in (1, 9, 100) for s in (1, 3, -1)],
    "rows": [(table(n, m), table(n, m) + 1) for n, m in ((0, 3), (3, 0), (1, 1), (5, 1), (1, 7), (5, 33))]
    + [(table(9, 66)[:, ::2], table(9, 33)), (table(9, 33)[:, ::-1], table(33, 9).T), (table(1, 33), table(9, 33)), (table(9, 1), table(9, 33))],
    "whole": [(line(n + 1, np.int64, s), line(n, np.int8)) for n in LENGTHS for s in (1, -1, 2)] + [(line(9, np.int64), line(9, np.int8))],
    "stored": [(line(n, complex, s), line(n, complex) * 1j) for n in LENGTHS for s in (1, -1)] + [(line(9, complex), line(10, complex))],
    "several": [(line(n, step=s), b) for n in LENGTHS[2:] for s in (1, -1) for b in (False, True)],
}
