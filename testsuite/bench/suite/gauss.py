"""Gauss elimination with partial pivoting, and the solution by back substitution."""
import numpy as np

SIZES = {"S": (40,), "L": (600,)}


def initialize(n):
    rng = np.random.default_rng(25)
    return rng.random((n, n)), rng.random(n)


def work(n):
    return 2.0 * n ** 3 / 3.0, 8.0 * n * n


# pythran export gauss(float64[:,:], float64[:])
def gauss(A, b):
    n = A.shape[0]
    for k in range(n - 1):
        p = k + np.argmax(np.abs(A[k:, k]))
        if p != k:
            row = A[k, :].copy()
            A[k, :] = A[p, :]
            A[p, :] = row
            b[k], b[p] = b[p], b[k]
        factor = A[k + 1:, k] / A[k, k]
        A[k + 1:, k:] -= factor[:, None] * A[k, k:]
        b[k + 1:] -= factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - np.dot(A[i, i + 1:], x[i + 1:])) / A[i, i]
    return x
