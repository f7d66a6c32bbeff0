"""SciPy's functions that a few lines of NumPy say: scipy.special, scipy.integrate and scipy.optimize."""
import numpy as np
from scipy import special
from pycc import static


def scipy_special__expit(x: np.ndarray):
    return 1.0 / (1.0 + np.exp(-_real_float(x)))


def scipy_special__logit(x: np.ndarray):
    p = _real_float(x)
    near = (p > 0.3) & (p < 0.65)  # where the quotient is about 1, and its logarithm about 0
    return np.where(near, np.log1p((2.0 * p - 1.0) / (1.0 - p)), np.log(p / (1.0 - p)))


def scipy_special__ndtr(x: np.ndarray):
    return 0.5 * special.erfc(_real_float(x) * -0.7071067811865476)


def _real_float(x):
    """A real operand in the float that NumPy computes with."""
    if np.result_type(x).kind == "c":
        raise TypeError("of complex numbers this function is not supported")
    return np.positive(x) if np.result_type(x).kind == "f" else np.asarray(x).astype(_real_dtype(np.result_type(x)))


def scipy_special__xlogy(x: np.ndarray, y: np.ndarray):
    return np.where((x == 0) & ~np.isnan(y), 0.0, x * np.log(_real_float(y)))


def scipy_special__xlog1py(x: np.ndarray, y: np.ndarray):
    return np.where((x == 0) & ~np.isnan(y), 0.0, x * np.log1p(_real_float(y)))


def scipy_special__entr(x: np.ndarray):
    p = _real_float(x)
    return np.where(p == 0, 0.0, np.where(p < 0, -np.inf, -p * np.log(p)))


def scipy_special__rel_entr(x: np.ndarray, y: np.ndarray):
    p = _real_float(x)
    q = _real_float(y)
    inside = (p > 0) & (q > 0)
    unknown = np.isnan(p) | np.isnan(q)
    return np.where(inside | unknown, p * np.log(p / q), np.where((p == 0) & (q >= 0), 0.0, np.inf))


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


def scipy_special__zeta(x: np.ndarray, q: static = None):
    if q is not None:
        raise NotImplementedError("zeta takes no q here; call it with x alone")
    return 1.0 + special.zetac(x)


