"""Elements picked by conditions and by numbers."""
import numpy as np
from pycc import static


def flatnonzero(a: np.ndarray):
    return np.nonzero(np.ravel(a))[0]


def argwhere(a: np.ndarray):
    at = np.nonzero(a)
    places = np.empty((len(at[0]), a.ndim), np.int64)
    places[:, 0] = at[0]
    if a.ndim > 1:
        places[:, 1] = at[1]
    if a.ndim > 2:
        places[:, 2] = at[2]
    if a.ndim > 3:
        places[:, 3] = at[3]
    if a.ndim > 4:
        raise ValueError("argwhere is supported for arrays of at most four axes")
    return places


def _picked(a, i, axis: static):
    """a[..., i, ...] at an axis counted from the first."""
    if axis == 0:
        return a[i]
    if axis == 1:
        return a[:, i]
    if axis == 2:
        return a[:, :, i]
    if axis == 3:
        return a[:, :, :, i]
    if axis == 4:
        return a[:, :, :, :, i]
    if axis == 5:
        return a[:, :, :, :, :, i]
    if axis == 6:
        return a[:, :, :, :, :, :, i]
    return a[:, :, :, :, :, :, :, i]


def _extent(a, axis: static):
    """a.shape[axis], counted from the first."""
    if axis == 0:
        return a.shape[0]
    if axis == 1:
        return a.shape[1]
    if axis == 2:
        return a.shape[2]
    if axis == 3:
        return a.shape[3]
    if axis == 4:
        return a.shape[4]
    if axis == 5:
        return a.shape[5]
    if axis == 6:
        return a.shape[6]
    return a.shape[7]


def _need_some(n, indices):
    if n == 0 and indices.size > 0:
        raise IndexError("cannot do a non-empty take from an empty axes.")


def _taken(a, indices, axis: static, mode: static):
    n = _extent(a, axis)
    if mode == 'raise':
        if np.ndim(indices) == 0:
            return _picked(a, int(indices), axis)
        return _picked(a, indices, axis)
    if mode == 'wrap':
        return _picked(a, indices % n, axis)
    if mode == 'clip':
        return _picked(a, np.clip(indices, 0, n - 1), axis)
    raise ValueError("clipmode must be one of 'clip', 'raise', or 'wrap'")


def take(a: np.ndarray, indices: np.ndarray, axis: static = None, out=None, mode: static = 'raise'):
    if out is not None:
        return _into(take(a, indices, axis, None, mode), out)
    if np.result_type(indices).kind == "b":
        raise NotImplementedError("bools are taken as the indices 0 and 1; write np.int64(...), or a[mask] for a mask")
    if axis is None:
        flat = np.ravel(a)
        if np.ndim(indices) > 0:
            _need_some(flat.size, indices)
        return _taken(flat, indices, 0, mode)
    k = _axis(axis, a.ndim)
    if np.ndim(indices) == 0:
        if a.ndim == 1:
            return _taken(a, indices, k, mode)
        return _taken(a, indices, k, mode).copy()
    _need_some(_extent(a, k), indices)
    return _taken(a, indices, k, mode)


def compress(condition: np.ndarray, a: np.ndarray, axis: static = None, out=None):
    if out is not None:
        return _into(compress(condition, a, axis), out)
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    return take(a, np.nonzero(condition)[0], axis)


def extract(condition: np.ndarray, arr: np.ndarray):
    return take(np.ravel(arr), flatnonzero(condition))


def put(a, ind: np.ndarray, v: np.ndarray, mode: static = 'raise'):
    i = np.ravel(ind % a.size if mode == 'wrap' else np.clip(ind, 0, a.size - 1) if mode == 'clip' else ind)
    values = np.ravel(v).copy()
    if values.size > 0:
        if a.ndim == 1:
            _put_in_turn(a, i, values)
        else:
            _put_flat(a, i, values)


def _put_in_turn(a, i, values):
    """a[i[k]] = values[k], from the first value on again behind the last."""
    j = 0
    for k in range(i.size):
        a[i[k]] = values[j]
        j += 1
        if j == values.size:
            j = 0


def _put_flat(a, i, values):
    """Elements counted over all axes."""
    flat = a.flatten()
    _put_in_turn(flat, i, values)
    a[...] = flat.reshape(a.shape)


def place(arr, mask: np.ndarray, vals: np.ndarray):
    values = np.ravel(vals)
    flat = np.ravel(mask)
    if arr.size != flat.size:
        raise ValueError("place: mask and data must be the same size")
    if np.any(flat) and values.size == 0:
        raise ValueError("Cannot insert from an empty array!")
    _place_all(arr, np.reshape(mask, arr.shape), values)


def _place_all(arr, mask, values):
    """Values go, in turn, where the mask is true."""
    at = np.nonzero(mask)
    picked = np.empty(len(at[0]), arr.dtype)
    for i in range(len(picked)):
        picked[i] = values[i % values.size]
    arr[at] = picked


