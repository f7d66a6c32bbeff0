"""LU decomposition in place, without pivoting."""
import numpy as np

from pycc import f64, prange


def lu(a: f64[:, :]) -> None:
    """a = L @ U in one array: U above and on the diagonal, L (unit diagonal) below."""
    n = a.shape[0]
    for k in range(n):
        if a[k, k] == 0.0:
            raise ValueError("zero pivot")
        for i in prange(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


def arguments(n):
    """A diagonally dominant matrix of n x n elements."""
    rng = np.random.default_rng(10)
    return (rng.random((n, n)) + n * np.eye(n),)


DEMO = "lu", arguments, 100
