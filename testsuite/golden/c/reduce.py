"""A reduction over collapsed loops, and an owned array that is returned."""
import numpy as np

from pycc import f64, prange


def norms(a: f64[:, ::1]) -> f64[:]:
    n, m = a.shape
    result = np.zeros(2)
    total = 0.0
    for i in prange(n):
        for j in prange(m):
            total += a[i, j] * a[i, j]
    result[0] = total
    result[-1] = np.sqrt(total)
    return result
