"""`np.polynomial`: series in six bases. `basis` stands for poly, cheb, leg, herm, herme and lag (embed.py)."""
import numpy as np
import pycc
from pycc import static


def _recurrence(kind: static, n):
    """Numbers of `d * p[n] = (a * x + b) * p[n - 1] - g * p[n - 2]`."""
    if kind == "cheb":
        return (2 if n > 1 else 1), 0, (1 if n > 1 else 0), 1
    elif kind == "leg":
        return 2 * n - 1, 0, n - 1, n
    elif kind == "herm":
        return 2, 0, 2 * (n - 1), 1
    elif kind == "herme":
        return 1, 0, n - 1, 1
    elif kind == "lag":
        return -1, 2 * n - 1, n - 1, n
    else:
        return 1, 0, 0, 1


def _floats(c):
    """Coefficients in which integers are float64."""
    return c.astype(np.float64) if c.dtype.kind in "biu" else c


def polynomial__trimseq(seq):
    n = len(seq)
    while n > 1 and seq[n - 1] == 0:
        n -= 1
    return seq[:n]


def _series(c):
    """A series of floats without zeros at its end, in memory of its own."""
    s = np.atleast_1d(c)
    if s.ndim != 1:
        raise ValueError("Coefficient array is not 1-d")
    if s.size == 0:
        raise ValueError("Coefficient array is empty")
    return _floats(polynomial__trimseq(s)).copy()


def polynomial__as_series(alist, trim=True):
    if isinstance(alist, tuple):
        arrays = _of_lists(alist, len(alist))
        return _all_series(arrays, trim, _floats(np.zeros(1, _common_dtype(arrays)))[0], 0)
    return [_series(c) if trim else _floats(np.atleast_1d(c)).copy() for c in alist]


def _all_series(arrays, trim, zero, i: static):
    first = [(_series(arrays[i]) if trim else _floats(np.atleast_1d(arrays[i]))) + zero]
    return first + _all_series(arrays, trim, zero, i + 1) if i < len(arrays) - 1 else first


def polynomial__trimcoef(c: np.ndarray, tol=0):
    if tol < 0:
        raise ValueError("tol must be non-negative")
    s = _series(c)
    n = len(s)
    while n > 0 and not abs(s[n - 1]) > tol:
        n -= 1
    return s[:1] * 0 if n == 0 else s[:n].copy()


def polynomial__basistrim(c: np.ndarray, tol=0):
    return polynomial__trimcoef(c, tol)


def polynomial__getdomain(x: np.ndarray):
    if x.dtype.kind == "c":
        return np.array([complex(x.real.min(), x.imag.min()), complex(x.real.max(), x.imag.max())])
    else:
        return np.array([x.min(), x.max()]) + 0.0


