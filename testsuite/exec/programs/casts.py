"""Conversions: casts by name and astype, and what a store into an element converts."""
import numpy as np

import pycc
from pycc import bool_, c64, c128, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64


def cast_float(x: float):
    return np.float32(x), np.float64(x), np.complex64(x), np.bool_(x)


def cast_int(n: int):
    return np.int64(n), np.float32(n), np.float64(n), np.complex128(n), np.bool_(n)


def cast_narrow(n: i64):
    return np.int8(n), np.int16(n), np.int32(n), np.uint8(n), np.uint16(n), np.uint32(n), np.uint64(n)


def cast_wide(a: i8, b: u8, c: u32):
    return np.int64(a), np.uint64(b), np.int32(c), np.float32(a), np.int8(b)


def float_to_int(x: f64):
    return np.int64(x), np.int32(x), np.int8(x)


#pythran export cast_constants()
def cast_constants():
    return np.int8(5), np.uint8(255), np.float32(0.1), np.int64(-3), np.complex64(1j), np.bool_(3)


def cast_method(x: f64, n: i32):
    return x.astype(np.float32), n.astype(np.int8), n.astype('float64'), x.astype(int)


def cast_by_builtin_name(a: f32, b: i64):
    return int(a), float(b), bool(a), complex(b)


def cast_then_compute(x: float) -> f32:
    return np.float32(x) * np.float32(3) + 1


def other_names(n: int):
    return np.double(n), np.single(n), np.intc(n), np.uint(n), np.byte(5), np.short(n)


def element_cast(x: f64[:], y: i32[:]) -> None:
    for i in range(len(x)):
        y[i] = np.int32(x[i] * 10)


@pycc.type('f64[:]', 'i8[:]', None)
@pycc.type('f64[:]', 'i64[:]', None)
@pycc.type('f64[:]', 'f32[:]', None)
@pycc.type('f64[:]', 'bool_[:]', None)
@pycc.type('f64[:]', 'c64[:]', None)
@pycc.type('f64[:]', 'u16[:]', None)
def store_float(x, y):
    """Truncated towards zero into integers, != 0 into bools."""
    for i in range(len(x)):
        y[i] = x[i]


@pycc.type('i64[:]', 'i8[:]', None)
@pycc.type('i64[:]', 'u8[:]', None)
@pycc.type('i64[:]', 'i32[:]', None)
@pycc.type('i64[:]', 'f32[:]', None)
@pycc.type('i64[:]', 'bool_[:]', None)
@pycc.type('i64[:]', 'u64[:]', None)
def store_int(x, y):
    """Wraps around into narrower unsigned integers; signed ones must hold the value."""
    for i in range(len(x)):
        y[i] = x[i]


@pycc.type('i64[:]', 'i8[:]', None)
@pycc.type('i64[:]', 'i32[:]', None)
@pycc.type('f64[:]', 'i16[:]', None)
@pycc.type('u64[:]', 'i64[:]', None)
def store_out_of_range(x, y):
    """NumPy raises OverflowError (ValueError for NaN) where a signed element cannot hold the value."""
    for i in range(len(x)):
        y[i] = x[i]


@pycc.type('bool_[:]', 'i8[:]', None)
@pycc.type('bool_[:]', 'f32[:]', None)
@pycc.type('bool_[:]', 'c128[:]', None)
def store_bool(x, y):
    for i in range(len(x)):
        y[i] = x[i]


@pycc.type('i8[:]', 'int', None)
@pycc.type('u8[:]', 'int', None)
@pycc.type('i32[:]', 'int', None)
@pycc.type('u64[:]', 'int', None)
def store_python_int(x, v):
    """A Python int that does not fit is an OverflowError."""
    x[0] = v


def store_python_float(x: i32[:], v: float) -> None:
    x[0] = v


def store_in_float32(x: f32[:], v: float) -> None:
    x[0] = v


def store_comparison(x: f64[:], y: bool_[:], z: i8[:]) -> None:
    for i in range(len(x)):
        y[i] = x[i] > 0.5
        z[i] = x[i] > 0.5


def augmented_narrow(x: i8[:], v: i8) -> None:
    for i in range(len(x)):
        x[i] += v
        x[i] *= 2


def augmented_float_into_float32(x: f32[:], v: float) -> None:
    for i in range(len(x)):
        x[i] += v
        x[i] *= 0.1


