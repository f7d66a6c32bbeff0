"""Cumulative sums and products that pass over NaN."""
import numpy as np
from pycc import static


def nancumsum(a: np.ndarray, axis: static = None, dtype: static = None):
    if a.dtype.kind in "fc":
        return np.cumsum(np.where(np.isnan(a), np.zeros(1, a.dtype), a), axis, dtype)
    else:
        return np.cumsum(a, axis, dtype)


def nancumprod(a: np.ndarray, axis: static = None, dtype: static = None):
    if a.dtype.kind in "fc":
        return np.cumprod(np.where(np.isnan(a), np.ones(1, a.dtype), a), axis, dtype)
    else:
        return np.cumprod(a, axis, dtype)
