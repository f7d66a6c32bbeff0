"""New arrays: matrices of ones and zeros, triangles, diagonals, progressions, grids."""
import math

import numpy as np
import pycc
from pycc import static


def ndarray(shape, dtype: static = np.float64, buffer: static = None, offset: static = 0, strides: static = None, order: static = "C"):
    if buffer is not None or strides is not None:
        raise ValueError("np.ndarray makes a new array here; views of others are slices of them")
    return np.empty(shape, dtype, "F" if order == "F" else "C")


def _length(n):
    """The elements of np.arange(n)."""
    return max(math.ceil(n), 0)


def tri(N, M=None, k=0, dtype: static = float):
    rows = _length(N)
    columns = rows if M is None else _length(M)
    m = np.zeros((rows, columns), dtype)
    for i in pycc.prange(rows):
        for j in range(min(max(i + k + 1, 0), columns)):
            m[i, j] = 1
    return m


def _triangle(m, k, lower: static):
    """Of the last two axes; the matrices one by one."""
    out = np.zeros(m.shape, m.dtype)
    x = m.reshape((_before(m, m.ndim - 2), m.shape[-2], m.shape[-1]))
    y = out.reshape((x.shape[0], x.shape[1], x.shape[2]))
    _fill_triangle(x, y, k, lower)
    return out


def _fill_triangle(x, y, k, lower: static):
    n = x.shape[2]
    for i in pycc.prange(x.shape[1]):
        for h in range(x.shape[0]):
            if lower:
                for j in range(min(max(i + k + 1, 0), n)):
                    y[h, i, j] = x[h, i, j]
            else:
                for j in range(min(max(i + k, 0), n), n):
                    y[h, i, j] = x[h, i, j]


def tril(m: np.ndarray, k=0):
    if m.ndim == 0:
        raise ValueError("the array has no axes")
    elif m.ndim == 1:
        return _triangle(np.broadcast_to(m, (m.shape[0], m.shape[0])), k, True)
    else:
        return _triangle(m, k, True)


def triu(m: np.ndarray, k=0):
    if m.ndim == 0:
        raise ValueError("the array has no axes")
    elif m.ndim == 1:
        return _triangle(np.broadcast_to(m, (m.shape[0], m.shape[0])), k, False)
    else:
        return _triangle(m, k, False)


def diag(v: np.ndarray, k=0):
    if np.result_type(k).kind not in "biu":
        raise TypeError("k is an int")
    return _diagonal_of(v, int(k))


def _diagonal_of(v, k):
    if v.ndim == 1:
        n = v.shape[0] + abs(k)
        m = np.zeros((n, n), v.dtype)
        for i in range(v.shape[0]):
            m[i + max(-k, 0), i + max(k, 0)] = v[i]
        return m
    elif v.ndim == 2:
        lo = max(0, -k)
        n = max(0, min(v.shape[0], v.shape[1] - k) - lo)
        d = np.empty(n, v.dtype)
        for i in range(n):
            d[i] = v[lo + i, lo + i + k]
        return d
    else:
        raise ValueError("Input must be 1- or 2-d.")


def diagflat(v: np.ndarray, k=0):
    return diag(np.ravel(v), k)


def vander(x: np.ndarray, N=None, increasing: static = False):
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    n = len(x) if N is None else N
    out = np.empty((len(x), n), np.result_type(x.dtype, np.int64))
    for i in pycc.prange(len(x)):
        for j in range(n):
            at = j if increasing else n - 1 - j
            if j == 0:
                out[i, at] = 1
            elif j == 1:
                out[i, at] = x[i]
            elif increasing:
                out[i, at] = out[i, at - 1] * x[i]
            else:
                out[i, at] = out[i, at + 1] * x[i]
    return out


def logspace(start: np.ndarray, stop: np.ndarray, num=50, endpoint: static = True, base: np.ndarray = 10.0,
             dtype: static = None, axis: static = 0):
    if dtype is not None:
        return logspace(start, stop, num, endpoint, base, None, axis).astype(dtype)
    if np.ndim(base) > 0:
        powers = np.linspace(start + np.zeros(base.shape), stop + np.zeros(base.shape), num, endpoint)
        return np.power(np.expand_dims(base, axis), np.moveaxis(powers, 0, axis))
    if np.ndim(start) > 0 or np.ndim(stop) > 0:
        return np.moveaxis(np.power(base, np.linspace(start, stop, num, endpoint)), 0, axis)
    return np.power(base, np.linspace(start, stop, num, endpoint))


def _geomspace_turning(start, stop, num, endpoint: static):
    """Of complex numbers, turned so that the first is real and positive."""
    turn = np.sign(start)
    first = np.log10(start / turn)
    out = np.power(10.0 + 0j, np.linspace(first, np.log10(stop / turn), num, endpoint))
    if num > 0:
        out[0] = start / turn
        if num > 1 and endpoint:
            out[-1] = stop / turn
    return out * turn


