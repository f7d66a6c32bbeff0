"""Lanes whose loops inside have ranges that follow from the loops around them: two sums into one element, triangles, bands; and what steps by other numbers than 1."""
import numpy as np

from pycc import f32, f64, i64, prange


def symmetric(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(i + 1):
                c[i, j] += a[i, k] * b[k, j]
            for k in range(i + 1, a.shape[0]):
                c[i, j] += a[k, i] * b[k, j]


def in_order(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            below = 0.0
            for k in range(i):
                below += a[i, k] * b[k, j]
            above = 1.0
            for k in range(a.shape[0] - 1, i, -2):
                above -= a[k, i] * b[k, j]
            c[i, j] = below * above


def by_twos_down(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[0] - 1, 2, -2):
                s -= a[k, i] * b[k, j]
            c[i, j] = s * s + a[i, i]


def by_threes_up(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[0] - 1, -1, -1):
                c[i, j] += a[k, i] * b[k, j]
            for k in range(1, a.shape[0], 3):
                c[i, j] *= a[k, i] * b[k, j]


def band(a: f32[:, :], b: f32[:, :], c: f32[:, :], width: int) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(max(0, i - width), min(a.shape[1], i + width)):
                c[i, j] = max(c[i, j], a[i, k] + b[k, j])
            c[i, j] -= a[i, 0]


def whole(a: i64[:, :], b: i64[:, :], c: i64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(i + 1):
                c[i, j] += a[i, k] ^ b[k, j]
            for k in range(i):
                c[i, j] -= a[k, i] & b[k, j]


def own_range(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(j + 1):
                c[i, j] += a[i, k] * b[k, j]
            for k in range(i):
                c[i, j] -= a[k, i] * b[k, j]


def read_range(ends: i64[:], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        end = ends[i]
        for j in range(c.shape[1]):
            for k in range(end):
                c[i, j] += b[k, j]
            for k in range(end, b.shape[0]):
                c[i, j] -= b[k, j]


def changed_range(ends: i64[:], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        end = ends[i]
        for j in range(c.shape[1]):
            for k in range(end):
                c[i, j] += b[k, j]
            end = (end + 3) % b.shape[0]


_rng = np.random.default_rng(31)


def _R(*shape: int) -> np.ndarray:
    return _rng.random(shape)


_SQUARE = [(_R(n, n), _R(n, m), _R(n, m)) for n, m in ((1, 1), (5, 70), (23, 64), (40, 9), (33, 130), (0, 4), (4, 0))]
_NAN = [(np.where(a > 0.95, np.nan, a), np.where(b > 0.95, np.inf, b), c) for a, b, c in _SQUARE[2:3]]
_SHARED = _R(60, 60)
_OVERLAP = [(_SHARED[:20, :20], _SHARED[10:30, 5:45], _SHARED[25:45, 10:50]), (_SHARED[:30, :30],) * 3]
_BAD = [(_R(20, 20), _R(19, 30), _R(20, 30)), (_R(20, 19), _R(20, 30), _R(20, 30)), (_R(20, 20), _R(20, 30), _R(21, 30))]
_ENDS = [(np.array(ends, dtype=np.int64), _R(20, 70), _R(len(ends), 70)) for ends in ([0, 20, 7, -3], [5], [], [20, 21, 3])]

CASES = {
    "symmetric": _SQUARE + _NAN + _OVERLAP + _BAD,
    "in_order": _SQUARE + _NAN + _OVERLAP + _BAD,
    "by_twos_down": _SQUARE + _NAN + _OVERLAP + _BAD,
    "by_threes_up": _SQUARE + _NAN + _OVERLAP + _BAD,
    "band": [(*(x.astype(np.float32) for x in case), width) for case in _SQUARE[1:4] + _NAN for width in (0, 3, 100)],
    "whole": [tuple((x * 1e12).astype(np.int64) for x in case) for case in _SQUARE],
    "own_range": _SQUARE + _BAD,
    "read_range": _ENDS,
    "changed_range": _ENDS,
}
