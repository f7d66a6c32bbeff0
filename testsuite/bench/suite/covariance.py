"""Covariance of the columns of a table."""
import numpy as np

SIZES = {"S": (60, 50), "L": (1000, 800)}


def initialize(n, m):
    rng = np.random.default_rng(7)
    return (rng.random((n, m)),)


def work(n, m):
    return 1.0 * n * m * m, 8.0 * (2 * n * m + m * m)


# pythran export covariance(float64[:,:])
def covariance(data):
    centred = data - np.mean(data, axis=0)
    m = data.shape[1]
    cov = np.zeros((m, m))
    for i in range(m):
        row = centred[:, i] @ centred[:, i:] / (data.shape[0] - 1.0)
        cov[i, i:] = row
        cov[i:, i] = row
    return cov
