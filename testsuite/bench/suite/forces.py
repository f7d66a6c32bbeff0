"""Forces between all pairs of particles, by arrays of their differences."""
import numpy as np

SIZES = {"S": (30,), "L": (900,)}


def initialize(n):
    rng = np.random.default_rng(49)
    return rng.standard_normal((n, 3)), rng.random(n)


def work(n):
    return 20.0 * n * n, 32.0 * n


# pythran export forces(float64[:,:], float64[:])
def forces(place, mass):
    d = place[np.newaxis, :, :] - place[:, np.newaxis, :]
    square = np.sum(d * d, axis=2) + 0.01
    weight = mass[np.newaxis, :] * square ** -1.5
    return np.sum(weight[:, :, np.newaxis] * d, axis=1), -0.5 * np.sum(mass[:, np.newaxis] * weight * square)
