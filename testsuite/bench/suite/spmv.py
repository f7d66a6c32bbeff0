"""Product of a sparse matrix (compressed rows) and a vector."""
import numpy as np

SIZES = {"S": (100, 8), "L": (60000, 40)}


def initialize(n, per_row):
    rng = np.random.default_rng(17)
    count = rng.integers(1, 2 * per_row, n)
    row = np.concatenate(([0], np.cumsum(count)))
    return row, rng.integers(0, n, row[-1]), rng.random(row[-1]), rng.random(n)


def work(n, per_row):
    return 2.0 * n * per_row, 24.0 * n * per_row


# pythran export spmv(int64[:], int64[:], float64[:], float64[:])
def spmv(row, col, val, x):
    y = np.empty(row.size - 1)
    for i in range(row.size - 1):
        cols = col[row[i]:row[i + 1]]
        y[i] = val[row[i]:row[i + 1]] @ x[cols]
    return y
