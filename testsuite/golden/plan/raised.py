import numpy as np
from pycc import f64, prange


def raised(x: f64[:, :]):  # shares its loops with both its neighbours
    z = x * 3
    y = np.zeros_like(x)
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            t = z[i, j] + 1
            y[i, j] = t * t
    return y - x


def argument(x: f64[:], y: f64[:]):  # stays a loop: y may overlap x
    z = x * 2
    for i in range(len(x)):
        y[i] = z[i] + x[i]
    return z
