"""Methods of ufuncs of two operands, and `at` of those of one. Texts for all of them: `ufunc` stands for the name that
the caller writes.

np.hypot.outer is ufunc__outer with hypot in the place of ufunc. Methods that ops.def has, like np.add.reduce, are
not looked for here.
"""
import numpy as np
import pycc
from pycc import static


def ufunc__outer(A: np.ndarray, B: np.ndarray):
    if np.ndim(A) == 0 and np.ndim(B) == 0:
        return np.ufunc(np.array(A), np.array(B))
    elif np.ndim(A) == 0:
        return np.ufunc(np.array(A), B)
    elif np.ndim(B) == 0:
        return np.ufunc(A, np.array(B))
    else:
        return np.ufunc(_more_axes(A, B.ndim, False), B)


def _has_identity(name: static):
    """Does a reduction of nothing give anything?"""
    return name in ("bitwise_or", "bitwise_xor", "bitwise_and", "hypot", "gcd", "logical_xor", "logaddexp", "logaddexp2")


def _identity(name: static, dtype: static):
    """What it gives."""
    if name == "bitwise_and":
        return np.invert(np.zeros(1, dtype))[0]
    if name in ("logaddexp", "logaddexp2"):
        return -np.inf
    return 0


def _sum_dtype(name: static, dtype: static):
    """The type of results: integers are added and multiplied in 64 bits."""
    if name in ("add", "multiply"):
        return _total_dtype(dtype)
    return dtype


def _is_folded(name: static, kind: static):
    """Is the result of two elements an operand again? Comparisons give bools."""
    compares = name in ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")
    return not compares or kind == "b"


def _is_reorderable(name: static):
    return name not in ("subtract", "divide", "true_divide", "power", "floor_divide", "arctan2")


def _ufunc_reduced_axes(array, axis: static, keepdims: static, initial, where):
    """Over several axes, one after the other."""
    if initial is not None or where is not None:
        raise ValueError("with initial= or where=, one axis or None for all is supported")
    if not _is_reorderable("ufunc") and len(axis) > 1:
        raise ValueError("reduction operation 'ufunc' is not reorderable, so at most one axis may be specified")
    if len(axis) == array.ndim:
        return ufunc__reduce(array, None, None, None, keepdims)
    kept = _ufunc_kept_axes(array, axis, 0)
    if keepdims:
        return kept
    else:
        return np.squeeze(kept, axis)


def _ufunc_kept_axes(array, axes: static, i: static):
    if i == len(axes):
        return array
    return _ufunc_kept_axes(ufunc__reduce(array, axes[i], None, None, True), axes, i + 1)


def ufunc__reduce(array: np.ndarray, axis: static = 0, dtype: static = None, out=None, keepdims: static = False,
                  initial=None, where: np.ndarray = None):
    if out is not None:
        return _into(ufunc__reduce(array, axis, dtype, None, keepdims, initial, where), out)
    if dtype is not None:
        if "ufunc" == "logical_xor" and np.result_type(dtype) != np.bool_:
            raise TypeError("No loop matching the specified signature and casting was found")
        return ufunc__reduce(array.astype(dtype), axis, None, None, keepdims, initial, where)
    if np.ndim(array) == 0:
        raise TypeError("cannot reduce on a scalar")
    if "ufunc" == "ldexp":
        raise TypeError("a result of ldexp is no operand of it: write a loop")
    if not _is_folded("ufunc", array.dtype.kind):
        raise TypeError("No loop matching the specified signature and casting was found for ufunc ufunc")
    if axis is None and array.ndim > 1 and not _is_reorderable("ufunc"):
        raise ValueError("reduction operation 'ufunc' is not reorderable, so at most one axis may be specified")
    if np.ndim(axis) == 1:
        return _ufunc_reduced_axes(array, axis, keepdims, initial, where)
    if where is not None:
        mask = np.empty(array.shape, np.bool_)
        mask[...] = where
        if initial is not None:
            return _ufunc_reduced_where(array, axis, keepdims, initial, mask)
        if not _has_identity("ufunc"):
            raise ValueError("reduction operation 'ufunc' does not have an identity, so to use a where mask one has to specify 'initial'")
        return _ufunc_reduced_where(array, axis, keepdims, _identity("ufunc", array.dtype), mask)
    if initial is not None:
        return _ufunc_reduced_where(array, axis, keepdims, initial, np.ones(array.shape, np.bool_))
    if "ufunc" in ("fmin", "fmax") and array.dtype.kind in "biuf" and (axis is None or axis == -1 or axis == array.ndim - 1):
        along = None if array.ndim == 1 else axis
        return nanmin(array, along, None, keepdims) if "ufunc" == "fmin" else nanmax(array, along, None, keepdims)
    if axis is None:
        flat = _ufunc_reduced(np.ravel(array), 0)
        return _more_axes(flat, array.ndim - 1, True) if keepdims else flat[0]
    else:
        k = _axis(axis, array.ndim)
        folded = _ufunc_reduced(array, k)
        if keepdims:
            return folded.reshape(_with_extent(array.shape, k, 1))
        elif array.ndim == 1:
            return folded[0]
        else:
            return folded.reshape(array.shape[:k] + array.shape[k + 1:])


