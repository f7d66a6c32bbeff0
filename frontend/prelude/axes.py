"""Axes: their numbers, parts of an array along one, shapes, and element types that follow from others."""
import numpy as np
from numpy.exceptions import AxisError
from pycc import static


def _axis(axis: static, ndim: static):
    """The axis counted from the first."""
    if axis < -ndim or axis >= ndim:
        raise ValueError("the axis is out of bounds for an array of this dimension")
    return axis + ndim if axis < 0 else axis


def _counted_axis(axis, ndim: static):
    """So one that is known when running only."""
    if np.result_type(axis).kind == "b":
        raise TypeError("an integer is required for the axis")
    if ndim == 0:
        raise ValueError("a number has no axes to choose from; leave axis= out")
    i = _index(axis)
    if i < -ndim or i >= ndim:
        raise AxisError(i, ndim)
    return i + ndim if i < 0 else i


def _counted_transform(axis, ndim: static):
    """That of a transform, whose length NumPy looks up first."""
    i = _index(axis)
    if i < -ndim or i >= ndim:
        raise IndexError("tuple index out of range")
    return _counted_axis(axis, ndim)


def _array_truth(a):
    """bool(a)"""
    if a.size == 0:
        raise ValueError("The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.")
    if a.size > 1:
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
    return bool(np.ravel(a)[0])


def _counted_norm(norm):
    """0, 1, 2 for the norm of a transform that is known when running only."""
    if norm is None:
        return 0
    else:
        if norm == "backward":
            return 0
        if norm == "ortho":
            return 1
        if norm == "forward":
            return 2
        raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')


def _part(a, axis: static, start, stop):
    """a[start:stop] of an axis counted from the first."""
    if axis == 0:
        return a[start:stop]
    if axis == 1:
        return a[:, start:stop]
    if axis == 2:
        return a[:, :, start:stop]
    if axis == 3:
        return a[:, :, :, start:stop]
    if axis == 4:
        return a[:, :, :, :, start:stop]
    if axis == 5:
        return a[:, :, :, :, :, start:stop]
    if axis == 6:
        return a[:, :, :, :, :, :, start:stop]
    return a[:, :, :, :, :, :, :, start:stop]


def _with_extent(shape, axis: static, n):
    """The shape with another extent of one axis."""
    return shape[:axis] + (n,) + shape[axis + 1:]


def _before(a, axis: static):
    """Number of elements over the axes before one."""
    n = 1
    if axis > 0:
        n *= a.shape[0]
    if axis > 1:
        n *= a.shape[1]
    if axis > 2:
        n *= a.shape[2]
    if axis > 3:
        n *= a.shape[3]
    if axis > 4:
        n *= a.shape[4]
    if axis > 5:
        n *= a.shape[5]
    if axis > 6:
        n *= a.shape[6]
    return n


def _after(a, axis: static):
    """Number of elements over the axes behind one."""
    n = 1
    if a.ndim - axis > 1:
        n *= a.shape[-1]
    if a.ndim - axis > 2:
        n *= a.shape[-2]
    if a.ndim - axis > 3:
        n *= a.shape[-3]
    if a.ndim - axis > 4:
        n *= a.shape[-4]
    if a.ndim - axis > 5:
        n *= a.shape[-5]
    if a.ndim - axis > 6:
        n *= a.shape[-6]
    if a.ndim - axis > 7:
        n *= a.shape[-7]
    return n


def _folded(a, axis: static):
    """The array with three axes: those before, the axis, those behind."""
    return a.reshape((_before(a, axis), a.shape[axis], _after(a, axis)))


def _total_dtype(dtype: static):
    """In which type NumPy adds and multiplies."""
    if dtype.kind in "bi":
        return np.int64
    if dtype.kind == "u":
        return np.uint64
    return dtype


def _real_dtype(dtype: static):
    """The floats in which NumPy computes with real numbers of a type."""
    if dtype.kind in "biu":
        return np.float64
    return dtype
