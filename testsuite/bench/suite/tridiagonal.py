"""Thomas' algorithm for many tridiagonal systems, one a row, by plain loops."""
import numpy as np

SIZES = {"S": (10, 30), "L": (2000, 500)}


def initialize(systems, n):
    rng = np.random.default_rng(53)
    low, high, right = rng.random((3, systems, n))
    return low, 2.5 + rng.random((systems, n)), high, right


def work(systems, n):
    return 10.0 * systems * n, 56.0 * systems * n


# pythran export tridiagonal(float64[:,:], float64[:,:], float64[:,:], float64[:,:])
def tridiagonal(low, diagonal, high, right):
    systems, n = right.shape
    x = np.zeros((systems, n))
    ratio = np.zeros(n)
    for s in range(systems):
        ratio[0] = high[s, 0] / diagonal[s, 0]
        x[s, 0] = right[s, 0] / diagonal[s, 0]
        for i in range(1, n):
            pivot = diagonal[s, i] - low[s, i] * ratio[i - 1]
            ratio[i] = high[s, i] / pivot
            x[s, i] = (right[s, i] - low[s, i] * x[s, i - 1]) / pivot
        for i in range(n - 2, -1, -1):
            x[s, i] -= ratio[i] * x[s, i + 1]
    return x
