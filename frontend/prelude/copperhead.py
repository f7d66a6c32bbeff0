"""Copperhead's primitives, of sequences (`copperhead_sequences.py`). `_later_map` is what a call of `map` becomes where every item
is read once, `_ragged_map` where the rows that it gives may have several lengths; `_device_filter` is that of `filter` for devices."""
import numpy as np
import pycc
from pycc import static


# ---- map

def _apply(f, i, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9):
    if x1 is None:
        return f(_item(x0, i))
    elif x2 is None:
        return f(_item(x0, i), _item(x1, i))
    elif x3 is None:
        return f(_item(x0, i), _item(x1, i), _item(x2, i))
    elif x4 is None:
        return f(_item(x0, i), _item(x1, i), _item(x2, i), _item(x3, i))
    elif x5 is None:
        return f(_item(x0, i), _item(x1, i), _item(x2, i), _item(x3, i), _item(x4, i))
    elif x6 is None:
        return f(_item(x0, i), _item(x1, i), _item(x2, i), _item(x3, i), _item(x4, i), _item(x5, i))
    elif x7 is None:
        return f(_item(x0, i), _item(x1, i), _item(x2, i), _item(x3, i), _item(x4, i), _item(x5, i), _item(x6, i))
    elif x8 is None:
        return f(_item(x0, i), _item(x1, i), _item(x2, i), _item(x3, i), _item(x4, i), _item(x5, i), _item(x6, i), _item(x7, i))
    elif x9 is None:
        return f(_item(x0, i), _item(x1, i), _item(x2, i), _item(x3, i), _item(x4, i), _item(x5, i), _item(x6, i), _item(x7, i), _item(x8, i))
    else:
        return f(_item(x0, i), _item(x1, i), _item(x2, i), _item(x3, i), _item(x4, i),
                 _item(x5, i), _item(x6, i), _item(x7, i), _item(x8, i), _item(x9, i))


def copperhead__map(f, x0, x1=None, x2=None, x3=None, x4=None, x5=None, x6=None, x7=None, x8=None, x9=None):
    n = _same_len(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9)
    return _filled(n, lambda i: _apply(f, i, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9))


def _ragged_map(f, x0, x1=None, x2=None, x3=None, x4=None, x5=None, x6=None, x7=None, x8=None, x9=None, of: static = -1):
    """map, where rows have the lengths of those of sequence `of`, or any."""
    n = _same_len(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9)
    return _rows_as(of, n, lambda i: _apply(f, i, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9), x0, x1, x2, x3)


def _rows_as(of: static, n, g, x0, x1, x2, x3):
    if of == 0:
        return _rows_like(x0, n, g)
    elif of == 1:
        return _rows_like(x1, n, g)
    elif of == 2:
        return _rows_like(x2, n, g)
    elif of == 3:
        return _rows_like(x3, n, g)
    else:
        return _filled(n, g, lambda i: _seq_len(g(i)))


def _rows_like(x, n, g):
    """_filled, of rows that have the lengths of those of x: of one length in a matrix."""
    if isinstance(x, np.ndarray):
        return _filled(n, g)
    else:
        return _filled(n, g, lambda i: _seq_len(_item(x, i)))


def _later_map(f, x0, x1=None, x2=None, x3=None, x4=None, x5=None, x6=None, x7=None, x8=None, x9=None):
    n = _same_len(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9)
    return lambda i: n if i is None else _element(_apply(f, i, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9))


def copperhead__zip(x0, x1=None, x2=None, x3=None, x4=None, x5=None, x6=None, x7=None, x8=None, x9=None):
    _same_len(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9)
    return _columns(_together(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9))


def _later_zip(x0, x1=None, x2=None, x3=None, x4=None, x5=None, x6=None, x7=None, x8=None, x9=None):
    return _later_map(_together, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9)


