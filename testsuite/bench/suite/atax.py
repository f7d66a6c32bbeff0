"""A^T (A x)."""
import numpy as np

SIZES = {"S": (80, 90), "L": (3000, 3500)}


def initialize(m, n):
    rng = np.random.default_rng(2)
    return rng.random((m, n)), rng.random(n)


def work(m, n):
    return 4.0 * m * n, 16.0 * m * n


# pythran export atax(float64[:,:], float64[:])
def atax(A, x):
    return (A @ x) @ A
