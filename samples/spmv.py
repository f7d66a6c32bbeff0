"""Product of a sparse matrix in CSR form with a vector."""
import numpy as np

from pycc import prange

#pythran export spmv(int64[], int64[], float64[], float64[], float64[])
#pythran export spmv(int64[], int64[], float32[], float32[], float32[])


def spmv(start, column, value, x, y):
    """y = A @ x; row i of A has elements start[i] to start[i + 1] of column and value."""
    for i in prange(len(y)):
        s = 0.0
        for k in range(start[i], start[i + 1]):
            s += value[k] * x[column[k]]
        y[i] = s


def arguments(n, dtype=np.float64):
    """A matrix of n rows with 8 elements each."""
    rng = np.random.default_rng(8)
    start = np.arange(0, 8 * n + 1, 8)
    column = rng.integers(0, n, 8 * n)
    return start, column, rng.random(8 * n).astype(dtype), rng.random(n).astype(dtype), np.zeros(n, dtype)


DEMO = "spmv", arguments, 20000
