"""Moments and ranges, and reductions that leave nan out."""
import numpy as np
from pycc import static


def _count(a, kept):
    """Elements that went into each element of kept, a reduction of a with keepdims."""
    return a.size // max(kept.size, 1)


def _spread(a, mean, axis: static, keepdims: static):
    """The sum of the squared distances from the mean."""
    if a.dtype.kind == 'c':
        return (np.square((a - mean).real) + np.square((a - mean).imag)).sum(axis=axis, keepdims=keepdims)
    return np.square(a - mean).sum(axis=axis, keepdims=keepdims)


def _var(a, axis: static, ddof, keepdims: static):
    if a.dtype == np.float16:  # NumPy rounds the sums, then their quotients
        sums = a.sum(axis=axis, keepdims=True)
        mean = (sums / np.float64(_count(a, sums))).astype(np.float16)
        return (_spread(a, mean, axis, keepdims) / np.float64(max(_count(a, sums) - ddof, 0))).astype(np.float16)
    if axis is None:
        return _spread(a, a.mean(), axis, keepdims) / max(a.size - ddof, 0)
    mean = a.mean(axis=axis, keepdims=True)
    return _spread(a, mean, axis, keepdims) / max(_count(a, mean) - ddof, 0)


def _var_where(a, axis: static, ddof, keepdims: static, where):
    """Of the elements where a condition holds."""
    if a.dtype == np.float16:
        raise NotImplementedError("of float16 this takes no where=; write x.astype(np.float32)")
    n = (where & np.ones(a.shape, np.bool_)).sum(axis=axis, keepdims=keepdims) - ddof
    far = a - a.mean(axis=axis, keepdims=True, where=where)
    if a.dtype.kind == 'c':
        total = (np.square(far.real) + np.square(far.imag)).sum(axis=axis, keepdims=keepdims, where=where)
    else:
        total = np.square(far).sum(axis=axis, keepdims=keepdims, where=where)
    return total / np.maximum(n, 0).astype(total.dtype)


def var(a: np.ndarray, axis: static = None, dtype: static = None, out=None, ddof=0, keepdims: static = False,
        where: np.ndarray = None, mean: np.ndarray = None, correction=None):
    a = np.asarray(a)
    if out is not None:
        return _into(var(a, axis, dtype, None, ddof, keepdims, where, mean, correction), out)
    free = ddof if correction is None else correction
    if dtype is not None:
        if np.result_type(dtype).kind != 'f':
            raise NotImplementedError("it is computed in floats; give a float dtype")
        return var(a.astype(dtype), axis, None, None, free, keepdims, where, mean)
    if mean is not None:
        if where is not None:
            raise NotImplementedError("with mean=, where= is not supported")
        far = _spread(a, mean, axis, keepdims)
        if axis is None:
            return far / max(a.size - free, 0)
        return far / max(_count(a, far) - free, 0)
    if where is None:
        return _var(a, axis, free, keepdims)
    else:
        return _var_where(a, axis, free, keepdims, where)


def std(a: np.ndarray, axis: static = None, dtype: static = None, out=None, ddof=0, keepdims: static = False,
        where: np.ndarray = None, mean: np.ndarray = None, correction=None):
    if out is not None:
        return _into(std(a, axis, dtype, None, ddof, keepdims, where, mean, correction), out)
    return np.sqrt(var(a, axis, dtype, None, ddof, keepdims, where, mean, correction))


def ptp(a: np.ndarray, axis: static = None, out=None, keepdims: static = False):
    a = np.asarray(a)
    if out is not None:
        return _into(ptp(a, axis, None, keepdims), out)
    return a.max(axis=axis, keepdims=keepdims) - a.min(axis=axis, keepdims=keepdims)


def count_nonzero(a: np.ndarray, axis: static = None, keepdims: static = False):
    a = np.asarray(a)
    if a.dtype == np.bool_:
        return a.sum(axis=axis, keepdims=keepdims)
    return (a != 0).sum(axis=axis, keepdims=keepdims)


