"""The math module on Python floats: results, domain errors, overflow."""
import math
from math import floor, sqrt as root

import numpy as np

import pycc
from pycc import f32, f64


def square_root(x: float) -> float:
    return math.sqrt(x)


def exponential(x: float) -> float:
    return math.exp(x)


def exponential_minus_one(x: float) -> float:
    return math.expm1(x)


def two_to_the(x: float) -> float:
    return math.exp2(x)


def logarithm(x: float) -> float:
    return math.log(x)


def logarithm_2(x: float) -> float:
    return math.log2(x)


def logarithm_10(x: float) -> float:
    return math.log10(x)


def logarithm_1p(x: float) -> float:
    return math.log1p(x)


def logarithm_base(x: float, b: float) -> float:
    return math.log(x) / math.log(b)


def trigonometry(x: float):
    return math.sin(x), math.cos(x), math.tan(x)


def arc_sine(x: float):
    return math.asin(x)


def arc_cosine(x: float):
    return math.acos(x)


def arc_tangent(x: float, y: float):
    return math.atan(x), math.atan2(x, y)


def hyperbolic(x: float):
    return math.sinh(x), math.cosh(x), math.tanh(x)


def arc_hyperbolic_sine(x: float):
    return math.asinh(x)


def arc_hyperbolic_cosine(x: float):
    return math.acosh(x)


def arc_hyperbolic_tangent(x: float):
    return math.atanh(x)


def rounding(x: float):
    return math.floor(x), math.ceil(x), math.trunc(x)


def angles(x: float):
    return math.degrees(x), math.radians(x)


def hypotenuse(x: float, y: float) -> float:
    return math.hypot(x, y)


def float_modulo(x: float, y: float) -> float:
    return math.fmod(x, y)


def copy_sign(x: float, y: float):
    return math.copysign(x, y), math.fabs(x)


def next_after(x: float, y: float) -> float:
    return math.nextafter(x, y)


def power(x: float, y: float) -> float:
    return math.pow(x, y)


def predicates(x: float):
    return math.isnan(x), math.isinf(x), math.isfinite(x)


def error_functions(x: float):
    return math.erf(x), math.erfc(x)


def gamma_function(x: float) -> float:
    return math.gamma(x)


def log_gamma(x: float) -> float:
    return math.lgamma(x)


def common_divisor(a: int, b: int) -> int:
    return math.gcd(a, b)


def common_multiple(a: int, b: int) -> int:
    return math.lcm(a, b)


def constants() -> float:
    return math.pi + math.e + math.tau


#pythran export special_constants()
def special_constants():
    return math.inf, -math.inf, math.nan


def of_ints(n: int):
    return math.sqrt(n), math.floor(n), math.exp(n), math.pow(n, 2)


def of_elements(x: f32[:], y: f64[:]):
    """math functions take any number and return Python floats."""
    return math.sqrt(x[0]), math.sin(y[0]), math.floor(x[0])


def imported_names(x: float):
    return root(x), floor(x)


def loop_domain_error(x: f64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        y[i] = math.sqrt(x[i])


INF, NAN = float("inf"), float("nan")
ALL = [(v,) for v in (0.0, -0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 30.0, 1e-300, 1e300, INF, -INF, NAN)]
TWO = [(a, b) for a in (0.0, -0.0, 1.5, -2.5, INF, NAN) for b in (0.0, -0.0, 2.0, -3.0, -INF)]
SMALL = [(v,) for v in (0.0, -0.0, 0.5, -1.0, 2.5, 100.0)]
CASES = {
    "square_root": ALL,
    "exponential": ALL + [(709.0,), (710.0,), (-800.0,)],
    "exponential_minus_one": ALL + [(710.0,)],
    "two_to_the": ALL + [(1023.5,), (1024.0,), (-1080.0,)],
    "logarithm": ALL,
    "logarithm_2": ALL + [(1024.0,)],
    "logarithm_10": ALL + [(1000.0,)],
    "logarithm_1p": ALL + [(-0.5,)],
    "logarithm_base": [(8.0, 2.0), (100.0, 10.0), (5.0, 1.0)],
    "trigonometry": ALL,
    "arc_sine": ALL + [(1.0000001,)],
    "arc_cosine": ALL,
    "arc_tangent": TWO,
    "hyperbolic": ALL + [(710.0,), (-711.0,)],
    "arc_hyperbolic_sine": ALL,
    "arc_hyperbolic_cosine": ALL,
    "arc_hyperbolic_tangent": ALL,
    "rounding": [(v,) for v in (0.0, 0.5, -0.5, 2.7, -2.7, 1e15, INF, NAN, -INF)],
    "angles": ALL,
    "hypotenuse": TWO + [(3.0, 4.0), (1e300, 1e300)],
    "float_modulo": TWO + [(7.5, 2.0), (-7.5, 2.0), (1.0, INF)],
    "copy_sign": TWO,
    "next_after": TWO,
    "power": TWO + [(2.0, 0.5), (-8.0, 1.0 / 3.0), (10.0, 400.0), (2.0, 10.0)],
    "predicates": ALL,
    "error_functions": ALL,
    "gamma_function": ALL + [(171.0,), (172.0,), (-3.0,), (5.0,)],
    "log_gamma": ALL + [(-3.0,), (5.0,)],
    "common_divisor": [(12, 18), (-12, 18), (0, 0), (0, -7), (2**62, 2**40)],
    "common_multiple": [(4, 6), (-4, 6), (0, 5), (0, 0), (10**9, 10**9 + 1)],
    "constants": [()],
    "special_constants": [()],
    "of_ints": [(0,), (9,), (-1,), (710,)],
    "of_elements": [(np.array([v], np.float32), np.array([v])) for v in (0.1, 9.0)] + [(np.zeros(0, np.float32), np.ones(1))],
    "imported_names": [(2.0,), (-1.0,)],
    "loop_domain_error": [(np.array(v), np.zeros(len(v))) for v in ([1.0, 4.0, 9.0], [1.0, -4.0, 9.0], [])],
}
ROUNDED = {"gamma_function", "log_gamma"}
