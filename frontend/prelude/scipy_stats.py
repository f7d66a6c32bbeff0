"""scipy.stats, the normal distribution in it, and scipy.spatial.distance."""
import numpy as np
import pycc
from scipy import special
from pycc import static


def _double(x):
    """A number or the elements of an array as doubles."""
    if np.result_type(x).kind == "c":
        raise TypeError("of complex numbers this function is not supported")
    if np.ndim(x) == 0:
        return np.float64(np.asarray(x)[()])
    else:
        return x.astype(np.float64)


# ---- the normal distribution


def _normal_place(x, loc, scale):
    """In units of the width from the middle; nan where that is not positive."""
    s = _double(scale)
    return (_double(x) - _double(loc)) / np.where(s > 0, s, np.nan)


def scipy_stats_norm__pdf(x: np.ndarray, loc: np.ndarray = 0, scale: np.ndarray = 1):
    y = _normal_place(x, loc, scale)
    return np.exp(-0.5 * y * y) / 2.5066282746310002 / _double(scale)


def scipy_stats_norm__logpdf(x: np.ndarray, loc: np.ndarray = 0, scale: np.ndarray = 1):
    y = _normal_place(x, loc, scale)
    return -0.5 * y * y - 0.9189385332046727 - np.log(_double(scale))


def scipy_stats_norm__cdf(x: np.ndarray, loc: np.ndarray = 0, scale: np.ndarray = 1):
    return special.ndtr(_normal_place(x, loc, scale))


def scipy_stats_norm__sf(x: np.ndarray, loc: np.ndarray = 0, scale: np.ndarray = 1):
    return special.ndtr(-_normal_place(x, loc, scale))


def scipy_stats_norm__logcdf(x: np.ndarray, loc: np.ndarray = 0, scale: np.ndarray = 1):
    return special.log_ndtr(_normal_place(x, loc, scale))


def scipy_stats_norm__logsf(x: np.ndarray, loc: np.ndarray = 0, scale: np.ndarray = 1):
    return special.log_ndtr(-_normal_place(x, loc, scale))


def scipy_stats_norm__ppf(q: np.ndarray, loc: np.ndarray = 0, scale: np.ndarray = 1):
    s = _double(scale)
    return special.ndtri(_double(q)) * np.where(s > 0, s, np.nan) + _double(loc)


def scipy_stats_norm__isf(q: np.ndarray, loc: np.ndarray = 0, scale: np.ndarray = 1):
    s = _double(scale)
    return -special.ndtri(_double(q)) * np.where(s > 0, s, np.nan) + _double(loc)


# ---- what describes a sample


def _sample(a, nan_policy: static):
    if nan_policy != "propagate":
        raise ValueError("nan_policy other than 'propagate' is not supported: leave nan out before")
    if a.dtype.kind == "c":
        raise TypeError("of complex numbers this function is not supported")
    return a.astype(_real_dtype(a.dtype))


def _epsilon(dtype: static):
    if dtype == np.float32:
        return 1.1920928955078125e-07
    return 2.220446049250313e-16


def scipy_stats__zscore(a: np.ndarray, axis: static = 0, ddof=0, nan_policy: static = "propagate"):
    x = _sample(a, nan_policy)
    mean = np.mean(x, axis=axis, keepdims=True)
    width = np.std(x, axis=axis, ddof=ddof, keepdims=True)
    return (x - mean) / np.where(width <= np.abs(_epsilon(x.dtype) * mean), np.nan, width).astype(x.dtype)


def scipy_stats__gmean(a: np.ndarray, axis: static = 0, dtype: static = None, weights: static = None):
    if dtype is not None or weights is not None:
        raise ValueError("dtype= and weights= are not supported")
    return np.exp(np.mean(np.log(_sample(a, "propagate")), axis=axis))


def scipy_stats__hmean(a: np.ndarray, axis: static = 0, dtype: static = None, *, weights: static = None):
    if dtype is not None or weights is not None:
        raise ValueError("dtype= and weights= are not supported")
    x = _sample(a, "propagate")
    return 1.0 / np.mean(1.0 / np.where(x < 0, np.nan, x).astype(x.dtype), axis=axis)