def geomspace(start, stop, num=50, endpoint: static = True, dtype: static = None):
    if dtype is not None:
        return geomspace(start, stop, num, endpoint).astype(dtype)
    if np.ndim(start) > 0 or np.ndim(stop) > 0:
        raise NotImplementedError("geometric sequences of arrays are not supported; write np.logspace(np.log10(start), np.log10(stop), num)")
    if start == 0 or stop == 0:
        raise ValueError("Geometric sequence cannot include zero")
    if np.result_type(start, stop).kind == "c":
        return _geomspace_turning(np.complex128(start), np.complex128(stop), num, endpoint)
    if np.result_type(start, stop) in (np.float16, np.float32):
        return geomspace(np.float64(start), np.float64(stop), num, endpoint)
    sign = -1.0 if start < 0 and stop < 0 else 1.0
    out = logspace(np.log10(sign * start), np.log10(sign * stop), num, endpoint, 10.0)
    if num > 0:
        out[0] = sign * start
        if num > 1 and endpoint:
            out[-1] = sign * stop
    return out * sign


def _along(n, axis: static, ndim: static):
    """0, 1 ... along one of several axes."""
    if ndim == 1:
        return np.arange(n)
    if axis == ndim - 1:
        return _more_axes(np.arange(n), ndim - 1, True)
    return _more_axes(_more_axes(np.arange(n), ndim - 1 - axis, False), axis, True)


def _more_axes(a, n: static, before: static):
    """The array with n more axes of extent 1."""
    if n == 0:
        return a
    if before:
        return _more_axes(a[None], n - 1, before)
    return _more_axes(a[..., None], n - 1, before)


def _fill_indices(out, dimensions, axis: static, dtype: static):
    if axis < len(dimensions):
        out[axis] = _along(dimensions[axis], axis, len(dimensions)).astype(dtype)
        _fill_indices(out, dimensions, axis + 1, dtype)


def _sparse_indices(dimensions, dtype: static, axis: static):
    """Of each axis from one on, an array that broadcasts to the grid."""
    along = _along(dimensions[axis], axis, len(dimensions)).astype(dtype)
    if axis == len(dimensions) - 1:
        return (along,)
    return (along,) + _sparse_indices(dimensions, dtype, axis + 1)


def forms__mgrid(start, stop, step, points: static):
    """Of one axis; with points, step is how many there are."""
    if not points:
        return np.arange(start, stop, step)
    if step == 1:
        return np.arange(1) * 1.0 + start
    return np.arange(step) * ((stop - start) / float(step - 1)) + start


def forms__ogrid(start, stop, step, points: static):
    return forms__mgrid(start, stop, step, points)


def indices(dimensions, dtype: static = int, sparse: static = False):
    if sparse:
        return _sparse_indices(dimensions, dtype, 0)
    out = np.empty((len(dimensions),) + dimensions, dtype)
    _fill_indices(out, dimensions, 0, dtype)
    return out


def broadcast_shapes(a, b=None, c=None, d=None, e=None):
    if b is None:
        return _shape_of(a)
    return broadcast_shapes(_shapes_joined(_shape_of(a), _shape_of(b)), c, d, e)


def _shape_of(shape):
    if np.ndim(shape) == 1 and not isinstance(shape, tuple):
        raise ValueError("a shape is an int, or a tuple of ints")
    elif np.ndim(shape) > 1:
        raise TypeError("only integer scalar arrays can be converted to a scalar index")
    elif np.ndim(shape) == 0:
        if np.result_type(shape).kind not in "iu":
            raise TypeError(f"expected a sequence of integers or a single integer, got '{shape!r}'")
        return _shape_of((int(shape),))
    for n in shape:
        if n < 0:
            raise ValueError("negative dimensions are not allowed")
    return shape


def _shapes_joined(a, b):
    """The shape that two broadcast to."""
    if len(a) < len(b):
        return _shapes_from(b, a, 0)
    return _shapes_from(a, b, 0)


def _shapes_from(a, b, i: static):
    """From axis i of the longer one on."""
    n = a[i] if i < len(a) - len(b) else _extents_joined(a[i], b[i - len(a) + len(b)])
    if i == len(a) - 1:
        return (n,)
    return (n,) + _shapes_from(a, b, i + 1)


def _extents_joined(m, n):
    if m != n and m != 1 and n != 1:
        raise ValueError("shape mismatch: objects cannot be broadcast to a single shape.")
    return n if m == 1 else m


