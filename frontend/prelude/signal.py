"""Convolution, polynomials, phases."""
import numpy as np
import pycc
from pycc import static


def _convolved(a, v, first, n):
    """Elements first .. first + n - 1 of the full convolution."""
    out = np.empty(n, np.result_type(a, v))
    if n < 16:
        for k in range(n):
            at = first + k
            lo, hi = max(0, at - len(v) + 1), min(at + 1, len(a))
            out[k] = np.dot(a[lo:hi], v[at - hi + 1:at - lo + 1][::-1])
    else:
        near, taps = np.ascontiguousarray(a), np.ascontiguousarray(v)
        for block in pycc.prange((n + 511) // 512):
            for k in range(512 * block, min(512 * block + 512, n)):
                out[k] = 0
            for t in range(len(v) - 1, -1, -1):
                for k in range(max(512 * block, t - first), min(512 * block + 512, n, len(a) + t - first)):
                    out[k] += near[first + k - t] * taps[t]
    return out


def convolve(a: np.ndarray, v: np.ndarray, mode: static = "full"):
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError("object too deep for desired array")
    if mode not in ("full", "same", "valid"):
        raise ValueError("mode must be one of 'full', 'same' and 'valid'")
    if len(a) == 0:
        raise ValueError("a cannot be empty")
    if len(v) == 0:
        raise ValueError("v cannot be empty")
    if np.result_type(a, v) == np.float16:
        return convolve(a.astype(np.float32), v.astype(np.float32), mode).astype(np.float16)
    longer = max(len(a), len(v))
    shorter = min(len(a), len(v))
    if mode == "full":
        return _convolved(a, v, 0, len(a) + len(v) - 1)
    if mode == "same":
        return _convolved(a, v, (shorter - 1) // 2, longer)
    return _convolved(a, v, shorter - 1, longer - shorter + 1)


def correlate(a: np.ndarray, v: np.ndarray, mode: static = "valid"):
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError("object too deep for desired array")
    if len(a) == 0:
        raise ValueError("first array argument cannot be empty")
    if len(v) == 0:
        raise ValueError("second array argument cannot be empty")
    if len(a) >= len(v):
        return convolve(a, _conjugate(v[::-1]), mode)
    return _conjugate(convolve(v, _conjugate(a[::-1]), mode))[::-1].copy()


def _polynomial(p, x):
    y = np.zeros(1, np.result_type(p, x))[0]
    for k in range(len(p)):
        y = y * x + p[k]
    return y


def _polynomials(p, x, out):
    """By Horner's rule, a coefficient at a time for as many numbers as the nearest cache holds."""
    for block in pycc.prange((x.shape[0] + 511) // 512):
        for i in range(512 * block, min(512 * block + 512, x.shape[0])):
            out[i] = 0
        for k in range(len(p)):
            c = p[k]
            for i in range(512 * block, min(512 * block + 512, x.shape[0])):
                out[i] = out[i] * x[i] + c


def polyval(p: np.ndarray, x: np.ndarray):
    if hasattr(p, "object.coefficients"):
        return polyval(p.coeffs, x)
    elif np.ndim(x) == 0:
        return _polynomial(p, np.array(x)[()])
    else:
        out = np.empty(x.shape, np.result_type(p, x))
        _polynomials(p, np.ravel(x), out.reshape(x.size))
        return out


def _coefficients(p, n):
    """A polynomial with n coefficients, zeros before its own."""
    if len(p) == n:
        return p
    if p.ndim > 1:
        raise ValueError("all the input arrays must have same number of dimensions")
    out = np.zeros(n, p.dtype)
    out[n - len(p):] = p
    return out


def polyadd(a1: np.ndarray, a2: np.ndarray):
    p = np.atleast_1d(a1)
    q = np.atleast_1d(a2)
    n = max(len(p), len(q))
    return _coefficients(p, n) + _coefficients(q, n)


def polysub(a1: np.ndarray, a2: np.ndarray):
    p = np.atleast_1d(a1)
    q = np.atleast_1d(a2)
    n = max(len(p), len(q))
    return _coefficients(p, n) - _coefficients(q, n)


def _without_zeros(a: np.ndarray):
    if a.ndim > 1:
        raise ValueError("Polynomial must be 1d only.")
    c = np.trim_zeros(np.atleast_1d(a), "f")
    return c if len(c) > 0 else np.zeros(1, a.dtype)


def polymul(a1: np.ndarray, a2: np.ndarray):
    return np.convolve(_without_zeros(a1), _without_zeros(a2))


def polydiv(u: np.ndarray, v: np.ndarray):
    divisor = np.atleast_1d(v) + 0.0
    rest = np.atleast_1d(u) + 0.0 * divisor[0]
    n = len(divisor)
    quotient = np.zeros(max(len(rest) - n + 1, 1), rest.dtype)
    scale = 1.0 / divisor[0]
    for k in range(0, len(rest) - n + 1):
        d = scale * rest[k]
        quotient[k] = d
        rest[k:k + n] -= d * divisor
    first = 0
    while first < len(rest) - 1 and abs(rest[first]) <= 1e-8:
        first += 1
    return quotient, rest[first:]


def roots(p: np.ndarray):
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    a = p.astype(np.float64) if p.dtype.kind in "biu" else p
    places = np.nonzero(a)[0]
    if len(places) == 0:
        return np.zeros(0, a.dtype)
    some = a[int(places[0]):int(places[-1]) + 1]
    found = np.zeros(len(a) - 1 - int(places[0]), a.dtype)
    if len(some) > 1:
        companion = np.diag(np.ones(len(some) - 2, a.dtype), -1)
        companion[0, :] = -some[1:] / some[0]
        found[:len(some) - 1] = np.linalg.eigvals(companion)
    return found


def poly(seq_of_zeros: np.ndarray):
    if seq_of_zeros.ndim == 2:
        if seq_of_zeros.shape[0] != seq_of_zeros.shape[1] or seq_of_zeros.shape[0] == 0:
            raise ValueError("input must be 1d or non-empty square 2d array.")
        made = poly(np.linalg.eigvals(seq_of_zeros.astype(np.result_type(seq_of_zeros, 1j))))
        return made if seq_of_zeros.dtype.kind == "c" else made.real.copy()
    if seq_of_zeros.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if len(seq_of_zeros) == 0:
        raise ValueError("of no roots NumPy gives the number 1.0, no array")
    zeros = seq_of_zeros.astype(np.result_type(seq_of_zeros, 1.0))
    made = np.ones(len(zeros) + 1, zeros.dtype)
    for k in range(len(zeros)):
        made[k + 1] = 0
        for i in range(k + 1, 0, -1):
            made[i] -= zeros[k] * made[i - 1]
    return made


def polyder(p: np.ndarray, m: static = 1):
    if hasattr(p, "object.coefficients"):
        return p.deriv(m)
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    derivative = p[:-1] * np.arange(len(p) - 1, 0, -1)
    if m == 0:
        return p
    return polyder(derivative, m - 1)


def polyint(p: np.ndarray, m: static = 1, k: np.ndarray = None):
    if hasattr(p, "object.coefficients"):
        return p.integ(m) if k is None else p.integ(m, k)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    if m == 0:
        return p
    if k is None:
        return polyint(p, m, 0.0)
    if np.ndim(k) == 0:
        return polyint(p, m, np.full(m, k))
    if len(k) == 1 and m > 1:
        return polyint(p, m, np.full(m, k[0]))
    if len(k) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    return polyint(np.concatenate((p / np.arange(len(p), 0, -1), k[:1])), m - 1, k[1:])


def unwrap(p: np.ndarray, discont=None, axis: static = -1, period=6.283185307179586):
    if p.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    if p.dtype.kind == "u" or p.dtype == np.int8 or p.dtype == np.int16 or p.dtype == np.int32:
        raise NotImplementedError("differences of small and unsigned integers wrap around; write p.astype(np.float64)")
    k = _axis(axis, p.ndim)
    least = period / 2 if discont is None else max(float(discont), period / 2)
    if p.dtype.kind == "i" and np.result_type(period).kind == "i":
        turned = p.copy()
        if turned.size > 0:
            _unwrap_ints(_folded(turned, k), period, least)
        return turned
    else:
        out = p.astype(_real_dtype(p.dtype))
        if out.size > 0:
            _unwrap_lines(_folded(out, k), period, least)
        return out


def _unwrap_ints(x, period, least):
    """The same of integers with a period that is one."""
    low = -(period // 2)
    for i in pycc.prange(x.shape[0]):
        for k in range(x.shape[2]):
            before = x[i, 0, k]
            shift = x[i, 0, k] * 0
            for j in range(1, x.shape[1]):
                now = x[i, j, k]
                step = now - before
                turned = (step - low) % period + low
                if period % 2 == 0 and turned == low and step > 0:
                    turned = period // 2
                if not abs(step) < least:
                    shift = shift + (turned - step)
                x[i, j, k] = now + shift
                before = now


def _unwrap_lines(x, period, least):
    """Along the middle axis of three, in place."""
    for i in pycc.prange(x.shape[0]):
        for k in range(x.shape[2]):
            before = x[i, 0, k]
            shift = x[i, 0, k] * 0
            for j in range(1, x.shape[1]):
                now = x[i, j, k]
                step = now - before
                half = period / 2
                turned = (step + half) % period - half
                if turned == -half and step > 0:
                    turned = turned * 0 + half
                if not abs(step) < least:
                    shift = shift + (turned - step)
                x[i, j, k] = now + shift
                before = now
