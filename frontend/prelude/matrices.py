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
        return _magnitude(x).max(axis=axis, keepdims=keepdims, initial=0)
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
    """Over the last two axes."""
    if ord == "fro":
        return np.sqrt(_squares(x).sum(axis=(-2, -1)))
    if ord == 1:
        return _magnitude(x).sum(axis=-2).max(axis=-1)
    if ord == -1:
        return _magnitude(x).sum(axis=-2).min(axis=-1)
    if ord == np.inf:
        return _magnitude(x).sum(axis=-1).max(axis=-1)
    if ord == -np.inf:
        return _magnitude(x).sum(axis=-1).min(axis=-1)
    if ord == 2:
        return np.linalg.svd(x, compute_uv=False).max(axis=-1)
    if ord == -2:
        return np.linalg.svd(x, compute_uv=False).min(axis=-1)
    if ord == "nuc":
        return np.linalg.svd(x, compute_uv=False).sum(axis=-1)
    raise ValueError("Invalid norm order for matrices.")


def _matrix_norm_over(x, ord: static, first: static, second: static, keepdims: static):
    r = _matrix_norm(np.moveaxis(x, (first, second), (-2, -1)), ord)
    if not keepdims:
        return r
    if x.ndim == 2:
        return np.full((1, 1), r)
    return np.expand_dims(r, (first, second))


def linalg__norm(x: np.ndarray, ord: static = None, axis: static = None, keepdims: static = False):
    x = np.asarray(x)
    if axis is not None and x.ndim == 0:
        raise ValueError("the axis is out of bounds for an array of no axes")
    if axis is None and ord is None:
        return np.sqrt(_squares(x).sum(keepdims=keepdims))
    elif axis is None and x.ndim == 2:
        return _matrix_norm_over(x, ord, 0, 1, keepdims)
    elif np.ndim(axis) == 1 and ord is not None:
        return _matrix_norm_over(x, ord, _axis(axis[0], x.ndim), _axis(axis[1], x.ndim), keepdims)
    elif axis is None and x.ndim != 1:
        raise ValueError("Improper number of dimensions to norm.")
    elif ord == "fro" or ord == "nuc":
        raise ValueError("Invalid norm order for vectors")
    else:
        return _vector_norm(x, ord, axis, keepdims)


def _run_linalg__norm(x: np.ndarray, ord, axis: static = None, keepdims: static = False):
    """Of an order that is known when running only."""
    if x.ndim == 0:
        raise ValueError("Improper number of dimensions to norm.")
    elif np.ndim(axis) == 1 or (axis is None and x.ndim > 1):
        return _run_matrix_norm(x, ord, axis, keepdims)
    elif ord == 1:
        return _vector_norm(x, 1, axis, keepdims)
    elif ord == 2:
        return _vector_norm(x, 2, axis, keepdims)
    elif ord == np.inf:
        return _vector_norm(x, np.inf, axis, keepdims)
    elif ord == -np.inf:
        return _vector_norm(x, -np.inf, axis, keepdims)
    elif ord == 0:
        return _vector_norm(x, 0, axis, keepdims)
    else:
        return _power_norm(x, ord, axis, keepdims)


def _run_matrix_norm(x, ord, axis: static, keepdims: static):
    if ord == 1:
        return linalg__norm(x, 1, axis, keepdims)
    elif ord == -1:
        return linalg__norm(x, -1, axis, keepdims)
    elif ord == 2:
        return linalg__norm(x, 2, axis, keepdims)
    elif ord == -2:
        return linalg__norm(x, -2, axis, keepdims)
    elif ord == np.inf:
        return linalg__norm(x, np.inf, axis, keepdims)
    elif ord == -np.inf:
        return linalg__norm(x, -np.inf, axis, keepdims)
    raise ValueError("\1Invalid norm order for matrices.")


def linalg__vector_norm(x: np.ndarray, *, axis: static = None, keepdims: static = False, ord: static = 2):
    return _vector_norm(x, ord, axis, keepdims)


def linalg__matrix_norm(x: np.ndarray, *, keepdims: static = False, ord: static = "fro"):
    return _matrix_norm_over(x, ord, x.ndim - 2, x.ndim - 1, keepdims)


def linalg__matrix_transpose(x: np.ndarray):
    return np.matrix_transpose(x)


def linalg__diagonal(x: np.ndarray, *, offset=0):
    return np.diagonal(x, offset, -2, -1)


def linalg__trace(x: np.ndarray, *, offset=0, dtype: static = None):
    return np.diagonal(x, offset, -2, -1).sum(axis=-1, dtype=dtype)


