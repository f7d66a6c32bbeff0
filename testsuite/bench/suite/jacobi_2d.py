"""Five-point smoothing back and forth between two matrices."""
import numpy as np

SIZES = {"S": (50, 50), "L": (30, 2000)}


def initialize(steps, n):
    rng = np.random.default_rng(10)
    return steps, rng.random((n, n)), rng.random((n, n))


def work(steps, n):
    return 10.0 * steps * n * n, 48.0 * steps * n * n


# pythran export jacobi_2d(int, float64[:,:], float64[:,:])
def jacobi_2d(steps, A, B):
    for t in range(1, steps):
        B[1:-1, 1:-1] = 0.2 * (A[1:-1, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:] + A[2:, 1:-1] + A[:-2, 1:-1])
        A[1:-1, 1:-1] = 0.2 * (B[1:-1, 1:-1] + B[1:-1, :-2] + B[1:-1, 2:] + B[2:, 1:-1] + B[:-2, 1:-1])
