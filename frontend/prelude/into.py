"""What sugar_out.c makes of keywords: out=, dtype= of element-wise functions; copies into parts of arrays."""
import numpy as np
from pycc import static


def _into(value, out):
    """The array, which has taken the values of a function that has no out= of its own."""
    if out is None:
        return value
    if np.ndim(value) != np.ndim(out):
        raise NotImplementedError("the array for the results has not as many axes as these")
    if np.result_type(value, out.dtype).kind != out.dtype.kind:
        if out.dtype.kind != "i" or np.result_type(value).kind != "u":
            raise NotImplementedError("the type of the array does not hold the results; convert them: .astype(...)")
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
        _fill_places(a, a.shape[0], 0, _first_ones(val, a.shape[0]))
    else:
        n = a.shape[1]
        end = a.size if wrap else min(a.size, n * n)
        places = (end + n) // (n + 1)
        _fill_places(a, places, n, _first_ones(val, places))


def _first_ones(values, n):
    """A number itself; of an array the elements along one axis, without rows after the nth element."""
    if np.ndim(values) < 2:
        return values
    else:
        return np.ravel(values[:n // max(1, values[:1].size) + 1])


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


def _flat_item(a, i):
    """a.flat[i], for an i that is in range"""
    if a.ndim == 0:
        return a[()]
    elif a.ndim == 1:
        return a[i]
    elif a.ndim == 2:
        return a[i // a.shape[1], i % a.shape[1]]
    else:
        n = a[0].size
        return _flat_item(a[i // n], i % n)


def _flat_wrapped(a, i):
    if i < -a.size or i >= a.size:
        raise IndexError(f"index {i} is out of bounds for size {a.size}")
    return i + a.size if i < 0 else i


def _flat_places(a, i):
    """Indices of a, for an array of those of a.flat."""
    if np.result_type(i) == np.bool_:
        if i.ndim != 1:
            raise IndexError("too many indices for flat iterator: flat iterator is 1-dimensional")
        if i.size != a.size:
            raise IndexError("boolean index did not match indexed flat iterator")
        return np.unravel_index(np.nonzero(i)[0], a.shape)
    else:
        for k in i:
            _flat_wrapped(a, k)
        return np.unravel_index(np.where(i < 0, i + a.size, i), a.shape)


def _flat_kept(a, v):
    """Before v is put into a as one item: what its type does not hold is an error of its own."""
    if a.dtype.kind in 'iu' and np.result_type(v).kind in 'iuf' and np.result_type(v) != a.dtype:
        low = -2.0 ** (8 * a.itemsize - 1) if a.dtype.kind == 'i' else 0.0
        high = 2.0 ** (8 * a.itemsize - 1) if a.dtype.kind == 'i' else 2.0 ** (8 * a.itemsize)
        if np.trunc(v) < low or (v >= high if np.result_type(v).kind == 'f' or a.itemsize < 8 else v > high) or v != v:
            raise ValueError("Error setting single item of array.")


def _flat_values(a, v):
    if isinstance(v, list) or isinstance(v, tuple):
        return np.array(v, dtype=a.dtype)
    else:
        return v


def _flat_set(a, i: np.ndarray, v):
    """a.flat[i] = v"""
    if np.ndim(i) == 0:
        at = _flat_wrapped(a, i)
        _flat_kept(a, v)
        _flat_put(a, at, v)
    else:
        a[_flat_places(a, i)] = _flat_values(a, v)


def _flat_get(a, i: np.ndarray):
    """a.flat[i], to be put there again"""
    if np.ndim(i) == 0:
        return _flat_item(a, _flat_wrapped(a, i))
    else:
        return a[_flat_places(a, i)]


def _flat_range(a, lo, hi, step):
    by = 1 if step is None else step
    if by == 0:
        raise ValueError("slice step cannot be zero")
    first = (0 if by > 0 else a.size - 1) if lo is None else _slice_end(lo, a.size, by)
    end = (a.size if by > 0 else -1) if hi is None else _slice_end(hi, a.size, by)
    return np.unravel_index(np.arange(first, end, by), a.shape)


def _flat_fill(a, lo, hi, step, v):
    """a.flat[lo:hi:step] = v"""
    if a.ndim == 1:
        a[lo:hi:step] = _flat_values(a, v)
    else:
        a[_flat_range(a, lo, hi, step)] = _flat_values(a, v)


def _flat_part(a, lo, hi, step):
    """a.flat[lo:hi:step], to be put there again"""
    return a[_flat_range(a, lo, hi, step)]


def _flat_cast(a, v):
    """v, which an in-place operator gives for elements of a"""
    if np.ndim(v) > 0:
        if (v.dtype.kind == 'c' and a.dtype.kind in 'buif' or v.dtype.kind == 'f' and a.dtype.kind in 'bui' or
                v.dtype.kind == 'i' and a.dtype.kind in 'bu' or v.dtype.kind == 'u' and a.dtype.kind == 'b'):
            raise TypeError("Cannot cast the output with casting rule 'same_kind'")
    return v


def _slice_end(i, n, step):
    """An end of a slice of n elements, which lies within them, or next to them in the direction of the step."""
    at = i + n if i < 0 else i
    return min(max(at, 0), n) if step > 0 else min(max(at, -1), n - 1)
