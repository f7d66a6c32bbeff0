"""axpy, dot products, saxpy over tuples, extrema, Fibonacci numbers by a scan, radix sort, the option prices of Black and Scholes.

Each sample has CHECKS: for a procedure, its arguments and what it gives, computed with NumPy.
"""
import numpy as np

from pycc.copperhead import *


@cu
def axpy(a, x, y):
    return map(lambda xi, yi: a * xi + yi, x, y)


@cu
def dot(x, y):
    return sum(map(lambda xi, yi: xi * yi, x, y))


@cu
def saxpy_tuples(a, xy):
    """a * x + y of pairs (x, y)."""
    def triad(p):
        xi, yi = p
        return a * xi + yi
    return map(triad, xy)


@cu
def saxpy_pairs(a, x, y):
    return saxpy_tuples(a, zip(x, y))


@cu
def extrema(x):
    """The least and the greatest element."""
    def wider(a, b):
        alo, ahi = a
        blo, bhi = b
        return op_min(alo, blo), op_max(ahi, bhi)
    return reduce(wider, zip(x, x), (x[0], x[0]))


@cu
def fibonacci(n):
    """The first n numbers, as powers of the symmetric matrix ((1, 1), (1, 0)), which three numbers are."""
    def product(a, b):
        a0, a1, a2 = a
        b0, b1, b2 = b
        return a0 * b0 + a1 * b1, a0 * b1 + a1 * b2, a1 * b1 + a2 * b2
    first, numbers, last = unzip(scan(product, replicate((1, 1, 0), n)))
    return numbers


@cu
def radix_pass(x, bit):
    """Stable by one bit: elements without it before those with it."""
    ones = map(lambda xi: int64((xi >> bit) & 1), x)
    before = exclusive_scan(op_add, 0, ones)
    zeros = len(x) - sum(ones)
    return permute(x, map(lambda i, one, b: zeros + b if one == 1 else i - b, indices(x), ones, before))


@cu
def radix_sort(x, bits):
    """Numbers of at least 0 and fewer than 2**bits in order."""
    def sort_from(y, bit):
        if bit == bits:
            return y
        else:
            return sort_from(radix_pass(y, bit), bit + 1)
    return sort_from(x, 0)


@cu
def black_scholes(s, x, t, r, v):
    """Prices of calls and puts: s prices, x strikes, t years; r the rate, v the volatility."""
    def cnd(d):
        k = 1 / (1 + 0.2316419 * abs(d))
        w = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
        c = 0.3989422804014327 * exp(-0.5 * d * d) * w
        return 1 - c if d > 0 else c

    def price(si, xi, ti):
        root = sqrt(ti)
        d1 = (log(si / xi) + (r + 0.5 * v * v) * ti) / (v * root)
        d2 = d1 - v * root
        n1, n2 = cnd(d1), cnd(d2)
        e = exp(-r * ti)
        return si * n1 - xi * e * n2, xi * e * (1 - n2) - si * (1 - n1)
    return unzip(map(price, s, x, t))


def prices(s, x, t, r, v):
    """The same, with the error function."""
    import math
    cnd = np.vectorize(lambda d: 0.5 * (1 + math.erf(d / math.sqrt(2))))
    d1 = (np.log(s / x) + (r + v * v / 2) * t) / (v * np.sqrt(t))
    d2 = d1 - v * np.sqrt(t)
    return s * cnd(d1) - x * np.exp(-r * t) * cnd(d2), x * np.exp(-r * t) * cnd(-d2) - s * cnd(-d1)


def options(n, dtype=np.float64):
    """Prices, strikes and years of n options, the rate and the volatility."""
    rng = np.random.default_rng(5)
    return (*[rng.uniform(lo, hi, n).astype(dtype) for lo, hi in ((5, 30), (1, 100), (0.25, 10))], dtype(0.02), dtype(0.3))


X, Y = np.random.default_rng(1).random((2, 1000))
KEYS = np.random.default_rng(2).integers(0, 1024, 500)
FIBONACCI = [1, 1]
while len(FIBONACCI) < 60:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])
CHECKS = {
    "axpy": ((2.0, X, Y), 2 * X + Y), "dot": ((X, Y), X @ Y), "saxpy_pairs": ((2.0, X, Y), 2 * X + Y), "extrema": ((X,), (X.min(), X.max())),
    "fibonacci": ((60,), np.array(FIBONACCI)), "radix_sort": ((KEYS, 10), np.sort(KEYS)), "black_scholes": (options(200), prices(*options(200))),
}
