"""One text of three variants whose loops are vectors at any stride: not where arrays may overlap."""
import numpy as np

from pycc import f64, prange


def add_roots(a: f64[:], y: f64[:]) -> None:
    for i in prange(3):
        y += np.sqrt(a)
