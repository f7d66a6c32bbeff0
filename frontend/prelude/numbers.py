"""Functions of modules math and cmath that are no operators of the compiler."""
import cmath
import math

import numpy as np


def _index(x):
    """A Python int, as operator.index gives it."""
    if np.result_type(x).kind not in "iu" and not isinstance(x, bool):
        raise TypeError("an int is expected here; write int(...)")
    return int(x)


def math__isclose(a, b, rel_tol=1e-9, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    x = float(a)
    y = float(b)
    if x == y:
        return True
    if math.isinf(x) or math.isinf(y):
        return False
    d = abs(y - x)
    return d <= abs(rel_tol * y) or d <= abs(rel_tol * x) or d <= abs_tol


def math__factorial(x):
    n = _index(x)
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    product = 1
    for i in range(2, n + 1):
        product *= i
    return product


def math__comb(n, k):
    a = _index(n)
    b = _index(k)
    if a < 0:
        raise ValueError("n must be a non-negative integer")
    if b < 0:
        raise ValueError("k must be a non-negative integer")
    if b > a:
        return 0
    product = 1
    for i in range(min(b, a - b)):
        shared = math.gcd(product, i + 1)  # so that nothing on the way is larger than the result
        product = product // shared * ((a - i) // ((i + 1) // shared))
    return product


def math__perm(n, k=None):
    if k is None:
        return math.factorial(n)
    a = _index(n)
    b = _index(k)
    if a < 0:
        raise ValueError("n must be a non-negative integer")
    if b < 0:
        raise ValueError("k must be a non-negative integer")
    if b > a:
        return 0
    product = 1
    for i in range(b):
        product *= a - i
    return product


def math__isqrt(n):
    if np.result_type(n) == np.uint64:  # which may have more bits than an int
        root = 2 * _isqrt(int(n >> np.uint64(2)))
        return root + int(np.uint64(root + 1) <= n // np.uint64(root + 1))
    return _isqrt(_index(n))


def _isqrt(a):
    if a < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = int(math.sqrt(a))
    if root > 0 and root > a // root:
        root -= 1
    if root + 1 <= a // (root + 1):
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
    if not isinstance(i, int):
        raise TypeError("Expected an int as second argument to ldexp.")
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


def math__prod(iterable, *, start=None):
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
    special = 0.0
    infinite = 0.0
    for item in seq:
        x = float(item)
        if not math.isfinite(x):
            special += x
            infinite += 0.0 if math.isnan(x) else x
            continue
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
        if not math.isfinite(x):
            raise OverflowError("intermediate overflow in fsum")
        partials.append(x)
    if math.isnan(infinite):
        raise ValueError("-inf + inf in fsum")
    if special != 0:
        return special
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
        total = math.hypot(total, float(x) - float(y))
    return total


def cmath__phase(z):
    c = complex(z)
    return math.atan2(c.imag, c.real)


def cmath__polar(z):
    return abs(complex(z)), cmath.phase(z)


def cmath__rect(r, phi):
    size = float(r)
    angle = float(phi)
    if math.isinf(angle) and size != 0 and not math.isnan(size):
        raise ValueError("math domain error")
    if angle == 0:
        return complex(size, size * angle if math.isfinite(size) else 0.0 if math.isnan(size) else math.copysign(1.0, size) * angle)
    if size == 0 and not math.isfinite(angle):
        return complex(0.0, 0.0)
    if math.isinf(size) and not math.isnan(angle):
        return complex(math.copysign(size, size * math.cos(angle)), math.copysign(size, size * math.sin(angle)))
    return complex(size * math.cos(angle), size * math.sin(angle))


def cmath__sqrt(z):
    return complex(np.sqrt(complex(z)))


def _in_range(z, w):
    """The result w of the finite z."""
    if cmath.isfinite(z) and cmath.isinf(w):
        raise OverflowError("math range error")
    return w


def cmath__exp(z):
    c = complex(z)
    if math.isinf(c.imag) and not (math.isnan(c.real) or c.real == -math.inf):
        raise ValueError("math domain error")
    return _in_range(c, complex(np.exp(c)))


def cmath__log(z, base=None):
    c = complex(z)
    if base is None:
        if c == 0:
            raise ValueError("math domain error")
        return complex(np.log(c))
    else:
        b = complex(base)
        if b == 0 or b == 1:
            raise ValueError("math domain error")
        return complex(np.log(c)) / complex(np.log(b))


def cmath__log10(z):
    w = cmath.log(z)
    return complex(w.real / 2.302585092994046, w.imag / 2.302585092994046)


def cmath__sin(z):
    c = complex(z)
    if math.isinf(c.real) and not math.isnan(c.imag):
        raise ValueError("math domain error")
    return _in_range(c, complex(np.sin(c)))


def cmath__cos(z):
    c = complex(z)
    if math.isinf(c.real) and not math.isnan(c.imag):
        raise ValueError("math domain error")
    return _in_range(c, complex(np.cos(c)))


def cmath__tan(z):
    c = complex(z)
    if math.isinf(c.real) and math.isfinite(c.imag):
        raise ValueError("math domain error")
    return complex(np.tan(c))


def cmath__sinh(z):
    c = complex(z)
    if math.isinf(c.imag) and not math.isnan(c.real):
        raise ValueError("math domain error")
    return _in_range(c, complex(np.sinh(c)))


def cmath__cosh(z):
    c = complex(z)
    if math.isinf(c.imag) and not math.isnan(c.real):
        raise ValueError("math domain error")
    return _in_range(c, complex(np.cosh(c)))


def cmath__tanh(z):
    c = complex(z)
    if math.isinf(c.imag) and math.isfinite(c.real):
        raise ValueError("math domain error")
    return complex(np.tanh(c))


def cmath__asin(z):
    return complex(np.arcsin(complex(z)))


def cmath__acos(z):
    return complex(np.arccos(complex(z)))


def cmath__atan(z):
    c = complex(z)
    if c == 1j or c == -1j:
        raise ValueError("math domain error")
    return complex(np.arctan(c))


def cmath__asinh(z):
    return complex(np.arcsinh(complex(z)))


def cmath__acosh(z):
    return complex(np.arccosh(complex(z)))


def cmath__atanh(z):
    c = complex(z)
    if c == 1 or c == -1:
        raise ValueError("math domain error")
    return complex(np.arctanh(c))


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


def int__bit_length(x):
    if x == -9223372036854775807 - 1:
        return 64
    n = 0
    rest = abs(x)
    while rest > 0:
        rest >>= 1
        n += 1
    return n


def int__bit_count(x):
    if x == -9223372036854775807 - 1:
        return 1
    n = 0
    rest = abs(x)
    while rest > 0:
        rest &= rest - 1
        n += 1
    return n


def int__as_integer_ratio(x):
    return int(x), 1


def float__is_integer(x):
    return math.isfinite(x) and math.floor(x) == x if abs(x) < 9e15 else math.isfinite(x)


def float__as_integer_ratio(x):
    if math.isnan(x):
        raise ValueError("cannot convert NaN to integer ratio")
    if math.isinf(x):
        raise OverflowError("cannot convert Infinity to integer ratio")
    m, e = math.frexp(x)
    while m != math.floor(m):
        m *= 2.0
        e -= 1
    if e > 62 or e < -62 or abs(m) * 2.0 ** max(e, 0) >= 9.2e18:
        raise OverflowError("Python int too large to convert to C long")
    return int(m) << max(e, 0), 1 << max(-e, 0)


def float__hex(x):
    if not math.isfinite(x):
        return str(float(x))
    sign = "-" if math.copysign(1.0, x) < 0 else ""
    if x == 0:
        return sign + "0x0.0p+0"
    m, e = math.frexp(abs(x))
    if e < -1021:
        m, e = math.ldexp(m, e + 1021), -1021
    whole = int(m * 9007199254740992.0)
    return sign + f"0x{whole >> 52}.{whole & 4503599627370495:013x}p{e - 1:+d}"
