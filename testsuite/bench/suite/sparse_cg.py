"""Conjugate gradients for a sparse positive matrix in compressed rows, by plain loops over its entries."""
import numpy as np

SIZES = {"S": (10, 8), "L": (20, 200)}


def initialize(steps, side):
    n = side * side
    at = np.arange(n)
    i, j = at // side, at % side
    links = [(at, at, np.full(n, 4.1))]
    for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        has = (i + di >= 0) & (i + di < side) & (j + dj >= 0) & (j + dj < side)
        links.append((at[has], at[has] + di * side + dj, np.full(has.sum(), -1.0)))
    row, column, value = (np.concatenate(parts) for parts in zip(*links))
    order = np.lexsort((column, row))
    start = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(np.bincount(row, minlength=n))))
    return steps, start, column[order], value[order], np.random.default_rng(56).random(n)


def work(steps, side):
    return 20.0 * steps * side * side, 160.0 * steps * side * side


# pythran export sparse_cg(int, int64[:], int64[:], float64[:], float64[:])
def sparse_cg(steps, start, column, value, b):
    n = len(b)
    x = np.zeros(n)
    r = b.copy()
    p = r.copy()
    q = np.zeros(n)
    rho = np.sum(r * r)
    for t in range(steps):
        for i in range(n):
            total = 0.0
            for k in range(start[i], start[i + 1]):
                total += value[k] * p[column[k]]
            q[i] = total
        alpha = rho / np.sum(p * q)
        x += alpha * p
        r -= alpha * q
        new = np.sum(r * r)
        p[:] = r + (new / rho) * p
        rho = new
    return x
