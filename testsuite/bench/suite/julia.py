"""A Julia set by plain loops over complex numbers."""
import numpy as np

SIZES = {"S": (40, 30, 30), "L": (900, 700, 60)}


def initialize(nx, ny, steps):
    return np.linspace(-1.5, 1.5, nx), np.linspace(-1.2, 1.2, ny), complex(-0.8, 0.156), steps


def work(nx, ny, steps):
    return 5.0 * nx * ny * steps, 8.0 * nx * ny


# pythran export julia(float64[:], float64[:], complex128, int)
def julia(x, y, c, steps):
    count = np.zeros((len(y), len(x)), dtype=np.int64)
    for i in range(len(y)):
        for j in range(len(x)):
            z = complex(x[j], y[i])
            n = 0
            while n < steps and abs(z) < 2.0:
                z = z * z + c
                n += 1
            count[i, j] = n
    return count
