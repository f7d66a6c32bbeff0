"""Differences and integrals."""
import numpy as np
from pycc import static


def _difference(a, axis: static):
    """a[k + 1] - a[k] along an axis."""
    later = _part(a, axis, 1, None)
    earlier = _part(a, axis, None, -1)
    if a.dtype == np.bool_:
        return later != earlier
    return later - earlier


def diff(a: np.ndarray, n: static = 1, axis: static = -1):
    if n < 0:
        raise ValueError("order must be non-negative")
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    k = _axis(axis, a.ndim)
    if n == 0:
        return a
    if n == 1:
        return _difference(a, k)
    return diff(_difference(a, k), n - 1, k)


def trapezoid(y: np.ndarray, x: np.ndarray = None, dx=1.0, axis: static = -1):
    k = _axis(axis, y.ndim)
    pairs = _part(y, k, 1, None) + _part(y, k, None, -1)
    if x is None:
        return (dx * pairs / 2.0).sum(axis=k)
    elif x.ndim == 1 and k < y.ndim - 1:
        raise ValueError("x of one axis is supported along the last axis of y")
    else:
        return (_difference(x, x.ndim - 1 if x.ndim == 1 else k) * pairs / 2.0).sum(axis=k)
