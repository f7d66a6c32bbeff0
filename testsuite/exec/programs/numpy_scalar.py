"""NumPy's element-wise functions on scalars of every dtype: no domain errors, NaN as NumPy has it."""
import numpy as np
from numpy import maximum, sqrt as np_root

import pycc
from pycc import bool_, c64, c128, f32, f64, i8, i16, i32, i64, u8


#pythran export roots(float32)
#pythran export roots(float64)
def roots(x):
    return np.sqrt(x), np.cbrt(x), np.square(x), np.reciprocal(x)


#pythran export exponentials(float32)
#pythran export exponentials(float64)
def exponentials(x):
    return np.exp(x), np.exp2(x), np.expm1(x)


#pythran export logarithms(float32)
#pythran export logarithms(float64)
def logarithms(x):
    return np.log(x), np.log2(x), np.log10(x), np.log1p(x)


#pythran export trigonometry(float32)
#pythran export trigonometry(float64)
def trigonometry(x):
    return np.sin(x), np.cos(x), np.tan(x)


#pythran export inverse_trigonometry(float32)
#pythran export inverse_trigonometry(float64)
def inverse_trigonometry(x):
    return np.arcsin(x), np.arccos(x), np.arctan(x)


#pythran export hyperbolic(float32)
#pythran export hyperbolic(float64)
def hyperbolic(x):
    return np.sinh(x), np.cosh(x), np.tanh(x), np.arcsinh(x), np.arccosh(x), np.arctanh(x)


#pythran export rounding(float32)
#pythran export rounding(float64)
def rounding(x):
    return np.floor(x), np.ceil(x), np.trunc(x), np.rint(x), np.fabs(x)


#pythran export two_operands(float32, float32)
#pythran export two_operands(float64, float64)
def two_operands(x, y):
    return np.arctan2(x, y), np.hypot(x, y), np.fmod(x, y), np.copysign(x, y), np.logaddexp(x, y)


#pythran export minimum_maximum(float32, float32)
#pythran export minimum_maximum(float64, float64)
def minimum_maximum(x, y):
    return np.minimum(x, y), np.maximum(x, y), np.fmin(x, y), np.fmax(x, y)


#pythran export integer_functions(int8, int8)
#pythran export integer_functions(uint8, uint8)
#pythran export integer_functions(int64, int64)
def integer_functions(x, y):
    return np.minimum(x, y), np.maximum(x, y), np.gcd(x, y), np.abs(x), np.square(x), np.fmod(x, y)


#pythran export sign(int8)
#pythran export sign(uint8)
#pythran export sign(int32)
#pythran export sign(float32)
#pythran export sign(float64)
def sign(x):
    return np.sign(x), np.signbit(x), np.absolute(x)


def integers_to_float(a: i16, b: i32, c: i64):
    return np.sqrt(a), np.exp(b), np.sin(c)


def weak_arguments(a: int, x: float):
    return np.sqrt(a), np.sin(x), np.maximum(a, x), np.floor(x)


def no_domain_error(x: float):
    return np.sqrt(x), np.log(x), np.arcsin(x)


#pythran export predicates(float32)
#pythran export predicates(float64)
def predicates(x):
    return np.isnan(x), np.isinf(x), np.isfinite(x)


#pythran export complex_functions(complex64)
#pythran export complex_functions(complex128)
def complex_functions(z):
    return np.conj(z), np.real(z), np.imag(z), np.abs(z), np.isnan(z), np.exp(z), np.square(z)


#pythran export complex_transcendental(complex64)
#pythran export complex_transcendental(complex128)
def complex_transcendental(z):
    return np.sqrt(z), np.log(z), np.sin(z), np.cos(z), np.tanh(z)


def logical(a: i32, b: f64, c: bool_):
    return np.logical_and(a, b), np.logical_or(a, c), np.logical_xor(b, c), np.logical_not(a)


def operator_names(a: f64, b: f64):
    return np.add(a, b), np.subtract(a, b), np.multiply(a, b), np.divide(a, b), np.floor_divide(a, b), \
        np.mod(a, b), np.power(a, b), np.negative(a)


def integer_operator_names(a: i32, b: i32):
    return np.bitwise_and(a, b), np.bitwise_or(a, b), np.bitwise_xor(a, b), np.invert(a), np.left_shift(a, b), \
        np.right_shift(a, b), np.remainder(a, b)


