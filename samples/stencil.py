"""Five-point stencil, one sweep from one array to another: the last of unPython's six programs."""
import numpy as np

import pycc
from pycc import prange


@pycc.gpu
@pycc.type('ndarray[float64,2]', 'ndarray[float64,2]', None)
@pycc.type('ndarray[float32,2]', 'ndarray[float32,2]', None)
def stencil(a, b):
    """b = mean of each inner element of a and its four neighbours."""
    n, m = a.shape
    for i in prange(1, n - 1):
        for j in prange(1, m - 1):
            b[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def arguments(n, dtype=np.float64):
    """Arguments for arrays of n x n elements."""
    rng = np.random.default_rng(6)
    a = rng.random((n, n)).astype(dtype)
    return a, a.copy()


DEMO = "stencil", arguments, 700
