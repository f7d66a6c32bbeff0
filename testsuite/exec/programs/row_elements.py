"""Serial loops around statements on rows and columns, which become loops over elements: lanes along the outer counter, tiles; slices that
counters begin and end, that are clipped when called, arrays that share memory, shapes that do not fit."""
import numpy as np
from pycc import c128, f32, f64, i64


def triangle(a: f64[:, :], b: f64[:, :]):
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] += np.dot(a[i + 1:, i], b[i + 1:, j])


def lower(a: f64[:, :]):
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[:j, j]
            a[i, j] /= a[j, j]
        for j in range(i, a.shape[0]):
            a[i, j] -= a[i, :i] @ a[:i, j]


def by_columns(x: f64[:], a: f64[:, :], y: f64[:]):
    for j in range(a.shape[1]):
        y[j] = np.dot(x, a[:, j]) + 1


def rank_k(alpha: float, beta: float, c: f64[:, :], a: f64[:, :]):
    for i in range(a.shape[0]):
        c[i, :i + 1] *= beta
        for k in range(a.shape[1]):
            c[i, :i + 1] += alpha * a[i, k] * a[:i + 1, k]


def rank_2k(alpha: float, c: f64[:, :], a: f64[:, :], b: f64[:, :]):
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i, :i + 1] += a[:i + 1, k] * alpha * b[i, k] + b[:i + 1, k] * alpha * a[i, k]


def orthogonal(a: f64[:, :]):
    q = np.zeros_like(a)
    r = np.zeros((a.shape[1], a.shape[1]))
    for k in range(a.shape[1]):
        r[k, k] = np.sqrt(np.dot(a[:, k], a[:, k]))
        q[:, k] = a[:, k] / r[k, k]
        for j in range(k + 1, a.shape[1]):
            r[k, j] = np.dot(q[:, k], a[:, j])
            a[:, j] -= q[:, k] * r[k, j]
    return q, r


def narrow(x: f32[:], a: f32[:, :], y: f32[:]):
    for j in range(len(y)):
        y[j] = np.sum(x * a[:, j]) - y[j]
        a[1:, j] *= y[j]


def whole_numbers(x: i64[:], a: i64[:, :]):
    y = np.zeros(a.shape[1], np.int64)
    for j in range(a.shape[1]):
        y[j] = np.max(a[:, j] - x)
        a[:-1, j] += x[:-1] * y[j]
    return y


def complex_numbers(x: c128[:], a: c128[:, :]):
    y = np.zeros(a.shape[1], np.complex128)
    for j in range(a.shape[1]):
        y[j] = x[:3] @ a[:3, j]
    return y


def clipped(x: f64[:], a: f64[:, :], n: int, m: int):
    y = np.zeros(a.shape[1])
    for j in range(a.shape[1]):
        y[j] = np.dot(x[n:m], a[n:m, j])
    return y


def of_slices(a: f64[:, :], n: int):
    y = np.zeros(a.shape[1])
    for j in range(a.shape[1]):
        column = a[1:, j]
        part = column[n:-1]
        y[j] = part.sum() + np.prod(part[1:])
        part[:] = 2 * part
    return y, a


def counted_down(a: f64[:, :], n: int):
    for j in range(n):
        a[n - j - 1, n - j:] += 2 * a[n - j, n - j:]
        a[j, :n - j] -= 1


def beside(a: f64[:, :]):  # what is read is what is written, at the same places and at others
    for j in range(a.shape[1]):
        a[:, j] = a[:, j] * 2 + a[:, 0]
    for j in range(a.shape[1]):
        a[1:, j] = a[:-1, j] * 0.5
    return a


def view_after(a: f64[:, :], b: f64[:]):  # a view of the inner loop's last turn
    y = np.zeros(a.shape[0])
    for i in range(a.shape[0]):
        v = a[i, :1]
        for k in range(1, a.shape[1]):
            v = a[i, :k]
            y[i] += v @ b[:k]
        y[i] += v.sum()
    return y


def by_data(a: f64[:, :], at: i64[:]):  # indices that are data, and out of range
    y = np.zeros(len(at))
    for i in range(len(at)):
        y[i] = a[at[i], :3] @ a[:3, i]
    return y


def stretched(a: f64[:, :], b: f64[:, :]):  # columns of one element
    for j in range(a.shape[1]):
        a[:, j] += b[:, j]
    return a


def matrix(n, m, t=np.float64):
    return (np.sin(np.arange(n * m) * 0.7) + 0.1).reshape(n, m).astype(t)