def fromfunction(function, shape, dtype: static = float):
    if len(shape) == 1:
        return function(np.arange(shape[0]).astype(dtype))
    if len(shape) == 2:
        g = indices(shape, dtype)
        return function(g[0], g[1])
    if len(shape) == 3:
        g = indices(shape, dtype)
        return function(g[0], g[1], g[2])
    raise ValueError("up to three axes are supported")


def _open_grid(x, y, z, indexing: static):
    """Arrays that broadcast to the grid."""
    if z is None:
        if indexing == "xy":
            return x[None, :].copy(), y[:, None].copy()
        else:
            return x[:, None].copy(), y[None, :].copy()
    elif indexing == "xy":
        return x[None, :, None].copy(), y[:, None, None].copy(), z[None, None, :].copy()
    else:
        return x[:, None, None].copy(), y[None, :, None].copy(), z[None, None, :].copy()


def meshgrid(x: np.ndarray, y: np.ndarray = None, z: np.ndarray = None, copy: static = True, sparse: static = False, indexing: static = "xy"):
    if not copy:
        raise NotImplementedError("it copies here; leave copy= out")
    if indexing != "xy" and indexing != "ij":
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    elif sparse and y is not None:
        return _open_grid(x, y, z, indexing)
    elif y is None:
        return (np.ravel(x).copy(),)
    elif z is None:
        if indexing == "xy":
            return np.broadcast_to(x[None, :], (len(y), len(x))).copy(), np.broadcast_to(y[:, None], (len(y), len(x))).copy()
        else:
            return np.broadcast_to(x[:, None], (len(x), len(y))).copy(), np.broadcast_to(y[None, :], (len(x), len(y))).copy()
    elif indexing == "xy":
        n = (len(y), len(x), len(z))
        return np.broadcast_to(x[None, :, None], n).copy(), np.broadcast_to(y[:, None, None], n).copy(), np.broadcast_to(z[None, None, :], n).copy()
    else:
        n = (len(x), len(y), len(z))
        return np.broadcast_to(x[:, None, None], n).copy(), np.broadcast_to(y[None, :, None], n).copy(), np.broadcast_to(z[None, None, :], n).copy()


def astype(x: np.ndarray, dtype: static, copy: static = True):
    return x.astype(dtype)


def asarray_chkfinite(a: np.ndarray, dtype: static = None):
    made = np.asarray(a) if dtype is None else np.asarray(a, dtype)
    if made.dtype.kind in "fc" and not np.isfinite(made).all():
        raise ValueError("array must not contain infs or NaNs")
    return made


def fromiter(iter, dtype: static, count=-1):
    if hasattr(iter, "object.__next__"):
        made = np.array(_next_items(iter, count)).astype(dtype)
    else:
        made = np.array(list(iter)).astype(dtype)
    if count > len(made):
        raise ValueError(f"iterator too short: Expected {count} but iterator had only {len(made)} items.")
    return made if count < 0 else made[:count]


def _next_items(it, count):
    """The next items, as many as there are where count is negative."""
    items = []
    try:
        while count < 0 or len(items) < count:
            items.append(it.__next__())
    except StopIteration:
        pass
    return items


def packbits(a: np.ndarray, axis: static = None, bitorder: static = "big"):
    if a.dtype.kind in "fc":
        raise TypeError("Expected an input array of integer or boolean data type")
    if axis is None:
        return _packed(np.ravel(a), 0, bitorder)
    return _packed(a, _axis(axis, a.ndim), bitorder)


def _packed(a, k: static, bitorder: static):
    bits = _folded(a, k)
    n = a.shape[k]
    out = np.zeros(_with_extent(a.shape, k, (n + 7) // 8), np.uint8)
    y = _folded(out, k)
    for h in range(y.shape[0]):
        for i in range(y.shape[1]):
            for j in range(y.shape[2]):
                byte = 0
                for b in range(min(8, n - 8 * i)):
                    if bits[h, 8 * i + b, j] != 0:
                        byte |= 128 >> b if bitorder == "big" else 1 << b
                y[h, i, j] = byte
    return out


def unpackbits(a: np.ndarray, axis: static = None, count=None, bitorder: static = "big"):
    if a.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if axis is None:
        return _unpacked(np.ravel(a), 0, count, bitorder)
    return _unpacked(a, _axis(axis, a.ndim), count, bitorder)


def _unpacked(a, k: static, count, bitorder: static):
    bytes_ = _folded(a, k)
    n = 8 * a.shape[k]
    size = n
    if count is not None:
        size = count if count >= 0 else max(n + count, 0)
    out = np.zeros(_with_extent(a.shape, k, size), np.uint8)
    y = _folded(out, k)
    for h in range(y.shape[0]):
        for i in range(min(size, n)):
            at = 7 - i % 8 if bitorder == "big" else i % 8
            for j in range(y.shape[2]):
                y[h, i, j] = (bytes_[h, i // 8, j] >> at) & 1
    return out
