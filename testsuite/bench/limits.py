"""Loops as anyone writes them, which ./dev bench limits measures: f64, or f32 instead, and c64 for c128."""
import numpy as np

from pycc import c128, f64, i64, prange


def product_ijk(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def product_ikj(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def product_i64(a: i64[:, :], b: i64[:, :], c: i64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def product_complex(a: c128[:, :], b: c128[:, :], c: c128[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def transposed(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k]
            c[i, j] = s


def rank_k(a: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(i + 1):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * a[j, k]


def rank_2k(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(i + 1):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[j, k] + b[i, k] * a[j, k]


def trmm(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(i + 1):
                c[i, j] += a[i, k] * b[k, j]


def symm(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(i + 1):
                c[i, j] += a[i, k] * b[k, j]
            for k in range(i + 1, a.shape[0]):
                c[i, j] += a[k, i] * b[k, j]


def batch(a: f64[:, :, :], b: f64[:, :, :], c: f64[:, :, :]) -> None:
    for n in prange(c.shape[0]):
        for i in range(c.shape[1]):
            for j in range(c.shape[2]):
                s = 0.0
                for k in range(a.shape[2]):
                    s += a[n, i, k] * b[n, k, j]
                c[n, i, j] = s


def doitgen(a: f64[:, :, :], b: f64[:, :], c: f64[:, :, :]) -> None:
    for r in prange(c.shape[0]):
        for q in range(c.shape[1]):
            for p in range(c.shape[2]):
                for s in range(a.shape[2]):
                    c[r, q, p] += a[r, q, s] * b[s, p]


def convolution(a: f64[:, :, :], b: f64[:, :, :, :], c: f64[:, :, :]) -> None:
    for y in prange(c.shape[0]):
        for x in range(c.shape[1]):
            for o in range(c.shape[2]):
                for h in range(b.shape[0]):
                    for w in range(b.shape[1]):
                        for i in range(b.shape[2]):
                            c[y, x, o] += a[y + h, x + w, i] * b[h, w, i, o]


def distances(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(b.shape[0]):
            s = 0.0
            for k in range(a.shape[1]):
                s += (a[i, k] - b[j, k]) ** 2
            c[i, j] = np.sqrt(s)


def least(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] = min(c[i, j], a[i, k] + b[k, j])


def floyd(d: f64[:, :]) -> None:
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            for j in range(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


def lu(a: f64[:, :]) -> None:
    for k in range(a.shape[0]):
        for i in prange(k + 1, a.shape[0]):
            a[i, k] /= a[k, k]
            for j in range(k + 1, a.shape[0]):
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


def triangular(a: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for k in range(i):
            for j in range(c.shape[1]):
                c[i, j] -= a[i, k] * c[k, j]
        for j in range(c.shape[1]):
            c[i, j] /= a[i, i]


def jacobi_2d(steps: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(steps):
        for i in prange(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])
        for i in prange(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, j + 1] + b[i + 1, j] + b[i - 1, j])


def heat(a: f64[:, :, :], b: f64[:, :, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            for k in range(1, a.shape[2] - 1):
                b[i, j, k] = (0.125 * (a[i + 1, j, k] - 2 * a[i, j, k] + a[i - 1, j, k])
                              + 0.125 * (a[i, j + 1, k] - 2 * a[i, j, k] + a[i, j - 1, k])
                              + 0.125 * (a[i, j, k + 1] - 2 * a[i, j, k] + a[i, j, k - 1]) + a[i, j, k])


def heat_3d(steps: int, a: f64[:, :, :], b: f64[:, :, :]) -> None:
    for t in range(steps):
        heat(a, b)
        heat(b, a)


def seidel_2d(steps: int, a: f64[:, :]) -> None:
    for t in range(steps):
        for i in range(1, a.shape[0] - 1):
            for j in range(1, a.shape[1] - 1):
                a[i, j] = (a[i - 1, j - 1] + a[i - 1, j] + a[i - 1, j + 1] + a[i, j] + a[i, j + 1] + a[i + 1, j - 1]
                           + a[i + 1, j] + a[i + 1, j + 1] + a[i, j - 1]) / 9


def bodies(p: f64[:, :], m: f64[:], f: f64[:, :]) -> None:
    for i in prange(p.shape[1]):
        u = v = w = 0.0
        for j in range(p.shape[1]):
            x = p[0, j] - p[0, i]
            y = p[1, j] - p[1, i]
            z = p[2, j] - p[2, i]
            r = x * x + y * y + z * z + 0.01
            s = m[j] / (r * np.sqrt(r))
            u += s * x
            v += s * y
            w += s * z
        f[0, i] = u
        f[1, i] = v
        f[2, i] = w


def histogram(x: i64[:], h: i64[:]) -> None:
    for i in range(len(x)):
        h[x[i]] += 1


def sparse(start: i64[:], column: i64[:], a: f64[:], x: f64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        s = 0.0
        for k in range(start[i], start[i + 1]):
            s += a[k] * x[column[k]]
        y[i] = s


def reciprocal(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = 1.0 / np.sqrt(x[i])
