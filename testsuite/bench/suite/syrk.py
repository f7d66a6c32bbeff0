"""Symmetric rank-k update of the lower triangle."""
import numpy as np

SIZES = {"S": (50, 60), "L": (500, 600)}


def initialize(m, n):
    rng = np.random.default_rng(6)
    return 1.5, 1.2, rng.random((n, n)), rng.random((n, m))


def work(m, n):
    return 1.0 * n * n * m, 8.0 * (n * n + n * m)


# pythran export syrk(float, float, float64[:,:], float64[:,:])
def syrk(alpha, beta, C, A):
    for i in range(A.shape[0]):
        C[i, :i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, :i + 1] += alpha * A[i, k] * A[:i + 1, k]
