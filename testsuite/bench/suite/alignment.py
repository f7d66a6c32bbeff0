"""Local alignment of two sequences (Smith and Waterman) by plain loops."""
import numpy as np

SIZES = {"S": (40, 50), "L": (1500, 2000)}


def initialize(n, m):
    rng = np.random.default_rng(43)
    return rng.integers(0, 4, n), rng.integers(0, 4, m)


def work(n, m):
    return 7.0 * n * m, 16.0 * n * m


# pythran export alignment(int64[:], int64[:])
def alignment(a, b):
    score = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int64)
    best = 0
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            match = score[i - 1, j - 1] + (3 if a[i - 1] == b[j - 1] else -3)
            score[i, j] = max(0, match, score[i - 1, j] - 2, score[i, j - 1] - 2)
            best = max(best, score[i, j])
    return best, score
