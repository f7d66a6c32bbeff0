"""The heat equation on a square until nothing changes any more: a time loop whose arrays stay on the device.

Each step makes two sweeps, from u to v and back, and the second one finds the largest change: one number
per step comes home, the arrays only at the end.
"""
import numpy as np

import pycc
from pycc import prange


@pycc.gpu
@pycc.type('ndarray[float64,2]', 'ndarray[float64,2]', 'float', 'int', 'int')
@pycc.type('ndarray[float32,2]', 'ndarray[float32,2]', 'float', 'int', 'int')
def heat(u, v, eps, limit):
    """Sweep until u changes by at most eps, or limit steps; v has the same edges. Returns the number of steps."""
    n, m = u.shape
    steps = 0
    change = eps + 1.0
    while change > eps and steps < limit:
        change = 0.0
        for i in prange(1, n - 1):
            for j in prange(1, m - 1):
                v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
        for i in prange(1, n - 1):
            for j in prange(1, m - 1):
                new = 0.25 * (v[i - 1, j] + v[i + 1, j] + v[i, j - 1] + v[i, j + 1])
                change = max(change, float(abs(new - v[i, j])))
                u[i, j] = new
        steps += 1
    return steps


def exact(n):
    """The steady state on n x n points: sin(pi x) sinh(pi y) / sinh(pi)."""
    x = np.linspace(0.0, 1.0, n)
    return np.sin(np.pi * x) * (np.sinh(np.pi * x) / np.sinh(np.pi))[:, None]


def arguments(n, dtype=np.float64):
    """Arguments for n x n points: the edges of the steady state, 0 inside."""
    u = exact(n).astype(dtype)
    u[1:-1, 1:-1] = 0.0
    return u, u.copy(), 1e-4, 100


DEMO = "heat", arguments, 32