def scipy_stats__sem(a: np.ndarray, axis: static = 0, ddof=1, nan_policy: static = "propagate"):
    x = _sample(a, nan_policy)
    if axis is None:
        return np.std(x, ddof=ddof) / np.sqrt(x.size)
    else:
        return np.std(x, axis=axis, ddof=ddof) / np.sqrt(x.shape[axis])


def _central(x, order: static, axis: static):
    """The mean of a power of what lies between the elements and their mean."""
    d = x - np.mean(x, axis=axis, keepdims=True)
    return np.mean(d ** order, axis=axis)


def _is_narrow(x, second, axis: static):
    """Is the width nothing against the mean, so that what is divided by it has no meaning?"""
    return second <= (_epsilon(x.dtype) * np.mean(x, axis=axis)) ** 2


def scipy_stats__skew(a: np.ndarray, axis: static = 0, bias: static = True, nan_policy: static = "propagate"):
    x = _sample(a, nan_policy)
    second = _central(x, 2, axis)
    value = np.where(_is_narrow(x, second, axis), np.nan, _central(x, 3, axis) / second ** 1.5)
    n = x.size if axis is None else x.shape[axis]
    if bias or n <= 2:
        return value
    return value * (np.sqrt(n * (n - 1.0)) / (n - 2.0))


def scipy_stats__kurtosis(a: np.ndarray, axis: static = 0, fisher: static = True, bias: static = True, nan_policy: static = "propagate"):
    x = _sample(a, nan_policy)
    second = _central(x, 2, axis)
    value = np.where(_is_narrow(x, second, axis), np.nan, _central(x, 4, axis) / second ** 2)
    n = x.size if axis is None else x.shape[axis]
    less = 3.0 if fisher else 0.0
    if bias or n <= 3:
        return value - less
    return ((n * n - 1.0) * value - 3.0 * (n - 1.0) ** 2) / (n - 2.0) / (n - 3.0) + 3.0 - less


def scipy_stats__variation(a: np.ndarray, axis: static = 0, nan_policy: static = "propagate", ddof=0):
    x = _sample(a, nan_policy)
    return np.std(x, axis=axis, ddof=ddof) / np.mean(x, axis=axis)


# ---- scipy.spatial.distance


def _apart(a, b, i, j, metric: static, p):
    """From row i of a matrix to row j of another."""
    s = 0.0
    t = 0.0
    u = 0.0
    for k in range(a.shape[1]):
        x = float(a[i, k])
        y = float(b[j, k])
        if metric == "euclidean" or metric == "sqeuclidean":
            s += (x - y) * (x - y)
        elif metric == "cityblock":
            s += abs(x - y)
        elif metric == "chebyshev":
            s = max(s, abs(x - y))
        elif metric == "minkowski":
            s += np.power(abs(x - y), np.float64(p))
        elif metric == "cosine":
            s += x * y
            t += x * x
            u += y * y
        elif metric == "hamming":
            s += 1.0 if x != y else 0.0
        elif metric == "canberra":
            s += abs(x - y) / (abs(x) + abs(y)) if x != 0 or y != 0 else 0.0
        elif metric == "braycurtis":
            s += abs(x - y)
            t += abs(x + y)
        else:
            raise ValueError("metric is one of 'euclidean', 'sqeuclidean', 'cityblock', 'chebyshev', 'minkowski', 'cosine', 'hamming', 'canberra' and 'braycurtis'")
    if metric == "euclidean":
        return np.sqrt(s)
    if metric == "minkowski":
        return np.power(s, 1.0 / np.float64(p))
    if metric == "cosine":
        return 1.0 - s / (np.sqrt(t) * np.sqrt(u))
    if metric == "hamming":
        return s / a.shape[1]
    if metric == "braycurtis":
        return s / t
    return s


