"""Densities of a sample: by even bins, by edges that double, and of pairs."""
import numpy as np

SIZES = {"S": (400,), "L": (1000000,)}


def initialize(n):
    rng = np.random.default_rng(35)
    x = rng.standard_normal(n)
    return x, 0.5 * x + rng.standard_normal(n)


def work(n):
    return 30.0 * n, 40.0 * n


# pythran export histograms(float64[:], float64[:])
def histograms(x, y):
    even, edges = np.histogram(x, 64)
    doubling, bounds = np.histogram(y * y, np.array([0.0, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0]))
    low = np.minimum(np.maximum((x + 4.0) * 4.0, 0.0), 31.0).astype(np.int64)
    high = np.minimum(np.maximum((y + 4.0) * 4.0, 0.0), 31.0).astype(np.int64)
    pairs = np.bincount(low * 32 + high, minlength=1024)
    return even / (even.sum() * (edges[1] - edges[0])), doubling / x.shape[0], pairs