def putmask(a, mask: np.ndarray, values: np.ndarray):
    if np.ndim(values) == 0:
        a[...] = np.where(mask, values, a).astype(a.dtype)
    else:
        if a.size != np.size(mask):
            raise ValueError("putmask: mask and data must be the same size")
        _put_masked(a, np.ravel(mask), np.ravel(values).copy())


def _put_masked(a, mask, values):
    """Each place has its own value, which are taken in turn."""
    flat = a.flatten()
    for k in range(flat.size if values.size > 0 else 0):
        if mask[k]:
            flat[k] = values[k % values.size]
    a[...] = flat.reshape(a.shape)


def take_along_axis(arr: np.ndarray, indices: np.ndarray, axis: static = -1):
    if axis is None:
        return take(np.ravel(arr), indices)
    else:
        k = _axis(axis, arr.ndim)
        if indices.ndim != arr.ndim:
            raise ValueError("`indices` and `arr` must have the same number of dimensions")
        x = _folded(arr, k)
        i = _folded(indices, k)
        out = np.empty(indices.shape, arr.dtype)
        if arr.shape[:k] != indices.shape[:k] or arr.shape[k + 1:] != indices.shape[k + 1:]:
            return _take_stretched(arr, indices, k)
        _take_along(x, i, out.reshape((i.shape[0], i.shape[1], i.shape[2])))
        return out


def _take_stretched(arr, indices, k: static):
    """Axes of one element stand for any number, but for the axis of the indices."""
    n = _with_extent(_broadcast_shape(arr.shape, indices.shape, 0), k, arr.shape[k])
    m = _with_extent(n, k, indices.shape[k])
    return take_along_axis(np.broadcast_to(arr, n), np.broadcast_to(indices, m), k)


def _broadcast_shape(a, b, i: static):
    """Of shapes of one length."""
    n = b[i] if a[i] == 1 else a[i]
    if i == len(a) - 1:
        return (n,)
    return (n,) + _broadcast_shape(a, b, i + 1)


def _take_along(x, i, out):
    for b in range(i.shape[0]):
        for k in range(i.shape[1]):
            for a in range(i.shape[2]):
                out[b, k, a] = x[b, i[b, k, a], a]


def put_along_axis(arr, indices: np.ndarray, values: np.ndarray, axis: static):
    k = _axis(axis, arr.ndim)
    if indices.ndim != arr.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    out = arr.copy()
    x = out.reshape((_before(out, k), out.shape[k], _after(out, k)))
    i = _folded(indices, k)
    v = np.empty(indices.shape, arr.dtype)
    v[...] = values
    if x.shape[0] != i.shape[0] or x.shape[2] != i.shape[2]:
        raise ValueError("\2shapes that differ along other axes than the one of the indices are not supported")
    _put_along(x, i, v.reshape((i.shape[0], i.shape[1], i.shape[2])))
    arr[...] = out


def _put_along(x, i, v):
    for b in range(i.shape[0]):
        for k in range(i.shape[1]):
            for a in range(i.shape[2]):
                x[b, i[b, k, a], a] = v[b, k, a]


def tril_indices(n, k=0, m=None):
    if np.result_type(k).kind == "b":
        raise TypeError("k is an int")
    columns = n if m is None else m
    return np.nonzero(tri(n, columns, k, np.bool_))


def triu_indices(n, k=0, m=None):
    if np.result_type(k).kind == "b":
        raise TypeError("k is an int")
    columns = n if m is None else m
    return np.nonzero(~tri(n, columns, k - 1, np.bool_))


def tril_indices_from(arr: np.ndarray, k=0):
    return tril_indices(arr.shape[-2], k, arr.shape[-1])


def triu_indices_from(arr: np.ndarray, k=0):
    return triu_indices(arr.shape[-2], k, arr.shape[-1])


def diag_indices(n, ndim: static = 2):
    if ndim == 1:
        return (np.arange(n),)
    return (np.arange(n),) + diag_indices(n, ndim - 1)


def ravel_multi_index(multi_index, dims, mode: static = "raise", order: static = "C"):
    if len(multi_index) != len(dims):
        raise ValueError("parameter multi_index must be a sequence of the same length as dims")
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError("mode is 'raise', 'wrap' or 'clip'")
    if order == "F":
        return _raveled_index(multi_index, dims, mode, len(dims) - 1, -1)
    return _raveled_index(multi_index, dims, mode, 0, 1)


def _raveled_index(at, dims, mode: static, i: static, step: static):
    """The part of the axes up to number i, by Horner's rule from the last of them."""
    k = _index_within(np.int64(_array(at[len(dims) - 1 - i])), dims[len(dims) - 1 - i], mode)
    if (i == len(dims) - 1 and step == 1) or (i == 0 and step == -1):
        return k
    return k + dims[len(dims) - 1 - i] * _raveled_index(at, dims, mode, i + step, step)


