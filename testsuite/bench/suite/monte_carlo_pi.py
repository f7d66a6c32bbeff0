"""Pi from points that fall into a quarter of a circle; the points come from a small hash."""
import numpy as np

SIZES = {"S": (1000,), "L": (3000000,)}


def initialize(n):
    return n, 12345


def work(n):
    return 30.0 * n, 8.0 * n


def uniform(k, seed):
    x = (k * 1664525 + seed) & 0xFFFFFFFF
    x = ((x ^ (x >> 16)) * 73244475) & 0xFFFFFFFF
    x = ((x ^ (x >> 16)) * 73244475) & 0xFFFFFFFF
    x = x ^ (x >> 16)
    return x / 4294967296.0


# pythran export monte_carlo_pi(int, int)
def monte_carlo_pi(n, seed):
    k = np.arange(n)
    x = uniform(2 * k, seed)
    y = uniform(2 * k + 1, seed)
    return 4.0 * np.sum(x * x + y * y <= 1.0) / n
