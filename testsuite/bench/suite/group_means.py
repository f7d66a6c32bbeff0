"""Counts, means, medians and the largest of values grouped by key: a stable sort, then slices."""
import numpy as np

SIZES = {"S": (300, 12), "L": (600000, 3000)}


def initialize(n, groups):
    rng = np.random.default_rng(55)
    return rng.integers(0, groups, n), rng.standard_normal(n)


def work(n, groups):
    return 40.0 * n, 48.0 * n


# pythran export group_means(int64[:], float64[:])
def group_means(key, value):
    order = np.argsort(key, kind="stable")
    keys = key[order]
    values = value[order]
    cut = np.flatnonzero(keys[1:] != keys[:-1]) + 1
    start = np.concatenate((np.zeros(1, dtype=np.int64), cut))
    stop = np.concatenate((cut, np.full(1, len(keys), dtype=np.int64)))
    mean = np.empty(len(start))
    middle = np.empty(len(start))
    largest = np.empty(len(start))
    for g in range(len(start)):
        part = values[start[g]:stop[g]]
        mean[g] = np.mean(part)
        middle[g] = np.median(part)
        largest[g] = np.max(part)
    return keys[start], stop - start, mean, middle, largest
