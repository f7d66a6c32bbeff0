"""A histogram done safely: each block of values has counts of its own."""
import numpy as np

from pycc import f64, i64, prange


def histogram(x: f64[:], bins: int, blocks: int) -> i64[:]:
    """Counts of the values of x, all in [0, 1), in equal bins."""
    n = len(x)
    counts = np.zeros((blocks, bins), dtype=np.int64)
    size = (n + blocks - 1) // blocks
    for b in prange(blocks):
        for k in range(b * size, min(n, (b + 1) * size)):
            counts[b, int(x[k] * bins)] += 1
    total = np.zeros(bins, dtype=np.int64)
    for i in prange(bins):
        for b in range(blocks):
            total[i] += counts[b, i]
    return total


def arguments(n):
    """n values, 64 bins, 16 blocks."""
    return np.random.default_rng(12).random(n), 64, 16


DEMO = "histogram", arguments, 300000
