"""Functions of modules math and cmath that are no operators of the compiler."""
import cmath
import math

import numpy as np


def math__isclose(a, b, rel_tol=1e-9, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    d = abs(float(b) - float(a))
    return d <= abs(rel_tol * float(b)) or d <= abs(rel_tol * float(a)) or d <= abs_tol


def math__factorial(x):
    if x < 0:
        raise ValueError("factorial() not defined for negative values")
    product = 1
    for i in range(2, x + 1):
        product *= i
    return product


def math__comb(n, k):
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    if k > n:
        return 0
    product = 1
    for i in range(min(k, n - k)):
        g = math.gcd(product, i + 1)  # so that nothing on the way is larger than the result
        product = product // g * ((n - i) // ((i + 1) // g))
    return product


def math__perm(n, k=None):
    if k is None:
        return math.factorial(n)
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    product = 1 if k <= n else 0
    for i in range(min(k, n)):
        product *= n - i
    return product


def math__isqrt(n):
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = int(math.sqrt(n))
    if root * root > n:
        root -= 1
    if (root + 1) * (root + 1) <= n:
        root += 1
    return root


def math__modf(x):
    if math.isinf(x):
        return math.copysign(0.0, x), float(x)
    whole = float(np.trunc(float(x)))
    return math.copysign(float(x) - whole, x), math.copysign(whole, x)


def math__frexp(x):
    if x == 0 or math.isinf(x) or math.isnan(x):
        return float(x), 0
    m, e = np.frexp(float(x))
    return float(m), int(e)


def math__ldexp(x, i):
    y = float(np.ldexp(float(x), min(max(i, -5000), 5000)))
    if math.isinf(y) and not math.isinf(x):
        raise OverflowError("math range error")
    return y


def math__remainder(x, y):
    a = float(x)
    b = abs(float(y))
    if math.isnan(a) or math.isnan(b):
        return a + b
    if math.isinf(a) or b == 0:
        raise ValueError("math domain error")
    if math.isinf(b):
        return a
    m = math.fmod(abs(a), b)
    c = b - m
    if m < c:
        r = m
    elif m > c:
        r = -c
    else:
        r = m - 2.0 * math.fmod(0.5 * (abs(a) - m), b)
    return math.copysign(1.0, a) * r


def math__ulp(x):
    a = abs(float(x))
    if math.isnan(a) or math.isinf(a):
        return a
    up = float(np.nextafter(a, math.inf))
    if math.isinf(up):
        return a - float(np.nextafter(a, 0.0))
    return up - a


def math__prod(iterable, start=None):
    if start is None:
        product = 1
        for x in iterable:
            product = product * x
        return product
    else:
        product = start
        for x in iterable:
            product = product * x
        return product


def math__fsum(seq):
    """Exactly, rounded once: partial sums that do not overlap (Shewchuk)."""
    partials = [0.0]
    partials.clear()
    for item in seq:
        x = float(item)
        n = 0
        for k in range(len(partials)):
            y = partials[k]
            if abs(x) < abs(y):
                x, y = y, x
            hi = x + y
            lo = y - (hi - x)
            if lo:
                partials[n] = lo
                n += 1
            x = hi
        while len(partials) > n:
            partials.pop()
        partials.append(x)
    return _rounded_sum(partials)


def _rounded_sum(partials):
    n = len(partials)
    if n == 0:
        return 0.0
    n -= 1
    hi = partials[n]
    lo = 0.0
    while n > 0:
        x = hi
        n -= 1
        y = partials[n]
        hi = x + y
        lo = y - (hi - x)
        if lo:
            break
    if n > 0 and ((lo < 0 and partials[n - 1] < 0) or (lo > 0 and partials[n - 1] > 0)):
        y = lo * 2
        x = hi + y
        if y == x - hi:
            hi = x
    return hi


def math__dist(p, q):
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    total = 0.0
    for x, y in zip(p, q):
        total = math.hypot(total, x - y)
    return total


def cmath__phase(z):
    c = complex(z)
    return math.atan2(c.imag, c.real)


def cmath__polar(z):
    return abs(complex(z)), cmath.phase(z)


def cmath__rect(r, phi):
    return complex(r * math.cos(phi), r * math.sin(phi))


def cmath__sqrt(z):
    return complex(np.sqrt(complex(z)))


def cmath__exp(z):
    return complex(np.exp(complex(z)))


def cmath__log(z, base=None):
    if z == 0:
        raise ValueError("math domain error")
    if base is None:
        return complex(np.log(complex(z)))
    else:
        return complex(np.log(complex(z))) / complex(np.log(complex(base)))


def cmath__log10(z):
    if z == 0:
        raise ValueError("math domain error")
    return complex(np.log(complex(z))) / math.log(10.0)


def cmath__sin(z):
    return complex(np.sin(complex(z)))


def cmath__cos(z):
    return complex(np.cos(complex(z)))


def cmath__tan(z):
    return complex(np.tan(complex(z)))


def cmath__sinh(z):
    return complex(np.sinh(complex(z)))


def cmath__cosh(z):
    return complex(np.cosh(complex(z)))


def cmath__tanh(z):
    return complex(np.tanh(complex(z)))


def cmath__asin(z):
    return complex(np.arcsin(complex(z)))


def cmath__acos(z):
    return complex(np.arccos(complex(z)))


def cmath__atan(z):
    return complex(np.arctan(complex(z)))


def cmath__asinh(z):
    return complex(np.arcsinh(complex(z)))


def cmath__acosh(z):
    return complex(np.arccosh(complex(z)))


def cmath__atanh(z):
    return complex(np.arctanh(complex(z)))


def cmath__isnan(z):
    c = complex(z)
    return math.isnan(c.real) or math.isnan(c.imag)


def cmath__isinf(z):
    c = complex(z)
    return math.isinf(c.real) or math.isinf(c.imag)


def cmath__isfinite(z):
    c = complex(z)
    return math.isfinite(c.real) and math.isfinite(c.imag)


def cmath__isclose(a, b, rel_tol=1e-9, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    x = complex(a)
    y = complex(b)
    if x == y:
        return True
    if cmath.isinf(x) or cmath.isinf(y):
        return False
    d = abs(y - x)
    return d <= rel_tol * abs(y) or d <= rel_tol * abs(x) or d <= abs_tol
