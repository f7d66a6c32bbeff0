"""Two products of one matrix, plain and transposed, each added to a vector."""
import numpy as np

SIZES = {"S": (90,), "L": (3300,)}


def initialize(n):
    rng = np.random.default_rng(4)
    return rng.random(n), rng.random(n), rng.random(n), rng.random(n), rng.random((n, n))


def work(n):
    return 4.0 * n * n, 16.0 * n * n


# pythran export mvt(float64[:], float64[:], float64[:], float64[:], float64[:,:])
def mvt(x1, x2, y1, y2, A):
    x1 += A @ y1
    x2 += y2 @ A
