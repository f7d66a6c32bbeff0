"""LU factorisation in place, without pivoting."""
import numpy as np

SIZES = {"S": (40,), "L": (500,)}


def initialize(n):
    rng = np.random.default_rng(26)
    return (rng.random((n, n)) + n * np.eye(n),)


def work(n):
    return 2.0 * n ** 3 / 3.0, 8.0 * n * n


# pythran export lu(float64[:,:])
def lu(A):
    n = A.shape[0]
    for i in range(n):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[:j, j])
            A[i, j] /= A[j, j]
        for j in range(i, n):
            A[i, j] -= np.dot(A[i, :i], A[:i, j])
