"""Arrays split, repeated, shifted and padded."""
import numpy as np
import pycc
from pycc import static


def append(arr: np.ndarray, values: np.ndarray, axis: static = None):
    if axis is None:
        return concatenate((np.ravel(arr), np.ravel(values)), 0)
    else:
        return concatenate((arr, values), axis)


def _check_kind(kind: static, of: static):
    """Does NumPy's same_kind rule cast numbers of a kind to another?"""
    if kind in "iufc" and of == "b" or kind in "ifc" and of == "u" or kind in "fc" and of in "iu" or kind == "c" and of == "f":
        raise TypeError("what stands at an end must be compatible with input `ary` under the `same_kind` rule.")


def ediff1d(ary: np.ndarray, to_end: np.ndarray = None, to_begin: np.ndarray = None):
    if np.result_type(ary).kind == "b":
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
    if to_begin is not None:
        _check_kind(np.result_type(to_begin).kind, np.result_type(ary).kind)
    if to_end is not None:
        _check_kind(np.result_type(to_end).kind, np.result_type(ary).kind)
    d = _difference(np.ravel(ary), 0)
    if to_begin is None and to_end is None:
        return d
    elif to_end is None:
        return _fenced(d, to_begin, _size_of(to_begin), 0, 0)
    elif to_begin is None:
        return _fenced(d, 0, 0, to_end, _size_of(to_end))
    else:
        return _fenced(d, to_begin, _size_of(to_begin), to_end, _size_of(to_end))


def _size_of(x):
    return 1 if np.ndim(x) == 0 else x.size


def _fenced(d, first, n_first, last, n_last):
    out = np.empty(n_first + len(d) + n_last, d.dtype)
    out[n_first:n_first + len(d)] = d
    if n_first > 0:
        out[:n_first] = np.ravel(first) if np.ndim(first) > 0 else first
    if n_last > 0:
        out[n_first + len(d):] = np.ravel(last) if np.ndim(last) > 0 else last
    return out


def _parts_between(a, ends, axis: static):
    """A list of the parts that end at each place, and what is behind the last."""
    return [_part(a, axis, 0 if i == 0 else int(ends[i - 1]), a.shape[axis] if i == len(ends) else int(ends[i]))
            for i in range(len(ends) + 1)]


def array_split(ary: np.ndarray, indices_or_sections: np.ndarray, axis: static = 0):
    if np.result_type(indices_or_sections).kind not in "iu":
        raise TypeError("the number of parts is an int, and so are their ends")
    k = _axis(axis, ary.ndim)
    if np.ndim(indices_or_sections) > 0:
        return _parts_between(ary, indices_or_sections, k)
    else:
        n = int(indices_or_sections)
        if n <= 0:
            raise ValueError("number sections must be larger than 0.")
        size = ary.shape[k] // n
        more = ary.shape[k] % n
        return _parts_between(ary, [i * size + min(i, more) for i in range(1, n)], k)


def split(ary: np.ndarray, indices_or_sections: np.ndarray, axis: static = 0):
    if np.ndim(indices_or_sections) == 0 and ary.shape[_axis(axis, ary.ndim)] % indices_or_sections != 0:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def hsplit(ary: np.ndarray, indices_or_sections: np.ndarray):
    return split(ary, indices_or_sections, 0 if ary.ndim == 1 else 1)


def vsplit(ary: np.ndarray, indices_or_sections: np.ndarray):
    if ary.ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


def dsplit(ary: np.ndarray, indices_or_sections: np.ndarray):
    if ary.ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


def _rolled(a, shift, axis: static):
    if np.ndim(shift) == 0:
        return pycc._turned(a, (int(shift) if np.result_type(shift).kind == "f" else shift) % max(a.shape[axis], 1), axis)
    else:
        if np.ndim(shift) > 1:
            raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
        n = max(a.shape[axis], 1)
        if isinstance(shift, np.ndarray):
            if np.result_type(shift).kind == "u":
                return _rolled(a, (shift % n).astype(np.int64), axis)
        by = 0
        for s in shift:
            by = (by + int(s) % n) % n
        return pycc._turned(a, by, axis)