def _together(x0, x1=None, x2=None, x3=None, x4=None, x5=None, x6=None, x7=None, x8=None, x9=None):
    """The tuple of all that are given."""
    if x1 is None:
        return (x0,)
    elif x2 is None:
        return (x0, x1)
    elif x3 is None:
        return (x0, x1, x2)
    elif x4 is None:
        return (x0, x1, x2, x3)
    elif x5 is None:
        return (x0, x1, x2, x3, x4)
    elif x6 is None:
        return (x0, x1, x2, x3, x4, x5)
    elif x7 is None:
        return (x0, x1, x2, x3, x4, x5, x6)
    elif x8 is None:
        return (x0, x1, x2, x3, x4, x5, x6, x7)
    elif x9 is None:
        return (x0, x1, x2, x3, x4, x5, x6, x7, x8)
    else:
        return (x0, x1, x2, x3, x4, x5, x6, x7, x8, x9)


def copperhead__unzip(x):
    if isinstance(x, dict):
        return x["columns of tuples"]
    else:
        return copperhead__map(lambda t: t, x)["columns of tuples"]


def copperhead__enumerate(x):
    return _columns((np.arange(_seq_len(x)), x))


def _later_enumerate(x):
    return _later_map(_together, _later_indices(x), x)


def copperhead__indices(x):
    return np.arange(_seq_len(x))


def _later_indices(x):
    return _later_range(_seq_len(x))


def copperhead__range(n):
    return np.arange(_how_many(n))


def _later_range(n):
    return _later_bounded_range(0, n)


def copperhead__bounded_range(a, b):
    return np.arange(_how_many(a), _how_many(b))


def _how_many(n):
    if np.result_type(n).kind not in "iu":
        raise TypeError("an integer is expected")
    return int(n)


def _later_bounded_range(a, b):
    first = _how_many(a)
    n = max(_how_many(b) - first, 0)
    return lambda i: n if i is None else np.int64(first + i)


def copperhead__len(x):
    return _seq_len(x)


def copperhead__replicate(a, n):
    return _made(_later_replicate(a, n))


def _later_replicate(a, n):
    count = max(_how_many(n), 0)
    return lambda i: count if i is None else _element(a)


# ---- reductions

def copperhead__reduce(f, x, init):
    total = _start(init, f, x)
    for i in range(_seq_len(x)):
        total = f(total, _item(x, i))
    return total


def _free_reduce(f, x, init):
    """reduce, of a function that takes items in any order."""
    total = _start(init, f, x)
    for i in pycc.prange(_seq_len(x)):
        total = f(total, _item(x, i))
    return total


def copperhead__sum(x: np.ndarray):
    if callable(x):
        return _total(x)
    elif _numbers(x).dtype == np.bool_:
        return np.sum(x)
    else:
        return np.sum(x, dtype=x.dtype)


def _total(x):
    if np.result_type(x(0)) == np.bool_:
        return _added(np.int64(0), x)
    else:
        return _added(_number(0, np.result_type(x(0))), x)


def _added(total, x):
    for i in pycc.prange(x(None)):
        total += x(i)
    return total


def _numbers(x: np.ndarray):
    if x.ndim != 1:
        raise TypeError("a sequence of numbers is expected here")
    return x


def copperhead__min(x, y=None, z=None):
    if y is None:
        if _seq_len(x) == 0:
            raise ValueError("min() arg is an empty sequence")
        if isinstance(_item(x, 0), tuple):
            return _first(lambda a, b: _comes_before(b, a, 0), x)
        elif callable(x):
            return _least_of(x)
        else:
            return np.min(_numbers(x))
    elif z is None:
        return copperhead__op_min(x, y)
    else:
        return copperhead__op_min(copperhead__op_min(x, y), z)


def _least_of(x):
    best = x(0)
    for i in pycc.prange(1, x(None)):
        best = np.minimum(best, x(i))
    return best