def weak_into_narrow(x: u8[:], k: int) -> None:
    for i in range(len(x)):
        x[i] = (x[i] * 2 + 1) % 7 + np.uint8(k)


def complex_elements(z: c64[:], x: f64) -> None:
    z[0] = x
    z[1] = 1j
    z[2] = 3
    z[3] += 2.5


def integer_average(x: u8[:], y: u8[:]) -> None:
    for i in range(len(x)):
        y[i] = (np.uint16(x[i]) + np.uint16(y[i])) // 2


def float_bits(x: f32) -> f64:
    return np.float64(x) - np.float64(np.float32(0.1))


F = np.array([0.0, 0.9, -0.9, 1.5, -1.5, 100.7, -100.2, 3.0])
P = np.abs(F)
N = np.array([0, 1, -1, 127, 128, 255, 256, -129, 2**31, 2**40 + 5, -2**63])
B = np.array([True, False, True])
CASES = {
    "cast_float": [(v,) for v in (0.0, 0.1, -2.5, 1e30, float("nan"), float("inf"), 1e300)],
    "cast_int": [(v,) for v in (0, 1, -5, 2**53 + 1, -2**63)],
    "cast_narrow": [(np.int64(v),) for v in N],
    "cast_wide": [(np.int8(-5), np.uint8(200), np.uint32(2**32 - 1)), (np.int8(127), np.uint8(5), np.uint32(7))],
    "float_to_int": [(np.float64(v),) for v in (0.0, 0.9, -0.9, 100.7, -100.2)],
    "cast_constants": [()],
    "cast_method": [(np.float64(2.7), np.int32(300)), (np.float64(-2.7), np.int32(-5))],
    "cast_by_builtin_name": [(np.float32(2.7), np.int64(5)), (np.float32(-0.0), np.int64(0))],
    "cast_then_compute": [(0.1,), (1e10,)],
    "other_names": [(5,), (0,), (300,)],
    "element_cast": [(F, np.zeros(len(F), np.int32)), (np.zeros(0), np.zeros(0, np.int32))],
    "store_float": [(F, np.zeros(8, d)) for d in (np.int8, np.int64, np.float32, np.bool_, np.complex64)] +
                   [(P, np.zeros(8, np.uint16)), (np.array([np.nan, 1.0]), np.zeros(2, np.bool_))],
    "store_int": [(N, np.zeros(len(N), d)) for d in (np.uint8, np.float32, np.bool_, np.uint64)] +
                 [(N[N == N.astype(d)], np.zeros(len(N), d)) for d in (np.int8, np.int32)],
    "store_out_of_range": [(np.array([1, v]), np.zeros(2, d)) for v, d in
                           ((128, np.int8), (-129, np.int8), (2**31, np.int32), (-2**40, np.int32))] +
                          [(np.array([1.5, v]), np.zeros(2, np.int16)) for v in (32767.9, 32768.0, -1e30, np.nan, np.inf)] +
                          [(np.array([1, v], np.uint64), np.zeros(2, np.int64)) for v in (5, 2**63)],
    "store_bool": [(B, np.zeros(3, d)) for d in (np.int8, np.float32, np.complex128)],
    "store_python_int": [(np.zeros(1, d), v) for d, values in
                         ((np.int8, (127, 128, -128, -129)), (np.uint8, (0, 255, 256, -1)),
                          (np.int32, (2**31 - 1, 2**31, -2**40)), (np.uint64, (0, 2**63 - 1, -1))) for v in values],
    "store_python_float": [(np.zeros(1, np.int32), v) for v in (0.5, -2.9, 1e6)],
    "store_in_float32": [(np.zeros(1, np.float32), v) for v in (0.1, 1e30, -1e-50)],
    "store_comparison": [(F, np.zeros(8, np.bool_), np.zeros(8, np.int8))],
    "augmented_narrow": [(np.array([1, 100, -100], np.int8), np.int8(v)) for v in (3, 100, -128)],
    "augmented_float_into_float32": [(np.arange(5, dtype=np.float32), v) for v in (0.1, 1e10)],
    "weak_into_narrow": [(np.arange(0, 256, 15, dtype=np.uint8), k) for k in (0, 250)],
    "complex_elements": [(np.zeros(4, np.complex64), np.float64(0.1))],
    "integer_average": [(np.array([255, 0, 200], np.uint8), np.array([255, 1, 100], np.uint8))],
    "float_bits": [(np.float32(0.1),), (np.float32(0.3),)],
}
