"""Several updates in one nest, each of which runs by itself, and triangles whose rows depend on lanes or on the reduction."""
import numpy as np

from pycc import f32, f64, i32, prange


def symm(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(i + 1):
                c[i, j] += a[i, k] * b[k, j]
            for k in range(i + 1, a.shape[0]):
                c[i, j] += a[k, i] * b[k, j]


def symm_rows(alpha: float, beta: float, a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            t = 0.0
            for k in range(i):
                c[k, j] += alpha * b[i, j] * a[i, k]
                t += b[k, j] * a[i, k]
            c[i, j] = beta * c[i, j] + alpha * b[i, j] * a[i, i] + alpha * t


def both(a: f32[:, :], b: f32[:, :], c: f32[:, :], d: f32[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
                d[i, j] -= a[k, i] * b[k, j]


def second_reads(a: f64[:, :], b: f64[:, :], c: f64[:, :], d: f64[:, :]) -> None:
    # the second product is of what the first one is at that point
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
                d[i, j] += c[i, k] * b[k, j] / a.shape[1]


def columns_of_triangle(a: f64[:, :], c: f64[:, :]) -> None:
    for j in range(c.shape[1]):
        for i in range(j, c.shape[0]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * a[j, k]


def above(a: i32[:, :], c: i32[:, :]) -> None:
    for j in range(c.shape[1]):
        for i in range(j):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * a[j, k]


def shifted(a: f64[:, :], c: f64[:, :]) -> None:
    for j in range(2, c.shape[1]):
        for i in range(j - 2, c.shape[0]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * a[j, k]


def from_later(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for k in range(a.shape[0]):
        for i in range(k):
            for j in range(c.shape[1]):
                c[i, j] += a[k, i] * b[k, j]


def to_later(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for k in range(a.shape[0]):
        for i in range(k + 1, c.shape[0]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


_rng = np.random.default_rng(5)


def _R(n: int, m: int) -> np.ndarray:
    return _rng.random((n, m)) - 0.5


_SIZES = [0, 1, 7, 40, 64, 75]
_THREE = [(_R(n, n), _R(n, m), _R(n, m)) for n, m in ((0, 3), (1, 1), (64, 70), (75, 33), (70, 1))]
_BIG = _R(150, 150)
_OVERLAP = [(_BIG[:70, :70], _BIG[:70, 60:110], _BIG[20:90, 60:110])]
_BAD = [(_R(70, 70), _R(66, 40), _R(70, 40))]
_NAN = [tuple(np.where(x > 0.49, np.nan, x) for x in _THREE[3])]

CASES = {
    "symm": _THREE + _OVERLAP + _BAD + _NAN,
    "symm_rows": [(1.5, 0.5, *case) for case in _THREE + _OVERLAP + _BAD + _NAN],
    "both": [tuple(_R(n, n).astype(np.float32) for _ in range(4)) for n in _SIZES],
    "second_reads": [tuple(_R(n, n) for _ in range(4)) for n in (7, 65)],
    "columns_of_triangle": [(_R(n, 40), _R(n, n)) for n in _SIZES] + [(_R(70, 40), _R(50, 70)), (_R(70, 40), _R(70, 50))],
    "above": [((9 * _R(n, 40)).astype(np.int32), (9 * _R(n, n)).astype(np.int32)) for n in _SIZES],
    "shifted": [(_R(n, 40), _R(n, n)) for n in _SIZES],
    "from_later": _THREE + _OVERLAP + _BAD,
    "to_later": _THREE + _OVERLAP,
}
