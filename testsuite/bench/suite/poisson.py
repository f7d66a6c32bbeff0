"""Gauss-Seidel for Poisson's equation by plain loops, until the largest change is small."""
import numpy as np

SIZES = {"S": (10, 30), "L": (10, 700)}


def initialize(sweeps, n):
    rng = np.random.default_rng(38)
    return sweeps, rng.random((n, n)), rng.random((n, n))


def work(sweeps, n):
    return 8.0 * sweeps * n * n, 24.0 * sweeps * n * n


# pythran export poisson(int, float64[:,:], float64[:,:])
def poisson(sweeps, u, f):
    n, m = u.shape
    for t in range(sweeps):
        change = 0.0
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                new = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j])
                change = max(change, abs(new - u[i, j]))
                u[i, j] = new
        if change < 1e-9:
            break
    return change