def scipy_special__softmax(x: np.ndarray, axis: static = None):
    a = _real_float(x)
    e = np.exp(a - np.max(a, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def scipy_special__log_softmax(x: np.ndarray, axis: static = None):
    a = _real_float(x)
    top = np.max(a, axis=axis, keepdims=True)
    d = a - np.where(np.isfinite(top), top, 0.0)
    return d - np.log(np.sum(np.exp(d), axis=axis, keepdims=True))


def scipy_special__logsumexp(a: np.ndarray, axis: static = None, keepdims: static = False):
    x = _real_float(a)
    top = np.max(x, axis=axis, keepdims=True)
    shift = np.where(np.isfinite(top), top, 0.0)
    total = np.log(np.sum(np.exp(x - shift), axis=axis, keepdims=True)) + shift
    return np.sum(total, axis=axis, keepdims=keepdims)


def scipy_integrate__trapezoid(y: np.ndarray, x: np.ndarray = None, dx=1.0, axis: static = -1):
    return trapezoid(y, x, dx, axis)


def scipy_integrate__cumulative_trapezoid(y: np.ndarray, x: np.ndarray = None, dx=1.0, axis: static = -1, initial=None):
    k = _axis(axis, y.ndim)
    if y.shape[k] == 0:
        raise ValueError("At least one point is required along `axis`.")
    if x is not None and x.shape[0 if x.ndim == 1 else k] != y.shape[k]:
        raise ValueError("If given, length of x along axis must be the same as y.")
    pairs = _part(y, k, 1, None) + _part(y, k, None, -1)
    if x is None:
        sums = np.cumsum(dx * pairs / 2.0, axis=k)
    elif x.ndim == 1:
        sums = np.cumsum(_more_axes(_difference(x, 0), y.ndim - 1 - k, False) * pairs / 2.0, axis=k)
    else:
        sums = np.cumsum(_difference(x, k) * pairs / 2.0, axis=k)
    if initial is None:
        return sums
    if initial != 0:
        raise ValueError("`initial` must be `None` or `0`.")
    return concatenate((np.zeros(_with_extent(y.shape, k, 1), sums.dtype), sums), k)


def scipy_integrate__simpson(y: np.ndarray, x: np.ndarray = None, *, dx=1.0, axis: static = -1):
    k = _axis(axis, y.ndim)
    if y.dtype.kind not in "biu" and y.dtype != np.float64:
        raise TypeError("simpson takes real numbers, but no float32, whose result would depend on how many they are: write y.astype(float)")
    if x is not None and x.ndim > 1 and x.ndim != y.ndim:
        raise ValueError("If given, shape of x must be 1-D or the same as y.")
    if x is not None and x.shape[0 if x.ndim == 1 else k] != y.shape[k]:
        raise ValueError("If given, length of x along axis must be the same as y.")
    if y.shape[k] == 0:
        raise IndexError(f"index -1 is out of bounds for axis {k} with size 0")
    lines = _folded(y, k)
    sums = np.empty((lines.shape[0], lines.shape[2]))
    for b in range(lines.shape[0]):
        for a in range(lines.shape[2]):
            if x is None:
                sums[b, a] = _simpson(lines[b, :, a], dx)
            elif x.ndim == 1:
                sums[b, a] = _simpson(lines[b, :, a], np.diff(x))
            else:
                sums[b, a] = _simpson(lines[b, :, a], np.diff(_folded(x, k)[b, :, a]))
    if y.ndim == 1:
        return sums[0, 0]
    else:
        return sums.reshape(y.shape[:k] + y.shape[k + 1:])


def _simpson(y, steps):
    """By parabolas through three points; of an even number, the last step is under the last parabola."""
    n = len(y)
    s = 0.0
    if n == 2:
        return 0.5 * float(_step(steps, 0)) * (y[0] + y[1])
    for i in range(0, n - 2, 2):
        h = float(_step(steps, i))
        g = float(_step(steps, i + 1))
        both = h + g
        if np.ndim(steps) == 0:
            s += h / 3.0 * (y[i] + 4.0 * y[i + 1] + y[i + 2])
        elif h == 0 or g == 0:
            s += both / 6.0 * (2.0 * y[i] + (2.0 - (h / g if g != 0 else 0.0)) * y[i + 2])
        else:
            s += both / 6.0 * (y[i] * (2.0 - g / h) + y[i + 1] * both * both / (h * g) + y[i + 2] * (2.0 - h / g))
    if n % 2 == 0 and n > 2:
        h = float(_step(steps, n - 3))
        g = float(_step(steps, n - 2))
        last = (2.0 * g * g + 3.0 * h * g) / (6.0 * (g + h)) if g + h != 0 else 0.0
        middle = (g * g + 3.0 * h * g) / (6.0 * h) if h != 0 else 0.0
        first = g * g * g / (6.0 * h * (h + g)) if h * (h + g) != 0 else 0.0
        s += last * y[n - 1] + middle * y[n - 2] - first * y[n - 3]
    return s


def _step(steps, i):
    if np.ndim(steps) == 0:
        return steps
    else:
        return steps[i]


def scipy_optimize__bisect(f, a, b, args=None, xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100):
    if args is not None:
        raise ValueError("args= is not supported: write a lambda that has the arguments in it")
    _check_search(xtol, rtol, maxiter)
    at = float(a)
    step = float(b) - at
    first = _finite_value(f, at)
    last = _finite_value(f, float(b))
    if first == 0:
        return at
    if last == 0:
        return float(b)
    if (first < 0) == (last < 0):
        raise ValueError("f(a) and f(b) must have different signs")
    for i in range(maxiter):
        step *= 0.5
        middle = at + step
        value = _finite_value(f, middle)
        if value == 0 or abs(step) < xtol + rtol * abs(middle):
            return middle
        if (value < 0) == (first < 0):
            at = middle
    raise RuntimeError(f"Failed to converge after {maxiter} iterations.")


def scipy_optimize__brentq(f, a, b, args=None, xtol=2e-12, rtol=8.881784197001252e-16, maxiter=100):
    """Brent, Algorithms for Minimization without Derivatives, chapter 4: best is the nearer end of the bracket, across its other end."""
    if args is not None:
        raise ValueError("args= is not supported: write a lambda that has the arguments in it")
    _check_search(xtol, rtol, maxiter)
    last = float(a)
    best = float(b)
    f_last = _finite_value(f, last)
    f_best = _finite_value(f, best)
    if f_last == 0:
        return last
    if f_best == 0:
        return best
    if (f_last < 0) == (f_best < 0):
        raise ValueError("f(a) and f(b) must have different signs")
    across = last
    f_across = f_last
    step = best - last
    before = step
    for i in range(maxiter):
        if (f_last < 0) != (f_best < 0):
            across = last
            f_across = f_last
            step = best - last
            before = step
        if abs(f_across) < abs(f_best):
            last = best
            f_last = f_best
            best = across
            f_best = f_across
            across = last
            f_across = f_last
        least = (xtol + rtol * abs(best)) / 2
        half = (across - best) / 2
        if f_best == 0 or abs(half) < least:
            return best
        tried = half
        if abs(before) > least and abs(f_best) < abs(f_last):
            tried = _interpolated_step(best, f_best, last, f_last, across, f_across)
            if 2 * abs(tried) < min(abs(before), 3 * abs(half) - least):
                before = step
            else:
                tried = half
                before = half
        else:
            before = half
        step = tried
        last = best
        f_last = f_best
        best += step if abs(step) > least else np.copysign(least, half)
        f_best = _finite_value(f, best)
    raise RuntimeError(f"Failed to converge after {maxiter} iterations.")


def scipy_optimize__newton(func, x0, fprime=None, args=None, tol=1.48e-8, maxiter=50, fprime2=None, x1=None, rtol=0.0):
    """By tangents where there is a derivative."""
    if args is not None:
        raise ValueError("args= is not supported: write a lambda that has the arguments in it")
    if np.ndim(x0) != 0:
        raise ValueError("newton of arrays is not supported: call it for each element")
    if fprime2 is not None or x1 is not None:
        raise ValueError("fprime2= and x1= are not supported")
    if fprime is None:
        raise ValueError("newton without fprime= is not supported: give the derivative, or call brentq")
    if tol <= 0:
        raise ValueError(f"tol too small ({tol:g} <= 0)")
    if maxiter < 1:
        raise ValueError("maxiter must be greater than 0")
    at = np.asarray(x0)[()] * 1.0
    for i in range(maxiter):
        value = func(at)
        if value == 0:
            return at
        slope = fprime(at)
        if slope == 0:
            raise RuntimeError(f"Derivative was zero. Failed to converge after {i + 1} iterations, value is {at}.")
        then = at - value / slope
        if then == at or abs(then - at) <= tol + rtol * abs(at):
            return then
        at = then
    raise RuntimeError(f"Failed to converge after {maxiter} iterations, value is {at}.")


def _interpolated_step(x, fx, y, fy, z, fz):
    """From x to the zero of the line through two points, or of the inverse parabola through three."""
    if y == z:
        return -fx * (x - y) / (fx - fy)
    slope = (fy - fx) / (y - x)
    other = (fz - fx) / (z - x)
    return -fx * (fz * other - fy * slope) / (other * slope * (fz - fy))


def _check_search(xtol, rtol, maxiter):
    if xtol <= 0:
        raise ValueError(f"xtol too small ({xtol:g} <= 0)")
    if rtol < 8.881784197001252e-16:
        raise ValueError(f"rtol too small ({rtol:g} < 8.88178e-16)")
    if maxiter < 0:
        raise ValueError("maxiter must be >= 0")


def _finite_value(f, x):
    """f(x), which is a number."""
    value = float(f(x))
    if np.isnan(value):
        raise ValueError(f"The function value at x={x} is NaN; solver cannot continue.")
    return value
