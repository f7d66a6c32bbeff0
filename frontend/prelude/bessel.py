"""scipy.special's Bessel functions that follow from others: derivatives by their order, spherical ones."""
import numpy as np
from scipy import special
from pycc import static


def scipy_special__jvp(v: np.ndarray, z: np.ndarray, n: static = 1):
    return _derivative(lambda k, x: special.jv(k, x), v, z, n, -1.0)


def scipy_special__yvp(v: np.ndarray, z: np.ndarray, n: static = 1):
    return _derivative(lambda k, x: special.yv(k, x), v, z, n, -1.0)


def scipy_special__ivp(v: np.ndarray, z: np.ndarray, n: static = 1):
    return _derivative(lambda k, x: special.iv(k, x), v, z, n, 1.0)


def scipy_special__kvp(v: np.ndarray, z: np.ndarray, n: static = 1):
    return (-1.0) ** n * _derivative(lambda k, x: special.kv(k, x), v, z, n, 1.0)


def _derivative(f, v, z, n: static, phase: static):
    """The n-th one of f(v, z), from its neighbours: SciPy's sum."""
    if n < 0:
        raise ValueError("n must be a non-negative integer.")
    s = f(v - n, z)
    p = 1.0
    for i in range(1, n + 1):
        p = phase * (p * (n - i + 1)) / i
        s = s + p * f(v - n + i * 2, z)
    return s / 2.0**n


def scipy_special__spherical_jn(n: np.ndarray, z: np.ndarray, derivative: static = False):
    if derivative:
        return _of_orders(lambda k, x: _spherical_slope(_spherical_jn, 0.0, k, x), n, z)
    else:
        return _of_orders(_spherical_jn, n, z)


def scipy_special__spherical_yn(n: np.ndarray, z: np.ndarray, derivative: static = False):
    if derivative:
        return _of_orders(lambda k, x: _spherical_slope(_spherical_yn, np.inf, k, x), n, z)
    else:
        return _of_orders(_spherical_yn, n, z)


def _of_orders(f, n, z):
    if np.result_type(z).kind == "c" or np.result_type(z) == np.float32:
        raise NotImplementedError("it is supported of real float64 numbers")
    elif np.ndim(n) == 0 and np.ndim(z) == 0:
        return f(int(n), np.float64(z))
    else:
        orders, points = np.broadcast_arrays(n, z)
        k = np.ravel(orders)
        x = np.ravel(points)
        made = np.empty(k.size)
        for i in range(k.size):
            made[i] = f(int(k[i]), np.float64(x[i]))
        return made.reshape(orders.shape)


def _spherical_jn(n, x):
    if np.isnan(x) or n < 0:
        return np.nan
    sign = -1.0 if x < 0 and n % 2 == 1 else 1.0
    if np.isinf(x):
        return sign * 0.0
    if x == 0:
        return 1.0 if n == 0 else 0.0
    a = abs(x)
    if n > 0 and n >= a:
        return sign * (np.sqrt(np.pi / 2 / a) * special.jv(n + 0.5, a))
    first = np.sin(a) / a
    return sign * (first if n == 0 else _spherical_at(n, a, first, (first - np.cos(a)) / a))


def _spherical_yn(n, x):
    if np.isnan(x) or n < 0:
        return np.nan
    sign = -1.0 if x < 0 and n % 2 == 0 else 1.0
    if np.isinf(x):
        return sign * 0.0
    if x == 0:
        return -np.inf
    a = abs(x)
    first = -np.cos(a) / a
    return sign * (first if n == 0 else _spherical_at(n, a, first, (first - np.sin(a)) / a))


def _spherical_at(n, x, before, here):
    """The value of order n from those of orders 0 and 1."""
    for i in range(n - 1):
        before, here = here, (2 * i + 3) * here / x - before
        if np.isinf(here):
            return here
    return here


def _spherical_slope(f, at_zero: static, n, x):
    if n == 0:
        return -f(1, x)
    if x == 0 and at_zero == 0:
        return 1.0 / 3 if n == 1 else 0.0
    return f(n - 1, x) - (n + 1) * f(n, x) / x
