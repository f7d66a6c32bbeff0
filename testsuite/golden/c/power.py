"""A power whose exponent is known when called: the loop is compiled for each exponent that NumPy has another function for."""
import numpy as np

from pycc import f64


def power(x: f64[:], p: float):
    return 2.0 * np.power(x, p)
