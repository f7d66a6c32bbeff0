"""How arrays lie in memory: a.flags, and memory read as elements of another type."""
import numpy as np
from pycc import static


def _c_contiguous(a):
    """a.flags.c_contiguous"""
    if a.ndim == 0:
        return True
    strides = a.strides
    step = a.itemsize
    for i in range(a.ndim):
        k = a.ndim - 1 - i
        if a.shape[k] != 1:
            if strides[k] != step and a.size > 0:
                return False
            step *= a.shape[k]
    return True


def _f_contiguous(a):
    """a.flags.f_contiguous"""
    if a.ndim == 0:
        return True
    strides = a.strides
    step = a.itemsize
    for k in range(a.ndim):
        if a.shape[k] != 1:
            if strides[k] != step and a.size > 0:
                return False
            step *= a.shape[k]
    return True


def _contiguous(a):
    """a.flags.forc"""
    return _c_contiguous(a) or _f_contiguous(a)


def isfortran(a):
    return _f_contiguous(a) and not _c_contiguous(a)