def linalg__outer(x1: np.ndarray, x2: np.ndarray):
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError("Input arrays must be one-dimensional")
    return np.outer(x1, x2)


def linalg__matmul(x1: np.ndarray, x2: np.ndarray):
    return x1 @ x2


def linalg__cross(x1: np.ndarray, x2: np.ndarray, *, axis: static = -1):
    n1, n2 = x1.shape[axis], x2.shape[axis]
    if n1 != 3 or n2 != 3:
        raise ValueError(f"Both input arrays must be (arrays of) 3-dimensional vectors, but they are {n1} and {n2} dimensional instead.")
    return cross(x1, x2, axis=axis)


def vecdot(x1: np.ndarray, x2: np.ndarray, axis: static = -1):
    if x1.ndim == 0 or x2.ndim == 0:
        raise ValueError("vecdot: Input operand does not have enough dimensions")
    product = _conjugate(x1) * x2
    return product.sum(axis=axis, dtype=product.dtype)


def matvec(x1: np.ndarray, x2: np.ndarray):
    if x1.ndim < 2 or x2.ndim < 1:
        raise ValueError("matvec: Input operand does not have enough dimensions")
    if x1.shape[-1] != x2.shape[-1]:
        raise ValueError(f"matvec: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,n),(n)->(m) "
                         f"(size {x2.shape[-1]} is different from {x1.shape[-1]})")
    return np.matmul(x1, x2[..., None])[..., 0]


def vecmat(x1: np.ndarray, x2: np.ndarray):
    if x1.ndim < 1 or x2.ndim < 2:
        raise ValueError("vecmat: Input operand does not have enough dimensions")
    if x1.shape[-1] != x2.shape[-2]:
        raise ValueError(f"vecmat: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n),(n,m)->(m) "
                         f"(size {x2.shape[-2]} is different from {x1.shape[-1]})")
    return np.matmul(_conjugate(x1)[..., None, :], x2)[..., 0, :]


def linalg__vecdot(x1: np.ndarray, x2: np.ndarray, *, axis: static = -1):
    return vecdot(x1, x2, axis)


def cross(a: np.ndarray, b: np.ndarray, axisa: static = -1, axisb: static = -1, axisc: static = -1, axis: static = None):
    if axis is not None:
        return cross(a, b, axis, axis, axis)
    if axisa != -1 or axisb != -1 or axisc != -1:
        c = cross(np.moveaxis(a, axisa, -1), np.moveaxis(b, axisb, -1))
        return c if c.ndim == 1 else np.moveaxis(c, -1, axisc)
    if a.ndim == 0 or b.ndim == 0:
        raise ValueError("At least one array has zero dimension")
    if a.shape[-1] < 2 or a.shape[-1] > 3 or b.shape[-1] < 2 or b.shape[-1] > 3:
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    if a.shape[-1] + b.shape[-1] == 5:
        return cross(_in_space(a), _in_space(b))
    if a.shape[-1] != 3:
        raise ValueError("\2Both input arrays must be (arrays of) 3-dimensional vectors")
    x = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    y = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    z = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return _three(x, y, z)


def _in_space(a):
    """Vectors of two or three numbers as vectors of three."""
    out = np.zeros(a.shape[:-1] + (3,), a.dtype)
    out[..., :a.shape[-1]] = a
    return out


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


def average(a: np.ndarray, axis: static = None, weights: np.ndarray = None, returned: static = False,
            keepdims: static = False):
    a = np.asarray(a)
    if returned:
        return _with_weights(_averages(a, axis, weights, keepdims))
    elif weights is None:
        mean = a.mean(axis=axis, keepdims=keepdims)
        if np.ndim(mean) > 0:
            _refuse_nothing(mean)
        return mean
    else:
        return _averages(a, axis, weights, keepdims)[0]


def _refuse_nothing(averages):
    if averages.size == 0:
        raise ZeroDivisionError("division by zero")


def _with_weights(pair):
    """Averages, and the sums of the weights for each of them."""
    if np.ndim(pair[0]) == 0:
        return pair
    total = np.empty(pair[0].shape, pair[1].dtype)
    total[...] = pair[1]
    return pair[0], total


