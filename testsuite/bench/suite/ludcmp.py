"""A system of equations by LU factorization and two substitutions, in plain loops."""
import numpy as np

SIZES = {"S": (24,), "L": (350,)}


def initialize(n):
    rng = np.random.default_rng(45)
    return rng.random((n, n)) + n * np.eye(n), rng.random(n)


def work(n):
    return 2.0 * n ** 3 / 3.0, 8.0 * n * n


# pythran export ludcmp(float64[:,:], float64[:])
def ludcmp(A, b):
    n = len(b)
    x, y = np.zeros(n), np.zeros(n)
    for i in range(n):
        for j in range(i):
            w = A[i, j]
            for k in range(j):
                w -= A[i, k] * A[k, j]
            A[i, j] = w / A[j, j]
        for j in range(i, n):
            w = A[i, j]
            for k in range(i):
                w -= A[i, k] * A[k, j]
            A[i, j] = w
    for i in range(n):
        w = b[i]
        for j in range(i):
            w -= A[i, j] * y[j]
        y[i] = w
    for i in range(n - 1, -1, -1):
        w = y[i]
        for j in range(i + 1, n):
            w -= A[i, j] * x[j]
        x[i] = w / A[i, i]
    return x
