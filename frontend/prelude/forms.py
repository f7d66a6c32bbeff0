"""Functions of ops.def with parameters that the compiler's own do not have."""
import math

import numpy as np
import pycc
from pycc import static


def forms__linspace(start: np.ndarray, stop: np.ndarray, num=50, endpoint: static = True, retstep: static = False, dtype: static = None,
                    axis: static = 0):
    parts = num - 1 if endpoint else num
    if np.ndim(start) == 0 and np.ndim(stop) == 0 and np.result_type(start, stop).kind != "c":
        if axis != 0 and axis != -1:
            raise ValueError("the axis is out of bounds for an array of this dimension")
        values = np.linspace(start, stop, num, endpoint)
    else:
        samples = np.linspace(0.0, 1.0, num).size
        values = np.moveaxis(_between(_inexact(start, stop), _inexact(stop, start), samples, parts), 0, axis)
    cast = _cast_samples(values, dtype)
    if retstep:
        return cast, np.subtract(stop, start) / np.float64(parts)
    else:
        return cast


def _inexact(x, other):
    if np.ndim(x) > 0 and np.result_type(x).kind == "b" and np.result_type(x, other).kind in "fc":
        return x.astype(np.result_type(x, other))
    else:
        return x * 1.0


def _between(start, stop, num, parts):
    """Samples along a new first axis; the last one is `stop` exactly."""
    step = np.array((stop - start) / max(parts, 1))
    first = np.array(step * 0 + start)
    values = np.empty((num,) + first.shape, first.dtype)
    for i in range(num):
        values[i, ...] = step * i + start
    if num > 1 and parts == num - 1:
        values[-1, ...] = stop
    return values


def _cast_samples(values, dtype: static):
    if dtype is None:
        return values
    elif np.result_type(dtype).kind in "iu":
        return np.floor(values).astype(dtype)
    else:
        return values.astype(dtype)


def _like(a, dtype: static):
    return np.result_type(a) if dtype is None else np.result_type(dtype)


def _shape_like(a, shape, order: static):
    """Of the new array, which is laid out in C order where it would follow the strides of another."""
    if order not in (None, "C", "F", "A", "K"):
        raise ValueError("order must be one of 'C', 'F', 'A', or 'K'")
    return np.shape(a) if shape is None else shape


def forms__zeros_like(a: np.ndarray, dtype: static = None, order: static = None, subok: static = True, shape=None):
    return np.zeros(_shape_like(a, shape, order), _like(a, dtype), "F" if order == "F" else "C")


def forms__ones_like(a: np.ndarray, dtype: static = None, order: static = None, subok: static = True, shape=None):
    return np.ones(_shape_like(a, shape, order), _like(a, dtype), "F" if order == "F" else "C")


def forms__empty_like(prototype: np.ndarray, dtype: static = None, order: static = None, subok: static = True, shape=None):
    return np.empty(_shape_like(prototype, shape, order), _like(prototype, dtype), "F" if order == "F" else "C")


def forms__full_like(a: np.ndarray, fill_value, dtype: static = None, order: static = None, subok: static = True,
                     shape=None):
    return np.full(_shape_like(a, shape, order), fill_value, _like(a, dtype), "F" if order == "F" else "C")


def forms__array(object: np.ndarray, dtype: static = None, copy: static = True, order: static = None,
                 subok: static = False, ndmin: static = 0):
    if copy is None or not copy:
        raise ValueError("np.array() copies here; write np.asarray(a)")
    if dtype is None:
        return _at_least_before(_in_order(np.array(object), order), ndmin)
    else:
        return _at_least_before(_in_order(np.array(object).astype(dtype), order), ndmin)


def _in_order(a, order: static):
    """A new array, in the order asked for."""
    if order not in (None, "C", "F", "A", "K"):
        raise ValueError("order must be one of 'C', 'F', 'A', or 'K'")
    return a.copy("F") if order == "F" else a


def _at_least_before(a, n: static):
    """With new axes before the others."""
    if a.ndim >= n:
        return a
    return _at_least_before(a[None], n)


def forms__size(a: np.ndarray, axis: static = None):
    if axis is None:
        return np.size(a)
    elif np.ndim(axis) == 0:
        return a.shape[axis]
    else:
        return _size_along(a, axis, 0)


def _size_along(a, axes: static, i: static):
    if i == len(axes):
        return 1
    return a.shape[axes[i]] * _size_along(a, axes, i + 1)


def forms__copyto(dst, src: np.ndarray, casting: static = "same_kind", where: np.ndarray = None):
    if casting not in ("same_kind", "unsafe"):
        raise NotImplementedError("casting is 'same_kind' or 'unsafe'")
    if casting == "same_kind" and np.result_type(src, dst.dtype).kind != dst.dtype.kind:
        if dst.dtype.kind != "i" or np.result_type(src).kind != "u":
            raise TypeError("Cannot cast array data to the type of the destination; write casting='unsafe', or .astype(...)")
    if where is None:
        dst[...] = src
    else:
        dst[...] = np.where(where, src, dst).astype(dst.dtype)


def forms__asarray(a: np.ndarray, dtype: static = None, order: static = None, copy: static = None):
    made = np.asarray(a) if dtype is None else np.asarray(a, dtype)
    if order == "F":
        made = np.asfortranarray(made)
    elif order == "C":
        made = np.ascontiguousarray(made)
    return made.copy("F" if order == "F" else "C") if copy else made


def forms__asanyarray(a: np.ndarray, dtype: static = None, order: static = None, copy: static = None):
    return forms__asarray(a, dtype, order, copy)