def roll(a: np.ndarray, shift, axis: static = None):
    if axis is None and a.ndim == 1:
        return _rolled(a, shift, 0)
    elif axis is None:
        return _rolled(np.ravel(a), shift, 0).reshape(a.shape)
    elif np.ndim(axis) == 0:
        return _rolled(a, shift, _axis(axis, a.ndim))
    else:
        return _rolled_axes(a, shift, axis, 0)


def _rolled_axes(a, shift, axes: static, i: static):
    b = _rolled(a, shift if np.ndim(shift) == 0 else shift[i], _axis(axes[i], a.ndim))
    if i == len(axes) - 1:
        return b
    return _rolled_axes(b, shift, axes, i + 1)


def _repeated(a, n, axis: static):
    """Every element of the axis n times: what is behind the axis as one."""
    out = np.empty(_with_extent(a.shape, axis, n * a.shape[axis]), a.dtype)
    if axis == a.ndim - 1:
        _repeat_last(np.ravel(a), n, out.reshape((_before(a, a.ndim), n)))
    else:
        x = a.reshape((_before(a, axis + 1), 1, _after(a, axis)))
        y = out.reshape((x.shape[0], n, x.shape[2]))
        y[...] = x
    return out


def _repeat_last(x, n, out):
    for block in pycc.prange((len(x) + 511) // 512):
        for j in range(n):
            for i in range(512 * block, min(512 * block + 512, len(x))):
                out[i, j] = x[i]


def repeat(a: np.ndarray, repeats: np.ndarray, axis: static = None):
    if np.result_type(repeats).kind not in "bi":
        raise NotImplementedError("repeats are ints; write np.int64(...)")
    if np.ndim(a) == 0:
        return repeat(np.array([a]), repeats)
    if np.ndim(repeats) > 0:
        return _repeated_each(np.ravel(a) if axis is None else a, repeats, 0 if axis is None else _axis(axis, a.ndim))
    if repeats < 0 and np.size(a) > 0:
        raise ValueError("negative dimensions are not allowed")
    if axis is None:
        return _repeated(np.ravel(a), repeats, 0)
    else:
        return _repeated(a, repeats, _axis(axis, a.ndim))


def _repeated_each(a, repeats, axis: static):
    """Every element of the axis as often as its own count says."""
    if len(repeats) != a.shape[axis] and len(repeats) != 1:
        raise ValueError("operands could not be broadcast together")
    total = 0
    for j in range(a.shape[axis]):
        count = int(repeats[j if len(repeats) > 1 else 0])
        if count < 0:
            raise ValueError("repeats may not contain negative values.")
        total += count
    if a.ndim == 1:
        return _each_often(a, repeats, total)
    return np.take(a, _each_often(np.arange(a.shape[axis]), repeats, total), axis)


def _each_often(a, repeats, total):
    out, at = np.empty(total, a.dtype), 0
    for j in range(len(a)):
        n = int(repeats[j if len(repeats) > 1 else 0])
        if n <= 4 and at + 4 <= total:  # how few is not foreseen: 4 take no branch
            out[at], out[at + 1], out[at + 2], out[at + 3] = a[j], a[j], a[j], a[j]
        else:
            for k in range(at, at + n):
                out[k] = a[j]
        at += n
    return out


def delete(arr: np.ndarray, obj: np.ndarray, axis: static = None):
    a = np.ravel(arr) if axis is None else arr
    k = 0 if axis is None else _axis(axis, arr.ndim)
    n = a.shape[k]
    if np.ndim(obj) > 0 and np.result_type(obj) == np.bool_:
        if obj.ndim != 1 or obj.shape[0] != n:
            raise ValueError("boolean array argument obj to delete must be one dimensional and match the axis length")
        return compress(~obj, a, k)
    if np.result_type(obj).kind == "f":
        if np.size(obj) > 0:
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        return a.copy()
    if np.ndim(obj) == 0 and np.result_type(obj) != np.bool_:
        return _without(a, int(obj), k)
    keep = np.ones(n, np.bool_)
    at = np.ravel(obj)
    for i in range(at.size):
        if at[i] < -n or at[i] >= n:
            raise IndexError(f"index {at[i]} is out of bounds for axis {k} with size {n}")
        keep[at[i]] = False
    return compress(keep, a, k)


def _without(a, i, k: static):
    """The array without its part i along an axis."""
    n = a.shape[k]
    if i < -n or i >= n:
        raise IndexError(f"index {i} is out of bounds for axis {k} with size {n}")
    at = i + n if i < 0 else i
    out = np.empty(_with_extent(a.shape, k, n - 1), a.dtype)
    _part(out, k, None, at)[...] = _part(a, k, None, at)
    _part(out, k, at, None)[...] = _part(a, k, at + 1, None)
    return out


def _insert_each(a, obj, values, k: static):
    """At several indices, which count the elements before any is inserted."""
    n = a.shape[k]
    m = obj.size
    order = np.argsort(np.where(obj < 0, obj + n, obj), kind="stable")
    at = np.where(obj < 0, obj + n, obj)
    at[order] += np.arange(m)
    old = np.ones(n + m, np.bool_)
    old[at] = False
    out = np.empty(_with_extent(a.shape, k, n + m), a.dtype)
    moved = np.moveaxis(out, k, 0)
    fresh = np.empty(_with_extent(a.shape, k, m), a.dtype)
    fresh[...] = values
    moved[at] = np.moveaxis(fresh, k, 0)
    moved[np.flatnonzero(old)] = np.moveaxis(a, k, 0)
    return out


def row_stack(tup):
    return np.vstack(tup)


def insert(arr: np.ndarray, obj, values: np.ndarray, axis: static = None):
    if np.ndim(obj) > 0 and np.result_type(np.asarray(obj)) == np.bool_:
        return insert(arr, np.flatnonzero(np.asarray(obj)), values, axis)
    if np.ndim(obj) > 0:
        return _insert_each(np.ravel(arr) if axis is None else arr, np.asarray(obj), values,
                           0 if axis is None else _axis(axis, arr.ndim))
    a = np.ravel(arr) if axis is None else arr
    k = 0 if axis is None else _axis(axis, arr.ndim)
    n = a.shape[k]
    if obj < -n or obj > n:
        raise IndexError(f"index {obj} is out of bounds for axis {k} with size {n}")
    at = obj + n if obj < 0 else obj
    more = values.shape[0] if np.ndim(values) == a.ndim else 1
    out = np.empty(_with_extent(a.shape, k, n + more), a.dtype)
    head = _part(out, k, None, at)
    head[...] = _part(a, k, None, at)
    middle = _part(out, k, at, at + more)
    middle[...] = _inserted(values, a.ndim, k)
    tail = _part(out, k, at + more, None)
    tail[...] = _part(a, k, at, None)
    return out


def _inserted(values, ndim: static, axis: static):
    """Values of an array's rank, their first axis where they go."""
    if np.ndim(values) == 0:
        return values
    return np.moveaxis(_more_axes(values, ndim - values.ndim, True), 0, axis)


def resize(a: np.ndarray, new_shape):
    flat = np.ravel(a)
    out = np.empty(new_shape, a.dtype)
    if flat.size == 0:
        out[...] = 0
    else:
        places = out.reshape(out.size)
        whole = places.size - places.size % flat.size
        rows = places[:whole].reshape((whole // flat.size, flat.size))
        rows[...] = flat
        places[whole:] = flat[:places.size - whole]
    return out


def _tiled(a, n, axis: static):
    """The whole axis n times."""
    out = np.empty(_with_extent(a.shape, axis, n * a.shape[axis]), a.dtype)
    for i in range(n):
        part = _part(out, axis, i * a.shape[axis], (i + 1) * a.shape[axis])
        part[...] = a
    return out


def _tiled_axes(a, reps, axis: static, i: static):
    b = _tiled(a, reps[i], axis)
    if i == len(reps) - 1:
        return b
    return _tiled_axes(b, reps, axis + 1, i + 1)


def tile(A: np.ndarray, reps):
    if np.ndim(A) == 0:
        return tile(np.array([A]), reps)
    elif np.ndim(reps) == 0:
        return _tiled(A, reps, A.ndim - 1)
    elif len(reps) >= A.ndim:
        return _tiled_axes(_more_axes(A, len(reps) - A.ndim, True), reps, 0, 0)
    else:
        return _tiled_axes(A, reps, A.ndim - len(reps), 0)


def _pad_edges(out, axis: static, before, n, mode: static, value):
    """Fills what lies around n elements of an axis, which begin at `before`."""
    total = out.shape[axis]
    for k in range(before):
        i = before - 1 - k
        edge = _part(out, axis, i, i + 1)
        if mode == "constant":
            edge[...] = _first_value(value, axis)
        else:
            j = before + _padded_from(-1 - k, n, mode)
            edge[...] = _part(out, axis, j, j + 1)
    for k in range(total - before - n):
        i = before + n + k
        edge = _part(out, axis, i, i + 1)
        if mode == "constant":
            edge[...] = _last_value(value, axis)
        else:
            j = before + _padded_from(n + k, n, mode)
            edge[...] = _part(out, axis, j, j + 1)


def _first_value(value, axis: static):
    """What stands before an axis: of one number, a pair, or a pair for each axis."""
    if np.ndim(value) == 0:
        return value
    if np.ndim(value) == 1:
        return value[0]
    return value[axis if len(value) > 1 else 0][0]


def _last_value(value, axis: static):
    if np.ndim(value) == 0:
        return value
    if np.ndim(value) == 1:
        return value[-1]
    return value[axis if len(value) > 1 else 0][-1]


def _padded_from(i, n, mode: static):
    """Which of n elements stands at place i outside of them."""
    if mode == "edge":
        return 0 if i < 0 else n - 1
    if mode == "wrap":
        return i % n
    if mode == "symmetric":
        j = i % (2 * n)
        return j if j < n else 2 * n - 1 - j
    if n == 1:
        return 0
    j = i % (2 * n - 2)
    return j if j < n else 2 * n - 2 - j


def _ramp(rows, value, edge):
    """Samples from a value on, towards that at the edge."""
    step = (edge * 1.0 - value) / max(rows.shape[0], 1)
    for i in range(rows.shape[0]):
        if rows.dtype.kind in "iu":
            rows[i] = np.floor(value + i * step)
        else:
            rows[i] = value + i * step


def _pad_ramps(out, axis: static, before, n, value):
    """Between the ends and the values given for them."""
    rows = np.moveaxis(out, axis, 0)
    _ramp(rows[:before], _first_value(value, axis), rows[before])
    _ramp(rows[before + n:][::-1], _last_value(value, axis), rows[before + n - 1])


def _pad_statistics(out, axis: static, before, n, mode: static, first, last):
    """By what the `first` or `last` elements have in the middle."""
    rows = np.moveaxis(out, axis, 0)
    lo = _statistic(rows[before:before + first], mode)
    hi = _statistic(rows[before + n - last:before + n], mode)
    rows[:before] = lo
    rows[before + n:] = hi


def _statistic(x, mode: static):
    if mode == "maximum":
        return x.max(axis=0)
    if mode == "minimum":
        return x.min(axis=0)
    middle = np.median(x, axis=0) if mode == "median" else np.mean(x, axis=0)
    if x.dtype.kind in "iu":
        return np.rint(middle).astype(x.dtype)
    return middle.astype(x.dtype)


def _pad_width(width, axis: static):
    """How much comes before and after an axis."""
    if np.ndim(width) == 0:
        return width, width
    elif np.ndim(width[0]) == 0:
        return width[0], width[-1]
    else:
        w = width[axis if len(width) > 1 else 0]
        return w[0], w[-1]


def _padded_shape(a, width, mode: static, shape, axis: static):
    """The shape with axes of `a` from one on as long as they become."""
    before, after = _pad_width(width, axis)
    if before < 0 or after < 0:
        raise ValueError("index can't contain negative values")
    n = a.shape[axis]
    if n == 0 and mode not in ("constant", "empty") and before + after > 0:
        raise ValueError("can't extend empty axis using modes other than 'constant' or 'empty'")
    longer = _with_extent(shape, axis, before + n + after)
    if axis == a.ndim - 1:
        return longer
    return _padded_shape(a, width, mode, longer, axis + 1)


def _unpadded(out, a, width, axis: static):
    """What is not beside `a` along axes from one on."""
    if axis == a.ndim:
        return out
    before = _pad_width(width, axis)[0]
    return _unpadded(_part(out, axis, before, before + a.shape[axis]), a, width, axis + 1)


def _fill_padding(out, a, width, mode: static, value, axis: static):
    """Along axes from one on, each over the whole length of those before it."""
    n = a.shape[axis]
    before = _pad_width(width, axis)[0]
    part = _unpadded(out, a, width, axis + 1)
    if mode == "linear_ramp":
        _pad_ramps(part, axis, before, n, value)
    elif mode in ("mean", "median", "maximum", "minimum"):
        first = n if value is None else min(n, _first_value(value, axis))
        last = n if value is None else min(n, _last_value(value, axis))
        if first < 1 or last < 1:
            raise ValueError("stat_length of 0 yields no value for padding")
        _pad_statistics(part, axis, before, n, mode, first, last)
    elif mode == "odd reflect" or mode == "odd symmetric":
        _pad_odd(part, axis, before, n, mode == "odd symmetric")
    elif mode != "empty":
        _pad_edges(part, axis, before, n, mode, value)
    if axis < a.ndim - 1:
        _fill_padding(out, a, width, mode, value, axis + 1)


def _padded(a, width, mode: static, value):
    out = np.empty(_padded_shape(a, width, mode, a.shape, 0), a.dtype)
    middle = _unpadded(out, a, width, 0)
    middle[...] = a
    _fill_padding(out, a, width, mode, value, 0)
    return out


def _check_width(width, n: static):
    """Is it an int, one or two of them, or a pair for each of n axes?"""
    if np.ndim(width) == 0:
        if np.result_type(width).kind != "i":
            raise TypeError("`pad_width` must be of integral type.")
    else:
        if np.ndim(width[0]) == 0:
            good = len(width) == 1 or len(width) == 2
        else:
            good = len(width) == 1 or len(width) == n
        if not good:
            raise ValueError("operands could not be broadcast together with remapped shapes")
        _check_width(width[0], 1)


def _pad_odd(out, axis: static, before, n, same: static):
    """The parts around n elements, turned about those at their ends; same: the end itself comes again."""
    rows = np.moveaxis(out, axis, 0)
    after = rows.shape[0] - before - n
    if max(before, after) > (n if same else n - 1):
        raise NotImplementedError("as many elements at most as the array has can be reflected with reflect_type='odd'")
    skip = 0 if same else 1
    for i in range(before):
        rows[before - 1 - i] = 2 * rows[before] - rows[before + skip + i]
    last = before + n - 1
    for i in range(after):
        rows[last + 1 + i] = 2 * rows[last] - rows[last - skip - i]


def pad(array: np.ndarray, pad_width, mode: static = "constant", stat_length=None, constant_values=0,
        end_values=0, reflect_type: static = "even"):
    _check_width(pad_width, array.ndim)
    if reflect_type == "odd" and mode in ("reflect", "symmetric"):
        return _padded(array, pad_width, "odd reflect" if mode == "reflect" else "odd symmetric", 0)
    if mode == "linear_ramp":
        return _padded(array, pad_width, mode, end_values)
    if mode in ("mean", "median", "maximum", "minimum"):
        return _padded(array, pad_width, mode, stat_length)
    if mode not in ("constant", "edge", "wrap", "reflect", "symmetric", "empty"):
        raise ValueError("this mode is not supported")
    return _padded(array, pad_width, mode, constant_values)


def ndindex(shape):
    if np.ndim(shape) == 0:
        return [(i,) for i in range(shape)]
    elif len(shape) == 1:
        return [(i,) for i in range(shape[0])]
    elif len(shape) == 2:
        return [(i, j) for i in range(shape[0]) for j in range(shape[1])]
    elif len(shape) == 3:
        return [(i, j, k) for i in range(shape[0]) for j in range(shape[1]) for k in range(shape[2])]
    elif len(shape) == 4:
        return [(i, j, k, m) for i in range(shape[0]) for j in range(shape[1]) for k in range(shape[2])
                for m in range(shape[3])]
    else:
        raise ValueError("up to four axes are supported")


def ndenumerate(arr: np.ndarray):
    if arr.ndim == 1:
        return [((i,), arr[i]) for i in range(arr.shape[0])]
    elif arr.ndim == 2:
        return [((i, j), arr[i, j]) for i in range(arr.shape[0]) for j in range(arr.shape[1])]
    elif arr.ndim == 3:
        return [((i, j, k), arr[i, j, k]) for i in range(arr.shape[0]) for j in range(arr.shape[1])
                for k in range(arr.shape[2])]
    elif arr.ndim == 4:
        return [((i, j, k, m), arr[i, j, k, m]) for i in range(arr.shape[0]) for j in range(arr.shape[1])
                for k in range(arr.shape[2]) for m in range(arr.shape[3])]
    else:
        raise ValueError("one to four axes are supported")


def nditer(op, flags: static = None, op_flags: static = None, op_dtypes: static = None, order: static = "K"):
    """The numbers of one array, or of two or three beside each other, to be read."""
    if flags is not None or op_flags is not None or op_dtypes is not None:
        raise ValueError("arrays are read, without flags; write for x in np.ravel(a), or loops over the axes")
    if isinstance(op, tuple):
        turned = order == "F" or (order == "K" and not _all_in_order(op, False, 0))
        if turned and order == "K" and not _all_in_order(op, True, 0):
            raise NotImplementedError("arrays that lie in several orders are read in one that is given; write order='C'")
        return _beside(op, turned)
    if order == "C":
        return np.ravel(op)
    if order == "F":
        return np.ravel(op.T)
    return pycc._flattened(_forward(op, 0), "K")


def _all_in_order(arrays, turned, i: static):
    """Do the elements of all lie in C's order, or in Fortran's?"""
    if i == len(arrays):
        return True
    if np.ndim(arrays[i]) == 0:
        return _all_in_order(arrays, turned, i + 1)
    so = arrays[i].strides[0] >= 0 if arrays[i].ndim == 1 else _f_contiguous(arrays[i]) if turned else _c_contiguous(arrays[i])
    return so and _all_in_order(arrays, turned, i + 1)


def _in_a_row(a, turned):
    return np.ravel(a, order="F") if turned else np.ravel(a)


def _beside(arrays, turned):
    """The numbers of two or three arrays, or numbers, that broadcast."""
    if len(arrays) == 2:
        a, b = np.broadcast_arrays(arrays[0], arrays[1])
        return [(x, y) for x, y in zip(_in_a_row(a, turned), _in_a_row(b, turned))]
    else:
        p, q, r = np.broadcast_arrays(arrays[0], arrays[1], arrays[2])
        return [(x, y, z) for x, y, z in zip(_in_a_row(p, turned), _in_a_row(q, turned), _in_a_row(r, turned))]


def _forward(a, k: static):
    """In the order of memory along each axis from k on."""
    if k == a.ndim:
        return a
    if a.strides[k] < 0:
        return _forward(np.flip(a, k), k + 1)
    return _forward(a[...], k + 1)


def list__tolist(a: np.ndarray):
    if a.ndim == 0:
        return a.item()
    elif a.ndim == 1:
        return [x.item() for x in a]
    else:
        return [list__tolist(part) for part in a]