def nansum(a: np.ndarray, axis: static = None, dtype: static = None, out=None, keepdims: static = False, initial=0,
           where: np.ndarray = None):
    a = np.asarray(a)
    if out is not None:
        return _into(nansum(a, axis, dtype, None, keepdims, initial, where), out)
    if where is not None:
        return nansum(np.where(where, a, 0), axis, dtype, None, keepdims, initial)
    if a.dtype.kind in 'mM':
        return a.sum(axis=axis, keepdims=keepdims)
    if a.dtype.kind in 'fc':
        return a.sum(axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, where=~np.isnan(a))
    return a.sum(axis=axis, dtype=dtype, keepdims=keepdims, initial=initial)


def nanprod(a: np.ndarray, axis: static = None, dtype: static = None, out=None, keepdims: static = False, initial=1,
            where: np.ndarray = None):
    a = np.asarray(a)
    if out is not None:
        return _into(nanprod(a, axis, dtype, None, keepdims, initial, where), out)
    if where is not None:
        return nanprod(np.where(where, a, 1), axis, dtype, None, keepdims, initial)
    if a.dtype.kind in 'fc':
        return a.prod(axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, where=~np.isnan(a))
    return a.prod(axis=axis, dtype=dtype, keepdims=keepdims, initial=initial)


def nanmean(a: np.ndarray, axis: static = None, dtype: static = None, out=None, keepdims: static = False,
            where: np.ndarray = None):
    a = np.asarray(a)
    if np.result_type(a) == np.float16:
        raise NotImplementedError("nanmean of float16 is not computed here, where NumPy rounds in ways of its own; write a.astype(np.float32)")
    if out is not None:
        return _into(nanmean(a, axis, dtype, None, keepdims, where), out)
    if a.dtype.kind not in 'fc':
        if where is None:
            return a.mean(axis=axis, dtype=dtype, keepdims=keepdims)
        else:
            return a.mean(axis=axis, dtype=dtype, keepdims=keepdims, where=where)
    elif where is None:
        return a.mean(axis=axis, dtype=dtype, keepdims=keepdims, where=~np.isnan(a))
    else:
        return a.mean(axis=axis, dtype=dtype, keepdims=keepdims, where=~np.isnan(a) & where)


def _refuse_empty(a, name: static, axis: static):
    """As fmin and fmax, which have no identity."""
    if a.ndim == 0:
        return
    if a.size == 0 and a.sum(axis=axis, keepdims=True).size > 0:
        if name == 'min':
            raise ValueError("zero-size array to reduction operation fmin which has no identity")
        raise ValueError("zero-size array to reduction operation fmax which has no identity")


def _where_some(n, values, axis: static, keepdims: static):
    """The values, nan where n is not positive."""
    if axis is None and not keepdims:
        return values if n > 0 else (values - values) / 0
    return np.where(n > 0, values, (values - values) / 0)


def nanmin(a: np.ndarray, axis: static = None, out=None, keepdims: static = False):
    a = np.asarray(a)
    if out is not None:
        return _into(nanmin(a, axis, None, keepdims), out)
    if a.dtype.kind == 'f':
        _refuse_empty(a, 'min', axis)
        if a.ndim == 1 and axis is None and not keepdims:
            least = np.full((), np.inf, a.dtype)[()]
            for x in a:
                least = min(least, x)
            return least if least < np.inf else _where_some(np.sum(~np.isnan(a)), least, axis, keepdims)
        least = a.min(axis=axis, keepdims=keepdims, initial=np.inf, where=~np.isnan(a))
        if np.all(least < np.inf):
            return least
        return _where_some(np.sum(~np.isnan(a), axis=axis, keepdims=keepdims), least, axis, keepdims)
    elif a.dtype.kind == 'c':
        good = ~np.isnan(a)
        least = np.where(good, a, np.inf).min(axis=axis, keepdims=keepdims)
        return _where_some(good.sum(axis=axis, keepdims=keepdims), least, axis, keepdims)
    elif a.dtype.kind in 'mM':
        return _time_of_keys(_time_keys(a).min(axis=axis, keepdims=keepdims), a)
    return a.min(axis=axis, keepdims=keepdims)