def _ufunc_reduced_where(array, axis: static, keepdims: static, initial, mask):
    """From an initial value on, of the elements where the mask is true."""
    if axis is None:
        flat = _ufunc_reduced_where(np.ravel(array), 0, True, initial, np.ravel(mask))
        return _more_axes(flat, array.ndim - 1, True) if keepdims else flat[0]
    else:
        k = _axis(axis, array.ndim)
        x = _folded(array, k)
        good = _folded(mask, k)
        r = np.empty((x.shape[0], x.shape[2]), np.ufunc(x[:0], x[:0]).dtype)
        r[...] = initial
        for i in pycc.prange(x.shape[0]):
            for m in range(x.shape[1]):
                for j in range(x.shape[2]):
                    if good[i, m, j]:
                        r[i, j] = np.ufunc(r[i, j], x[i, m, j])
        if keepdims:
            return r.reshape(_with_extent(array.shape, k, 1))
        elif array.ndim == 1:
            return r[0, 0]
        else:
            return r.reshape(array.shape[:k] + array.shape[k + 1:])


def _ufunc_reduced(array, k: static):
    """The axis gone, the others in one."""
    x = _folded(array, k)
    r = np.empty((x.shape[0], x.shape[2]), np.ufunc(x[:0], x[:0]).dtype)
    n = x.shape[1]
    if _has_identity("ufunc"):
        if n == 0:
            r[...] = _identity("ufunc", x.dtype)
    else:
        if n == 0:
            raise ValueError("zero-size array to reduction operation ufunc which has no identity")
    for i in pycc.prange(x.shape[0]):
        for j in range(min(n, 1) * x.shape[2]):
            if "ufunc" in ("hypot", "gcd"):
                r[i, j] = np.abs(x[i, 0, j])
            else:
                r[i, j] = x[i, 0, j]
    if x.shape[2] == 1:
        for i in pycc.prange(x.shape[0]):
            folded = r[i, 0]
            for m in range(1, n):
                folded = np.ufunc(folded, x[i, m, 0])
            r[i, 0] = folded
    else:
        for i in pycc.prange(x.shape[0]):
            for m in range(1, n):
                for j in range(x.shape[2]):
                    r[i, j] = np.ufunc(r[i, j], x[i, m, j])
    return r.reshape(r.size)


def ufunc__accumulate(array: np.ndarray, axis: static = 0, dtype: static = None, out=None):
    if out is not None:
        return _into(ufunc__accumulate(array, axis, dtype), out)
    if dtype is not None:
        return ufunc__accumulate(array.astype(dtype), axis)
    if np.ndim(array) == 0:
        raise TypeError("cannot accumulate on a scalar")
    if "ufunc" == "ldexp":
        raise TypeError("a result of ldexp is no operand of it: write a loop")
    if not _is_folded("ufunc", array.dtype.kind):
        raise TypeError("No loop matching the specified signature and casting was found for ufunc ufunc")
    x = _folded(array, _axis(axis, array.ndim))
    r = np.empty(array.shape, np.ufunc(x[:0], x[:0]).dtype)
    y = r.reshape((x.shape[0], x.shape[1], x.shape[2]))
    for i in pycc.prange(x.shape[0]):
        for j in range(min(x.shape[1], 1) * x.shape[2]):
            y[i, 0, j] = x[i, 0, j]
    if x.shape[2] == 1:
        for i in pycc.prange(min(x.shape[1], 1) * x.shape[0]):
            folded = y[i, 0, 0]
            for m in range(1, x.shape[1]):
                folded = np.ufunc(folded, x[i, m, 0])
                y[i, m, 0] = folded
    else:
        for i in pycc.prange(x.shape[0]):
            for m in range(1, x.shape[1]):
                for j in range(x.shape[2]):
                    y[i, m, j] = np.ufunc(y[i, m - 1, j], x[i, m, j])
    return r


