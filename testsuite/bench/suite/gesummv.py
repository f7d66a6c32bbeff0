"""alpha A x + beta B x."""
import numpy as np

SIZES = {"S": (90,), "L": (2800,)}


def initialize(n):
    rng = np.random.default_rng(5)
    return 1.5, 1.2, rng.random((n, n)), rng.random((n, n)), rng.random(n)


def work(n):
    return 4.0 * n * n, 16.0 * n * n


# pythran export gesummv(float, float, float64[:,:], float64[:,:], float64[:])
def gesummv(alpha, beta, A, B, x):
    return alpha * A @ x + beta * B @ x
