"""Matrix product with scaling: C = alpha A B + beta C."""
import numpy as np

SIZES = {"S": (60, 70, 80), "L": (600, 700, 800)}


def initialize(n, m, k):
    rng = np.random.default_rng(1)
    return 1.5, 1.2, rng.random((n, m)), rng.random((n, k)), rng.random((k, m))


def work(n, m, k):
    return 2.0 * n * m * k, 8.0 * (2 * n * m + n * k + k * m)


# pythran export gemm(float, float, float64[:,:], float64[:,:], float64[:,:])
def gemm(alpha, beta, C, A, B):
    C[:] = alpha * A @ B + beta * C