def copperhead__max(x, y=None, z=None):
    if y is None:
        if _seq_len(x) == 0:
            raise ValueError("max() arg is an empty sequence")
        if isinstance(_item(x, 0), tuple):
            return _first(lambda a, b: _comes_before(a, b, 0), x)
        elif callable(x):
            return _greatest_of(x)
        else:
            return np.max(_numbers(x))
    elif z is None:
        return copperhead__op_max(x, y)
    else:
        return copperhead__op_max(copperhead__op_max(x, y), z)


def _greatest_of(x):
    best = x(0)
    for i in pycc.prange(1, x(None)):
        best = np.maximum(best, x(i))
    return best


def _first(f, x):
    """The item before which, or beside which, none is: f(a, b) says that b comes before a."""
    best = _item(x, 0)
    for i in range(1, _seq_len(x)):
        item = _item(x, i)
        if f(best, item):
            best = item
    return best


def _comes_before(a, b, k: static):
    """Is a tuple less than another one, from place k on?"""
    if k == len(a) - 1:
        return a[k] < b[k]
    else:
        return a[k] < b[k] or (a[k] == b[k] and _comes_before(a, b, k + 1))


def copperhead__any(x: np.ndarray):
    if callable(x):
        return _any_of(x)
    else:
        return np.any(_numbers(x))


def _any_of(x):
    found = np.bool_(False)
    for i in pycc.prange(x(None)):
        found |= x(i) != 0
    return found


def copperhead__all(x: np.ndarray):
    if callable(x):
        return _all_of(x)
    else:
        return np.all(_numbers(x))


def _all_of(x):
    found = np.bool_(True)
    for i in pycc.prange(x(None)):
        found &= x(i) != 0
    return found


def copperhead__argmin(x: np.ndarray):
    if callable(x):
        if x(None) == 0:
            raise ValueError("attempt to get argmin of an empty sequence")
        return _first_place(lambda best, item: item < best, x)
    else:
        return np.argmin(_numbers(x))


def copperhead__argmax(x: np.ndarray):
    if callable(x):
        if x(None) == 0:
            raise ValueError("attempt to get argmax of an empty sequence")
        return _first_place(lambda best, item: item > best, x)
    else:
        return np.argmax(_numbers(x))


def _first_place(f, x):
    """Where the first item is that is nan, or than which none is better."""
    best = x(0)
    at = np.int64(0)
    for i in range(1, x(None)):
        item = x(i)
        if f(best, item) or (item != item and best == best):
            best = item
            at = np.int64(i)
    return at


# ---- movements

def copperhead__gather(x, indices):
    return _moved(x, _seq_len(indices), _later_gather(x, indices))


def _later_gather(x, indices):
    return _later_map(lambda i: _item(x, _place(i)), indices)


def _place(i):
    if np.result_type(i).kind not in "iu":
        raise TypeError("indices that are integers are expected")
    return int(i)


def copperhead__permute(x, indices):
    n = _seq_len(x)
    if _seq_len(indices) != n:
        raise AssertionError("permute takes as many indices as elements")
    return _scattered(x, indices, _filled(n, lambda i: _item(x, i)))


def copperhead__scatter(x, indices, destination):
    if _seq_len(indices) != _seq_len(x):
        raise AssertionError("scatter takes as many indices as elements")
    return _scattered(x, indices, _filled(_seq_len(destination), lambda i: _item(destination, i)))


def _scattered(x, indices, out):
    for i in range(_seq_len(x)):
        _put(out, _place(_item(indices, i)), _item(x, i))
    return out


def copperhead__update(destination, updates):
    return _updated(updates, _filled(_seq_len(destination), lambda i: _item(destination, i)))


def _updated(updates, out):
    for i in range(_seq_len(updates)):
        at, value = _item(updates, i)
        _put(out, _place(at), value)
    return out


def _device_permute(x, indices):
    n = _seq_len(x)
    if _seq_len(indices) != n:
        raise AssertionError("permute takes as many indices as elements")
    return _scattered_once(_seq_len(indices), lambda i: _item(indices, i), lambda i: _item(x, i), _filled(n, lambda i: _item(x, i)))


