"""Cumulative sums and products: over NaN, and those of the array standard."""
import numpy as np
from pycc import static


def nancumsum(a: np.ndarray, axis: static = None, dtype: static = None, out=None):
    if out is not None:
        return _into(nancumsum(a, axis, dtype), out)
    a = np.asarray(a)
    if a.dtype.kind in "fc":
        return np.cumsum(np.where(np.isnan(a), np.zeros(1, a.dtype), a), axis, dtype)
    else:
        return np.cumsum(a, axis, dtype)


def nancumprod(a: np.ndarray, axis: static = None, dtype: static = None, out=None):
    if out is not None:
        return _into(nancumprod(a, axis, dtype), out)
    a = np.asarray(a)
    if a.dtype.kind in "fc":
        return np.cumprod(np.where(np.isnan(a), np.ones(1, a.dtype), a), axis, dtype)
    else:
        return np.cumprod(a, axis, dtype)


def cumulative_sum(x: np.ndarray, axis: static = None, dtype: static = None, out=None, include_initial: static = False):
    if out is not None:
        return _into(cumulative_sum(x, axis, dtype, None, include_initial), out)
    x = _at_least_before(np.asarray(x), 1)
    k = _scan_axis(x, axis)
    y = np.cumsum(x, axis=k, dtype=dtype)
    if include_initial:
        return concatenate((np.zeros(_with_extent(x.shape, k, 1), y.dtype), y), k)
    return y


def cumulative_prod(x: np.ndarray, axis: static = None, dtype: static = None, out=None, include_initial: static = False):
    if out is not None:
        return _into(cumulative_prod(x, axis, dtype, None, include_initial), out)
    x = _at_least_before(np.asarray(x), 1)
    k = _scan_axis(x, axis)
    y = np.cumprod(x, axis=k, dtype=dtype)
    if include_initial:
        return concatenate((np.ones(_with_extent(x.shape, k, 1), y.dtype), y), k)
    return y


def _scan_axis(x, axis: static):
    if axis is None and x.ndim > 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
    return 0 if axis is None else _axis(axis, x.ndim)
