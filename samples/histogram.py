"""A histogram, its mean per bin and its largest value: iterations meet in the same elements."""
import numpy as np

from pycc import f64, i64, prange


def histogram(x: f64[:], bins: int, counts: i64[:], mean: f64[:], largest: f64[:]) -> None:
    """Counts, means and maxima of the values of x, all in [0, 1), in equal bins."""
    for k in prange(len(x)):
        b = int(x[k] * bins)
        counts[b] += 1
        mean[b] += x[k]
        if x[k] > largest[b]:
            largest[b] = x[k]
    for b in prange(bins):
        if counts[b] > 0:
            mean[b] /= counts[b]


def arguments(n):
    """n values, 64 bins."""
    return np.random.default_rng(12).random(n), 64, np.zeros(64, int), np.zeros(64), np.zeros(64)


DEMO = "histogram", arguments, 300000
