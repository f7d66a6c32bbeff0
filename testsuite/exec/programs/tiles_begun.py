"""Loops that use elements again and again, whose results begin in a loop of their own before them: PolyBench's forms, and what is none."""
import numpy as np

from pycc import f32, f64, prange


def scaled_row(beta: float, a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] *= beta
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += 1.5 * a[i, k] * b[k, j]


def zero_row(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for x in range(c.shape[1]):
            c[i, x] = np.float32(0)
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def lower_triangle(beta: float, a: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(i + 1):
            c[i, j] *= beta
        for k in range(a.shape[1]):
            for j in range(i + 1):
                c[i, j] += 1.5 * a[i, k] * a[j, k]


def two_products(beta: float, a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(i, c.shape[0]):
            c[i, j] = beta * c[i, j] + 0.25 * a[j, 0]
        for k in range(a.shape[1]):
            for j in range(i, c.shape[0]):
                c[i, j] += a[j, k] * b[i, k] + b[j, k] * a[i, k]


def column(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for j in range(c.shape[1]):
        for i in range(c.shape[0]):
            c[i, j] = -c[i, j]
        for k in range(a.shape[1]):
            for i in range(c.shape[0]):
                c[i, j] -= a[i, k] * b[k, j]


def deeper(a: f64[:, :, :], b: f64[:, :], c: f64[:, :, :]) -> None:
    for r in range(c.shape[0]):
        for q in range(c.shape[1]):
            for p in range(c.shape[2]):
                c[r, q, p] = float(p) - q
            for p in range(c.shape[2]):
                for s in range(a.shape[2]):
                    c[r, q, p] += a[r, q, s] * b[s, p]


def shorter(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1] - 1):
            c[i, j] = 0.0
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def turned(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    n = c.shape[0]
    for i in range(n):
        for j in range(n):
            c[j, i] *= 0.5
        for k in range(n):
            for j in range(n):
                c[i, j] += a[i, k] * b[k, j]


def next_row(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0] - 1):
        for j in range(c.shape[1]):
            c[i, j] = c[i + 1, j]
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def row_before(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(1, c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] = c[i - 1, j]
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def in_each_step(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] *= 0.5
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def other_array(a: f64[:, :], b: f64[:, :], c: f64[:, :], d: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            d[i, j] = 2.0
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def only_some(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            if c[i, j] > 0.5:
                c[i, j] = 0.0
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def by_number(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] = 0.25
        m = c.shape[1] - i % 2
        for k in range(a.shape[1]):
            for j in range(m):
                c[i, j] += a[i, k] * b[k, j]


def with_else(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] = 0.25
        else:
            b[0, 0] += 1.0
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


_rng = np.random.default_rng(23)


def _R(*shape: int) -> np.ndarray:
    return _rng.random(shape)


_SIZES = [(37, 31, 32), (50, 5, 140), (13, 70, 1), (5, 5, 0), (7, 70, 70)]
_NN = [(_R(m, k), _R(k, n), _R(m, n)) for m, n, k in _SIZES]
_BIG = _R(90, 90)
_OVERLAP = [(_BIG[:30, :40], _BIG[20:60, :45], _BIG[50:80, 45:]), (_BIG[:36, :36],) * 3]
_BAD = [(_R(37, 40), _R(39, 41), _R(37, 41)), (_R(36, 40), _R(40, 41), _R(37, 41))]
_SQUARE = [tuple(_R(40, 40) for _ in range(3)), tuple(_R(33, 33) for _ in range(3))]

CASES = {
    "scaled_row": [(0.5, *case) for case in _NN + _OVERLAP + _BAD],
    "zero_row": [tuple(x.astype(np.float32) for x in case) for case in _NN],
    "lower_triangle": [(1.25, _R(n, k), _R(n, n)) for n, k in ((33, 40), (70, 16), (1, 5))] + [(0.5, _R(36, 40), _R(37, 37)), (0.5, _BIG[:40, :40], _BIG[:40, 30:70])],
    "two_products": [(1.25, _R(n, k), _R(n, k), _R(n, n)) for n, k in ((33, 40), (40, 64))],
    "column": _NN[:3] + [tuple(np.asfortranarray(x) for x in _NN[0])],
    "deeper": [(_R(3, 12, 20), _R(20, 33), _R(3, 12, 33)), (_R(7, 6, 32), _R(32, 31), _R(7, 6, 31))],
    "shorter": _NN[:2],
    "turned": _SQUARE,
    "next_row": [(a, b, _R(len(c) + 1, c.shape[1])) for a, b, c in _NN[:2]],
    "row_before": _NN[:2],
    "in_each_step": _NN[:2],
    "other_array": [(*case, _R(*case[2].shape)) for case in _NN[:2]] + [(*_SQUARE[0], _SQUARE[0][2])],
    "only_some": _NN[:2],
    "by_number": _NN[:2],
    "with_else": _NN[:2],
}