def scipy_distance__cdist(XA: np.ndarray, XB: np.ndarray, metric: static = "euclidean", *, p=2.0):
    if XA.ndim != 2:
        raise ValueError("XA must be a 2-dimensional array.")
    if XB.ndim != 2:
        raise ValueError("XB must be a 2-dimensional array.")
    if XA.shape[1] != XB.shape[1]:
        raise ValueError("XA and XB must have the same number of columns (i.e. feature dimension.)")
    out = np.empty((XA.shape[0], XB.shape[0]))
    for i in pycc.prange(XA.shape[0]):
        for j in range(XB.shape[0]):
            out[i, j] = _apart(XA, XB, i, j, metric, p)
    return out


def scipy_distance__pdist(X: np.ndarray, metric: static = "euclidean", *, p=2.0):
    if X.ndim != 2:
        raise ValueError("A 2-dimensional array must be passed.")
    n = X.shape[0]
    out = np.empty(n * (n - 1) // 2)
    at = 0
    for i in range(n):
        for j in range(i + 1, n):
            out[at] = _apart(X, X, i, j, metric, p)
            at += 1
    return out


def scipy_distance__squareform(X: np.ndarray, force: static = "no", checks: static = True):
    if force != "no":
        raise ValueError("force= is not supported")
    if X.ndim == 1:
        return _square(X)
    elif X.ndim == 2:
        return _upper_half(X, checks)
    else:
        raise ValueError("The first argument must be one or two dimensional array.")


def _square(v):
    n = 1 if v.size == 0 else int(np.ceil(np.sqrt(2.0 * v.size)))
    if n * (n - 1) != 2 * v.size:
        raise ValueError("Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer n >= 2.")
    out = np.zeros((n, n), v.dtype)
    at = 0
    for i in range(n):
        for j in range(i + 1, n):
            out[i, j] = v[at]
            out[j, i] = v[at]
            at += 1
    return out


def _upper_half(m, checks: static):
    n = m.shape[0]
    if n != m.shape[1]:
        raise ValueError("The matrix argument must be square.")
    if checks:
        if not (m == m.T).all():
            raise ValueError("Distance matrix 'X' must be symmetric.")
        if not (np.diagonal(m) == 0).all():
            raise ValueError("Distance matrix 'X' diagonal must be zero.")
    out = np.empty(n * (n - 1) // 2, m.dtype)
    at = 0
    for i in range(n):
        for j in range(i + 1, n):
            out[at] = m[i, j]
            at += 1
    return out


def _vectors_apart(u, v, metric: static, p):
    if u.ndim != 1 or v.ndim != 1:
        raise ValueError("Input vector should be 1-D.")
    if len(u) != len(v):
        raise ValueError(f"operands could not be broadcast together with shapes ({len(u)},) ({len(v)},) ")
    return np.float64(_apart(u[None, :], v[None, :], 0, 0, metric, p))


def scipy_distance__euclidean(u: np.ndarray, v: np.ndarray):
    return _vectors_apart(u, v, "euclidean", 2.0)


def scipy_distance__cosine(u: np.ndarray, v: np.ndarray):
    return _vectors_apart(u, v, "cosine", 2.0)


def scipy_distance__canberra(u: np.ndarray, v: np.ndarray):
    return _vectors_apart(u, v, "canberra", 2.0)


def scipy_distance__hamming(u: np.ndarray, v: np.ndarray):
    return _vectors_apart(u, v, "hamming", 2.0)


def scipy_distance__minkowski(u: np.ndarray, v: np.ndarray, p=2):
    if p <= 0:
        raise ValueError("\1p must be greater than 0")
    return _vectors_apart(u, v, "minkowski", float(p))


def scipy_distance__sqeuclidean(u: np.ndarray, v: np.ndarray):
    d = u.astype(_real_dtype(u.dtype)) - v.astype(_real_dtype(v.dtype))
    return (d * d).sum()


def scipy_distance__cityblock(u: np.ndarray, v: np.ndarray):
    return np.abs(u - v).sum()


def scipy_distance__chebyshev(u: np.ndarray, v: np.ndarray):
    return np.abs(u - v).max()
