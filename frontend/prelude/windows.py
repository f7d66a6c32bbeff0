"""Windows of signals, views through moving windows, functions applied along an axis and to each element, values piece by piece."""
import numpy as np
from pycc import static


def _window(M, a0, a1, a2):
    """Cosines that are symmetric about the middle."""
    end = float(M)
    n = np.arange(1 - end, end, 2)
    if M == 1:
        return np.ones(1)
    return a0 + a1 * np.cos(np.pi * n / (end - 1)) + a2 * np.cos(2.0 * np.pi * n / (end - 1))


def hanning(M):
    return _window(M, 0.5, 0.5, 0.0)


def hamming(M):
    return _window(M, 0.54, 0.46, 0.0)


def blackman(M):
    return _window(M, 0.42, 0.5, 0.08)


def bartlett(M):
    end = float(M)
    n = np.arange(1 - end, end, 2)
    if M == 1:
        return np.ones(1)
    return np.where(n <= 0, 1 + n / (end - 1), 1 - n / (end - 1))


def strides__sliding_window_view(x: np.ndarray, window_shape, axis: static = None):
    if axis is None and x.ndim != (1 if np.ndim(window_shape) == 0 else len(window_shape)):
        raise ValueError("Since axis is None, must provide window_shape for all dimensions of `x`")
    if np.ndim(window_shape) == 0:
        return _windows(x, window_shape, _axis(0 if axis is None else axis, x.ndim))
    elif len(window_shape) == 1 and np.ndim(axis) == 0:
        return _windows(x, window_shape[0], _axis(0 if axis is None else axis, x.ndim))
    elif axis is None:
        return _windows_along(x, window_shape, None, 0, x.ndim)
    else:
        if np.ndim(axis) == 0 or len(axis) != len(window_shape):
            raise ValueError("Must provide matching length window_shape and axis")
        return _windows_along(x, window_shape, axis, 0, x.ndim)


def _windows_along(x, sizes, axes: static, i: static, ndim: static):
    """Along several axes, whose places do not change by the new ones behind them."""
    y = _windows(x, sizes[i], i if axes is None else _axis(axes[i], ndim))
    if i == len(sizes) - 1:
        return y
    return _windows_along(y, sizes, axes, i + 1, ndim)


def strides__as_strided(x: np.ndarray, shape, strides, subok: static = False, writeable: static = True):
    """A copy of what lies there: elements of x, from the first one on."""
    if len(shape) != len(strides):
        raise ValueError("mismatch in length of strides and shape")
    if len(shape) > 4:
        raise ValueError("up to four axes are supported")
    if not _c_contiguous(x):
        raise ValueError("the elements must lie in C's order without gaps; write np.ascontiguousarray(x)")
    at = np.zeros(shape, np.int64) + _steps_along(shape, strides, 0, x.itemsize)
    if at.size > 0 and (np.min(at) < 0 or np.max(at) >= x.size):
        raise IndexError("as_strided reaches beyond the elements of its array")
    return np.ravel(x)[at]


