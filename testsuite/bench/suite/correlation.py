"""The correlation matrix of data, standardized by columns."""
import numpy as np

SIZES = {"S": (40, 12), "L": (1200, 240)}


def initialize(n, m):
    rng = np.random.default_rng(47)
    return (rng.random((n, m)),)


def work(n, m):
    return 1.0 * n * m * m, 8.0 * n * m


# pythran export correlation(float64[:,:])
def correlation(data):
    n, m = data.shape
    mean = data.sum(axis=0) / n
    spread = np.sqrt(((data - mean) ** 2).sum(axis=0) / n)
    spread[spread <= 0.1] = 1.0
    data -= mean
    data /= np.sqrt(n) * spread
    corr = np.eye(m)
    for i in range(m - 1):
        corr[i, i + 1:] = corr[i + 1:, i] = data[:, i] @ data[:, i + 1:]
    return corr
