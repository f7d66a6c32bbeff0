"""Symmetric rank-2k update, lower triangle: the third of unPython's six programs."""
import numpy as np

import pycc
from pycc import prange


@pycc.gpu
@pycc.type('ndarray[float64,2]', 'ndarray[float64,2]', 'ndarray[float64,2]', 'float', 'float', None)
@pycc.type('ndarray[float32,2]', 'ndarray[float32,2]', 'ndarray[float32,2]', 'float', 'float', None)
def rank_2k(a, b, c, alpha, beta):
    """c = alpha * (a @ b.T + b @ a.T) + beta * c on the lower triangle of c (n x n)."""
    n, m = a.shape
    for i in prange(n):
        for j in range(i + 1):
            s = a[i, 0] * b[j, 0] + b[i, 0] * a[j, 0]
            for k in range(1, m):
                s += a[i, k] * b[j, k] + b[i, k] * a[j, k]
            c[i, j] = alpha * s + beta * c[i, j]


def arguments(n, dtype=np.float64):
    """Arguments for matrices of n x n elements."""
    rng = np.random.default_rng(3)
    a = rng.random((n, n)).astype(dtype)
    b = rng.random((n, n)).astype(dtype)
    c = rng.random((n, n)).astype(dtype)
    return a, b, c, 1.5, 0.5


DEMO = "rank_2k", arguments, 80