def _device_scatter(x, indices, destination):
    if _seq_len(indices) != _seq_len(x):
        raise AssertionError("scatter takes as many indices as elements")
    return _scattered_once(_seq_len(indices), lambda i: _item(indices, i), lambda i: _item(x, i),
                           _filled(_seq_len(destination), lambda i: _item(destination, i)))


def _device_update(destination, updates):
    return _scattered_once(_seq_len(updates), lambda i: _item(updates, i)[0], lambda i: _item(updates, i)[1],
                           _filled(_seq_len(destination), lambda i: _item(destination, i)))


def _scattered_once(n, at, value, out):
    """out with value(0) to value(n - 1) at places at(i): in order only where a place comes twice."""
    times = np.zeros(_seq_len(out), np.int64)
    for i in pycc.prange(n):
        times[_place(at(i))] += 1
    most = np.int64(0)
    for k in pycc.prange(len(times)):
        most = max(most, times[k])
    if most <= 1:
        for i in pycc.prange(n, independent=True):
            _put(out, _place(at(i)), value(i))
    else:
        for i in range(n):
            _put(out, _place(at(i)), value(i))
    return out


def copperhead__filter(f, x):
    if callable(x):
        if isinstance(x(0), np.ndarray):
            return copperhead__filter(f, _filled(x(None), x, lambda i: len(x(i))))
        else:
            return _filtered(f, x)
    else:
        chosen = np.nonzero(copperhead__map(f, x))[0]
        return _moved(x, len(chosen), lambda i: _item(x, chosen[i]))


def _device_filter(f, x):
    """Each item that is kept goes where a scan counts to."""
    if isinstance(_item(x, 0), np.ndarray):
        return copperhead__filter(f, x)
    else:
        n = _seq_len(x)
        keep = _filled(n, lambda i: np.int64(1) if f(_item(x, i)) else np.int64(0))
        places = np.cumsum(keep)
        found = _new(places[n - 1] if n > 0 else 0, lambda i: _item(x, i))
        for i in pycc.prange(n, independent=True):
            if keep[i] != 0:
                _put(found, places[i] - 1, _item(x, i))
        return found


def _filtered(f, x):
    """What is kept of items that are late, each computed once."""
    found = _new(x(None), x)
    n = 0
    for i in range(x(None)):
        item = x(i)
        if f(item):
            _put(found, n, item)
            n += 1
    return _filled(n, lambda i: _item(found, i))


def copperhead__shift(x, n, default):
    return _made(_later_shift(x, n, default))


def _later_shift(x, n, default):
    size = _seq_len(x)
    by = _how_many(n)
    fill = _literal(default, lambda: _item(x, 0))
    _check_step(lambda: fill, lambda: _item(x, 0))
    last = min(by, size)
    return lambda i: max(size, abs(by)) if i is None else _item(x, i + last) if i + last >= 0 and i + last < size else fill


def copperhead__rotate(x, n):
    return _moved(x, _seq_len(x), _later_rotate(x, n))


def _later_rotate(x, n):
    size = _seq_len(x)
    by = _how_many(n)
    first = min(by, size) if by >= 0 else max(size + by, 0)
    return lambda i: size if i is None else _item(x, first + i) if i < size - first else _item(x, i - size + first)


# ---- order

def copperhead__sort(f, x):
    n = _seq_len(x)
    order = np.arange(n)
    other = np.arange(n)
    width = 1
    while width < n:
        for pair in pycc.prange((n - 1) // (2 * width) + 1, independent=True):
            lo = 2 * width * pair
            _merge(f, x, order, other, lo, min(lo + width, n), min(lo + 2 * width, n))
        order, other = other, order
        width *= 2
    return _moved(x, n, lambda i: _item(x, order[i]))


def _merge(f, x, order, other, lo, mid, hi):
    i = lo
    j = mid
    for k in range(lo, hi):
        if i < mid and (j >= hi or not f(_item(x, order[j]), _item(x, order[i]))):
            other[k] = order[i]
            i += 1
        else:
            other[k] = order[j]
            j += 1
