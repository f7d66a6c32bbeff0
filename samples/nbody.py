"""Sum of the distances between all pairs of bodies: the fourth of unPython's six programs."""
import math

import numpy as np

import pycc
from pycc import prange


@pycc.gpu
@pycc.type('ndarray[float64,2]', 'ndarray[float64,1]', None)
@pycc.type('ndarray[float32,2]', 'ndarray[float32,1]', None)
def nbody(p, d):
    """d[i] = sum of the distances of body i to all others; p has rows x, y, z (3 x n)."""
    n = p.shape[1]
    for i in prange(n):
        s = 0.0
        for j in range(n):
            dx = p[0, j] - p[0, i]
            dy = p[1, j] - p[1, i]
            dz = p[2, j] - p[2, i]
            s += math.sqrt(dx * dx + dy * dy + dz * dz)
        d[i] = s


def arguments(n, dtype=np.float64):
    """Arguments for n bodies."""
    rng = np.random.default_rng(4)
    return rng.random((3, n)).astype(dtype), np.zeros(n, dtype)


DEMO = "nbody", arguments, 400
