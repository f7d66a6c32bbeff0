"""SciPy's functions of one number, or two or three, that have no short formula: scipy.special, element by element."""
import numpy as np
from scipy import special


def _each(f, x: np.ndarray):
    values = _real_float(x)
    if np.ndim(values) == 0:
        return np.asarray(f(float(values))).astype(values.dtype)[()]
    flat = np.ravel(values)
    out = np.empty(flat.size, values.dtype)
    for i in range(flat.size):
        out[i] = f(float(flat[i]))
    return out.reshape(values.shape)


def _each_pair(f, x: np.ndarray, y: np.ndarray):
    p = _real_float(x)
    q = _real_float(y)
    dtype = np.result_type(p, q)
    if np.ndim(p) == 0 and np.ndim(q) == 0:
        return np.asarray(f(float(p), float(q))).astype(dtype)[()]
    a, b = np.broadcast_arrays(p, q)
    out = np.empty(a.size, dtype)
    for i in range(a.size):
        out[i] = f(float(_flat_get(a, i)), float(_flat_get(b, i)))
    return out.reshape(a.shape)


# ---- gamma and beta


def scipy_special__rgamma(x: np.ndarray):
    return _each(_rgamma, x)


def _rgamma(x: float):
    return 0.0 if x <= 0 and x == np.floor(x) else 1.0 / special.gamma(x)


def scipy_special__psi(x: np.ndarray):
    return _each(_psi, x)


def scipy_special__digamma(x: np.ndarray):
    return _each(_psi, x)


def _psi(x: float):
    """Upwards by psi(x + 1) = psi(x) + 1 / x, then Stirling's series; by reflection for negative x."""
    if x == 0:
        return np.copysign(np.inf, -x)
    if x < 0:
        return np.nan if x == np.floor(x) else _psi_positive(1.0 - x) - np.pi / np.tan(np.pi * (x - np.floor(x)))
    return _psi_positive(x)


def _psi_positive(x: float):
    s = 0.0
    while x < 12.0:
        s -= 1.0 / x
        x += 1.0
    r = 1.0 / (x * x)
    series = r * (1 / 12 - r * (1 / 120 - r * (1 / 252 - r * (1 / 240 - r * (1 / 132 - r * (691 / 32760 - r / 12))))))
    return s + np.log(x) - 0.5 / x - series


def scipy_special__beta(a: np.ndarray, b: np.ndarray):
    return _each_pair(_beta, a, b)


def _beta(a: float, b: float):
    if a > 0 and b > 0 and a + b > 160.0:
        return np.exp(special.gammaln(a) + special.gammaln(b) - special.gammaln(a + b))
    return special.gamma(a) * _rgamma(a + b) * special.gamma(b)


def scipy_special__betaln(a: np.ndarray, b: np.ndarray):
    return _each_pair(lambda p, q: special.gammaln(p) + special.gammaln(q) - special.gammaln(p + q), a, b)


def scipy_special__gammainc(a: np.ndarray, x: np.ndarray):
    return _each_pair(_gamma_below, a, x)


def scipy_special__gammaincc(a: np.ndarray, x: np.ndarray):
    return _each_pair(_gamma_above, a, x)


def _gamma_below(a: float, x: float):
    if not (a >= 0 and x >= 0):
        return np.nan
    if a == 0:
        return 1.0 if x > 0 else np.nan
    if x == 0:
        return 1.0 if a == np.inf and x == np.inf else 0.0
    if np.isinf(a) or np.isinf(x):
        return np.nan if a == x else 1.0 if x == np.inf else 0.0
    return _gamma_series(a, x) if x < a + 1 else 1.0 - _gamma_fraction(a, x)


def _gamma_above(a: float, x: float):
    if not (a >= 0 and x >= 0):
        return np.nan
    if a == 0:
        return 0.0 if x > 0 else np.nan
    if x == 0:
        return 1.0
    if np.isinf(a) or np.isinf(x):
        return np.nan if a == x else 0.0 if x == np.inf else 1.0
    return 1.0 - _gamma_series(a, x) if x < a + 1 else _gamma_fraction(a, x)


def _gamma_factor(a: float, x: float):
    """x ** a exp(-x) / Gamma(a)"""
    return x ** a * np.exp(-x) * _rgamma(a) if a < 140 and x < 140 else np.exp(a * np.log(x) - x - special.gammaln(a))


