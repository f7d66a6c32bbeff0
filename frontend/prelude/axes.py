"""Axes: their numbers, and parts of an array along one."""
import numpy as np
from pycc import static


def _axis(axis: static, ndim: static):
    """The axis counted from the first."""
    if axis < -ndim or axis >= ndim:
        raise ValueError("the axis is out of bounds for an array of this dimension")
    return axis + ndim if axis < 0 else axis


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
