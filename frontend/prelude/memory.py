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


def frombuffer(buffer, dtype: static = float, count=-1, offset=0):
    if not _c_contiguous(buffer):
        raise ValueError("ndarray is not C-contiguous")
    item = np.result_type(dtype).itemsize
    n = buffer.size * buffer.itemsize
    if offset < 0 or offset > n:
        raise ValueError(f"offset must be non-negative and no greater than buffer length ({n})")
    if count < 0 and (n - offset) % item != 0:
        raise ValueError("buffer size must be a multiple of element size")
    if offset + count * item > n:
        raise ValueError("buffer is smaller than requested size")
    last = n if count < 0 else offset + count * item
    return np.ravel(buffer).view(np.uint8)[offset:last].view(dtype)
