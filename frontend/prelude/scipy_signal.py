"""scipy.signal: convolutions by their sums, recursive filters, medians, trends."""
import numpy as np
import pycc
from pycc import static


# ---- convolution


def _check_mode(mode: static):
    if mode not in ("full", "same", "valid"):
        raise ValueError("Acceptable mode flags are 'valid', 'same', or 'full'.")


def _is_within(a, b):
    """Is b as large as a, or larger, along each axis?"""
    for i in range(a.ndim):
        if a.shape[i] > b.shape[i]:
            return False
    return True


def _check_valid(a, b):
    if not _is_within(a, b) and not _is_within(b, a):
        raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")


def _first_sum(n, taps, mode: static):
    """The first element of the full convolution along an axis that a mode has."""
    if mode == "full":
        return 0
    if mode == "same":
        return (taps - 1) // 2
    return min(n, taps) - 1


def _sums(n, taps, mode: static):
    """How many elements of it."""
    if n == 0 or taps == 0:
        raise ValueError("\1convolutions of no elements are not supported")
    if mode == "full":
        return n + taps - 1
    if mode == "same":
        return n
    return abs(n - taps) + 1


def _products(a, v, mode: static):
    """The convolution of arrays of up to three axes."""
    x = _in_three(a)
    w = _in_three(v)
    o0, o1, o2 = _first_sum(x.shape[0], w.shape[0], mode), _first_sum(x.shape[1], w.shape[1], mode), _first_sum(x.shape[2], w.shape[2], mode)
    s0, s1, s2 = _sums(x.shape[0], w.shape[0], mode), _sums(x.shape[1], w.shape[1], mode), _sums(x.shape[2], w.shape[2], mode)
    out = np.zeros((s0, s1, s2), np.result_type(a, v))
    for row in pycc.prange(s0 * s1):
        i = row // s1 + o0
        j = row % s1 + o1
        for p in range(max(0, i - x.shape[0] + 1), min(w.shape[0], i + 1)):
            for q in range(max(0, j - x.shape[1] + 1), min(w.shape[1], j + 1)):
                for r in range(w.shape[2]):
                    for k in range(max(0, r - o2), min(s2, x.shape[2] + r - o2)):
                        out[row // s1, row % s1, k] += x[i - p, j - q, k + o2 - r] * w[p, q, r]
    if a.ndim == 2:
        return out[0]
    else:
        return out


def _convolution(a, v, mode: static):
    _check_mode(mode)
    if mode == "valid":
        _check_valid(a, v)
    if a.dtype.kind == "b" or v.dtype.kind == "b":
        raise TypeError("convolutions of bool are not supported: write x.astype(int)")
    if a.ndim == 1:
        return _convolved(a, v, _first_sum(len(a), len(v), mode), _sums(len(a), len(v), mode))
    elif a.ndim > 3:
        raise ValueError("convolutions are of arrays of one to three axes")
    else:
        return _products(a, v, mode)


def _check_method(method: static):
    if method not in ("auto", "direct", "fft"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")


def scipy_signal__convolve(in1: np.ndarray, in2: np.ndarray, mode: static = "full", method: static = "auto"):
    _check_method(method)
    if in1.ndim != in2.ndim:
        raise ValueError("volume and kernel should have the same dimensionality")
    if in1.ndim == 0:
        return in1 * in2
    else:
        return _convolution(in1, in2, mode)


def scipy_signal__fftconvolve(in1: np.ndarray, in2: np.ndarray, mode: static = "full", axes: static = None):
    if axes is not None:
        raise ValueError("axes= is not supported: convolve each part")
    if in1.ndim != in2.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if in1.ndim == 0:
        return in1 * in2
    else:
        return _convolution(in1.astype(_real_dtype(in1.dtype)), in2, mode)


def scipy_signal__correlate(in1: np.ndarray, in2: np.ndarray, mode: static = "full", method: static = "auto"):
    _check_method(method)
    if in1.ndim != in2.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if in1.ndim == 0:
        return in1 * _conjugate(in2)
    else:
        return _convolution(in1, _conjugate(np.flip(in2)), mode)


def _behind(boundary: static):
    """The way of a border in ndimage."""
    if boundary == "fill" or boundary == "pad":
        return "constant"
    if boundary == "wrap" or boundary == "circular":
        return "wrap"
    if boundary == "symm" or boundary == "symmetric":
        return "reflect"
    raise ValueError("Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), and 'symmetric' (or 'symm').")


def _planes(a, w, mode: static, before0, before1, boundary: static, fillvalue):
    """Sums of products with the window w, whose first element meets the element so far before."""
    n0, n1 = a.shape
    border = _behind(boundary)
    out = np.empty((_sums(n0, w.shape[0], mode), _sums(n1, w.shape[1], mode)), np.result_type(a, w))
    for i in pycc.prange(out.shape[0]):
        for j in range(out.shape[1]):
            s = np.zeros((), out.dtype)[()]
            for p in range(w.shape[0]):
                at0 = _placed(i + p - before0, n0, border)
                for q in range(w.shape[1]):
                    at1 = _placed(j + q - before1, n1, border)
                    if at0 >= 0 and at1 >= 0:
                        s += a[at0, at1] * w[p, q]
                    else:
                        s += fillvalue * w[p, q]
            out[i, j] = s
    return out


def _check_planes(a, v, mode: static, name: static):
    _check_mode(mode)
    if a.ndim != 2 or v.ndim != 2:
        raise ValueError("convolve2d and correlate2d inputs must both be 2-D arrays")
    if mode == "valid":
        _check_valid(a, v)


def scipy_signal__convolve2d(in1: np.ndarray, in2: np.ndarray, mode: static = "full", boundary: static = "fill", fillvalue=0):
    _check_planes(in1, in2, mode, "convolve2d")
    if mode == "valid" and not _is_within(in2, in1):
        return _planes(in2, np.flip(in1), mode, 0, 0, boundary, fillvalue)
    before0 = in2.shape[0] - 1 - _first_sum(in1.shape[0], in2.shape[0], mode)
    before1 = in2.shape[1] - 1 - _first_sum(in1.shape[1], in2.shape[1], mode)
    return _planes(in1, np.flip(in2), mode, before0, before1, boundary, fillvalue)


def scipy_signal__correlate2d(in1: np.ndarray, in2: np.ndarray, mode: static = "full", boundary: static = "fill", fillvalue=0):
    _check_planes(in1, in2, mode, "correlate2d")
    if mode == "valid" and not _is_within(in2, in1):
        return np.flip(_planes(in2, _conjugate(in1), mode, 0, 0, boundary, fillvalue)).copy()
    if mode == "full":
        return _planes(in1, _conjugate(in2), mode, in2.shape[0] - 1, in2.shape[1] - 1, boundary, fillvalue)
    elif mode == "same":
        return _planes(in1, _conjugate(in2), mode, (in2.shape[0] - 1) // 2, (in2.shape[1] - 1) // 2, boundary, fillvalue)
    else:
        return _planes(in1, _conjugate(in2), mode, 0, 0, boundary, fillvalue)


# ---- recursive filters


def _check_coefficients(b, a):
    if b.ndim != 1 or a.ndim != 1:
        raise ValueError("the coefficients of a filter are vectors")
    if len(b) == 0:
        raise ValueError("Parameter b is not a non-empty 1d array, since b.shape=(0,)!")
    if len(a) == 0:
        raise ValueError("Parameter a is not a non-empty 1d array, since a.shape=(0,)!")
    if len(a) > 1 and a[0] == 0:
        raise ValueError("\1BUG: filter coefficient a[0] == 0 not supported yet")


def _normal(c, first, n, dtype: static):
    """n coefficients, zeros behind them, divided by the first of a."""
    out = np.zeros(n, dtype)
    out[:len(c)] = c / first
    return out


def _recursive(b, a, lines, state):
    """Along the second of three axes, in the transposed direct form; state has what is carried on, and then what is left."""
    out = np.empty(lines.shape, state.dtype)
    order = len(b) - 1
    for p in pycc.prange(lines.shape[0]):
        for k in range(lines.shape[1]):
            for q in range(lines.shape[2]):
                x = lines[p, k, q]
                y = b[0] * x
                if order > 0:
                    y += state[p, 0, q]
                for j in range(order):
                    carried = b[j + 1] * x - a[j + 1] * y
                    if j + 1 < order:
                        carried += state[p, j + 1, q]
                    state[p, j, q] = carried
                out[p, k, q] = y
    return out


def scipy_signal__lfilter(b: np.ndarray, a: np.ndarray, x: np.ndarray, axis: static = -1, zi: np.ndarray = None):
    p = np.atleast_1d(b)
    q = np.atleast_1d(a)
    _check_coefficients(p, q)
    if x.ndim == 1 and x.size == 0 and len(q) == 1:
        raise ValueError("\1v cannot be empty")
    k = _axis(axis, x.ndim)
    n = max(len(p), len(q))
    if zi is None:
        dtype = np.result_type(_real_dtype(p.dtype), _real_dtype(q.dtype), _real_dtype(x.dtype))
        state = np.zeros((_before(x, k), n - 1, _after(x, k)), dtype)
        return _recursive(_normal(p, q[0], n, dtype), _normal(q, q[0], n, dtype), _folded(x, k), state).reshape(x.shape)
    else:
        dtype = np.result_type(_real_dtype(p.dtype), _real_dtype(q.dtype), _real_dtype(x.dtype), _real_dtype(zi.dtype))
        if zi.ndim != x.ndim:
            raise ValueError("zi has as many axes as x")
        carried = np.broadcast_to(zi, _with_extent(x.shape, k, n - 1)).astype(dtype)
        state = _folded(carried, k)
        out = _recursive(_normal(p, q[0], n, dtype), _normal(q, q[0], n, dtype), _folded(x, k), state)
        return out.reshape(x.shape), state.reshape(carried.shape)


def _check_sections(sos):
    if sos.ndim != 2:
        raise ValueError("sos array must be 2D")
    if sos.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    if not (sos[:, 3] == 1).all():
        raise ValueError("sos[:, 3] should be all ones")


def _sections(sos, lines, state):
    """Each element through all sections; state has two numbers a section and line, state[section, before, 2, behind]."""
    out = np.empty(lines.shape, state.dtype)
    for p in pycc.prange(lines.shape[0]):
        for k in range(lines.shape[1]):
            for q in range(lines.shape[2]):
                x = np.zeros((), state.dtype)[()] + lines[p, k, q]
                for s in range(sos.shape[0]):
                    y = sos[s, 0] * x + state[s, p, 0, q]
                    state[s, p, 0, q] = sos[s, 1] * x - sos[s, 4] * y + state[s, p, 1, q]
                    state[s, p, 1, q] = sos[s, 2] * x - sos[s, 5] * y
                    x = y
                out[p, k, q] = x
    return out


def scipy_signal__sosfilt(sos: np.ndarray, x: np.ndarray, axis: static = -1, zi: np.ndarray = None):
    _check_sections(sos)
    k = _axis(axis, x.ndim)
    if zi is None:
        dtype = np.result_type(sos, x)
        if dtype.kind in "biu":
            raise TypeError("sosfilt of integers is not supported: write x.astype(float)")
        state = np.zeros((sos.shape[0], _before(x, k), 2, _after(x, k)), dtype)
        return _sections(sos.astype(dtype), _folded(x, k), state).reshape(x.shape)
    else:
        dtype = np.result_type(sos, x, zi)
        if dtype.kind in "biu":
            raise TypeError("sosfilt of integers is not supported: write x.astype(float)")
        if zi.shape != (sos.shape[0],) + _with_extent(x.shape, k, 2):
            raise ValueError("\1Invalid zi shape.")
        state = zi.astype(dtype).reshape((sos.shape[0], _before(x, k), 2, _after(x, k)))
        out = _sections(sos.astype(dtype), _folded(x, k), state)
        return out.reshape(x.shape), state.reshape(zi.shape)


def scipy_signal__lfilter_zi(b: np.ndarray, a: np.ndarray):
    p = np.atleast_1d(b)
    q = np.atleast_1d(a)
    if p.ndim != 1:
        raise ValueError("Numerator b must be 1-D.")
    if q.ndim != 1:
        raise ValueError("Denominator a must be 1-D.")
    start = 0
    while start < len(q) - 1 and q[start] == 0:
        start += 1
    if len(q) < 1 or q[start] == 0:
        raise ValueError("\1There must be at least one nonzero `a` coefficient.")
    n = max(len(p), len(q) - start)
    dtype = np.result_type(_real_dtype(p.dtype), _real_dtype(q.dtype))
    num = _normal(p, q[start], n, dtype)
    den = _normal(q[start:], q[start], n, dtype)
    m = np.zeros((n - 1, n - 1), dtype)
    for i in range(n - 1):
        m[i, i] = 1
        m[i, 0] += den[i + 1]
        if i + 1 < n - 1:
            m[i, i + 1] = -1
    return np.linalg.solve(m, num[1:] - den[1:] * num[0])


# ---- others


def scipy_signal__medfilt(volume: np.ndarray, kernel_size=None):
    x = _image(np.atleast_1d(volume))
    if kernel_size is None:
        f = _footprint(x, 3)
    else:
        f = _footprint(x, kernel_size)
    for i in range(f.ndim):
        if f.shape[i] % 2 != 1:
            raise ValueError("Each element of kernel_size should be odd.")
    return _ranked(x, f, f.size // 2, x.dtype, "constant", 0.0, 0)


def scipy_signal__medfilt2d(input: np.ndarray, kernel_size=3):
    if input.ndim != 2:
        raise ValueError("medfilt2d takes a matrix")
    return scipy_signal__medfilt(input, kernel_size)


def scipy_signal__detrend(data: np.ndarray, axis: static = -1, type: static = "linear", bp: static = 0, overwrite_data: static = False):
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    if bp != 0:
        raise ValueError("bp= is not supported: take the trend from each part")
    if overwrite_data:
        raise ValueError("overwrite_data=True is not supported: leave it out")
    k = _axis(axis, data.ndim)
    if type == "constant" or type == "c":
        return data - np.mean(data, axis=k, keepdims=True)
    else:
        return _without_line(data.astype(_real_dtype(data.dtype)), k)


def _without_line(x, axis: static):
    """Less the line through its elements that is nearest to them."""
    lines = _folded(x, axis)
    n = lines.shape[1]
    out = np.empty(lines.shape, x.dtype)
    for p in pycc.prange(lines.shape[0]):
        for q in range(lines.shape[2]):
            mean = lines[p, :, q].mean()
            up = np.zeros((), x.dtype)[()]
            size = 0.0
            for k in range(n):
                t = k - 0.5 * (n - 1)
                up += t * (lines[p, k, q] - mean)
                size += t * t
            slope = up / size if n > 1 else up
            for k in range(n):
                out[p, k, q] = lines[p, k, q] - mean - slope * (k - 0.5 * (n - 1))
    return out.reshape(x.shape)


def scipy_signal__hilbert(x: np.ndarray, N=None, axis: static = -1):
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")
    if N is not None:
        raise ValueError("N= is not supported: pad or cut x")
    k = _axis(axis, x.ndim)
    n = x.shape[k]
    if n <= 0:
        raise ValueError("N must be positive.")
    spectrum = np.fft.fft(np.moveaxis(x, k, -1))
    spectrum[..., 1:(n + 1) // 2] *= 2
    spectrum[..., n // 2 + 1:] = 0
    return np.moveaxis(np.fft.ifft(spectrum), -1, k)