def compare_names(a: f64, b: f64):
    return np.equal(a, b), np.not_equal(a, b), np.less(a, b), np.less_equal(a, b), np.greater(a, b), \
        np.greater_equal(a, b)


def where_and_clip(x: f64, lo: float, hi: float):
    return np.where(x > 0, x, -x) + 0, np.clip(x, lo, hi) + 0


def step_function(x: f64, h: f64):
    return np.heaviside(x, h)


def angles(x: f64):
    return np.degrees(x), np.radians(x), np.deg2rad(x), np.rad2deg(x)


#pythran export constants()
def constants():
    return np.pi, np.e, np.inf, np.nan


def aliases(x: f64):
    return np_root(x), maximum(x, 1.0)


def element_loop(x: f64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        y[i] = np.exp(-x[i]) * np.sin(x[i]) + np.log1p(x[i] * x[i])


def float32_loop(x: f32[:], y: f32[:]) -> None:
    for i in range(len(x)):
        y[i] = np.sqrt(np.abs(x[i])) + np.tanh(x[i])


INF, NAN = float("inf"), float("nan")
VALUES = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.5, -2.5, 20.0, 1e30, INF, -INF, NAN]
ONE = [(d(v),) for d in (np.float32, np.float64) for v in VALUES]
TWO = [(d(a), d(b)) for d in (np.float32, np.float64) for a in VALUES[::2] + [NAN] for b in VALUES[1::2] + [NAN]]
INTS = [(d(a), d(b)) for d in (np.int8, np.uint8, np.int64) for a, b in ((12, 18), (0, 7), (7, 0), (100, 3))] + \
       [(np.int8(-128), np.int8(127)), (np.int8(-7), np.int8(3)), (np.int64(-7), np.int64(-3))]
COMPLEX = [(d(z),) for d in (np.complex64, np.complex128) for z in (1 + 2j, -1 + 0.5j, 2 - 0.1j, 0.5j)]
rng = np.random.default_rng(10)
CASES = {
    "roots": ONE,
    "exponentials": ONE,
    "logarithms": ONE,
    "trigonometry": [c for c in ONE if not abs(c[0]) == np.float32(1e30)],
    "inverse_trigonometry": ONE,
    "hyperbolic": ONE,
    "rounding": ONE + [(d(v),) for d in (np.float32, np.float64) for v in (1.5, -1.5, 3.5)],
    "two_operands": TWO,
    "minimum_maximum": TWO,
    "integer_functions": INTS,
    "sign": [(d(v),) for d in (np.int8, np.int32, np.float32, np.float64) for v in (-3, 0, 5)] +
            [(np.uint8(0),), (np.uint8(9),), (np.float64(NAN),), (np.float64(-0.0),)],
    "integers_to_float": [(np.int16(a), np.int32(a), np.int64(a)) for a in (0, 4, 30)],
    "weak_arguments": [(4, 2.5), (0, -1.5), (9, NAN)],
    "no_domain_error": [(-1.0,), (0.0,), (4.0,)],
    "predicates": ONE,
    "complex_functions": COMPLEX,
    "complex_transcendental": COMPLEX,
    "logical": [(np.int32(a), np.float64(b), np.bool_(c)) for a in (0, 3) for b in (0.0, NAN) for c in (0, 1)],
    "operator_names": [(np.float64(a), np.float64(b)) for a in (7.5, -2.0) for b in (2.0, -3.0, 0.0)],
    "integer_operator_names": [(np.int32(a), np.int32(b)) for a in (12, -7) for b in (3, 0, 31)],
    "compare_names": [(np.float64(a), np.float64(b)) for a in (1.0, NAN) for b in (1.0, 2.0)],
    "where_and_clip": [(np.float64(x), -1.0, 2.0) for x in (-5.0, -0.5, 0.0, 3.0)],
    "step_function": [(np.float64(x), np.float64(0.5)) for x in (-1.0, 0.0, 2.0, NAN)],
    "angles": [(np.float64(1.5),)],
    "constants": [()],
    "aliases": [(np.float64(4.0),), (np.float64(-4.0),)],
    "element_loop": [(rng.standard_normal(n), np.zeros(n)) for n in (0, 1, 2, 3, 100)],
    "float32_loop": [(rng.standard_normal(n).astype(np.float32), np.zeros(n, np.float32)) for n in (0, 1, 5, 100)],
}
ROUNDED = {"roots", "exponentials", "logarithms", "trigonometry", "inverse_trigonometry",
           "hyperbolic", "two_operands", "minimum_maximum", "element_loop", "float32_loop"}
