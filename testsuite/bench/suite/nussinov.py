"""Nussinov's folding of an RNA strand: the most base pairs, by dynamic programming."""
import numpy as np

SIZES = {"S": (30,), "L": (220,)}


def initialize(n):
    rng = np.random.default_rng(18)
    return (rng.integers(0, 4, n),)


def work(n):
    return n ** 3 / 3.0, 8.0 * n * n


# pythran export nussinov(int64[:])
def nussinov(seq):
    n = seq.shape[0]
    table = np.zeros((n, n), dtype=np.int64)
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            best = max(table[i, j - 1], table[i + 1, j])
            pair = 1 if seq[i] + seq[j] == 3 else 0
            inner = table[i + 1, j - 1]
            best = max(best, inner + pair if i < j - 1 else inner)
            for k in range(i + 1, j):
                best = max(best, table[i, k] + table[k + 1, j])
            table[i, j] = best
    return table
