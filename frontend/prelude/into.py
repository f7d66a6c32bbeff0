"""What sugar_out.c makes of keywords: out=, dtype= of element-wise functions; copies into parts of arrays."""
import numpy as np
from pycc import static


def _into(value, out):
    """The array, which has taken the values of a function that has no out= of its own."""
    if np.ndim(value) != np.ndim(out):
        raise ValueError("the array for the results has not as many axes as these")
    if np.result_type(value, out.dtype).kind != out.dtype.kind:
        if out.dtype.kind != "i" or np.result_type(value).kind != "u":
            raise TypeError("the type of the array does not hold the results; convert them: .astype(...)")
    if np.ndim(out) > 0:
        if value.shape != out.shape:
            raise ValueError("the array for the results has not their shape")
    out[...] = value
    return out


def _typed(x, dtype: static):
    """An operand of a function that computes in this type."""
    if np.result_type(x, dtype).kind != dtype.kind:
        if dtype.kind != "i" or np.result_type(x).kind != "u":
            raise TypeError("the operands do not fit it; convert them: .astype(...)")
    if np.ndim(x) == 0:
        return np.array(x).astype(dtype)[()]
    return x.astype(dtype)


def fill_diagonal(a, val: np.ndarray, wrap: static = False):
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim > 2:
        if not _is_cube(a, 1):
            raise ValueError("All dimensions of input must be of equal length")
        _fill_places(a, a.shape[0], 0, val)
    else:
        n = a.shape[1]
        end = a.size if wrap else min(a.size, n * n)
        _fill_places(a, (end + n) // (n + 1), n, val)


def _is_cube(a, axis: static):
    if axis == a.ndim:
        return True
    return a.shape[0] == a.shape[axis] and _is_cube(a, axis + 1)


def _fill_places(a, n, columns, val):
    """n places of the diagonal, which goes on at the top where it has left a matrix of so many columns."""
    for k in range(n):
        if a.ndim == 2:
            a[k * (columns + 1) // columns, k * (columns + 1) % columns] = _in_turn(val, k)
        else:
            _fill_corner(a, k, _in_turn(val, k))


def _fill_corner(a, k, value):
    """a[k, k, ...] = value"""
    if a.ndim == 1:
        a[k] = value
    else:
        _fill_corner(a[k], k, value)


def _in_turn(values, k):
    if np.ndim(values) == 0:
        return values
    elif values.ndim == 1:
        return values[k % values.shape[0]]
    else:
        return np.ravel(values)[k % values.size]


def _flat_put(a, i, v):
    """a.flat[i] = v, for an i that is in range"""
    if a.ndim == 0:
        a[()] = v
    elif a.ndim == 1:
        a[i] = v
    elif a.ndim == 2:
        a[i // a.shape[1], i % a.shape[1]] = v
    else:
        n = a[0].size
        _flat_put(a[i // n], i % n, v)


def _flat_set(a, i: np.ndarray, v: np.ndarray):
    """a.flat[i] = v"""
    if a.ndim == 1:
        a[i] = v
    elif np.ndim(i) == 0:
        if i < -a.size or i >= a.size:
            raise IndexError("index is out of bounds for the number of elements")
        _flat_put(a, i + a.size if i < 0 else i, v)
    elif np.result_type(i) == np.bool_:
        a[np.unravel_index(np.nonzero(i)[0], a.shape)] = v
    else:
        a[np.unravel_index(np.where(i < 0, i + a.size, i), a.shape)] = v


def _flat_fill(a, lo, hi, step, v: np.ndarray):
    """a.flat[lo:hi:step] = v"""
    if a.ndim == 1:
        a[lo:hi:step] = v
    else:
        by = 1 if step is None else step
        if by == 0:
            raise ValueError("slice step cannot be zero")
        first = (0 if by > 0 else a.size - 1) if lo is None else _slice_end(lo, a.size, by)
        end = (a.size if by > 0 else -1) if hi is None else _slice_end(hi, a.size, by)
        a[np.unravel_index(np.arange(first, end, by), a.shape)] = v


def _slice_end(i, n, step):
    """An end of a slice of n elements, which lies within them, or next to them in the direction of the step."""
    at = i + n if i < 0 else i
    return min(max(at, 0), n) if step > 0 else min(max(at, -1), n - 1)
