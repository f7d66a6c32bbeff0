"""scipy.ndimage: binary morphology by the cross of the nearest neighbours."""
import numpy as np
import pycc
from pycc import static


def _by_cross(input, structure: static, iterations: static, mask: static, output: static, border, origin: static, axes: static, erode: static):
    """Are an element and its neighbours along each axis all set, or (not erode) is one of them?"""
    if structure is not None or iterations != 1 or mask is not None or output is not None or origin != 0 or axes is not None:
        raise NotImplementedError("structure=, iterations=, mask=, output=, origin= and axes= of binary morphology are not supported")
    if input.ndim == 0 or input.ndim > 3:
        raise NotImplementedError("binary morphology takes arrays of one to three axes")
    x = _in_three(input != 0)
    out = np.empty(x.shape, np.bool_)
    edge = border != 0
    for i in pycc.prange(x.shape[0]):
        for j in pycc.prange(x.shape[1]):
            for k in range(x.shape[2]):
                left = x[i, j, k - 1] if k > 0 else edge
                right = x[i, j, k + 1] if k + 1 < x.shape[2] else edge
                every = x[i, j, k] and left and right
                some = x[i, j, k] or left or right
                if input.ndim > 1:
                    up = x[i, j - 1, k] if j > 0 else edge
                    down = x[i, j + 1, k] if j + 1 < x.shape[1] else edge
                    every = every and up and down
                    some = some or up or down
                if input.ndim > 2:
                    before = x[i - 1, j, k] if i > 0 else edge
                    after = x[i + 1, j, k] if i + 1 < x.shape[0] else edge
                    every = every and before and after
                    some = some or before or after
                out[i, j, k] = every if erode else some
    return out.reshape(input.shape)


def scipy_ndimage__binary_erosion(input: np.ndarray, structure: static = None, iterations: static = 1, mask: static = None, output: static = None,
                                  border_value=0, origin: static = 0, *, axes: static = None):
    return _by_cross(input, structure, iterations, mask, output, border_value, origin, axes, True)


def scipy_ndimage__binary_dilation(input: np.ndarray, structure: static = None, iterations: static = 1, mask: static = None, output: static = None,
                                   border_value=0, origin: static = 0, *, axes: static = None):
    return _by_cross(input, structure, iterations, mask, output, border_value, origin, axes, False)


def scipy_ndimage__binary_opening(input: np.ndarray, structure: static = None, iterations: static = 1, output: static = None):
    eroded = _by_cross(input, structure, iterations, None, output, 0, 0, None, True)
    return _by_cross(eroded, None, 1, None, None, 0, 0, None, False)


def scipy_ndimage__binary_closing(input: np.ndarray, structure: static = None, iterations: static = 1, output: static = None):
    dilated = _by_cross(input, structure, iterations, None, output, 0, 0, None, False)
    return _by_cross(dilated, None, 1, None, None, 0, 0, None, True)
