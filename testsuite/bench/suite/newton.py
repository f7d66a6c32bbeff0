"""Newton's method for the roots of z**3 = 1 from a grid of complex numbers, whole arrays with a mask."""
import numpy as np

SIZES = {"S": (40, 10), "L": (500, 12)}


def initialize(n, steps):
    x = np.linspace(-2.0, 2.0, n)
    return x + 1j * x[:, np.newaxis] + 0.001, steps


def work(n, steps):
    return 30.0 * n * n * steps, 32.0 * n * n * steps


# pythran export newton(complex128[:,:], int)
def newton(z, steps):
    count = np.zeros(z.shape, dtype=np.int64)
    for k in range(steps):
        value = z ** 3 - 1
        active = np.abs(value) > 1e-6
        z[active] -= value[active] / (3 * z[active] ** 2)
        count[active] += 1
    return count
