"""Loops that read elements which stay the same in them: of the array that they write, at its ends, of overlapping ones."""
import numpy as np

from pycc import c128, f32, f64, i64, prange


def shortest(d: f64[:, :]) -> None:
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            for j in range(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


def shorter(d: f64[:, :]) -> None:
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]


def eliminate(a: f64[:, :]) -> None:
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


def solved(t: f32[:, :], b: f32[:, :]) -> None:
    for i in range(t.shape[0]):
        for k in range(i):
            for j in range(b.shape[1]):
                b[i, j] -= t[i, k] * b[k, j]
        for j in range(b.shape[1]):
            b[i, j] /= t[i, i]


def rank_one(a: c128[:, :], u: c128[:], v: c128[:]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] += u[i] * v[j] + u[-1]


def last(a: f64[:]) -> None:
    n = len(a)
    for j in range(n):
        a[j] = a[j] + a[n - 1]


def first(a: f64[:], k: int) -> None:
    for j in range(k, len(a)):
        a[j] = a[j] * a[k]


def other(a: i64[:, :], b: i64[:, :], k: int) -> None:
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            t = b[i, k] * 2
            a[i, j] = t - b[0, j] + b[i, k]


def none(a: f64[:, :], b: f64[:], m: int) -> None:
    for i in range(a.shape[0]):
        for j in range(min(m, len(b) - i)):
            a[i, j] += b[i]


def chosen(a: f64[:, :], b: f64[:], c: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            s = b[i] if c[i, j] > 0.5 else c[i, 0]
            if c[i, j] > b[i]:
                a[i, j] = s + b[i]


_RNG = np.random.default_rng(11)


def _R(*shape: int) -> np.ndarray:
    return _RNG.random(shape) + 0.1


_A, _I = _R(9, 40), _RNG.integers(-99, 99, (7, 30))

CASES = {
    "shortest": [(_R(n, n) - shift,) for n in (1, 2, 17, 40) for shift in (0.0, 0.2)] + [(_R(20, 20).T,), (_R(20, 19),), (np.full((9, 9), np.nan),)],
    "shorter": [(_R(n, n) - shift,) for n in (1, 2, 17, 40) for shift in (0.0, 0.2)] + [(_R(20, 20).T,), (_R(20, 19),), (np.full((9, 9), np.nan),)],
    "eliminate": [(_R(n, n) + n * np.eye(n),) for n in (1, 2, 9, 40)] + [((_R(20, 20) + 20 * np.eye(20)).T,), (_R(20, 19) + 20,)],
    "solved": [((_R(n, n) + n * np.eye(n)).astype(np.float32), _R(n, m).astype(np.float32)) for n, m in ((1, 1), (9, 33), (30, 7), (5, 0))],
    "rank_one": [(_R(9, m) * 1j, _R(9) + 0j, _R(m) * 1j) for m in (0, 1, 40)] + [(_A[:, :9] + 0j, _R(9) + 0j, _R(8) + 0j)],
    "last": [(_R(n),) for n in (0, 1, 2, 40)] + [(_R(80)[::2],)],
    "first": [(_R(n), k) for n, k in ((40, 0), (40, 39), (40, 40), (40, 3), (40, -1))],
    "other": [(_I, _I, k) for k in (0, 5, 29, 30, -1)] + [(_I[:, 1:], _I[:, :-1], 3), (_I.copy(), _I[::-1], 3), (_I.T.copy(), _I.T.copy(), 2)],
    "none": [(_R(9, 9), _R(5), 4), (_R(9, 9), _R(9), 9), (_R(4, 9), _R(9), 0)],
    "chosen": [(_R(9, m), _R(9), _R(9, m)) for m in (1, 33, 0)] + [(_A, _A[:, 0], _A), (_A, _A[0], _R(9, 40))],
}
