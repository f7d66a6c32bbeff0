"""Norms, traces, cross products, weighted means and covariances."""
import numpy as np
import pycc
from pycc import static


def trace(a: np.ndarray, offset=0, axis1: static = 0, axis2: static = 1, dtype: static = None):
    if a.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    return np.diagonal(a, offset, axis1, axis2).sum(axis=-1, dtype=dtype)


def _magnitude(x):
    """Absolute values, of integers as floats."""
    return np.abs(x.astype(_real_dtype(x.dtype)))


def _squares(x):
    """Squared absolute values, of integers as floats."""
    if x.dtype.kind == "c":
        return np.square(x.real) + np.square(x.imag)
    return np.square(x.astype(_real_dtype(x.dtype)))


def _vector_norm(x, ord: static, axis: static, keepdims: static):
    if ord is None or ord == 2:
        return np.sqrt(_squares(x).sum(axis=axis, keepdims=keepdims))
    if ord == np.inf:
        return _magnitude(x).max(axis=axis, keepdims=keepdims)
    if ord == -np.inf:
        return _magnitude(x).min(axis=axis, keepdims=keepdims)
    if ord == 0:
        return (x != 0).astype(_magnitude_dtype(x.dtype)).sum(axis=axis, keepdims=keepdims)
    if ord == 1:
        return _magnitude(x).sum(axis=axis, keepdims=keepdims)
    return _power_norm(x, ord, axis, keepdims)


def _power_norm(x, ord, axis: static, keepdims: static):
    return np.power(np.power(_magnitude(x), ord).sum(axis=axis, keepdims=keepdims), 1.0 / ord)


def _magnitude_dtype(dtype: static):
    if dtype == np.complex64:
        return np.float32
    if dtype == np.complex128:
        return np.float64
    return _real_dtype(dtype)


def _matrix_norm(x, ord: static):
    """Over both axes of a matrix."""
    if ord == "fro":
        return np.sqrt(_squares(x).sum())
    if ord == 1:
        return _magnitude(x).sum(axis=0).max()
    if ord == -1:
        return _magnitude(x).sum(axis=0).min()
    if ord == np.inf:
        return _magnitude(x).sum(axis=1).max()
    if ord == -np.inf:
        return _magnitude(x).sum(axis=1).min()
    raise ValueError("of matrices, the norms 'fro', 1, -1, inf and -inf are supported")


def linalg__norm(x: np.ndarray, ord: static = None, axis: static = None, keepdims: static = False):
    if axis is None and ord is None:
        return np.sqrt(_squares(x).sum(keepdims=keepdims))
    elif axis is None and x.ndim == 2:
        if keepdims:
            raise ValueError("keepdims is not supported for norms of matrices")
        return _matrix_norm(x, ord)
    elif np.ndim(axis) == 1 and ord is not None:
        raise ValueError("norms of matrices over given axes are not supported")
    elif axis is None and x.ndim > 2:
        raise ValueError("Improper number of dimensions to norm.")
    elif ord == "fro":
        raise ValueError("Invalid norm order 'fro' for vectors")
    else:
        return _vector_norm(x, ord, axis, keepdims)


def cross(a: np.ndarray, b: np.ndarray):
    if a.ndim == 0 or b.ndim == 0:
        raise ValueError("At least one array has zero dimension")
    if a.shape[-1] < 2 or a.shape[-1] > 3 or b.shape[-1] < 2 or b.shape[-1] > 3:
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError("Both input arrays must be (arrays of) 3-dimensional vectors")
    x = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    y = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    z = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return _three(x, y, z)


def _three(x, y, z):
    if np.ndim(x) == 0:
        out = np.empty(3, x.dtype)
        out[0] = x
        out[1] = y
        out[2] = z
        return out
    else:
        return stack((x, y, z), -1)


def _weighted_dtype(a, weights):
    if a.dtype.kind in "biu":
        return np.result_type(a.dtype, weights.dtype, np.float64)
    return np.result_type(a.dtype, weights.dtype)


def average(a: np.ndarray, axis: static = None, weights: np.ndarray = None, keepdims: static = False):
    if weights is None:
        return a.mean(axis=axis, keepdims=keepdims)
    elif weights.ndim == a.ndim:
        if weights.shape != a.shape:
            if axis is None:
                raise TypeError("Axis must be specified when shapes of a and weights differ.")
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        return _average(a, weights, axis, keepdims)
    elif axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    elif weights.ndim != 1:
        raise ValueError("weights of one axis, or of a's shape, are supported")
    else:
        k = _axis(axis, a.ndim)
        if weights.shape[0] != a.shape[k]:
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        return _average(a, _more_axes(weights, a.ndim - 1 - k, False), k, keepdims)


def _average(a, weights, axis: static, keepdims: static):
    dtype = _weighted_dtype(a, weights)
    w = weights.astype(dtype)
    total = (w + np.zeros(1, dtype)).sum(axis=axis if w.ndim == a.ndim else 0, keepdims=keepdims)
    if np.ndim(total) == 0:
        if total == 0:
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    elif np.any(total == 0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return (a.astype(dtype) * w).sum(axis=axis, keepdims=keepdims) / total


def _conjugate(x):
    if x.dtype.kind == "c":
        return np.conj(x)
    return x


def _rows(m, y, rowvar: static):
    """Observations as columns, in floats."""
    x = m[None, :] if m.ndim == 1 else m if rowvar else m.T
    if y is None:
        return x.astype(np.result_type(m, np.float64))
    else:
        z = y[None, :] if y.ndim == 1 else y if rowvar else y.T
        return concatenate((x, z), 0).astype(np.result_type(m, y, np.float64))


def _covariance(m, y, rowvar: static, free):
    x = _rows(m, y, rowvar)
    far = x - x.mean(axis=1, keepdims=True)
    return far @ _conjugate(far).T / max(x.shape[1] - free, 0)


def cov(m: np.ndarray, y: np.ndarray = None, rowvar: static = True, bias: static = False, ddof=None):
    if m.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    free = (0 if bias else 1) if ddof is None else ddof
    c = _covariance(m, y, rowvar, free)
    if m.ndim == 1 and y is None:
        return np.array(c[0, 0])
    else:
        return c


def corrcoef(x: np.ndarray, y: np.ndarray = None, rowvar: static = True):
    if x.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    c = _covariance(x, y, rowvar, 1)
    d = np.sqrt(diag(c).real)
    r = c / d[:, None] / d[None, :]
    if x.ndim == 1 and y is None:
        return c[0, 0] / c[0, 0]
    elif x.dtype.kind == "c":
        return r
    else:
        return np.clip(r, -1, 1)
