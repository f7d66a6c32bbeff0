"""Loops like factorisations, which run in blocks of iterations: left- and right-looking, in rows and columns, sizes around blocks."""
import numpy as np

from pycc import c128, f32, f64, i64, prange


def lu(a: f64[:, :]) -> None:
    for k in range(a.shape[0]):
        for i in prange(k + 1, a.shape[0]):
            a[i, k] /= a[k, k]
            for j in range(k + 1, a.shape[0]):
                a[i, j] -= a[i, k] * a[k, j]


def lu_serial(a: f32[:, :]) -> None:
    n = len(a)
    for k in range(n - 1):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]


def crout(a: f64[:, :]) -> None:
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[k, j]
            a[i, j] /= a[j, j]
        for j in range(i, n):
            for k in range(i):
                a[i, j] -= a[i, k] * a[k, j]


def cholesky(a: f64[:, :]) -> None:
    for i in range(a.shape[0]):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
            a[i, j] /= a[j, j]
        for k in range(i):
            a[i, i] -= a[i, k] * a[i, k]
        a[i, i] = np.sqrt(a[i, i])


def cholesky_from_one(a: f32[:, :]) -> None:
    a[0, 0] = np.sqrt(a[0, 0])
    for i in range(1, a.shape[0]):
        for j in range(i):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
            a[i, j] /= a[j, j]
        for k in range(i):
            a[i, i] -= a[i, k] * a[i, k]
        a[i, i] = np.sqrt(a[i, i])


def cholesky_columns(a: f64[:, :]) -> None:
    n = a.shape[0]
    for k in range(n):
        a[k, k] = np.sqrt(a[k, k])
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
        for j in range(k + 1, n):
            for i in range(j, n):
                a[i, j] -= a[i, k] * a[j, k]


def cholesky_left(a: f64[:, :]) -> None:
    n = a.shape[0]
    for j in range(n):
        for i in range(j, n):
            for k in range(j):
                a[i, j] -= a[i, k] * a[j, k]
        a[j, j] = np.sqrt(a[j, j])
        for i in range(j + 1, n):
            a[i, j] /= a[j, j]


def forward(a: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for k in range(i):
            for j in range(c.shape[1]):
                c[i, j] -= a[i, k] * c[k, j]
        for j in range(c.shape[1]):
            c[i, j] /= a[i, i]


def forward_giving(a: f64[:, :], c: c128[:, :]) -> None:
    for k in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[k, j] /= a[k, k]
        for i in range(k + 1, c.shape[0]):
            for j in range(c.shape[1]):
                c[i, j] -= a[i, k] * c[k, j]


def whole(a: i64[:, :], c: i64[:, :]) -> None:
    for i in range(c.shape[0]):
        for k in range(i):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * c[k, j]


def longest(a: i64[:, :], c: i64[:, :]) -> None:
    for i in range(c.shape[0]):
        for k in range(i):
            for j in range(c.shape[1]):
                c[i, j] = max(c[i, j], a[i, k] + c[k, j])


def takes_back(a: f64[:, :], c: f64[:, :]) -> None:
    # the rows before are not what they were when the row is behind them
    for i in range(c.shape[0]):
        for k in range(i):
            for j in range(c.shape[1]):
                c[i, j] -= a[i, k] * c[k, j]
        for j in range(c.shape[1]):
            c[i // 2, j] *= 0.5


def begins_late(a: f64[:, :], c: f64[:, :]) -> None:
    # each row begins anew
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] *= 0.25
        for k in range(i):
            for j in range(c.shape[1]):
                c[i, j] -= a[i, k] * c[k, j]


def reads_behind(a: f64[:, :]) -> None:
    n = len(a)
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] = 0.5 * a[n - 1, n - 1] / n
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j] / n


def turns(n: int, a: f64[:, :], c: f64[:, :]) -> None:
    for t in range(n):
        for i in range(c.shape[0]):
            for k in range(i):
                for j in range(c.shape[1]):
                    c[i, j] -= a[i, k] * c[k, j]


def last_counter(a: f64[:, :], c: f64[:, :]) -> int:
    k = -1
    for i in range(c.shape[0]):
        for k in range(i):
            for j in range(c.shape[1]):
                c[i, j] -= a[i, k] * c[k, j]
    return k


def _matrix(n: int, m: int, dtype: type = np.float64) -> np.ndarray:
    return (np.random.default_rng(n).random((n, m)) - 0.5).astype(dtype)


def _heavy(n: int, dtype: type = np.float64) -> np.ndarray:
    return (_matrix(n, n) + n * np.eye(n)).astype(dtype)


def _definite(n: int, dtype: type = np.float64) -> np.ndarray:
    m = _matrix(n, n)
    return (m @ m.T + n * np.eye(n)).astype(dtype)


def _holed(n: int) -> np.ndarray:
    a = _heavy(n)
    a[n // 2, n // 3] = np.nan
    a[3, n - 2] = np.inf
    return a


_SIZES = [0, 1, 5, 64, 81, 97]
_WIDE = [(97, 70), (70, 1), (65, 33), (3, 5)]
_SYSTEMS = [(_heavy(n), _matrix(n, m)) for n, m in _WIDE]
_BIG = _heavy(140)
_OVERLAP = [(_BIG[:80, :80], _BIG[10:90, 20:110]), (_BIG[:70, :70], _BIG[:70, :70])]
_BAD = [(_heavy(70), _matrix(71, 40)), (_heavy(90)[:, :80], _matrix(90, 40))]
_SMALL = [(_matrix(n, n) / n, _matrix(n, m)) for n, m in _WIDE]
_INTS = [((8 * _matrix(n, n)).astype(np.int64), (8 * _matrix(n, m)).astype(np.int64)) for n, m in _WIDE]

CASES = {
    "lu": [(_heavy(n),) for n in _SIZES] + [(_heavy(80)[:, :70],), (_heavy(80)[:70],), (_holed(81),)],
    "lu_serial": [(_heavy(n, np.float32),) for n in _SIZES],
    "crout": [(_heavy(n),) for n in _SIZES] + [(_heavy(80)[:, :70],), (_holed(81),)],
    "cholesky": [(_definite(n),) for n in _SIZES] + [(_definite(80)[:, :70],)],
    "cholesky_from_one": [(_definite(n, np.float32),) for n in _SIZES[1:]],
    "cholesky_columns": [(_definite(n),) for n in _SIZES],
    "cholesky_left": [(_definite(n),) for n in _SIZES],
    "forward": _SYSTEMS + _OVERLAP + _BAD,
    "forward_giving": [(a, c + 1j * c[::-1]) for a, c in _SYSTEMS],
    "whole": _INTS,
    "longest": _INTS,
    "takes_back": _SMALL[:2],
    "begins_late": _SMALL[:2],
    "reads_behind": [(_matrix(n, n),) for n in (70, 97)],
    "turns": [(3, *case) for case in _SMALL[1:3]],
    "last_counter": _SMALL[1:3],
}
