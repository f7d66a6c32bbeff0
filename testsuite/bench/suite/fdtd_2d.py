"""Electromagnetic waves on a staggered grid (finite differences in the time domain)."""
import numpy as np

SIZES = {"S": (20, 50, 60), "L": (40, 1000, 1200)}


def initialize(steps, nx, ny):
    rng = np.random.default_rng(13)
    return rng.random((nx, ny)), rng.random((nx, ny)), rng.random((nx, ny)), rng.random(steps)


def work(steps, nx, ny):
    return 11.0 * steps * nx * ny, 72.0 * steps * nx * ny


# pythran export fdtd_2d(float64[:,:], float64[:,:], float64[:,:], float64[:])
def fdtd_2d(ex, ey, hz, pulse):
    for t in range(pulse.shape[0]):
        ey[0, :] = pulse[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
