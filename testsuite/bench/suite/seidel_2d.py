"""Nine-point Gauss-Seidel sweeps, in place and in order."""
import numpy as np

SIZES = {"S": (5, 40), "L": (8, 500)}


def initialize(steps, n):
    rng = np.random.default_rng(12)
    return steps, rng.random((n, n))


def work(steps, n):
    return 9.0 * steps * n * n, 16.0 * steps * n * n


# pythran export seidel_2d(int, float64[:,:])
def seidel_2d(steps, A):
    n = A.shape[0]
    for t in range(steps):
        for i in range(1, n - 1):
            A[i, 1:-1] += (A[i - 1, :-2] + A[i - 1, 1:-1] + A[i - 1, 2:] + A[i, 2:]
                           + A[i + 1, :-2] + A[i + 1, 1:-1] + A[i + 1, 2:])
            for j in range(1, n - 1):
                A[i, j] = (A[i, j] + A[i, j - 1]) / 9.0
