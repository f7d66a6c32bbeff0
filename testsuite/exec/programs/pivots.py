"""Loops that write the one element which all their iterations read: eliminations, shortest paths."""
import numpy as np

from pycc import f32, f64, i64


def shortest(d: f64[:, :]) -> None:
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            for j in range(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


def shortest_if(d: f64[:, :], via: i64[:, :]) -> None:
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                x = d[i, k] + d[k, j]
                if x < d[i, j]:
                    d[i, j] = x
                    via[i, j] = k


def eliminated(a: f64[:, :], m: int) -> None:
    for k in range(m):
        for i in range(a.shape[0]):
            if i != k:
                for j in range(1, a.shape[1] - 1):
                    a[i, j] -= a[i, k] * a[k, j] / a[k, k]


def columns(a: f64[:, :]) -> None:
    for k in range(a.shape[0]):
        for j in range(a.shape[1]):
            for i in range(a.shape[0]):
                a[i, j] = a[i, j] + 0.125 * a[k, j]


def line(x: f32[:], w: f32[:, :], lo: int, hi: int) -> None:
    for k in range(len(x)):
        for i in range(lo, hi):
            x[i] -= w[k, i] * x[k]


def backwards(x: f64[:]) -> None:
    for k in range(len(x) - 1, -1, -1):
        for i in range(len(x)):
            last = x[i] * 0.5
            x[i] = last + x[k]


def stops(x: f64[:], limit: float) -> int:
    n = 0
    for k in range(len(x)):
        for i in range(len(x)):
            if x[i] > limit:
                break
            x[i] = x[i] + x[k]
            n += 1
    return n


def other_row(a: f64[:, :]) -> None:
    for k in range(a.shape[0]):
        for i in range(1, a.shape[0]):
            for j in range(a.shape[1]):
                a[i, j] = a[i - 1, k] + a[i, k] * 0.5


def used_behind(x: f64[:]) -> f64:
    j = 0
    s = np.float64(0.0)
    for k in range(len(x)):
        for i in range(len(x)):
            j = i
            s = x[k] * 0.25
            x[i] = x[i] - s
    return s + j


_rng = np.random.default_rng(4)


def _R(*shape: int) -> np.ndarray:
    return _rng.random(shape)


_SIGNED = [_R(n, n) - 0.2 for n in (0, 1, 2, 9, 34)]

CASES = {
    "shortest": [(x,) for x in _SIGNED] + [(_R(34, 34),), (_R(9, 7),), (np.where(_R(20, 20) > 0.9, np.nan, 1.0),)],
    "shortest_if": [(x, np.zeros(x.shape, np.int64)) for x in _SIGNED] + [(_R(9, 9), np.zeros((9, 8), np.int64))],
    "eliminated": [(_R(12, 20) + np.eye(12, 20), m) for m in (0, 5, 12, 13)] + [(_R(3, 9), 4)],
    "columns": [(_R(12, 20),), (_R(20, 3),)],
    "line": [(_R(20).astype(np.float32), _R(20, 20).astype(np.float32), lo, hi) for lo, hi in ((0, 20), (3, 15), (-2, 15), (5, 21), (9, 9))],
    "backwards": [(_R(20),), (_R(1),)],
    "stops": [(_R(20), 0.9), (_R(20), 9.0)],
    "other_row": [(_R(9, 20),), (_R(20, 9),)],
    "used_behind": [(_R(20),), (_R(0),)],
}
