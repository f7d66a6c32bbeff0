"""abs min max sum round int float bool complex divmod pow len."""
import numpy as np

import pycc
from pycc import bool_, c128, f32, f64, i8, i32, i64, u8


def abs_int(a: int) -> int:
    return abs(a)


def abs_float(a: float) -> float:
    return abs(a)


#pythran export abs_strong(int8)
#pythran export abs_strong(uint8)
#pythran export abs_strong(int64)
#pythran export abs_strong(float32)
#pythran export abs_strong(complex64)
def abs_strong(a):
    return abs(a)


def min_max_ints(a: int, b: int):
    return min(a, b), max(a, b)


def min_max_three(a: float, b: float, c: float):
    return min(a, b, c), max(a, b, c), min(a, min(b, c))


def min_max_nan(a: f64, b: f64):
    """Python's min and max: the first one unless the second compares less or greater."""
    return min(a, b), max(a, b), min(b, a), max(b, a)


def min_zero(a: float, b: float):
    return min(a, b), max(a, b)


def sum_array(x: f64[:]):
    return sum(x)


def sum_ints(x: i64[:]):
    return sum(x)


def numpy_sum(x: i32[:]):
    return np.sum(x)


def sum_method(x: f64[:, :]):
    return x.sum()


def min_max_array(x: f64[:]):
    return min(x), max(x)


def round_to_int(a: float) -> int:
    return round(a)


def round_strong(a: f64) -> int:
    return round(a)


def int_of_float(a: float) -> int:
    return int(a)


def int_of_others(a: bool, b: i8, c: f32):
    return int(a), int(b), int(c)


def float_of_others(a: int, b: bool, c: f32, d: u8):
    return float(a), float(b), float(c), float(d)


def bool_of_others(a: int, b: float, c: f32, d: complex):
    return bool(a), bool(b), bool(c), bool(d)


def complex_of_others(a: int, b: f64, c: c128):
    return complex(a), complex(b), complex(c), complex(a, b)


def divmod_ints(a: int, b: int):
    return divmod(a, b)


def divmod_floats(a: float, b: float):
    q, r = divmod(a, b)
    return q, r


def divmod_strong(a: i32, b: i32):
    return divmod(a, b)


def pow_function(a: int, b: float):
    return pow(a, 3), pow(b, 2), pow(b, 0.5)


def len_of_all(x: f64[:], a: f64[:, :], t: int):
    pair = (t, t)
    return len(x), len(a), len(a[0]), len(x[1:]), len(pair)


def shape_size_ndim(x: f64[:], a: i8[:, :, :]):
    return x.shape, x.size, x.ndim, a.shape, a.size, a.ndim, a.shape[1], a.shape[-1]


def numpy_shape(a: f64[:, :]):
    return np.shape(a), np.size(a), np.ndim(a)


def clamp(x: f64[:], lo: float, hi: float) -> None:
    for i in range(len(x)):
        x[i] = min(max(x[i], lo), hi)


VALUES = [(a, b) for a in (-3, 0, 5) for b in (-3, 0, 4)]
FLOATS = [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 2.4999, 1e15 + 0.5, -7.9]
NAN, INF = float("nan"), float("inf")
rng = np.random.default_rng(9)
CASES = {
    "abs_int": [(5,), (-5,), (0,), (-2**62,)],
    "abs_float": [(5.5,), (-5.5,), (-0.0,), (-INF,), (NAN,)],
    "abs_strong": [(d(v),) for d, v in ((np.int8, -5), (np.int8, -128), (np.uint8, 200), (np.int64, -2**63),
                                        (np.float32, -1.1), (np.complex64, 3 + 4j))],
    "min_max_ints": VALUES,
    "min_max_three": [(1.0, 2.0, 3.0), (3.0, 2.0, 1.0), (2.0, 3.0, 1.0), (NAN, 1.0, 2.0), (1.0, NAN, 0.0)],
    "min_max_nan": [(np.float64(a), np.float64(b)) for a in (1, NAN, -INF) for b in (2, NAN)],
    "min_zero": [(0.0, -0.0), (-0.0, 0.0), (1.0, 1.0)],
    "sum_array": [(rng.random(n),) for n in (1, 7, 400)],
    "sum_ints": [(rng.integers(-99, 99, n),) for n in (1, 50)],
    "numpy_sum": [(np.full(n, 2**30, np.int32),) for n in (0, 1, 9)],
    "sum_method": [(rng.random(s),) for s in ((0, 2), (1, 1), (9, 9))],
    "min_max_array": [(rng.random(n),) for n in (1, 2, 30)] + [(np.array([-0.0, 0.0]),)],
    "round_to_int": [(v,) for v in FLOATS] + [(NAN,), (INF,), (-INF,)],
    "round_strong": [(np.float64(v),) for v in FLOATS],
    "int_of_float": [(v,) for v in FLOATS] + [(NAN,), (INF,), (-INF,)],
    "int_of_others": [(True, np.int8(-7), np.float32(-2.7)), (False, np.int8(0), np.float32(3e9))],
    "float_of_others": [(2**53 + 1, True, np.float32(0.1), np.uint8(255)), (-7, False, np.float32(NAN), np.uint8(0))],
    "bool_of_others": [(0, 0.0, np.float32(0), 0j), (-1, NAN, np.float32(0.1), 1j), (0, -0.0, np.float32(-0.0), 1 + 0j)],
    "complex_of_others": [(3, np.float64(0.5), np.complex128(1 - 1j)), (0, np.float64(-0.0), np.complex128(0))],
    "divmod_ints": [(a, b) for a in (-7, 0, 7) for b in (-2, 2, 3)] + [(1, 0)],
    "divmod_floats": [(a, b) for a in (-7.5, 0.0, 7.5) for b in (-2.0, 2.0)] + [(1.0, 0.0), (INF, 2.0)],
    "divmod_strong": [(np.int32(a), np.int32(b)) for a in (-7, 7) for b in (-2, 2, 0)],
    "pow_function": [(2, 3.0), (-3, 0.25)],
    "len_of_all": [(np.zeros(n), np.zeros((2, n)), 1) for n in (0, 1, 5)],
    "shape_size_ndim": [(np.zeros(n), np.zeros((n, 2, 3), np.int8)) for n in (0, 4)],
    "numpy_shape": [(np.zeros((3, 4)),), (np.zeros((0, 4)),)],
    "clamp": [(rng.standard_normal(n), -0.5, 0.7) for n in (0, 1, 40)],
}
ROUNDED = {"sum_method"}
