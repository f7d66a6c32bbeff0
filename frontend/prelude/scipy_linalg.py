"""scipy.linalg: norms and special matrices. Its factorizations are rows of lib.def."""
import numpy as np
from pycc import static


def _all_finite(a):
    """The array, none of whose elements is nan or infinite."""
    if not np.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")
    return a


def scipy_linalg__norm(a: np.ndarray, ord: static = None, axis: static = None, keepdims: static = False, check_finite: static = True):
    return np.linalg.norm(_all_finite(a) if check_finite else a, ord, axis, keepdims)


def scipy_linalg__toeplitz(c: np.ndarray, r: np.ndarray = None):
    if r is None:
        return _diagonals(c, _conjugate(c))
    else:
        return _diagonals(c, r)


def _diagonals(c, r):
    """The first column and row, one element a diagonal."""
    column = np.atleast_1d(c)
    row = np.atleast_1d(r)
    if column.ndim != 1 or row.ndim != 1:
        raise ValueError("toeplitz of stacks is not supported: call it for each of them")
    out = np.empty((column.size, row.size), np.result_type(column, row))
    for i in range(column.size):
        for j in range(row.size):
            out[i, j] = column[i - j] if i >= j else row[j - i]
    return out


def scipy_linalg__circulant(c: np.ndarray):
    a = np.atleast_1d(c)
    if a.ndim != 1:
        raise ValueError("circulant of stacks is not supported: call it for each of them")
    n = a.size
    out = np.empty((n, n), a.dtype)
    for i in range(n):
        for j in range(n):
            out[i, j] = a[i - j if i >= j else i - j + n]
    return out


def scipy_linalg__hankel(c: np.ndarray, r: np.ndarray = None):
    if r is None:
        return _skewed(c, np.zeros_like(c))
    else:
        return _skewed(c, r)


def _skewed(c, r):
    """The first column and the last row, one element a diagonal that rises."""
    if c.ndim != 1 or r.ndim != 1:
        raise ValueError("hankel takes vectors")
    n = c.size
    out = np.empty((n, r.size), np.result_type(c, r))
    for i in range(n):
        for j in range(r.size):
            out[i, j] = c[i + j] if i + j < n else r[i + j - n + 1]
    return out


def scipy_linalg__hilbert(n):
    i = np.arange(n)
    return 1.0 / (1.0 + i[:, None] + i)


def scipy_linalg__companion(a: np.ndarray):
    if a.ndim != 1:
        raise ValueError("companion takes a vector")
    if a.size < 2:
        raise ValueError("The length of `a` along the last axis must be at least 2.")
    if a[0] == 0:
        raise ValueError("The first coefficient(s) of `a` (i.e. elements of `a[..., 0]`) must not be zero.")
    row = -a[1:] / (1.0 * a[0:1])
    out = np.zeros((row.size, row.size), row.dtype)
    out[0] = row
    for i in range(1, row.size):
        out[i, i - 1] = 1
    return out


def scipy_linalg__helmert(n, full: static = False):
    out = np.zeros((n, n))
    for i in range(n):
        size = np.sqrt(n if i == 0 else i * (i + 1))
        for j in range(n if i == 0 else i):
            out[i, j] = 1.0 / size
        if i > 0:
            out[i, i] = -i / size
    return out if full else out[1:]


def scipy_linalg__dft(n, scale: static = None):
    i = np.arange(n)
    m = np.exp(-2j * np.pi * i / n)[:, None] ** i
    if scale is None:
        return m
    elif scale == "sqrtn":
        return m / np.sqrt(n)
    elif scale == "n":
        return m / n
    else:
        raise ValueError("scale must be None, 'sqrtn', or 'n'")


def scipy_linalg__block_diag(*arrs):
    if len(arrs) == 0:
        return np.zeros((1, 0))
    else:
        return _blocks(arrs)


def _blocks(arrs):
    first = np.atleast_2d(arrs[0])
    if first.ndim != 2:
        raise ValueError("block_diag of stacks is not supported: call it for each of them")
    if len(arrs) == 1:
        return first.copy()
    else:
        return _two_blocks(first, _blocks(arrs[1:]))


def _two_blocks(a, b):
    out = np.zeros((a.shape[0] + b.shape[0], a.shape[1] + b.shape[1]), np.result_type(a, b))
    out[:a.shape[0], :a.shape[1]] = a
    out[a.shape[0]:, a.shape[1]:] = b
    return out


def scipy_linalg__issymmetric(a: np.ndarray, atol=None, rtol=None):
    return _is_mirrored(a, np.swapaxes(a, -1, -2), atol, rtol)


def scipy_linalg__ishermitian(a: np.ndarray, atol=None, rtol=None):
    return _is_mirrored(a, _conjugate(np.swapaxes(a, -1, -2)), atol, rtol)


def _is_mirrored(a, b, atol, rtol):
    if a.ndim != 2:
        raise ValueError("Input array must be a 2D NumPy array.")
    if a.shape[0] != a.shape[1]:
        raise ValueError("Input array must be square.")
    if atol is None and rtol is None:
        return bool((a == b).all())
    else:
        return bool(np.allclose(a, b, atol=0.0 if atol is None else atol, rtol=0.0 if rtol is None else rtol))


def scipy_linalg__bandwidth(a: np.ndarray):
    if a.ndim != 2:
        raise ValueError("Input array must be a 2D NumPy array.")
    below = 0
    above = 0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] != 0:
                below = max(below, i - j)
                above = max(above, j - i)
    return below, above