def _averages(a, axis: static, weights, keepdims: static):
    """Averages, and the sums of the weights."""
    if weights is None:
        mean = a.mean(axis=axis, keepdims=keepdims)
        n = 1 if np.ndim(mean) == 0 else mean.size
        return mean, (np.ones(1, mean.dtype) * (a.size / n))[0]
    elif weights.ndim == a.ndim:
        if weights.shape != a.shape:
            if axis is None:
                raise TypeError("Axis must be specified when shapes of a and weights differ.")
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        return _average(a, weights, axis, keepdims)
    elif axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    elif np.ndim(axis) > 0:
        return _average(a, _weights_along(a, weights, axis), axis, keepdims)
    elif weights.ndim != 1:
        raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
    else:
        k = _axis(axis, a.ndim)
        if weights.shape[0] != a.shape[k]:
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        return _average(a, _more_axes(weights, a.ndim - 1 - k, False), k, keepdims)


def _weights_along(a, weights, axes: static):
    """Weights for some axes in ascending order, with those that they lack."""
    if len(axes) != 2 or weights.ndim != 2 or _axis(axes[0], a.ndim) > _axis(axes[1], a.ndim):
        raise NotImplementedError("weights of one axis, of two in ascending order, or of a's shape, are supported")
    i = _axis(axes[0], a.ndim)
    j = _axis(axes[1], a.ndim)
    if weights.shape != (a.shape[i], a.shape[j]):
        raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
    shape = _with_extent(_with_extent((1,) * a.ndim, i, a.shape[i]), j, a.shape[j])
    return weights.reshape(shape)


def _average(a, weights, axis: static, keepdims: static):
    dtype = _weighted_dtype(a, weights)
    w = weights.astype(dtype)
    total = (w + np.zeros(1, dtype)).sum(axis=axis if w.ndim == a.ndim else 0, keepdims=keepdims)
    if np.ndim(total) == 0:
        if total == 0:
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    elif np.any(total == 0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return (a.astype(dtype) * w).sum(axis=axis, keepdims=keepdims) / total, total


def _conjugate(x):
    if x.dtype.kind == "c":
        return np.conj(x)
    return x


def _rows(m, y, rowvar: static, dtype: static):
    """Observations as columns, in floats."""
    if dtype is not None:
        return _rows(m, y, rowvar, None).astype(dtype)
    x = m[None, :] if m.ndim == 1 else m if rowvar else m.T
    if y is None and (m.dtype == np.float64 or m.dtype == np.complex128):
        return x
    elif y is None:
        return x.astype(np.result_type(m, np.float64))
    else:
        z = y[None, :] if y.ndim == 1 else y if rowvar else y.T
        return concatenate((x, z), 0).astype(np.result_type(m, y, np.float64))


def _covariance(m, y, rowvar: static, free, weights, dtype: static):
    x = _rows(m, y, rowvar, dtype)
    if weights is None:
        far = x - x.mean(axis=1, keepdims=True)
        c = far @ _conjugate(far).T
        c /= max(x.shape[1] - free, 0)
    else:
        far = x - _average(x, weights, 1, True)[0]
        c = far @ _conjugate(far * weights).T
        c /= max(free, 0)
    return c


def _free(fweights, aweights, w, ddof):
    """Weighted observations less the degrees of freedom."""
    total = w.sum()
    if ddof == 0:
        return total * 1.0
    if aweights is None:
        return total - ddof * 1.0
    return total - ddof * (w * aweights).sum() / total


def cov(m: np.ndarray, y: np.ndarray = None, rowvar: static = True, bias: static = False, ddof=None,
        fweights: np.ndarray = None, aweights: np.ndarray = None, dtype: static = None):
    if m.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    less = (0 if bias else 1) if ddof is None else ddof
    if fweights is None and aweights is None:
        c = _covariance(m, y, rowvar, less, None, dtype)
    elif aweights is None:
        c = _covariance(m, y, rowvar, _free(fweights, None, fweights, less), fweights, dtype)
    elif fweights is None:
        c = _covariance(m, y, rowvar, _free(None, aweights, aweights, less), aweights, dtype)
    else:
        w = fweights * aweights
        c = _covariance(m, y, rowvar, _free(fweights, aweights, w, less), w, dtype)
    if m.ndim == 1 and y is None:
        return np.array(c[0, 0])
    else:
        return c


def corrcoef(x: np.ndarray, y: np.ndarray = None, rowvar: static = True, dtype: static = None):
    if x.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    c = _covariance(x, y, rowvar, 1, None, dtype)
    d = np.sqrt(diag(c).real)
    r = c / d[:, None] / d[None, :]
    if x.ndim == 1 and y is None:
        return c[0, 0] / c[0, 0]
    elif x.dtype.kind == "c":
        return r
    else:
        return np.clip(r, -1, 1)
