"""Loops with reuse, as anyone writes them: what ./dev bench limits measures."""
import numpy as np

from pycc import c128, f32, f64, i32, i64, prange


def product(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def product_f32(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def product_i64(a: i64[:, :], b: i64[:, :], c: i64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def product_i32(a: i32[:, :], b: i32[:, :], c: i32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def product_c128(a: c128[:, :], b: c128[:, :], c: c128[:, :]) -> None:
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


def least(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = c[i, j]
            for k in range(a.shape[1]):
                x = a[i, k] + b[k, j]
                if x < s:
                    s = x
            c[i, j] = s


def rank_k(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
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


def batch(a: f64[:, :, :], b: f64[:, :, :], c: f64[:, :, :]) -> None:
    for n in prange(c.shape[0]):
        for i in range(c.shape[1]):
            for j in range(c.shape[2]):
                s = 0.0
                for k in range(a.shape[2]):
                    s += a[n, i, k] * b[n, k, j]
                c[n, i, j] = s


def floyd(d: f64[:, :]) -> None:
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            for j in range(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


def reciprocal(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = 1.0 / np.sqrt(x[i])


def coulomb(a: f64[:, :], g: f64[:, :], z: float) -> None:
    for i in prange(g.shape[0]):
        for j in range(g.shape[1]):
            v = 0.0
            for k in range(a.shape[0]):
                dx = j - a[k, 0]
                dy = i - a[k, 1]
                v += a[k, 2] / np.sqrt(dx * dx + dy * dy + z * z)
            g[i, j] += v