def _steps_along(shape, strides, i: static, itemsize):
    """Element numbers, for all axes from i on."""
    if strides[i] % itemsize != 0:
        raise ValueError("strides are multiples of the size of an element")
    along = _more_axes(np.arange(shape[i]) * (strides[i] // itemsize), len(shape) - 1 - i, False)
    if i == len(shape) - 1:
        return along
    return along + _steps_along(shape, strides, i + 1, itemsize)


def _windows(x, n, axis: static):
    """A new last axis of n elements from each element of an axis on."""
    if n < 0:
        raise ValueError("`window_shape` cannot contain negative values")
    if n > x.shape[axis]:
        raise ValueError("window shape cannot be larger than input array shape")
    at = np.arange(x.shape[axis] - n + 1)[:, None] + np.arange(n)
    return np.moveaxis(np.moveaxis(x, axis, -1)[..., at], -2, axis)


def apply_along_axis(func1d, axis: static, arr: np.ndarray):
    k = _axis(axis, arr.ndim)
    if arr.ndim == 1:
        return np.array(func1d(arr))
    rows = np.moveaxis(arr, k, -1)
    if rows.size == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    flat = rows.reshape(-1, rows.shape[-1])
    first = func1d(flat[0])
    if np.ndim(first) == 0:
        numbers = np.empty(flat.shape[0], np.result_type(first))
        numbers[0] = first
        for i in range(1, flat.shape[0]):
            numbers[i] = func1d(flat[i])
        return numbers.reshape(rows.shape[:-1])
    elif np.ndim(first) == 1:
        out = np.empty((flat.shape[0], first.shape[0]), first.dtype)
        out[0] = first
        for i in range(1, flat.shape[0]):
            out[i] = func1d(flat[i])
        return np.moveaxis(out.reshape(rows.shape[:-1] + out.shape[1:]), -1, k)
    else:
        raise ValueError("the function gives a number or an array of one axis")


def piecewise(x: np.ndarray, condlist, f0, f1=None, f2=None, f3=None, f4=None, f5=None, f6=None, f7=None):
    """The functions and values of the list are arguments of their own, where it is written out."""
    if np.ndim(x) == 0:
        conditions = (condlist,) if np.ndim(condlist) == 0 else condlist
        return piecewise(np.array([x]), _each_in_array(conditions, len(conditions)), f0, f1, f2, f3, f4, f5, f6, f7)[0]
    if not isinstance(condlist, tuple) and not isinstance(condlist, list):
        if condlist.ndim != 1:
            raise ValueError("the conditions are a list of arrays, or one array of one axis")
        return piecewise(x, (condlist,), f0, f1, f2, f3, f4, f5, f6, f7)
    y = np.zeros(x.shape, x.dtype)
    if isinstance(f0, tuple) or isinstance(f0, list):
        _put_listed(x, y, condlist, f0)
    else:
        _put_pieces(x, y, condlist, 0, f0, f1, f2, f3, f4, f5, f6, f7)
    return y


def _each_in_array(numbers, n: static):
    """The first n, each as an array of one element."""
    if n == 1:
        return (np.array([numbers[0]]),)
    return _each_in_array(numbers, n - 1) + (np.array([numbers[n - 1]]),)


def _put_pieces(x, y, condlist, i: static, f0, f1, f2, f3, f4, f5, f6, f7):
    """From condition i on, to which f0 belongs."""
    if f0 is None or i > len(condlist):
        if i < len(condlist) or f0 is not None:
            raise ValueError("there must be as many functions as conditions, or one more")
    else:
        _put_piece(x, y, condlist[i] if i < len(condlist) else ~_any_condition(condlist, 0), f0)
        _put_pieces(x, y, condlist, i + 1, f1, f2, f3, f4, f5, f6, f7, None)


def _any_condition(conditions, i: static):
    if i == len(conditions) - 1:
        return conditions[i]
    return conditions[i] | _any_condition(conditions, i + 1)


def _put_piece(x, y, where, f):
    if callable(f):
        piece = x[where]
        if piece.size > 0:
            y[where] = f(piece)
    else:
        y[where] = f


def _put_listed(x, y, condlist, funclist):
    if len(funclist) != len(condlist) and len(funclist) != len(condlist) + 1:
        raise ValueError("there must be as many functions as conditions, or one more")
    _put_listed_from(x, y, condlist, funclist, 0)
    if len(funclist) > len(condlist):
        _put_piece(x, y, ~_any_condition(condlist, 0), funclist[len(condlist)])


def _put_listed_from(x, y, condlist, funclist, i: static):
    if i < len(condlist):
        _put_piece(x, y, condlist[i], funclist[i])
        _put_listed_from(x, y, condlist, funclist, i + 1)


def apply_over_axes(func, a: np.ndarray, axes: static):
    """The function takes an array and an axis."""
    if np.ndim(axes) == 0:
        return _over_axis(func, a, _axis(axes, a.ndim))
    return _over_axes(func, a, axes, 0)


def _over_axes(func, a, axes: static, i: static):
    b = _over_axis(func, a, _axis(axes[i], a.ndim))
    if i == len(axes) - 1:
        return b
    return _over_axes(func, b, axes, i + 1)


def _over_axis(func, a, axis: static):
    b = func(a, axis)
    if np.ndim(b) == a.ndim:
        return b
    return np.reshape(b, _with_extent(a.shape, axis, 1))


def i0(x: np.ndarray):
    """The sum of ((x / 2) ** k / k!) ** 2, whose terms are all positive."""
    if np.result_type(x) == np.float16:
        raise NotImplementedError("i0 of float16 is not computed here, where NumPy rounds in ways of its own; write x.astype(np.float32)")
    values = np.asarray(x) if np.result_type(x).kind == 'f' else np.asarray(x).astype(np.float64)
    if values.ndim == 0:
        return np.asarray(_bessel(float(values))).astype(values.dtype)[()]
    flat = np.ravel(values)
    out = np.empty(flat.size, values.dtype)
    for i in range(flat.size):
        out[i] = _bessel(float(flat[i]))
    return out.reshape(values.shape)


def _bessel(x: float):
    if np.isinf(x):
        return np.nan  # as NumPy's exp(x) / sqrt(x)
    quarter = x * x / 4
    total = 1.0
    term = 1.0
    k = 1.0
    while term > total * 1e-17 and np.isfinite(total):
        term *= quarter / (k * k)
        total += term
        k += 1.0
    return total if x == x else x


def kaiser(M, beta):
    if M == 1:
        return np.ones(1)
    middle = (M - 1) / 2.0
    place = (np.arange(0, M) - middle) / middle
    return i0(beta * np.sqrt(1 - place ** 2)) / i0(np.array(float(beta)))


def _vectorized1(f, dtype: static, x: np.ndarray):
    """np.vectorize(f)(x), and so for two and three arrays. The type is that of what f gives for the first element."""
    flat = np.ravel(x)
    return _vectorized(dtype, flat.size, lambda i: f(flat[i]), lambda i: f(flat[i].item())).reshape(np.shape(x))


def _vectorized2(f, dtype: static, x: np.ndarray, y: np.ndarray):
    p, q = np.broadcast_arrays(x, y)
    made = _vectorized(dtype, p.size, lambda i: f(_flat_get(p, i), _flat_get(q, i)),
                       lambda i: f(_flat_get(p, i).item(), _flat_get(q, i).item()))
    return made.reshape(p.shape)


def _vectorized3(f, dtype: static, x: np.ndarray, y: np.ndarray, z: np.ndarray):
    p, q, r = np.broadcast_arrays(x, y, z)
    made = _vectorized(dtype, p.size, lambda i: f(_flat_get(p, i), _flat_get(q, i), _flat_get(r, i)),
                       lambda i: f(_flat_get(p, i).item(), _flat_get(q, i).item(), _flat_get(r, i).item()))
    return made.reshape(p.shape)


def _vectorized(dtype: static, n, first, each):
    """Of the elements of NumPy's types, which tell the type of all; of Python's, of which each is computed."""
    if dtype is None:
        if n == 0:
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        return _vectorized(np.result_type(first(0)), n, first, each)
    return np.array([each(i) for i in range(n)]).astype(dtype)
