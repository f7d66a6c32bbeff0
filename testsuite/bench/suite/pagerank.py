"""PageRank by powers of a sparse matrix in compressed rows."""
import numpy as np

SIZES = {"S": (5, 100, 6), "L": (10, 60000, 12)}


def initialize(steps, n, degree):
    rng = np.random.default_rng(48)
    start = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(rng.integers(0, 2 * degree + 1, n))))
    column = rng.integers(0, n, start[-1])
    links = np.bincount(column, minlength=n)
    return steps, start, column, 1.0 / links[column]


def work(steps, n, degree):
    return 2.0 * steps * n * degree, 16.0 * steps * n * degree


# pythran export pagerank(int, int64[:], int64[:], float64[:])
def pagerank(steps, start, column, weight):
    n = len(start) - 1
    rank = np.full(n, 1.0 / n)
    for t in range(steps):
        new = np.empty(n)
        for i in range(n):
            part = slice(start[i], start[i + 1])
            new[i] = np.sum(weight[part] * rank[column[part]])
        rank = 0.85 * new + 0.15 / n
        rank = rank / np.sum(rank)
    return rank
