"""The two products of a biconjugate gradient step: r A and A p."""
import numpy as np

SIZES = {"S": (80, 90), "L": (3000, 3500)}


def initialize(m, n):
    rng = np.random.default_rng(3)
    return rng.random((n, m)), rng.random(m), rng.random(n)


def work(m, n):
    return 4.0 * m * n, 16.0 * m * n


# pythran export bicg(float64[:,:], float64[:], float64[:])
def bicg(A, p, r):
    return r @ A, A @ p