def _index_within(i, n, mode: static):
    if mode == "wrap":
        return i % n
    if mode == "clip":
        return np.clip(i, 0, n - 1)
    if _leaves(i, n):
        raise ValueError("invalid entry in coordinates array")
    return i


def _leaves(i, n):
    """Is a number, or one of several, no index from 0 to n - 1?"""
    if np.ndim(i) == 0:
        return i < 0 or i >= n
    return np.any(i < 0) or np.any(i >= n)


def diag_indices_from(arr: np.ndarray):
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    if not _is_cube(arr, 1):
        raise ValueError("All dimensions of input must be of equal length")
    return diag_indices(arr.shape[0], arr.ndim)


def unravel_index(indices: np.ndarray, shape, order: static = "C"):
    if np.result_type(indices).kind not in "iu":
        raise TypeError("indices must be integers")
    if np.ndim(shape) == 0 and np.result_type(shape).kind not in "iu":
        raise TypeError("a shape is an int or ints")
    if np.ndim(shape) == 0:
        _refuse_leaving(indices, shape)
        return (np.int64(indices),)
    _refuse_leaving(indices, _product(shape, 0))
    if order == "F":
        return _unraveled_back(indices, shape, 0)
    return _unraveled(indices, shape, len(shape) - 1)


def _product(shape, i: static):
    if i == len(shape) - 1:
        return shape[i]
    return shape[i] * _product(shape, i + 1)


def _refuse_leaving(indices, n):
    """Names the first that is no index from 0 to n - 1."""
    if np.ndim(indices) == 0:
        if indices < 0 or indices >= n:
            raise ValueError(f"index {indices} is out of bounds for array with size {n}")
    elif _leaves(indices, n):
        out = np.ravel(indices)
        k = np.argmax((out < 0) | (out >= n))
        raise ValueError(f"index {out[k]} is out of bounds for array with size {n}")


def _unraveled(i, shape, axis: static):
    """The indices along the axes up to one."""
    if axis == 0:
        return (np.int64(i),)
    return _unraveled(i // shape[axis], shape, axis - 1) + (np.int64(i % shape[axis]),)


def _unraveled_back(i, shape, axis: static):
    """The indices along the axes from one on, the first of which goes fastest."""
    if axis == len(shape) - 1:
        return (np.int64(i),)
    return (np.int64(i % shape[axis]),) + _unraveled_back(i // shape[axis], shape, axis + 1)


def _positions(x):
    """Indices as they are, or those of a mask."""
    if x.ndim != 1:
        raise ValueError("Cross index must be 1 dimensional")
    if x.dtype == np.bool_:
        return np.nonzero(x)[0]
    return x


def ix_(x: np.ndarray, y: np.ndarray = None, z: np.ndarray = None):
    if y is None:
        return (_positions(x),)
    elif z is None:
        return _positions(x)[:, None], _positions(y)[None, :]
    else:
        return _positions(x)[:, None, None], _positions(y)[None, :, None], _positions(z)[None, None, :]


def r_(items):
    """np.r_[...], of arrays and numbers."""
    return concatenate(_all_at_least(items, 1), 0)


def c_(items):
    """np.c_[...], of arrays and numbers."""
    return concatenate(_as_columns(items), 1)


def trim_zeros(filt, trim: static = "fb", axis: static = None):
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    if isinstance(filt, tuple):
        return trim_zeros(np.array(filt), trim, axis)
    elif isinstance(filt, list):
        lo, hi = _trimmed_ends(np.array(filt), trim, 0)
        return filt[lo:hi]
    else:
        return _trimmed(filt, trim, axis, 0)


def _trimmed_ends(a, trim: static, k: static):
    """From where to where along an axis there is more than zeros."""
    lo = 0
    hi = a.shape[k]
    if trim != "b":
        while lo < hi and not np.any(_part(a, k, lo, lo + 1)):
            lo += 1
    if trim != "f":
        while hi > lo and not np.any(_part(a, k, hi - 1, hi)):
            hi -= 1
    return lo, hi


def _trimmed(a, trim: static, axes: static, k: static):
    """Along the chosen axes from k on."""
    if k == a.ndim:
        return a
    if not _is_chosen(axes, a.ndim, k, 0):
        return _trimmed(a, trim, axes, k + 1)
    lo, hi = _trimmed_ends(a, trim, k)
    return _trimmed(_part(a, k, lo, hi), trim, axes, k + 1)


def _is_chosen(axes: static, ndim: static, k: static, i: static):
    """Is axis k, counted from the first, among those from axes[i] on?"""
    if axes is None:
        return True
    if np.ndim(axes) == 0:
        return _axis(axes, ndim) == k
    if i == len(axes):
        return False
    return _axis(axes[i], ndim) == k or _is_chosen(axes, ndim, k, i + 1)