def _gamma_series(a: float, x: float):
    """The power series of the lower function (Abramowitz and Stegun 6.5.29)."""
    term = 1.0 / a
    total = term
    k = a
    while term > total * 1e-17:
        k += 1.0
        term *= x / k
        total += term
    return total * _gamma_factor(a, x)


def _gamma_fraction(a: float, x: float):
    """The continued fraction of the upper function (6.5.31), from the front by Lentz's method."""
    tiny = 1e-300
    b = x + 1.0 - a
    c = 1.0 / tiny
    d = 1.0 / b
    h = d
    for i in range(1, 10000):
        an = -i * (i - a)
        b += 2.0
        d = an * d + b
        d = 1.0 / (d if abs(d) > tiny else tiny)
        c = b + an / c
        c = c if abs(c) > tiny else tiny
        h *= d * c
        if abs(d * c - 1.0) < 1e-16:
            break
    return h * _gamma_factor(a, x)


def scipy_special__binom(n: np.ndarray, k: np.ndarray):
    return _each_pair(_binom, n, k)


def _binom(n: float, k: float):
    whole = k == np.floor(k)
    least = n - k if n == np.floor(n) and n > 0 and k > n / 2 else k
    if n < 0 and n == np.floor(n):
        return np.nan
    if whole and 0 <= least < 20 and (abs(n) > 1e-8 or n == 0):
        product = 1.0
        for i in range(1, int(least) + 1):
            product *= (i + n - least) / i
        return product
    return 1.0 / ((n + 1.0) * _beta(1.0 + n - k, 1.0 + k))


# ---- the inverse of the error function


def scipy_special__erfinv(y: np.ndarray):
    return _each(_erfinv, y)


def scipy_special__erfcinv(y: np.ndarray):
    return _each(_erfcinv, y)


def scipy_special__ndtri(p: np.ndarray):
    return _each(_ndtri, p)


def _erfinv(y: float):
    if abs(y) > 0.5:
        return np.copysign(_erfc_solved(1.0 - abs(y)), y) if abs(y) <= 1 else np.nan
    x = 0.886226925452758 * y
    for _ in range(5):  # Newton's steps, which double the digits
        x -= (special.erf(x) - y) * np.exp(x * x) * 0.886226925452758
    return x


def _erfcinv(y: float):
    if not 0 <= y <= 2:
        return np.nan
    return _erfinv(1.0 - y) if 0.5 <= y <= 1.5 else _erfc_solved(y) if y < 1 else -_erfc_solved(2.0 - y)


def _ndtri(p: float):
    if not 0 <= p <= 1:
        return np.nan
    if 0.25 <= p <= 0.75:
        return 1.4142135623730951 * _erfinv(2.0 * p - 1.0)
    return -1.4142135623730951 * _erfc_solved(2.0 * p) if p < 0.5 else 1.4142135623730951 * _erfc_solved(2.0 * (1.0 - p))


def _erfc_solved(y: float):
    """x > 0 of erfc(x) = y, y below 1 / 2: Halley's steps."""
    if y == 0:
        return np.inf
    w = -np.log(y)
    x = np.sqrt(max(w - 0.5 * np.log(3.2 * w), 0.1))
    for _ in range(6):
        step = (special.erfc(x) - y) * np.exp(x * x) * -0.886226925452758 if x < 26 else 0.0
        if x >= 26:
            step = (special.erfc(x) / y - 1.0) / (-2.0 * x)
        x -= step / (1.0 + x * step)
    return x


def scipy_special__log_ndtr(x: np.ndarray):
    return _each(_log_ndtr, x)


def _log_ndtr(x: float):
    if x > 0:
        return np.log1p(-0.5 * special.erfc(x * 0.7071067811865476))
    if x > -20:
        return np.log(0.5 * special.erfc(x * -0.7071067811865476))
    r = 1.0 / (x * x)
    total = 1.0
    term = 1.0
    for k in range(1, 10):
        term *= -(2 * k - 1) * r
        total += term
    return -0.5 * x * x - np.log(-x) - 0.9189385332046727 + np.log(total)


# ---- the incomplete beta function


def scipy_special__betainc(a: np.ndarray, b: np.ndarray, x: np.ndarray):
    p, q, z = np.broadcast_arrays(_real_float(a), _real_float(b), _real_float(x))
    dtype = np.result_type(_real_float(a), _real_float(b), _real_float(x))
    out = np.empty(p.size, dtype)
    for i in range(p.size):
        out[i] = _beta_below(float(_flat_get(p, i)), float(_flat_get(q, i)), float(_flat_get(z, i)))
    return out.reshape(p.shape)[()]