def nanmax(a: np.ndarray, axis: static = None, out=None, keepdims: static = False):
    a = np.asarray(a)
    if out is not None:
        return _into(nanmax(a, axis, None, keepdims), out)
    if a.dtype.kind == 'f':
        _refuse_empty(a, 'max', axis)
        if a.ndim == 1 and axis is None and not keepdims:
            most = np.full((), -np.inf, a.dtype)[()]
            for x in a:
                most = max(most, x)
            return most if most > -np.inf else _where_some(np.sum(~np.isnan(a)), most, axis, keepdims)
        most = a.max(axis=axis, keepdims=keepdims, initial=-np.inf, where=~np.isnan(a))
        if np.all(most > -np.inf):
            return most
        return _where_some(np.sum(~np.isnan(a), axis=axis, keepdims=keepdims), most, axis, keepdims)
    elif a.dtype.kind == 'c':
        good = ~np.isnan(a)
        most = np.where(good, a, -np.inf).max(axis=axis, keepdims=keepdims)
        return _where_some(good.sum(axis=axis, keepdims=keepdims), most, axis, keepdims)
    elif a.dtype.kind in 'mM':
        return a.view(np.int64).max(axis=axis, keepdims=keepdims).view(a.dtype)
    return a.max(axis=axis, keepdims=keepdims)


def _refuse_all_nan(a, axis: static):
    if np.any(np.isnan(a).all(axis=axis, keepdims=True)):
        raise ValueError("All-NaN slice encountered")


def nanargmin(a: np.ndarray, axis: static = None, out=None, keepdims: static = False):
    if out is not None:
        return _into(nanargmin(a, axis, None, keepdims), out)
    if a.dtype.kind in 'fc':
        at = np.where(np.isnan(a), np.inf, a).argmin(axis=axis, keepdims=keepdims)
        _refuse_all_nan(a, axis)
        return at
    return a.argmin(axis=axis, keepdims=keepdims)


def nanargmax(a: np.ndarray, axis: static = None, out=None, keepdims: static = False):
    if out is not None:
        return _into(nanargmax(a, axis, None, keepdims), out)
    if a.dtype.kind in 'fc':
        at = np.where(np.isnan(a), -np.inf, a).argmax(axis=axis, keepdims=keepdims)
        _refuse_all_nan(a, axis)
        return at
    return a.argmax(axis=axis, keepdims=keepdims)


def nanvar(a: np.ndarray, axis: static = None, dtype: static = None, out=None, ddof=0, keepdims: static = False):
    a = np.asarray(a)
    if np.result_type(a) == np.float16:
        raise NotImplementedError("nanvar of float16 is not computed here, where NumPy rounds in ways of its own; write a.astype(np.float32)")
    if out is not None:
        return _into(nanvar(a, axis, dtype, None, ddof, keepdims), out)
    if dtype is not None:
        return nanvar(a.astype(dtype), axis, None, None, ddof, keepdims)
    if a.dtype.kind in 'fc':
        good = ~np.isnan(a)
        n = good.sum(axis=axis, keepdims=keepdims) - ddof
        far = a - a.mean(axis=axis, keepdims=True, where=good)
        if a.dtype.kind == 'c':
            total = (np.square(far.real) + np.square(far.imag)).sum(axis=axis, keepdims=keepdims, where=good)
        else:
            total = np.square(far).sum(axis=axis, keepdims=keepdims, where=good)
        return _where_some(n, total / n.astype(total.dtype), axis, keepdims)
    return _var(a, axis, ddof, keepdims)


def nanstd(a: np.ndarray, axis: static = None, dtype: static = None, out=None, ddof=0, keepdims: static = False):
    if out is not None:
        return _into(nanstd(a, axis, dtype, None, ddof, keepdims), out)
    return np.sqrt(nanvar(a, axis, dtype, None, ddof, keepdims))
