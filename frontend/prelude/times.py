"""Reductions, sorting and ranges of datetime64 and timedelta64: on the whole numbers that they are, NaT being the least."""
import numpy as np
from pycc import static


def _time_keys(a):
    """Numbers in the order of times, NaT as the largest."""
    return a.view(np.uint64) + np.uint64(9223372036854775807)


def _time_of_keys(k, a):
    return (k - np.uint64(9223372036854775807)).view(a.dtype)


def _time_plain(out, initial, where):
    if out is not None or initial is not None or where is not None:
        raise NotImplementedError("of dates and spans of time it takes no out=, initial= and where=")


def _only_spans(a):
    if a.dtype.kind == 'M':
        raise NotImplementedError("there is no sum of dates; take their distances from one, d - d[0]")


def _time_min(a, axis: static = None, out=None, keepdims: static = False, initial=None, where=None):
    _time_plain(out, initial, where)
    return a.view(np.int64).min(axis=axis, keepdims=keepdims).view(a.dtype)


def _time_max(a, axis: static = None, out=None, keepdims: static = False, initial=None, where=None):
    _time_plain(out, initial, where)
    return _time_of_keys(_time_keys(a).max(axis=axis, keepdims=keepdims), a)


def _time_argmin(a, axis: static = None, out=None, keepdims: static = False):
    _time_plain(out, None, None)
    return a.view(np.int64).argmin(axis=axis, keepdims=keepdims)


def _time_argmax(a, axis: static = None, out=None, keepdims: static = False):
    _time_plain(out, None, None)
    return _time_keys(a).argmax(axis=axis, keepdims=keepdims)


def _time_any(a, axis: static = None, out=None, keepdims: static = False, where=None):
    _time_plain(out, None, where)
    return a.view(np.int64).any(axis=axis, keepdims=keepdims)


def _time_all(a, axis: static = None, out=None, keepdims: static = False, where=None):
    _time_plain(out, None, where)
    return a.view(np.int64).all(axis=axis, keepdims=keepdims)


def _time_sum(a, axis: static = None, dtype=None, out=None, keepdims: static = False, initial=None, where=None):
    _time_plain(out, initial, where)
    _only_spans(a)
    total = a.view(np.int64).sum(axis=axis, keepdims=keepdims)
    none = np.isnat(a).any(axis=axis, keepdims=keepdims)
    return np.where(none, np.int64(-9223372036854775808), total).view(a.dtype)


