"""Arrays put together, and taken apart along an axis."""
import numpy as np
from pycc import static


def _array(a):
    return np.array(a) if isinstance(a, list) or isinstance(a, tuple) else a


def _of_lists(arrays, n: static):
    """The first n, with arrays for lists and tuples."""
    if n == 1:
        return (_array(arrays[0]),)
    return _of_lists(arrays, n - 1) + (_array(arrays[n - 1]),)


def _first_axis(a):
    """The parts of an array that stands for a sequence of arrays; numbers as vectors of one."""
    if a.ndim == 1:
        return [a[i:i + 1] for i in range(a.shape[0])]
    return [a[i] for i in range(a.shape[0])]


def _common_dtype(arrays, i: static = 0):
    """The element type that all of a tuple of arrays fit."""
    if i == len(arrays) - 1:
        return np.result_type(arrays[i])
    return np.result_type(arrays[i], _common_dtype(arrays, i + 1))


def _total_extent(arrays, axis: static, i: static = 0):
    if np.ndim(arrays[i]) == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    if i == len(arrays) - 1:
        return arrays[i].shape[axis]
    return arrays[i].shape[axis] + _total_extent(arrays, axis, i + 1)


def _same_extents(a, b, axis: static, i: static = 0):
    """Do two arrays differ along the axis only?"""
    if i == a.ndim:
        return True
    if i == axis:
        return _same_extents(a, b, axis, i + 1)
    return a.shape[i] == b.shape[i] and _same_extents(a, b, axis, i + 1)


def _copy_parts(out, arrays, axis: static, at, i: static):
    if i < len(arrays):
        a = arrays[i]
        if np.ndim(a) != out.ndim:
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
        if not _same_extents(out, a, axis):
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
        part = _part(out, axis, at, at + a.shape[axis])
        part[...] = a
        _copy_parts(out, arrays, axis, at + a.shape[axis], i + 1)


def _list_dtype(arrays):
    """The element type of all arrays of a list."""
    dtype = arrays[0].dtype
    for a in arrays:
        dtype = np.result_type(dtype, a.dtype)
    return dtype


def _list_extent(arrays, axis: static):
    total = 0
    for a in arrays:
        if a.ndim != arrays[0].ndim:
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
        if not _same_extents(arrays[0], a, axis):
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
        total += a.shape[axis]
    return total


def _concatenate_list(arrays, axis: static):
    if len(arrays) == 0:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        return _concatenate_list([np.ravel(a) for a in arrays], 0)
    else:
        k = _axis(axis, arrays[0].ndim)
        shape = _with_extent(arrays[0].shape, k, _list_extent(arrays, k))
        out = np.empty(shape, _list_dtype(arrays))
        at = 0
        for a in arrays:
            part = _part(out, k, at, at + a.shape[k])
            part[...] = a
            at += a.shape[k]
        return out


def concatenate(arrays, axis: static = 0, dtype: static = None, casting: static = "same_kind"):
    if dtype is not None:
        return _cast_joined(concatenate(arrays, axis), dtype, casting)
    if isinstance(arrays, np.ndarray):
        if arrays.ndim < 2:
            raise ValueError("zero-dimensional arrays cannot be concatenated")
        return _concatenate_list(_first_axis(arrays), axis)
    if isinstance(arrays, list):
        return _concatenate_list(arrays, axis)
    if len(arrays) == 0:
        raise ValueError("need at least one array to concatenate")
    if isinstance(arrays[0], list) or isinstance(arrays[0], tuple) or isinstance(arrays[-1], list) or isinstance(arrays[-1], tuple):
        return concatenate(_of_lists(arrays, len(arrays)), axis)
    if axis is None:
        return concatenate(_raveled(arrays), 0)
    else:
        k = _axis(axis, arrays[0].ndim)
        shape = _with_extent(arrays[0].shape, k, _total_extent(arrays, k))
        out = np.empty(shape, _common_dtype(arrays))
        _copy_parts(out, arrays, k, 0, 0)
        return out


