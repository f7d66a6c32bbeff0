"""Levinson and Durbin's recursion for a Toeplitz system."""
import numpy as np

SIZES = {"S": (60,), "L": (4000,)}


def initialize(n):
    rng = np.random.default_rng(46)
    return (rng.random(n) / n,)


def work(n):
    return 2.0 * n * n, 16.0 * n * n


# pythran export durbin(float64[:])
def durbin(r):
    y = np.empty_like(r)
    alpha, beta = -r[0], 1.0
    y[0] = -r[0]
    for k in range(1, len(r)):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y