def polynomial__mapparms(old, new):
    length = old[1] - old[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, (new[1] - new[0]) / length


def polynomial__mapdomain(x: np.ndarray, old, new):
    offset, scale = polynomial__mapparms(old, new)
    return offset + scale * x


def _sum_of_series(c1, c2, sign):
    n = max(len(c1), len(c2))
    sums = np.zeros(n, np.result_type(c1, c2))
    sums[:len(c1)] = c1
    sums[:len(c2)] += sign * c2
    return polynomial__trimseq(sums)


def polynomial__basisadd(c1: np.ndarray, c2: np.ndarray):
    return _sum_of_series(_series(c1), _series(c2), 1)


def polynomial__basissub(c1: np.ndarray, c2: np.ndarray):
    return _sum_of_series(_series(c1), _series(c2), -1)


def polynomial__basisline(off, scl):
    return _line("basis", off, scl)


def _line(kind: static, off, scl):
    if kind == "herm":
        return np.array([off, scl / 2]) if scl != 0 else np.array([off + scl / 2])
    elif kind == "lag":
        return np.array([off + scl, -scl]) if scl != 0 else np.array([off + scl])
    else:
        return np.array([off, scl]) if scl != 0 else np.array([off + scl])


def polynomial__basismulx(c: np.ndarray):
    return _times_x("basis", _series(c))


def _times_x(kind: static, c):
    made = np.zeros(len(c) + 1, c.dtype)
    if len(c) == 1 and c[0] == 0:
        return c
    for i in range(len(c)):
        a, b, g, d = _recurrence(kind, i + 1)
        made[i + 1] += c[i] * d / a
        if kind == "lag":
            made[i] -= c[i] * b / a
        if kind != "poly" and i > 0:
            made[i - 1] += c[i] * g / a
    return made


def polynomial__basismul(c1: np.ndarray, c2: np.ndarray):
    return _times("basis", _series(c1), _series(c2))


def _times(kind: static, c1, c2):
    if kind == "poly":
        return polynomial__trimseq(np.convolve(c1, c2))
    elif kind == "cheb":
        made = np.zeros(len(c1) + len(c2) - 1, np.result_type(c1, c2))
        for i in range(len(c1)):
            for j in range(len(c2)):
                made[i + j] += c1[i] * c2[j] / 2
                made[abs(i - j)] += c1[i] * c2[j] / 2
        return polynomial__trimseq(made)
    else:
        return _clenshaw(kind, kind, c2, c1, None) if len(c1) > len(c2) else _clenshaw(kind, kind, c1, c2, None)


def _clenshaw(kind: static, within: static, c, xs, q):
    """The series c of one kind, of x or the series q, times xs; q, xs and what comes out are of another kind."""
    one = xs + np.zeros(1, np.result_type(c, xs))
    n = len(c)
    c0 = c[n - 1] * one
    c1 = one[:1] * 0
    for k in range(n - 2, -1, -1):
        a, b, _, d = _recurrence(kind, k + 1)
        _, _, g, e = _recurrence(kind, k + 2)
        before = c0
        c0 = _sum_of_series(_sum_of_series(c[k] * one, (c1 * g) / e, -1), _sum_of_series(((_times_x(within, c0) if q is None else _times(within, q, c0)) * a) / d, (c0 * b) / d, 1), 1)
        c1 = before
    return c0


def polynomial__basisdiv(c1: np.ndarray, c2: np.ndarray):
    return _divided("basis", _series(c1), _series(c2))


def _divided(kind: static, c1, c2):
    n, m = len(c1), len(c2)
    rest = c1 + np.zeros(1, np.result_type(c1, c2))
    if c2[m - 1] == 0:
        raise ZeroDivisionError
    if n < m:
        return rest[:1] * 0, rest
    if m == 1:
        return rest / c2[0], rest[:1] * 0
    quotient = np.zeros(n - m + 1, rest.dtype)
    if kind == "poly":
        scaled = c2 / c2[m - 1]
        for i in range(n - m, -1, -1):
            quotient[i] = rest[i + m - 1] / c2[m - 1]
            rest[i:i + m - 1] -= scaled[:m - 1] * rest[i + m - 1]
        return quotient, polynomial__trimseq(rest[:m - 1])
    for i in range(n - m, -1, -1):
        one = np.zeros(i + 1, rest.dtype)
        one[i] = 1
        p = _times(kind, one, c2)
        quotient[i] = rest[len(rest) - 1] / p[len(p) - 1]
        rest = rest[:-1] - quotient[i] * p[:-1]
    return quotient, polynomial__trimseq(rest)


def polynomial__basispow(c: np.ndarray, pow, maxpower=16):
    return _power("basis", _series(c), pow, maxpower)


def _power(kind: static, c, pow, maxpower):
    if pow < 0 or pow != int(pow):
        raise ValueError("Power must be a non-negative integer.")
    if kind != "poly" and maxpower is not None:
        if pow > maxpower:
            raise ValueError("Power is too large")
    made = np.ones(1, c.dtype)
    for i in range(int(pow)):
        made = c if i == 0 else _times(kind, made, c)
    return made


def _at(kind: static, c, x):
    """The series at a number, by Clenshaw's rule."""
    zero = np.zeros(1, np.result_type(c, x))[0]
    n = len(c)
    c0 = zero + c[n - 1]
    if kind == "poly":
        c0 += x * 0
        for k in range(n - 2, -1, -1):
            c0 = c[k] + c0 * x
    else:
        c1 = zero
        for k in range(n - 2, -1, -1):
            a, b, _, d = _recurrence(kind, k + 1)
            _, _, g, e = _recurrence(kind, k + 2)
            before = c0
            c0 = c[k] - c1 * g / e + c0 * (a * x + b) / d
            c1 = before
    return c0


def polynomial__basisval(x: np.ndarray, c: np.ndarray, tensor: static = True):
    return _values("basis", x, _floats(np.atleast_1d(c)), tensor)


def _values(kind: static, x, c, tensor: static):
    if c.ndim == 1 and np.ndim(x) == 0:
        return _at(kind, c, np.array(x)[()])
    elif c.ndim == 1:
        out = np.empty(x.shape, np.result_type(c, x))
        flat, values = np.ravel(x), out.reshape(x.size)
        for i in pycc.prange(len(flat)):
            values[i] = _at(kind, c, flat[i])
        return out
    elif tensor:
        return _values(kind, np.broadcast_to(x, c.shape[1:] + np.shape(x)), c.reshape(c.shape + (1,) * np.ndim(x)), False)
    else:
        out = np.zeros(c.shape[1:], c.dtype) + np.zeros(np.shape(x), np.result_type(x))
        flat, values = np.broadcast_to(x, out.shape).reshape(out.size), out.reshape(out.size)
        columns = np.broadcast_to(c, c.shape[:1] + out.shape).reshape(len(c), out.size)
        for i in pycc.prange(out.size):
            values[i] = _at(kind, columns[:, i], flat[i])
        return out


def polynomial__basisval2d(x: np.ndarray, y: np.ndarray, c: np.ndarray):
    if np.shape(x) != np.shape(y):
        raise ValueError("x, y are incompatible")
    return polynomial__basisval(y, polynomial__basisval(x, c), False)


def polynomial__basisval3d(x: np.ndarray, y: np.ndarray, z: np.ndarray, c: np.ndarray):
    if np.shape(x) != np.shape(y) or np.shape(x) != np.shape(z):
        raise ValueError("x, y, z are incompatible")
    return polynomial__basisval(z, polynomial__basisval(y, polynomial__basisval(x, c), False), False)


def polynomial__basisgrid2d(x: np.ndarray, y: np.ndarray, c: np.ndarray):
    return polynomial__basisval(y, polynomial__basisval(x, c))


def polynomial__basisgrid3d(x: np.ndarray, y: np.ndarray, z: np.ndarray, c: np.ndarray):
    return polynomial__basisval(z, polynomial__basisval(y, polynomial__basisval(x, c)))


def polynomial__polyvalfromroots(x: np.ndarray, r: np.ndarray, tensor: static = True):
    s = _floats(np.atleast_1d(r))
    if not tensor:
        return np.prod(x - s, axis=0)
    return np.prod(x - s.reshape(s.shape + (1,) * np.ndim(x)), axis=0)


def polynomial__basisder(c: np.ndarray, m=1, scl=1, axis: static = 0):
    if m < 0:
        raise ValueError("The order of derivation must be non-negative")
    d = np.moveaxis(_floats(np.atleast_1d(c)).copy(), axis, 0)
    for _ in range(min(m, len(d))):
        d = _derived("basis", d * scl) if len(d) > 1 else d[:1] * 0
    return np.moveaxis(d, 0, axis)


def _derived(kind: static, c):
    n = len(c) - 1
    made = c[1:] * 0
    for j in range(n, 0, -1):
        if kind == "cheb":
            made[j - 1] = c[j] * (2 * j if j > 1 else 1)
            if j > 2:
                c[j - 2] += j * c[j] / (j - 2)
        elif kind == "leg":
            made[j - 1] = (2 * j - 1) * c[j]
            if j > 2:
                c[j - 2] += c[j]
        elif kind == "lag":
            made[j - 1] = -c[j]
            c[j - 1] += c[j]
        else:
            made[j - 1] = (2 * j if kind == "herm" else j) * c[j]
    return made


def polynomial__basisint(c: np.ndarray, m=1, k: np.ndarray = None, lbnd=0, scl=1, axis: static = 0):
    if m < 0:
        raise ValueError("The order of integration must be non-negative")
    constants = np.zeros(1) if k is None else np.atleast_1d(k)
    if k is not None and len(constants) > m:
        raise ValueError("Too many integration constants")
    s = np.moveaxis(_floats(np.atleast_1d(c)) + np.zeros(1, np.result_type(constants, _floats(np.atleast_1d(c)))), axis, 0)
    for i in range(m):
        s = s * scl
        constant = constants[min(i, len(constants) - 1)] if i < len(constants) else constants[0] * 0
        if len(s) == 1 and np.all(s[0] == 0):
            s[0] += constant
        else:
            s = _integrated("basis", s)
            s[0] += constant - polynomial__basisval(lbnd, s)
    return np.moveaxis(s, 0, axis)


def _integrated(kind: static, c):
    made = np.zeros((len(c) + 1,) + c.shape[1:], c.dtype)
    for j in range(len(c)):
        if kind == "cheb":
            made[j + 1] = c[j] / (2 * (j + 1) if j > 0 else 1)
            if j > 1:
                made[j - 1] -= c[j] / (2 * (j - 1))
        elif kind == "leg":
            made[j + 1] = c[j] / (2 * j + 1)
            if j > 1:
                made[j - 1] -= c[j] / (2 * j + 1)
        elif kind == "lag":
            made[j] += c[j]
            made[j + 1] = -c[j]
        else:
            made[j + 1] = c[j] / ((j + 1) * (2 if kind == "herm" else 1))
    return made


def polynomial__basisvander(x: np.ndarray, deg):
    return _vandermonde("basis", _floats(np.atleast_1d(x)), deg)


def _vandermonde(kind: static, x, deg):
    if deg < 0:
        raise ValueError("deg must be non-negative")
    v = np.empty(x.shape + (int(deg) + 1,), x.dtype)
    v[..., 0] = x * 0 + 1
    for n in range(1, int(deg) + 1):
        a, b, g, d = _recurrence(kind, n)
        v[..., n] = ((a * x + b) * v[..., n - 1] - g * v[..., max(n - 2, 0)]) / d
    return v


def polynomial__basisvander2d(x: np.ndarray, y: np.ndarray, deg):
    u, v = polynomial__basisvander(x, deg[0]), polynomial__basisvander(y, deg[1])
    return (u[..., :, None] * v[..., None, :]).reshape(u.shape[:-1] + (-1,))


def polynomial__basisvander3d(x: np.ndarray, y: np.ndarray, z: np.ndarray, deg):
    u, v, w = polynomial__basisvander(x, deg[0]), polynomial__basisvander(y, deg[1]), polynomial__basisvander(z, deg[2])
    return (u[..., :, None, None] * v[..., None, :, None] * w[..., None, None, :]).reshape(u.shape[:-1] + (-1,))


def polynomial__basisfit(x: np.ndarray, y: np.ndarray, deg: np.ndarray, rcond=None, full: static = False, w: np.ndarray = None):
    if full:
        raise NotImplementedError("full=True gives values of several types")
    return _fitted("basis", _floats(x), _floats(y), deg, len(x) * (1.1920928955078125e-07 if _floats(x).dtype == np.float32 else 2.220446049250313e-16) if rcond is None else rcond, w)


def _fitted(kind: static, x, y, deg, rcond, w):
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if len(x) != len(y):
        raise TypeError("expected x and y to have same length")
    degrees = np.arange(deg + 1) if np.ndim(deg) == 0 else np.sort(deg)
    if len(degrees) == 0 or degrees[0] < 0:
        raise ValueError("expected deg >= 0")
    left = _vandermonde(kind, x, degrees[len(degrees) - 1])[:, degrees]
    right = y.copy()
    if w is not None:
        left *= w[:, None]
        right = (right.T * w).T
    scale = np.sqrt((np.abs(left) ** 2).sum(axis=0))
    scale[scale == 0] = 1
    found = (np.linalg.lstsq(left / scale, right, rcond)[0].T / scale).T
    made = np.zeros((int(degrees[len(degrees) - 1]) + 1,) + found.shape[1:], found.dtype)
    made[degrees] = found
    return made


def polynomial__basiscompanion(c: np.ndarray):
    return _companion("basis", _series(c))


def _companion(kind: static, c):
    n = len(c) - 1
    if n < 1:
        raise ValueError("Series must have maximum degree of at least 1.")
    made = np.zeros((n, n), c.dtype)
    k = np.arange(1, n)
    if kind == "lag":
        made[k - 1, k] = made[k, k - 1] = -k
        made[np.arange(n), np.arange(n)] = 2 * np.arange(n) + 1
        made[:, -1] += c[:-1] / c[-1] * n
    elif n == 1:
        made[0, 0] = -c[0] / c[1] / (2 if kind == "herm" else 1)
    elif kind == "poly":
        made[k, k - 1] = 1
        made[:, -1] -= c[:-1] / c[-1]
    elif kind == "cheb":
        scale = np.sqrt(np.append(1.0, np.full(n - 1, 0.5)))
        made[k - 1, k] = made[k, k - 1] = np.append(np.sqrt(0.5), np.full(n - 2, 0.5))
        made[:, -1] -= c[:-1] / c[-1] * (scale / scale[-1]) * 0.5
    elif kind == "leg":
        scale = 1 / np.sqrt(2 * np.arange(n) + 1)
        made[k - 1, k] = made[k, k - 1] = k * scale[:-1] * scale[1:]
        made[:, -1] -= c[:-1] / c[-1] * (scale / scale[-1]) * (n / (2 * n - 1))
    else:
        factor = 2.0 if kind == "herm" else 1.0
        scale = np.cumprod(np.append(1.0, 1.0 / np.sqrt(factor * np.arange(n - 1, 0, -1))))[::-1]
        made[k - 1, k] = made[k, k - 1] = np.sqrt(k / factor)
        made[:, -1] -= scale * c[:-1] / (factor * c[-1])
    return made


def polynomial__basisroots(c: np.ndarray):
    s = _series(c)
    return np.sort(np.linalg.eigvals(_companion("basis", s)[::-1, ::-1])) if len(s) > 1 else np.zeros(0, s.dtype)


def polynomial__basisfromroots(roots: np.ndarray):
    zeros = np.sort(_floats(roots))
    factors = [_line("basis", -z, z * 0 + 1) for z in zeros]
    n = len(factors)
    if n == 0:
        return np.ones(1, zeros.dtype)
    while n > 1:
        half = n // 2
        for i in range(half):
            factors[i] = _times("basis", factors[i], factors[i + half])
        if n % 2 == 1:
            factors[0] = _times("basis", factors[0], factors[n - 1])
        n = half
    return factors[0]


def polynomial__basis2poly(c: np.ndarray):
    s = _series(c)
    return _clenshaw("basis", "poly", s, np.ones(1, s.dtype), None)


def polynomial__poly2basis(pol: np.ndarray):
    s = _series(pol)
    made = s[:1] * 0
    for i in range(len(s) - 1, -1, -1):
        made = _sum_of_series(_times_x("basis", made), s[i:i + 1], 1)
    return made


def polynomial__basisweight(x: np.ndarray):
    return _weight("basis", x)


def _weight(kind: static, x):
    if kind == "cheb":
        return 1.0 / (np.sqrt(1.0 + x) * np.sqrt(1.0 - x))
    elif kind == "leg":
        return x * 0.0 + 1.0
    elif kind == "herm":
        return np.exp(-x ** 2)
    elif kind == "herme":
        return np.exp(-0.5 * x ** 2)
    else:
        return np.exp(-x)


def polynomial__basisgauss(deg):
    return _gauss("basis", deg)


def _gauss(kind: static, deg):
    if deg <= 0:
        raise ValueError("deg must be a positive integer")
    if kind == "cheb":
        return np.cos(np.pi * np.arange(1, 2 * deg, 2) / (2.0 * deg)), np.ones(deg) * (np.pi / deg)
    c = np.zeros(deg + 1)
    c[deg] = 1
    x = np.linalg.eigvalsh(_companion(kind, c))
    if kind == "herm" or kind == "herme":
        x -= _normed(kind, x, deg) / (_normed(kind, x, deg - 1) * np.sqrt((2 if kind == "herm" else 1) * deg))
        near = _normed(kind, x, deg - 1)
        near /= np.abs(near).max()
        w = 1 / (near * near)
    else:
        slope = _values(kind, x, _derived(kind, c.copy()), True)
        x -= _values(kind, x, c, True) / slope
        near = _values(kind, x, c[1:], True)
        w = 1 / ((near / np.abs(near).max()) * (slope / np.abs(slope).max()))
    if kind != "lag":
        w = (w + w[::-1]) / 2
        x = (x - x[::-1]) / 2
    return x, w * ((2.0 if kind == "leg" else 1.0 if kind == "lag" else np.sqrt(np.pi) if kind == "herm" else np.sqrt(2 * np.pi)) / w.sum())


def _normed(kind: static, x, n):
    """Hermite's polynomials, normed."""
    factor = 2.0 if kind == "herm" else 1.0
    below, value = np.zeros(x.shape), np.full(x.shape, 1 / np.sqrt(np.sqrt(np.pi * (3 - factor))))
    for k in range(n):
        below, value = value, value * x * np.sqrt(factor / (k + 1.0)) - below * np.sqrt(k / (k + 1.0))
    return value


def polynomial__chebpts1(npts):
    if npts < 1:
        raise ValueError("npts must be >= 1")
    return np.sin(0.5 * np.pi / npts * np.arange(1 - npts, npts + 1, 2))


def polynomial__chebpts2(npts):
    if npts < 2:
        raise ValueError("npts must be >= 2")
    return np.cos(np.linspace(-np.pi, 0, npts))