def _raveled(arrays, i: static = 0):
    if i == len(arrays) - 1:
        return (np.ravel(arrays[i]),)
    return (np.ravel(arrays[i]),) + _raveled(arrays, i + 1)


def _copy_layers(out, arrays, axis: static, i: static):
    if i < len(arrays):
        a = arrays[i]
        if np.ndim(a) != arrays[0].ndim:
            raise ValueError("all input arrays must have the same shape")
        if a.shape != arrays[0].shape:
            raise ValueError("all input arrays must have the same shape")
        part = _layer(out, axis, i)
        part[...] = a
        _copy_layers(out, arrays, axis, i + 1)


def _layer(a, axis: static, i):
    """The array at one index of an axis."""
    if axis == 0:
        return a[i, ...]
    if axis == 1:
        return a[:, i, ...]
    if axis == 2:
        return a[:, :, i, ...]
    if axis == 3:
        return a[:, :, :, i, ...]
    if axis == 4:
        return a[:, :, :, :, i, ...]
    if axis == 5:
        return a[:, :, :, :, :, i, ...]
    if axis == 6:
        return a[:, :, :, :, :, :, i, ...]
    return a[:, :, :, :, :, :, :, i, ...]


def _stack_list(arrays, axis: static):
    if len(arrays) == 0:
        raise ValueError("need at least one array to stack")
    k = _axis(axis, arrays[0].ndim + 1)
    first = arrays[0].shape
    out = np.empty(first[:k] + (len(arrays),) + first[k:], _list_dtype(arrays))
    for i in range(len(arrays)):
        a = arrays[i]
        if a.ndim != arrays[0].ndim:
            raise ValueError("all input arrays must have the same shape")
        if a.shape != first:
            raise ValueError("all input arrays must have the same shape")
        part = _layer(out, k, i)
        part[...] = a
    return out


def _cast_joined(a, dtype: static, casting: static):
    """In the type asked for."""
    if casting not in ("same_kind", "unsafe"):
        raise ValueError("casting is 'same_kind' or 'unsafe'")
    if casting == "unsafe":
        return a.astype(dtype)
    return _typed(a, np.result_type(dtype))


def stack(arrays, axis: static = 0, *, dtype: static = None, casting: static = "same_kind"):
    if dtype is not None:
        return _cast_joined(stack(arrays, axis), dtype, casting)
    if isinstance(arrays, np.ndarray):
        if len(arrays) == 0:
            raise ValueError("need at least one array to stack")
        return np.moveaxis(arrays, 0, axis).copy()
    if isinstance(arrays, list):
        return _stack_list(arrays, axis)
    if len(arrays) == 0:
        raise ValueError("need at least one array to stack")
    if isinstance(arrays[0], list) or isinstance(arrays[0], tuple) or isinstance(arrays[-1], list) or isinstance(arrays[-1], tuple):
        return stack(_of_lists(arrays, len(arrays)), axis)
    if np.ndim(arrays[0]) == 0:
        if axis != 0 and axis != -1:
            raise ValueError("the axis is out of bounds for an array of this dimension")
        return np.array(arrays)
    k = _axis(axis, arrays[0].ndim + 1)
    first = arrays[0].shape
    out = np.empty(first[:k] + (len(arrays),) + first[k:], _common_dtype(arrays))
    _copy_layers(out, arrays, k, 0)
    return out


def _at_least(a, n: static):
    """np.atleast_1d, np.atleast_2d, np.atleast_3d."""
    if np.ndim(a) == 0:
        return _at_least(np.array([a]), n)
    if a.ndim >= n:
        return a
    if n == 3 and a.ndim == 2:
        return a[:, :, None]
    if n == 3 and a.ndim == 1:
        return a[None, :, None]
    return _at_least(a[None], n)


def _all_at_least(arrays, n: static, i: static = 0):
    if i == len(arrays) - 1:
        return (_at_least(arrays[i], n),)
    return (_at_least(arrays[i], n),) + _all_at_least(arrays, n, i + 1)


