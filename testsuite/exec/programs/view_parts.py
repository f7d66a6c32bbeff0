"""Parts of one array beside each other, which overlap only for some arguments; parts with gaps."""
import numpy as np

from pycc import c128, f64, i64


def eliminate(a: f64[:, :], k: int) -> None:
    """The row is one of those below it when k is -1."""
    a[k + 1:, :] -= a[k, :]


def eliminate_scaled(a: f64[:, :], f: f64[:], k: int) -> None:
    a[k + 1:, k:] -= f[k + 1:, None] * a[k, k:]


def outer_update(a: f64[:, :], k: int) -> None:
    a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])


def new_axis_update(a: f64[:, :], k: int) -> None:
    a[k + 1:, k + 1:] -= a[k + 1:, k][:, None] * a[k, k + 1:][None, :]


def rows_and_columns(a: f64[:, :], i: int, j: int) -> None:
    a[i, :] = a[j, :] + 1.0
    a[:, i] += 2.0 * a[:, j]
    a[i, :] = a[:, j]


def red_black(u: f64[:, :], c: int) -> None:
    u[1:-1:2, c:-1:2] += 0.25 * (u[0:-2:2, c:-1:2] + u[2::2, c:-1:2] + u[1:-1:2, c - 1:-2:2] + u[1:-1:2, c + 1::2])


def shifted_by_steps(a: f64[:], s: int) -> None:
    """The same elements, the next of them, or those between."""
    n = a.shape[0] // 2 - 1
    a[s:s + 2 * n:2] = a[2:2 + 2 * n:2] * 2.0
    a[0:2 * n:2] = a[2:2 + 2 * n:2] + 1.0


def layers(t: i64[:, :, :], k: int) -> None:
    t[k] += t[0] * 3
    t[:, k, :] -= t[:, 0, :]
    t[k, 1:, :] = t[0, :-1, :]


def column_sums(a: f64[:, :], b: f64[:], k: int):
    c = a[:, k]
    return np.sum(c * b), np.dot(a[:, k], a[:, 0]), np.max(c), np.cumsum(c)


def every_other(a: f64[:], b: f64[:]):
    x = a[::2]
    y = b[::-2]
    return x + y, np.sum(x * y), np.where(x > y, x, y)


def into_columns(a: f64[:, :], b: f64[:], k: int) -> None:
    a[:, k] = b * 2.0
    a[:, k] += a[:, 0]
    a.T[k, :] *= 0.5
    a[::2, ::-2] = -1.0


def complex_parts(z: c128[:]):
    z.real[:] = z.imag * 2.0
    z.imag[1:] += z.real[:-1]
    return np.sum(z.real), z.imag - z.real


def diagonals(a: f64[:, :]):
    d = np.diagonal(a)
    return np.sum(d), d * 2.0 + a[0, : d.shape[0]]


def names_of_columns(a: f64[:, :], n: int) -> f64:
    """A name for columns, and for a row in the end."""
    c = a[:, 0]
    s = 0.0
    for j in range(n):
        c = a[:, j]
        s += np.sum(c * c)
    c = a[0, :]
    return np.float64(s + np.sum(c * c))


A = np.floor(np.arange(1.0, 31.0).reshape(5, 6) ** 1.5)
S = np.floor(np.arange(1.0, 26.0).reshape(5, 5) ** 1.25)
F = np.asfortranarray(S)
V = np.arange(12.0) * 0.25 - 1.0
T = np.arange(24, dtype=np.int64).reshape(2, 3, 4)
Z = np.arange(7) * (1.5 - 0.5j) + 1j
ROWS = [(x, k) for x in (S, A, F, A[:, ::-1]) for k in (0, 2, 4, -1, -2, 5)]
CASES = {
    "eliminate": ROWS,
    "eliminate_scaled": [(x, np.arange(5.0), k) for x, k in ROWS],
    "outer_update": ROWS,
    "new_axis_update": ROWS,
    "rows_and_columns": [(x, i, j) for x in (S, F) for i, j in ((0, 1), (1, 1), (-1, 4), (3, -2), (5, 0))],
    "red_black": [(np.arange(float(n * m)).reshape(n, m) ** 1.1, 1) for n, m in ((5, 5), (7, 9), (3, 3))]
                 + [(A[:, :5].copy(), 2)],
    "shifted_by_steps": [(V, s) for s in (0, 1, 2, 3)] + [(V[::-1], 1)],
    "layers": [(T, k) for k in (0, 1, -1, -2, 2)],
    "column_sums": [(x, np.arange(5.0), k) for x in (S, A, F, A[:, ::-2]) for k in (0, 2, -1, 9)],
    "every_other": [(V, V[::-1].copy()), (V[::3], V[1::3]), (V[:1], V[:1])],
    "into_columns": [(x, np.arange(5.0), k) for x in (S, A, F, A[:, ::-1]) for k in (0, 3, -1, 9)],
    "complex_parts": [(Z,), (Z[::2],), (Z[::-1],), (Z[:1],)],
    "diagonals": [(S,), (A,), (F,), (A[::2, ::-1],)],
    "names_of_columns": [(S, 3), (F, 5), (A[::-1], 0)],
}
