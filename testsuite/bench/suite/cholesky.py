"""Cholesky factor of a positive definite matrix, in place in the lower triangle."""
import numpy as np

SIZES = {"S": (50,), "L": (700,)}


def initialize(n):
    rng = np.random.default_rng(8)
    b = rng.random((n, n))
    return (b @ b.T + n * np.eye(n),)


def work(n):
    return n ** 3 / 3.0, 8.0 * n * n


# pythran export cholesky(float64[:,:])
def cholesky(A):
    A[0, 0] = np.sqrt(A[0, 0])
    for i in range(1, A.shape[0]):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[j, :j])
            A[i, j] /= A[j, j]
        A[i, i] -= np.dot(A[i, :i], A[i, :i])
        A[i, i] = np.sqrt(A[i, i])