def _time_mean(a, axis: static = None, dtype=None, out=None, keepdims: static = False, where=None):
    _time_plain(out, None, where)
    total = _time_sum(a, axis, None, None, keepdims)
    return total / (a.size // max(np.size(total), 1))


def _time_cumsum(a, axis: static = None, dtype=None, out=None):
    _time_plain(out, None, None)
    _only_spans(a)
    total = a.view(np.int64).cumsum(axis=axis)
    none = np.isnat(a).cumsum(axis=axis) > 0
    return np.where(none, np.int64(-9223372036854775808), total).view(a.dtype)


def _sorted_keys(a, axis: static):
    keys = _time_keys(a)
    if axis is None:
        return np.sort(np.ravel(keys))
    elif a.ndim == 1:
        return np.sort(keys)
    else:
        return np.swapaxes(np.sort(np.swapaxes(keys, axis, -1)), axis, -1)


def _time_sort(a, axis: static = -1, kind=None, order=None, stable=None):
    return _time_of_keys(_sorted_keys(a, axis), a)


def _time_sort_in_place(a, axis: static = -1, kind=None, stable=None):
    a[...] = _time_sort(a, axis)


def _time_argsort(a, axis: static = -1, kind=None, order=None, stable=None):
    keys = _time_keys(a)
    if axis is None:
        return np.argsort(np.ravel(keys), kind='stable')
    elif a.ndim == 1:
        return np.argsort(keys, kind='stable')
    else:
        return np.swapaxes(np.argsort(np.swapaxes(keys, axis, -1), kind='stable'), axis, -1).copy()


def _time_unique(ar, return_index: static = False, return_inverse: static = False, return_counts: static = False, axis: static = None,
                 equal_nan: static = True):
    if axis is not None or not equal_nan:
        raise NotImplementedError("of dates and spans of time it takes no axis= and no equal_nan=False")
    if not (return_index or return_inverse or return_counts):
        return _time_of_keys(np.unique(_time_keys(ar)), ar)
    else:
        values, index, inverse, counts = np.unique(_time_keys(ar), return_index=True, return_inverse=True, return_counts=True)
        first = (index,) if return_index else ()
        second = (inverse,) if return_inverse else ()
        third = (counts,) if return_counts else ()
        return (_time_of_keys(values, ar),) + first + second + third


def _time_isin(element, test_elements, assume_unique: static = False, invert: static = False, kind=None):
    whole = np.result_type(element, test_elements)
    a, b = np.asarray(element).astype(whole), np.asarray(test_elements).astype(whole)
    found = np.isin(a.view(np.int64), b.view(np.int64)) & ~np.isnat(a)
    return np.asarray(~found if invert else found)


def _time_union(ar1, ar2):
    whole = np.result_type(ar1, ar2)
    return _time_unique(np.concatenate((np.ravel(ar1).astype(whole), np.ravel(ar2).astype(whole))))


def _time_intersection(ar1, ar2, assume_unique: static = False, return_indices: static = False):
    if return_indices:
        raise NotImplementedError("of dates and spans of time it takes no return_indices=")
    whole = np.result_type(ar1, ar2)
    values = _time_unique(np.ravel(ar1).astype(whole))
    return values[_time_isin(values, ar2)]


def _time_difference(ar1, ar2, assume_unique: static = False):
    values = np.ravel(ar1) if assume_unique else _time_unique(ar1)
    return values[_time_isin(values, ar2, invert=True)]


def _time_cummin(array, axis: static = 0, dtype=None, out=None):
    _time_plain(out, None, None)
    return np.minimum.accumulate(array.view(np.int64), axis=axis).view(array.dtype)


def _time_cummax(array, axis: static = 0, dtype=None, out=None):
    _time_plain(out, None, None)
    return _time_of_keys(np.maximum.accumulate(_time_keys(array), axis=axis), array)


def _time_nanmedian(a, axis: static = None, keepdims: static = False):
    if axis is not None or keepdims:
        raise NotImplementedError("the median of spans of time is that of all elements, without axis= and keepdims=")
    x = np.ravel(a)
    return _time_median(x[~np.isnat(x)])


def _time_median(a, axis: static = None, keepdims: static = False):
    _only_spans(a)
    if axis is None and not keepdims:
        x = _time_sort(np.ravel(a))
        n = x.size
        if n == 0 or np.isnat(x[n - 1]):
            return np.int64(-9223372036854775808).view(a.dtype)
        return (x[(n - 1) // 2] + x[n // 2]) / 2 if n % 2 == 0 else x[n // 2]
    raise NotImplementedError("the median of spans of time is that of all elements, without axis= and keepdims=")


def _time_total(iterable, start=None):
    if start is not None:
        raise NotImplementedError("the sum of spans of time takes no start")
    items = list(iterable)
    total = np.int64(0).view(items[0].dtype)
    for x in items:
        total += x
    return total


def _time_whole(x, dtype: static):
    if np.isnat(x):
        raise ValueError("arange: cannot use NaT (not-a-time) datetime values")
    return x.astype(dtype).astype(np.int64)


def _time_arange(start, stop=None, step=None, dtype=None):
    if stop is None:
        return _time_arange(start - start, start, None, None)
    if np.result_type(start).kind not in 'mM':
        raise NotImplementedError("give the first date or span of time too: np.arange(d, d + n)")
    if np.result_type(stop).kind not in 'mM' or (np.result_type(start).kind == 'M' and np.result_type(stop).kind == 'm'):
        return _time_arange(start, start + stop, step, None)
    if step is None:
        whole = np.result_type(start, stop)
        return np.arange(_time_whole(start, whole), _time_whole(stop, whole)).view(whole)
    elif np.result_type(step).kind in 'mM':
        whole = np.result_type(start, stop, step)
        by = _time_whole(step, (np.int64(0).view(whole) - np.int64(0).view(whole)).dtype)
    else:
        whole = np.result_type(start, stop)
        by = np.int64(step)
    if by == 0:
        raise ValueError("arange: step cannot be zero")
    return np.arange(_time_whole(start, whole), _time_whole(stop, whole), by).view(whole)
