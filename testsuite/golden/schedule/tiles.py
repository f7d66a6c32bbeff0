"""Which nests run as tiles, by which classes of loops, and why others do not."""
import numpy as np

from pycc import c128, f64, i16, i64, prange


def distances(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += (a[i, k] - b[j, k]) ** 2
            c[i, j] = np.sqrt(s)


def filtered(x: f64[:, :, :], g: f64[:, :, :], c: f64[:, :, :]) -> None:
    for h in prange(c.shape[0]):
        for w in prange(c.shape[1]):
            for o in range(c.shape[2]):
                for k in range(g.shape[0]):
                    for q in range(g.shape[1]):
                        c[h, w, o] += x[h + k, w, q] * g[k, q, o]


def lower(a: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(i + 1):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * a[j, k]


def integers(a: i64[:, :], b: i64[:, :], c: i64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def narrow(a: i16[:, :], b: i16[:, :], c: i16[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def complex_product(a: c128[:, :], b: c128[:, :], c: c128[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def chosen(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            s = np.inf
            for k in range(a.shape[1]):
                x = a[i, k] + b[k, j]
                if x < s:
                    s = x
            c[i, j] = s


def triangular(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(i, a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def batches(a: f64[:, :, :], b: f64[:, :, :], c: f64[:, :, :]) -> None:
    for n in prange(c.shape[0]):
        for i in range(c.shape[1]):
            for j in range(c.shape[2]):
                for k in range(a.shape[2]):
                    c[n, i, j] += a[n, i, k] * b[n, k, j]


def covariances(x: f64[:, :], mean: f64[:], c: f64[:, :]) -> None:
    for i in prange(x.shape[1]):
        for j in range(i, x.shape[1]):
            c[i, j] = 0.0
            for k in range(x.shape[0]):
                c[i, j] += (x[k, i] - mean[i]) * (x[k, j] - mean[j])


def ragged(a: f64[:, :], n: i64[:], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(n[i]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def shortest(d: f64[:, :]) -> None:
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            for j in range(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


def squared(d: f64[:, :]) -> None:
    for i in range(d.shape[0]):
        for j in range(d.shape[0]):
            for k in range(d.shape[0]):
                d[i, j] += d[i, k] * d[k, j]


def no_reuse(a: f64[:, :, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[2]):
                c[i, j] += a[i, j, k] * a[i, j, k]


def begun_row(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] *= 0.5
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
