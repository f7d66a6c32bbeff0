"""Layouts, overlap, arrays of the function's own, distant neighbours."""
import numpy as np

from pycc import f64, prange


def columns(a: f64[:, :], y: f64[:]) -> None:
    for j in prange(a.shape[1]):
        s = 0.0
        for i in range(a.shape[0]):
            s += a[i, j]
        y[j] = s


def fortran(a: f64[::1, :], y: f64[::1]) -> None:
    for j in prange(len(y)):
        s = 0.0
        for i in range(a.shape[0]):
            s += a[i, j]
        y[j] = s


def own(x: f64[:]) -> f64[:]:
    n = len(x)
    t = np.zeros(n)
    for i in prange(n):
        t[i] = 2.0 * x[i]
    return t
