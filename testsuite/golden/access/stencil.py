"""Stencils and blocks: groups, cases, footprints."""
import numpy as np

from pycc import f64, prange


def smooth(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def even_and_odd(y: f64[:], n: int) -> None:
    for i in prange(n):
        y[2 * i] = 1.0
        y[2 * i + 1] = -1.0


def triangle(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            a[i, j] = a[j, i]


def downwards(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x) - 1, -1, -3):
        y[i] = x[0]


def merged(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        s = 0.0
        for k in range(10):
            s += x[i + k]
        y[i] = s