def hstack(tup, *, dtype: static = None, casting: static = "same_kind"):
    if dtype is not None:
        return _cast_joined(hstack(tup), dtype, casting)
    if isinstance(tup, np.ndarray):
        return hstack(_first_axis(tup))
    if isinstance(tup, list):
        return _concatenate_list([_at_least(a, 1) for a in tup], 0 if tup[0].ndim < 2 else 1)
    if isinstance(tup[0], list) or isinstance(tup[0], tuple) or isinstance(tup[-1], list) or isinstance(tup[-1], tuple):
        return hstack(_of_lists(tup, len(tup)))
    if np.ndim(tup[0]) < 2:
        return concatenate(_all_at_least(tup, 1), 0)
    return concatenate(tup, 1)


def vstack(tup, *, dtype: static = None, casting: static = "same_kind"):
    if dtype is not None:
        return _cast_joined(vstack(tup), dtype, casting)
    if isinstance(tup, np.ndarray):
        return vstack(_first_axis(tup))
    if isinstance(tup, list):
        return _concatenate_list([_at_least(a, 2) for a in tup], 0)
    if isinstance(tup[0], list) or isinstance(tup[0], tuple) or isinstance(tup[-1], list) or isinstance(tup[-1], tuple):
        return vstack(_of_lists(tup, len(tup)))
    return concatenate(_all_at_least(tup, 2), 0)


def dstack(tup):
    if isinstance(tup, np.ndarray):
        return dstack(_first_axis(tup))
    if isinstance(tup, list):
        return _concatenate_list([_at_least(a, 3) for a in tup], 2)
    if isinstance(tup[0], list) or isinstance(tup[0], tuple) or isinstance(tup[-1], list) or isinstance(tup[-1], tuple):
        return dstack(_of_lists(tup, len(tup)))
    return concatenate(_all_at_least(tup, 3), 2)


def _as_columns(arrays, i: static = 0):
    a = arrays[i]
    column = np.reshape(a, (-1, 1)) if np.ndim(a) < 2 else a
    if i == len(arrays) - 1:
        return (column,)
    return (column,) + _as_columns(arrays, i + 1)


def column_stack(tup):
    if isinstance(tup, np.ndarray):
        return column_stack(_first_axis(tup))
    if isinstance(tup, list):
        return _concatenate_list([a[:, None] if a.ndim == 1 else a for a in tup], 1)
    if isinstance(tup[0], list) or isinstance(tup[0], tuple) or isinstance(tup[-1], list) or isinstance(tup[-1], tuple):
        return column_stack(_of_lists(tup, len(tup)))
    return concatenate(_as_columns(tup), 1)


def concat(arrays, axis: static = 0, dtype: static = None, casting: static = "same_kind"):
    return concatenate(arrays, axis, dtype, casting)


def _before_axes(arrays, n: static, i: static = 0):
    """All with at least n axes, new ones before the others."""
    a = _block_axes(arrays[i], n)
    if i == len(arrays) - 1:
        return (a,)
    return (a,) + _before_axes(arrays, n, i + 1)


def _block_axes(a, n: static):
    if np.ndim(a) == 0:
        return _block_axes(np.array([a]), n)
    if a.ndim >= n:
        return a
    return _block_axes(a[None], n)


def _block_rows(rows, i: static):
    row = concatenate(_before_axes(rows[i], 2), -1)
    if i == len(rows) - 1:
        return (row,)
    return (row,) + _block_rows(rows, i + 1)


def block(arrays):
    """Of one list, or of a list of rows."""
    if not isinstance(arrays, tuple) and not isinstance(arrays, list):
        return np.array(arrays)
    elif isinstance(arrays[0], tuple) or isinstance(arrays[0], list):
        if isinstance(arrays[0][0], tuple) or isinstance(arrays[0][0], list):
            raise ValueError("lists of at most two levels are supported")
        return concatenate(_block_rows(arrays, 0), -2)
    else:
        return concatenate(_before_axes(arrays, 1), -1)


def unstack(x: np.ndarray, *, axis: static = 0):
    moved = np.moveaxis(x, axis, 0)
    return [moved[i] for i in range(moved.shape[0])]