def holed(n, m):
    x = matrix(n, m)
    x[n // 2, m // 3] = np.nan
    x[n // 3, m // 2] = -np.inf
    return x


def layouts(n, m):
    x = matrix(2 * n, 2 * m)
    return [x[:n, :m].copy(), x[:n, :m], x[::2, ::2], x[:n, :m].T.copy().T, x[n - 1::-1, m - 1::-1]]


def regular(n):
    return matrix(n, n) + 9 * np.eye(n)


SHARED = matrix(90, 90)
COLUMN = matrix(90, 1)[:, 0]

ROUNDED = ("triangle", "lower", "by_columns", "orthogonal", "narrow", "complex_numbers", "clipped", "of_slices", "view_after", "by_data")
CASES = {
    "triangle": [(matrix(n, n), x) for n in (0, 1, 40) for x in layouts(n, 70)]
    + [(matrix(n, m), matrix(40, 70)) for n, m in ((41, 40), (39, 40), (40, 39), (40, 41))]
    + [(SHARED, SHARED), (SHARED[:40, :40], SHARED[:40, 10:90]), (holed(80, 80), holed(80, 80))],
    "lower": [(regular(n),) for n in (0, 1, 7, 150)] + [(matrix(n, m) + 9 * np.eye(n, m),) for n, m in ((90, 70), (90, 100))]
    + [(x[:80, :80],) for x in (regular(160).T, regular(160)[::-1, ::-1])],
    "by_columns": [(COLUMN[:n], x, np.zeros(m)) for n in (0, 1, 30) for m in (3, 15, 16, 65, 90) for x in layouts(n, m)[:n + 1]]
    + [(COLUMN[:29], matrix(30, 90), np.zeros(90)), (COLUMN[:30], matrix(30, 90), np.zeros(89)), (COLUMN[:30], matrix(30, 80), np.zeros(89)),
       (SHARED[3], SHARED, SHARED[3]), (SHARED[:, 5], SHARED, SHARED[7]), (SHARED[5], SHARED[:, ::-1], SHARED[:, 80])],
    "rank_k": [(1.5, 0.5, c, a) for n, k in ((0, 3), (3, 0), (70, 9), (65, 33)) for c, a in zip(layouts(n, n), layouts(n, k))]
    + [(1.5, 0.5, matrix(n, m), matrix(70, 8)) for n, m in ((70, 69), (69, 70), (70, 71), (71, 70))]
    + [(1.5, 0.5, SHARED, SHARED), (2.0, 1.0, SHARED[:70, :70], SHARED[20:, :8]), (0.5, 2.0, SHARED, SHARED.T), (1.5, 0.5, holed(80, 80), holed(80, 9))],
    "rank_2k": [(0.5, c, a, a[::-1] + 1) for c, a in zip(layouts(70, 70), layouts(70, 12))]
    + [(0.5, matrix(70, 70), matrix(70, 8), matrix(n, m)) for n, m in ((70, 7), (69, 8), (70, 9), (71, 8))] + [(0.5, SHARED, SHARED, SHARED)],
    "orthogonal": [(x + 9 * np.eye(n, m),) for n, m in ((0, 0), (3, 2), (100, 80), (80, 80)) for x in layouts(n, m)] + [(holed(100, 80) + 9 * np.eye(100, 80),)],
    "narrow": [(matrix(1, n, np.float32)[0], matrix(n, m, np.float32), np.ones(k, np.float32))
               for n, m, k in ((1, 70, 70), (9, 70, 70), (40, 3, 3), (9, 70, 65), (9, 65, 70), (0, 80, 80))],
    "whole_numbers": [(np.arange(n) * 7 % 11, np.arange(n * m).reshape(n, m) % 13) for n, m in ((5, 70), (5, 3), (1, 80), (0, 80))]
    + [(np.arange(4), np.ones((5, 70), np.int64))],
    "complex_numbers": [(np.exp(1j * np.arange(n)), matrix(n, m) * (1 + 2j)) for n, m in ((2, 70), (3, 70), (9, 90), (9, 2))],
    "clipped": [(COLUMN[:20], matrix(20, 70), n, m) for n in (0, 3, 20, 25, -5, -30) for m in (0, 9, 20, 30, -2, -25)],
    "of_slices": [(matrix(n, m), k) for n, m in ((9, 70), (4, 5), (2, 70), (1, 70)) for k in (0, 2, 9, -3)],
    "counted_down": [(matrix(n, m), k) for n, m in ((90, 90), (90, 50)) for k in (3, 70, 89, 90)],
    **{name: [(matrix(n, m),) for n, m in ((4, 80), (3, 3), (1, 70), (0, 70))] for name in ("beside",)},
    "view_after": [(matrix(n, m), COLUMN[:k]) for n, m, k in ((70, 9, 9), (70, 1, 9), (70, 9, 5), (3, 4, 4))],
    "by_data": [(matrix(9, 90), at) for at in (np.arange(80) % 9, np.arange(80) % 9 - 9, np.arange(80) % 10, np.arange(5))],
    "stretched": [(matrix(n, m), matrix(k, j)) for n, m, k, j in ((4, 70, 4, 70), (4, 70, 1, 70), (1, 70, 4, 70), (4, 70, 4, 66), (4, 70, 3, 70))],
}
