"""Loops whose iterations sum up what those before them have stored, times columns of a matrix: each spreads its terms along a row. Factors,
systems with transposed matrices, recurrences; bounds that are out of range, memory that is shared, sums that begin elsewhere."""
import numpy as np
from pycc import c128, f32, f64, i64


def factors(a: f64[:, :], b: f64[:]):
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[:j, j]
            a[i, j] /= a[j, j]
        for j in range(i, a.shape[0]):
            a[i, j] -= a[i, :i] @ a[:i, j]
    y = np.zeros_like(b)
    for i in range(len(b)):
        y[i] = b[i] - a[i, :i] @ y[:i]
    return y


def transposed(u: f64[:, :], b: f64[:], n: int):
    x = np.zeros(n)
    for j in range(n):
        x[j] = (b[j] - x[:j] @ u[:j, j]) / u[j, j]
    return x


def weighted(u: f32[:, :], d: f32[:], x: f32[:]):
    for j in range(len(x)):
        s = np.sum(d[:j] * x[:j] * u[:j, j])
        if_first = x[j] * 2
        x[j] = if_first - s / 16
    return x


def counted(u: i64[:, :], x: i64[:]):
    for j in range(u.shape[1]):
        x[j] = (x[j] + np.sum(x[:j] * u[:j, j])) % 17


def complex_system(u: c128[:, :], x: c128[:]):
    for j in range(len(x)):
        x[j] -= np.dot(x[:j], u[:j, j])


def own_row(a: f64[:, :], i: int, n: int):  # the row that it stores may be among those that it reads
    for j in range(n):
        a[i, j] -= (a[i, :j] @ a[:j, j]) / 64


def last_rows(a: f64[:, :], n: int):
    for j in range(n):
        a[-1, j] += (a[-1, :j] @ a[:j, j]) / 64


def begun_later(u: f64[:, :], x: f64[:]):
    for j in range(2, len(x)):
        x[j] -= (x[:j] @ u[:j, j]) / 32


def twice(u: f64[:, :], x: f64[:], y: f64[:]):
    for j in range(len(x)):
        x[j] -= (x[:j] @ u[:j, j]) / 32
        y[j] = x[j]


def by_next(u: f64[:, :], x: f64[:]):
    for j in range(len(x) - 1):
        x[j + 1] -= (x[:j] @ u[:j, j]) / 32


def matrix(n, m, t=np.float64):
    return (np.sin(np.arange(n * m) * 0.7) + 0.1).reshape(n, m).astype(t)


def regular(n):
    return matrix(n, n) + 9 * np.eye(n)


def strided(n):
    x = np.zeros((2 * n, 3 * n))
    x[::2, ::3] = regular(n)
    return x[::2, ::3]


def holed(n):
    x = regular(n)
    x[n // 2, n // 3] = np.nan
    x[n // 3, n // 2] = np.inf
    return x


def vector(n, t=np.float64):
    return matrix(1, n, t)[0]


SHARED = regular(40)
WHOLE = (np.arange(1600) * 7 % 11).reshape(40, 40)
ROUNDED = ("factors", "transposed", "weighted", "complex_system", "own_row", "last_rows", "begun_later", "twice", "by_next")
CASES = {
    "factors": [(regular(n), vector(n)) for n in (0, 1, 7, 16, 17, 70)] + [(strided(33), vector(33)), (regular(33).T, vector(33)), (holed(40), vector(40))],
    "transposed": [(regular(n), vector(n), n) for n in (0, 1, 15, 16, 65)]
    + [(strided(40), vector(40), 40), (holed(40), vector(40), 40), (SHARED, SHARED[3], 40), (regular(20), vector(30), 21),
       (regular(30), vector(20), 21), (regular(30)[:, :20], vector(30), 21), (regular(30)[:20], vector(30), 21), (regular(30)[:20], vector(30), 22), (regular(20), vector(20), -3)],
    "weighted": [(matrix(n, n, np.float32), vector(n, np.float32), vector(n, np.float32)) for n in (3, 16, 50)]
    + [(matrix(40, 40, np.float32), vector(n, np.float32), vector(40, np.float32)) for n in (38, 39, 45)],
    "counted": [(WHOLE[:n, :m], np.arange(40)) for n, m in ((40, 40), (39, 40), (38, 40), (20, 12), (0, 0))] + [(WHOLE, np.arange(30))],
    "complex_system": [(matrix(n, n) * (0.1 + 0.2j), vector(n) * 1j) for n in (3, 40)],
    "own_row": [(regular(40), i, n) for i in (0, 5, 39, -1, 40) for n in (3, 16, 30, 40, 41)],
    "last_rows": [(regular(40), n) for n in (3, 20, 40)],
    "begun_later": [(regular(40), vector(40)), (SHARED, SHARED[39])],
    "twice": [(regular(40), vector(40), vector(40))],
    "by_next": [(regular(40), vector(40))],
}