def forms__eye(N, M=None, k=0, dtype: static = float, order: static = "C"):
    made = np.eye(N, N if M is None else M, k, dtype)
    return made.copy("F") if order == "F" else made


def forms__rot90(m: np.ndarray, k):
    """As often as is known when running only."""
    if m.ndim < 2:
        raise ValueError("rot90 needs an array of two axes or more")
    turns = k % 4
    if turns == 0:
        return np.rot90(m, 0)
    if turns == 1:
        return np.rot90(m, 1)
    if turns == 2:
        return np.rot90(m, 2)
    return np.rot90(m, 3)


def forms__reshape(a: np.ndarray, shape, order: static = "C", copy: static = None):
    if order == "A":
        if _f_contiguous(a) and not _c_contiguous(a):
            return np.reshape(a, shape, order="F")
        return np.reshape(a, shape)
    made = np.reshape(a, shape, order=order)
    return made.copy() if copy else made


def forms__atleast_1d(a: np.ndarray, b: np.ndarray, c: np.ndarray = None):
    first = (np.atleast_1d(a), np.atleast_1d(b))
    return first if c is None else first + (np.atleast_1d(c),)


def forms__atleast_2d(a: np.ndarray, b: np.ndarray, c: np.ndarray = None):
    first = (np.atleast_2d(a), np.atleast_2d(b))
    return first if c is None else first + (np.atleast_2d(c),)


def forms__atleast_3d(a: np.ndarray, b: np.ndarray, c: np.ndarray = None):
    first = (np.atleast_3d(a), np.atleast_3d(b))
    return first if c is None else first + (np.atleast_3d(c),)


def forms__ravel(a: np.ndarray, order: static):
    """In the order of memory."""
    if _c_contiguous(a):
        return np.ravel(a)
    if _f_contiguous(a):
        return np.ravel(a.T)
    return np.ravel(a) if order == "A" else pycc._flattened(a, "K")


def forms__copy(a: np.ndarray, order: static):
    """Laid out as the array is, where that is C or Fortran order."""
    made = np.empty(a.shape, a.dtype)
    if _f_contiguous(a) and not _c_contiguous(a):
        made = np.empty(a.shape, a.dtype, "F")
    made[...] = a
    return made


def ndarray__ravel(a, order: static = "C"):
    if order in ("A", "K"):
        return forms__ravel(a, order)
    return np.ravel(a, order=order)


def ndarray__copy(a, order: static = "C"):
    if order in ("A", "K"):
        return forms__copy(a, order)
    return np.copy(a, order=order)


def ndarray__astype(a, dtype: static, order: static = "K", casting: static = "unsafe", subok: static = True, copy: static = True):
    if not can_cast(a.dtype, dtype, casting):
        raise TypeError(f"Cannot cast array data from dtype('{a.dtype.name}') to dtype('{np.dtype(dtype).name}') according to the rule '{casting}'")
    made = a.astype(dtype) if copy else np.asarray(a, dtype)
    if order == "F":
        return np.asfortranarray(made)
    return np.ascontiguousarray(made) if order == "C" and a.ndim > 0 else made


def forms__gcd(*integers):
    total = 0
    for x in integers:
        total = math.gcd(total, x)
    return total


def forms__lcm(*integers):
    total = 1
    for x in integers:
        total = math.lcm(total, x)
    return total


def forms__hypot(*coordinates):
    if isinstance(coordinates, tuple):
        items = [0.0]
        _add_floats(items, coordinates, 0)
        return _norm_of(items)
    else:
        return _norm_of([float(x) for x in coordinates])


def _add_floats(items, numbers, i: static):
    if i < len(numbers):
        items.append(float(numbers[i]))
        _add_floats(items, numbers, i + 1)


def _norm_of(xs):
    """The root of the sum of squares, which is exact to twice the digits, so that the result is rounded once."""
    top = 0.0
    for x in xs:
        if math.isinf(x):
            return math.inf
        top = max(top, abs(x)) if not math.isnan(x) and not math.isnan(top) else math.nan
    if top == 0.0 or math.isnan(top):
        return top
    scale = math.ldexp(1.0, -math.frexp(top)[1])
    hi = 0.0
    lo = 0.0
    for x in xs:
        square, rest = _exact_square(x * scale)
        total = hi + square
        part = total - hi
        lo += (hi - (total - part)) + (square - part) + rest
        hi = total
    root = math.sqrt(hi + lo)
    square, rest = _exact_square(root)
    return (root + ((hi - square) + lo - rest) / (2.0 * root)) / scale


def _exact_square(x):
    """x * x, and what it was rounded by."""
    t = x * 134217729.0
    a = t - (t - x)
    b = x - a
    square = x * x
    return square, ((a * a - square) + 2.0 * a * b) + b * b


def forms__log(x, base):
    return math.log(x) / math.log(base)


def ndarray__item(a, i, j=None, k=None):
    if k is not None:
        return a[i, j, k].item()
    elif j is not None:
        return a[i, j].item()
    elif isinstance(i, tuple) or a.ndim == 1:
        return a[i].item()
    else:
        return _flat_get(a, i).item()


def ndarray__flatten(a, order: static = "C"):
    if order == "F":
        return np.ravel(a.T.copy())
    if order == "A":
        return pycc._flattened(a, "A")
    if order == "K":
        return pycc._flattened(a, "K")
    if order != "C":
        raise ValueError("order must be one of 'C', 'F', 'A', or 'K'")
    return a.flatten()
