"""Float arithmetic: infinities, NaN, signed zeros, and the checks of Python's own floats."""
import numpy as np

import pycc
from pycc import f32, f64


def arith(a: float, b: float) -> float:
    return (a + b) * (a - b) - a / 3.0


def divide(a: float, b: float) -> float:
    return a / b


def floor_divide(a: float, b: float) -> float:
    return a // b


def modulo(a: float, b: float) -> float:
    return a % b


def power(a: float, b: float) -> float:
    return a ** b


def power_constants(a: float) -> float:
    return a ** 2 + a ** 3 - a ** 4 + a ** 0


def power_half(a: float) -> float:
    return a ** 0.5


def int_with_float(a: int, b: float) -> float:
    return a * b + a - b / 2


def negative_zero(a: float) -> float:
    return -a


def zero_product(a: float, b: float) -> float:
    return a * b


def literals() -> float:
    return 1.5e3 + .25 - 2e-3 + 1_0.5 + 7.


def infinities() -> float:
    big = 1e308
    return big * 10.0


def nan_chain(a: float) -> bool:
    nan = a - a
    return nan != nan


@pycc.type('f32', 'f32', 'f32')
@pycc.type('f64', 'f64', 'f64')
def strong_divide(a, b):
    return a / b


@pycc.type('f32', 'f32', 'f32')
@pycc.type('f64', 'f64', 'f64')
def strong_floordiv(a, b):
    return a // b


@pycc.type('f32', 'f32', 'f32')
@pycc.type('f64', 'f64', 'f64')
def strong_mod(a, b):
    return a % b


@pycc.type('f32', 'f32', 'f32')
@pycc.type('f64', 'f64', 'f64')
def strong_power(a, b):
    return a ** b


def compare_all(a: f64, b: f64):
    return a == b, a != b, a < b, a <= b, a > b, a >= b


@pycc.type('f64[:]', 'f64[:]', 'f64[:]', None)
@pycc.type('f32[:]', 'f32[:]', 'f32[:]', None)
def elementwise(x, y, z):
    for i in range(x.shape[0]):
        z[i] = x[i] / y[i] + x[i] // y[i] - x[i] % y[i]


def horner(x: float) -> float:
    y = 0.0
    for k in range(12):
        y = y * x + (k - 5)
    return y


def newton_root(x: float) -> float:
    r = x
    while abs(r * r - x) > 1e-12 * x:
        r = 0.5 * (r + x / r)
    return r


def kahan(x: f64[:]):
    s = np.float64(0)
    c = np.float64(0)
    for i in range(len(x)):
        y = x[i] - c
        t = s + y
        c = (t - s) - y
        s = t
    return s


def float32_rounds(x: f32[:]):
    s = np.float32(0)
    for i in range(len(x)):
        s = s * 0.5 + x[i] * 3
    return s


def subnormal(n: int) -> float:
    x = 1.0
    for _ in range(n):
        x /= 2.0
    return x


INF, NAN = float("inf"), float("nan")
PAIRS = [(7.5, 2.0), (-7.5, 2.0), (7.5, -2.0), (-7.5, -2.0), (6.0, 3.0), (-6.0, 3.0), (0.0, 3.0), (-0.0, 3.0),
         (0.0, -3.0), (1e-300, 1e300), (-1e-300, 1e300), (INF, 2.0), (-INF, 2.0), (2.0, INF), (-2.0, INF), (2.0, -INF),
         (INF, INF), (NAN, 1.0), (1.0, NAN), (0.1, 0.01), (1e17, 3.0), (5.0, 0.5)]
ZERO = [(1.0, 0.0), (-1.0, 0.0), (0.0, 0.0), (1.0, -0.0), (NAN, 0.0), (INF, 0.0)]
with np.errstate(over="ignore"):
    STRONG = [(d(a), d(b)) for d in (np.float32, np.float64) for a, b in PAIRS + ZERO]
rng = np.random.default_rng(1)

CASES = {
    "arith": PAIRS,
    "divide": PAIRS + ZERO,
    "floor_divide": PAIRS + ZERO,
    "modulo": PAIRS + ZERO,
    "power": [(2.0, 0.5), (2.0, -3.0), (-2.0, 3.0), (-2.0, -3.0), (0.0, 0.0), (0.0, 2.0), (INF, -1.0), (NAN, 0.0),
              (1.0, NAN), (0.0, -1.0), (-0.0, -1.0), (-8.0, 1.0), (2.0, INF), (0.5, INF), (-INF, 3.0)],
    "power_constants": [(2.5,), (-1.5,), (0.0,), (INF,)],
    "power_half": [(2.0,), (0.0,), (INF,), (1e-300,)],
    "int_with_float": [(3, 0.5), (-2**53, 1.5), (0, -0.0)],
    "negative_zero": [(0.0,), (-0.0,), (1.5,), (INF,), (NAN,)],
    "zero_product": [(0.0, -5.0), (-0.0, 5.0), (0.0, INF), (-3.0, 0.0)],
    "literals": [()],
    "infinities": [()],
    "nan_chain": [(INF,), (1.0,), (NAN,)],
    "strong_divide": STRONG,
    "strong_floordiv": STRONG,
    "strong_mod": STRONG,
    "strong_power": [(d(a), d(b)) for d in (np.float32, np.float64)
                     for a, b in ((2, 0.5), (-2, 3), (-2, 0.5), (0, -1), (0, 0), (INF, 2), (2, -3), (10, 40))],
    "compare_all": [(np.float64(a), np.float64(b)) for a, b in PAIRS],
    "elementwise": [tuple((rng.standard_normal((3, n)) * 9).astype(d)) for n in (0, 1, 33) for d in (np.float32, float)],
    "horner": [(0.5,), (-1.25,), (0.0,)],
    "newton_root": [(2.0,), (1e10,), (0.25,)],
    "kahan": [(rng.random(n) * 10.0 ** rng.integers(-8, 8, n),) for n in (0, 1, 400)],
    "float32_rounds": [(rng.random(n).astype(np.float32),) for n in (0, 1, 200)],
    "subnormal": [(0,), (1022,), (1050,), (1100,)],
}
