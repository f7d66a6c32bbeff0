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


def diff(a: np.ndarray, n: static = 1, axis: static = -1, prepend: np.ndarray = None, append: np.ndarray = None):
    if n < 0:
        raise ValueError("order must be non-negative")
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    k = _axis(axis, a.ndim)
    if n == 0:
        return a
    if prepend is not None or append is not None:
        return diff(_extended(a, k, prepend, append), n, k)
    if n == 1:
        return _difference(a, k)
    return diff(_difference(a, k), n - 1, k)


def _run_diff(a: np.ndarray, n, axis: static = -1, prepend: np.ndarray = None, append: np.ndarray = None):
    """As often as is known when running only."""
    if np.result_type(n).kind not in "biu":
        raise TypeError("'float' object cannot be interpreted as an integer")
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    k = _axis(axis, a.ndim)
    if prepend is None and append is None:
        d = a.copy()
    else:
        d = _extended(a, k, prepend, append)
    for i in range(n):
        d = _difference(d, k)
    return d


def _extended(a, k: static, before, behind):
    """The array with parts before and behind it along an axis."""
    if before is None:
        return concatenate((a, _end(a, k, behind)), k)
    elif behind is None:
        return concatenate((_end(a, k, before), a), k)
    else:
        return concatenate((_end(a, k, before), a, _end(a, k, behind)), k)


def _end(a, k: static, value):
    """A number as a part of extent 1."""
    if np.ndim(value) > 0:
        return value
    part = np.empty(_with_extent(a.shape, k, 1), np.array(value).dtype)
    part[...] = value
    return part


def trapezoid(y: np.ndarray, x: np.ndarray = None, dx=1.0, axis: static = -1):
    k = _axis(axis, y.ndim)
    pairs = _part(y, k, 1, None) + _part(y, k, None, -1)
    if x is None:
        return (dx * pairs / 2.0).sum(axis=k)
    elif x.ndim == 1:
        return (_more_axes(_difference(x, 0), y.ndim - 1 - k, False) * pairs / 2.0).sum(axis=k)
    else:
        return (_difference(x, k) * pairs / 2.0).sum(axis=k)


def gradient(f: np.ndarray, spacing: np.ndarray = 1.0, spacing2: np.ndarray = None, spacing3: np.ndarray = None, axis: static = None, edge_order: static = 1):
    if f.ndim == 0:
        raise ValueError("distances must be either scalars or 1d")
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if f.dtype == np.bool_:
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
    if np.ndim(axis) == 1:
        return _slopes_along(f, spacing, spacing if spacing2 is None else spacing2,
                             spacing if spacing2 is None else spacing3, axis, 0, edge_order)
    if axis is not None:
        return _slope(f, spacing, _axis(axis, f.ndim), edge_order)
    if f.ndim == 1:
        return _slope(f, spacing, 0, edge_order)
    if spacing2 is None:
        if np.ndim(spacing) > 0:
            raise ValueError("of several axes at once, one distance for all or one for each is supported")
        return _slopes(f, spacing, spacing, spacing, 0, edge_order)
    return _slopes(f, spacing, spacing2, spacing3, 0, edge_order)


def _slopes_along(f, h, next, last, axes: static, i: static, edge_order: static):
    """Along some axes, from number i of them on, with the distances as in _slopes."""
    slope = _slope(f, h, _axis(axes[i], f.ndim), edge_order)
    if i == len(axes) - 1:
        return (slope,)
    return (slope,) + _slopes_along(f, next, last, last, axes, i + 1, edge_order)


def _slopes(f, h, next, last, axis: static, edge_order: static):
    """Along each axis from one on, with the distances of this one, the next and those behind."""
    if axis == f.ndim - 1:
        return (_slope(f, h, axis, edge_order),)
    return (_slope(f, h, axis, edge_order),) + _slopes(f, next, last, last, axis + 1, edge_order)


def _slope(f, h, k: static, edge_order: static):
    """Differences of second order inside, of first or second order at the ends."""
    a = f.astype(_real_dtype(f.dtype))
    if np.ndim(h) > 0:
        if h.dtype == np.bool_:
            raise TypeError("distances are numbers")
        if len(h) != a.shape[k]:
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        if len(h) < 2:
            raise IndexError("index 0 is out of bounds for axis 0 with size 0")
    if a.shape[k] < edge_order + 1:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
    out = np.empty(a.shape, a.dtype)
    middle = _part(out, k, 1, -1)
    first = _part(out, k, None, 1)
    last = _part(out, k, -1, None)
    if np.ndim(h) == 0:
        middle[...] = (_part(a, k, 2, None) - _part(a, k, None, -2)) / (2.0 * h)
        if edge_order == 1:
            first[...] = (_part(a, k, 1, 2) - _part(a, k, None, 1)) / h
            last[...] = (_part(a, k, -1, None) - _part(a, k, -2, -1)) / h
        else:
            first[...] = -1.5 / h * _part(a, k, None, 1) + 2.0 / h * _part(a, k, 1, 2) + -0.5 / h * _part(a, k, 2, 3)
            last[...] = 0.5 / h * _part(a, k, -3, -2) + -2.0 / h * _part(a, k, -2, -1) + 1.5 / h * _part(a, k, -1, None)
    else:
        d = _difference(h.astype(np.float64) if h.dtype.kind in "iu" else h, 0)
        d1 = _more_axes(d[:-1], a.ndim - 1 - k, False)
        d2 = _more_axes(d[1:], a.ndim - 1 - k, False)
        middle[...] = (-d2 / (d1 * (d1 + d2)) * _part(a, k, None, -2) + (d2 - d1) / (d1 * d2) * _part(a, k, 1, -1)
                       + d1 / (d2 * (d1 + d2)) * _part(a, k, 2, None))
        if edge_order == 1:
            first[...] = (_part(a, k, 1, 2) - _part(a, k, None, 1)) / d[0]
            last[...] = (_part(a, k, -1, None) - _part(a, k, -2, -1)) / d[-1]
        else:
            first[...] = _edge(a, k, d[0], d[1], 0, 1, 2)
            last[...] = _edge(a, k, -d[-1], -d[-2], a.shape[k] - 1, a.shape[k] - 2, a.shape[k] - 3)
    return out


def _edge(a, k: static, d1, d2, i0, i1, i2):
    """The slope at the first of three points, the distances from each to the next being given."""
    return (-(2.0 * d1 + d2) / (d1 * (d1 + d2)) * _part(a, k, i0, i0 + 1) + (d1 + d2) / (d1 * d2) * _part(a, k, i1, i1 + 1)
            - d1 / (d2 * (d1 + d2)) * _part(a, k, i2, i2 + 1))