def _beta_below(a: float, b: float, x: float):
    if not (a > 0 and b > 0 and 0 <= x <= 1):
        return np.nan
    if x == 0 or x == 1:
        return x
    factor = x ** a * (1.0 - x) ** b / _beta(a, b)
    return factor * _beta_fraction(a, b, x) / a if x < (a + 1) / (a + b + 2) else 1.0 - factor * _beta_fraction(b, a, 1.0 - x) / b


def _beta_fraction(a: float, b: float, x: float):
    """Abramowitz and Stegun 26.5.8, by Lentz's method."""
    c = 1.0
    d = 1.0 / (1.0 - (a + b) * x / (a + 1))
    h = d
    for m in range(1, 10000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1.0 / (1.0 + even * d)
        c = 1.0 + even / c
        h *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1.0 / (1.0 + odd * d)
        c = 1.0 + odd / c
        h *= d * c
        if abs(d * c - 1.0) < 1e-16:
            break
    return h


# ---- means, integrals, Bessel's functions


def scipy_special__agm(a: np.ndarray, b: np.ndarray):
    return _each_pair(_agm, a, b)


def _agm(a: float, b: float):
    """The arithmetic-geometric mean."""
    if a == 0 or b == 0 or a != a or b != b:
        return a + b if a != a or b != b else 0.0
    if (a < 0) != (b < 0):
        return np.nan
    sign = -1.0 if a < 0 else 1.0
    x, y = abs(a), abs(b)
    while abs(x - y) > 4e-16 * x:
        x, y = 0.5 * (x + y), np.sqrt(x) * np.sqrt(y)
    return sign * x


def scipy_special__ellipk(m: np.ndarray):
    return _each(_ellipk, m)


def scipy_special__ellipe(m: np.ndarray):
    return _each(_ellipe, m)


def _ellipk(m: float):
    return np.nan if not m <= 1 else np.inf if m == 1 else 0.0 if m == -np.inf else 0.5 * np.pi / _agm(1.0, np.sqrt(1.0 - m))


def _ellipe(m: float):
    if not m < 1:
        return 1.0 if m == 1 else np.nan
    if m == -np.inf:
        return np.inf
    x, y = 1.0, np.sqrt(1.0 - m)
    total = 1.0 - 0.5 * m
    power = 0.5
    while abs(x - y) > 4e-16 * x:
        c = 0.5 * (x - y)
        x, y = 0.5 * (x + y), np.sqrt(x * y)
        power *= 2.0
        total -= power * c * c
    return 0.5 * np.pi / x * total


def scipy_special__i0(x: np.ndarray):
    return _each(lambda v: _bessel(v), x)


def scipy_special__i1(x: np.ndarray):
    return _each(lambda v: 0.5 * v * _bessel(v, 1.0), x)


# ---- formulas


def scipy_special__exprel(x: np.ndarray):
    v = _real_float(x)
    return np.where(np.abs(v) < 1e-16, 1.0, np.expm1(v) / v)


def scipy_special__log_expit(x: np.ndarray):
    v = _real_float(x)
    return np.where(v < 0, v, 0.0) - np.log1p(np.exp(-np.abs(v)))


def scipy_special__kl_div(x: np.ndarray, y: np.ndarray):
    p = _real_float(x)
    q = _real_float(y)
    unknown = np.isnan(p) | np.isnan(q)
    return np.where(((p > 0) & (q > 0)) | unknown, p * np.log(p / q) - p + q, np.where((p == 0) & (q >= 0), q, np.inf))


def scipy_special__huber(delta: np.ndarray, r: np.ndarray):
    d = _real_float(delta)
    a = np.abs(_real_float(r))
    return np.where(d < 0, np.inf, np.where(a <= d, 0.5 * a * a, d * (a - 0.5 * d)))


def scipy_special__boxcox(x: np.ndarray, lmbda: np.ndarray):
    v = _real_float(x)
    k = _real_float(lmbda)
    return np.where(np.abs(k) < 1e-19, np.log(v), np.expm1(k * np.log(v)) / k)


def scipy_special__inv_boxcox(y: np.ndarray, lmbda: np.ndarray):
    v = _real_float(y)
    k = _real_float(lmbda)
    return np.where(k == 0, np.exp(v), np.exp(np.log1p(k * v) / k))


def scipy_special__exp10(x: np.ndarray):
    return 10.0 ** _real_float(x)
