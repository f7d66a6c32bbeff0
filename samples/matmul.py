"""Matrix multiplication, the first of the six programs that unPython was measured with."""
import numpy as np

import pycc
from pycc import prange


@pycc.gpu
@pycc.type('ndarray[float64,2]', 'ndarray[float64,2]', 'ndarray[float64,2]', None)
@pycc.type('ndarray[float32,2]', 'ndarray[float32,2]', 'ndarray[float32,2]', None)
def matmul(a, b, c):
    """c = a @ b for a of shape (m, p), b of shape (p, n), c of shape (m, n)."""
    m, p = a.shape
    n = b.shape[1]
    for i in prange(m):
        for j in prange(n):
            s = 0.0
            for k in range(p):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def arguments(n, dtype=np.float64):
    """Arguments for matrices of n x n elements."""
    rng = np.random.default_rng(1)
    a = rng.random((n, n)).astype(dtype)
    b = rng.random((n, n)).astype(dtype)
    return a, b, np.zeros((n, n), dtype)


DEMO = "matmul", arguments, 96