def ufunc__reduceat(array: np.ndarray, indices: np.ndarray, axis: static = 0, dtype: static = None, out=None):
    if out is not None:
        return _into(ufunc__reduceat(array, indices, axis, dtype), out)
    if dtype is not None:
        return ufunc__reduceat(array.astype(dtype), indices, axis)
    if indices.ndim != 1:
        raise ValueError("object too deep for desired array")
    k = _axis(axis, array.ndim)
    x = _folded(array, k)
    r = np.empty(_with_extent(array.shape, k, len(indices)), _sum_dtype("ufunc", np.ufunc(x[:0], x[:0]).dtype))
    for s in range(len(indices)):
        if indices[s] < 0 or indices[s] >= x.shape[1]:
            raise IndexError("index out-of-bounds in ufunc.reduceat")
    y = r.reshape((x.shape[0], len(indices), x.shape[2]))
    for i in range(x.shape[0]):
        for s in pycc.prange(len(indices)):
            lo = indices[s]
            hi = indices[s + 1] if s + 1 < len(indices) else x.shape[1]
            for j in range(x.shape[2]):
                y[i, s, j] = x[i, lo, j]
            for m in range(lo + 1, hi):
                for j in range(x.shape[2]):
                    y[i, s, j] = np.ufunc(y[i, s, j], x[i, m, j])
    return r


def ufunc__at(a, indices, b: np.ndarray):
    if np.ufunc(np.ravel(a)[:0], b if np.ndim(b) == 0 else np.ravel(b)[:0]).dtype.kind != a.dtype.kind:
        raise TypeError("Cannot cast the results to the type of the array")
    if isinstance(indices, tuple):
        _ufunc_at_places(a, np.arange(a.size).reshape(a.shape)[indices], b)
    elif isinstance(indices, list):
        _ufunc_at_rows(a, np.array(indices), b)
    elif np.ndim(indices) == 0:
        _ufunc_at_rows(a, np.array(indices)[None], b)
    elif indices.dtype == np.bool_:
        _ufunc_at_places(a, np.arange(a.size).reshape(a.shape)[indices], b)
    else:
        _ufunc_at_rows(a, indices, b)


def _ufunc_at_places(a, places, b):
    """At places counted through all elements."""
    flat = np.ravel(a)
    _ufunc_at_rows(flat, places, b)
    a[...] = flat.reshape(a.shape)


def _ufunc_at_rows(a, indices, b):
    at = np.ravel(indices)
    if np.ndim(b) == 0:
        for i in range(at.size):
            _ufunc_update(a, at[i], b)
    else:
        more = np.broadcast_to(b, np.shape(indices) + a.shape[1:]).copy()
        part = more.reshape((at.size,) + a.shape[1:])
        for i in range(at.size):
            _ufunc_update(a, at[i], part[i])


def _ufunc_update(a, i, b):
    if a.ndim == 1:
        a[i] = np.ufunc(a[i], b)
    else:
        row = a[i]
        row[...] = np.ufunc(row, b)


def ufunc__each_at(a, indices):
    if np.ufunc(np.ravel(a)[:0]).dtype.kind != a.dtype.kind:
        raise TypeError("Cannot cast the results to the type of the array")
    places = _places_in(a, indices)
    flat = np.ravel(a)
    for i in range(places.size):
        flat[places[i]] = np.ufunc(flat[places[i]])
    a[...] = flat.reshape(a.shape)


def _places_in(a, indices):
    """The places of a[indices], counted through all elements."""
    at = np.array(indices) if isinstance(indices, list) else indices
    return np.ravel(np.arange(a.size).reshape(a.shape)[at])
