"""The best order of a chain of matrix products, by intervals."""
import numpy as np

SIZES = {"S": (20,), "L": (300,)}


def initialize(n):
    rng = np.random.default_rng(42)
    return (rng.integers(5, 100, n + 1),)


def work(n):
    return n ** 3 / 2.0, 8.0 * n * n


# pythran export matrix_chain(int64[:])
def matrix_chain(sides):
    n = len(sides) - 1
    cost = np.zeros((n, n), dtype=np.int64)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best = np.iinfo(np.int64).max
            for k in range(i, j):
                c = cost[i, k] + cost[k + 1, j] + sides[i] * sides[k + 1] * sides[j + 1]
                if c < best:
                    best = c
            cost[i, j] = best
    return cost
