"""NumPy 2's promotion (NEP 50): Python's scalars are weak, widths combine."""
import numpy as np

import pycc
from pycc import bool_, c64, c128, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64


def i8_with_int(a: i8):
    return a + 1, a * 3, a - 100, 2 - a


def u8_with_int(a: u8):
    return a + 1, a * 3, a - 1, 255 - a


def f32_with_float(a: f32):
    return a * 0.1, a + 1, a / 3, 2.5 - a, a ** 2


def f32_with_float_parameter(a: f32, b: float):
    return a * b


def i32_with_float(a: i32, b: float):
    return a * b, a / 2, a * 0.5


def int_with_bool(a: int, b: bool):
    return a + b, b + b, b * 2, -b


def i8_with_u8(a: i8, b: u8):
    return a + b, a * b, a - b


def i32_with_u32(a: i32, b: u32):
    return a + b, b - a


def i64_with_u64(a: i64, b: u64):
    return a + b


def f32_with_i16(a: f32, b: i16):
    return a + b


def f32_with_i32(a: f32, b: i32):
    return a * b


def f32_with_f64(a: f32, b: f64):
    return a + b, b * a


def c64_with_f32(a: c64, b: f32):
    return a * b


def c64_with_f64(a: c64, b: f64):
    return a + b


def c64_with_complex(a: c64, b: complex):
    return a * b


def f32_with_complex(a: f32):
    return a + 1j


def bool_with_bool(a: bool_, b: bool_):
    return a + b, a * b, a & b, a | b, a ^ b


def bool_with_i8(a: bool_, b: i8):
    return a + b, b * a


def bool_with_weak(a: bool_):
    return a + 1, a * 2.5


def u16_with_i64(a: u16, b: i64):
    return a * b


def u8_with_u32(a: u8, b: u32):
    return a + b


def widths_in_array(x: i8[:], y: i16[:], z: i32[:]) -> None:
    for i in range(len(x)):
        z[i] = x[i] * y[i] + 1


def weak_accumulator(x: f32[:]):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * 2
    return s


def int_accumulator(x: i16[:]):
    s = 0
    for i in range(len(x)):
        s += x[i]
    return s


def explicit_widening(x: i8[:]):
    s = np.int64(0)
    for i in range(len(x)):
        s += x[i]
    return s


def shift_weak(a: u8, n: int):
    return a << 1, a >> 2, a << np.uint8(n)


def compare_mixed(a: i8, b: u64, c: f32):
    return a < b, b == c, c > a, a >= 0, c != 0.5


def conditional_join(a: i32, b: i32, flag: bool):
    x = a if flag else b
    return x + 1


CASES = {
    "i8_with_int": [(np.int8(v),) for v in (0, 5, 127, -128, 50)],
    "u8_with_int": [(np.uint8(v),) for v in (0, 5, 255, 100)],
    "f32_with_float": [(np.float32(v),) for v in (0, 1.1, -3.7, 1e38)],
    "f32_with_float_parameter": [(np.float32(1.1), 0.1), (np.float32(3), 1e300)],
    "i32_with_float": [(np.int32(7), 0.1), (np.int32(-2**31), 2.0)],
    "int_with_bool": [(5, True), (5, False), (-1, True)],
    "i8_with_u8": [(np.int8(-5), np.uint8(200)), (np.int8(127), np.uint8(255))],
    "i32_with_u32": [(np.int32(-5), np.uint32(2**32 - 1)), (np.int32(7), np.uint32(3))],
    "i64_with_u64": [(np.int64(-5), np.uint64(2**63)), (np.int64(1), np.uint64(2))],
    "f32_with_i16": [(np.float32(0.1), np.int16(-300))],
    "f32_with_i32": [(np.float32(0.1), np.int32(2**30 + 1))],
    "f32_with_f64": [(np.float32(0.1), np.float64(0.1))],
    "c64_with_f32": [(np.complex64(1 + 2j), np.float32(0.1))],
    "c64_with_f64": [(np.complex64(1 + 2j), np.float64(0.1))],
    "c64_with_complex": [(np.complex64(1 + 2j), 0.1 - 3j)],
    "f32_with_complex": [(np.float32(0.1),)],
    "bool_with_bool": [(np.bool_(a), np.bool_(b)) for a in (0, 1) for b in (0, 1)],
    "bool_with_i8": [(np.bool_(1), np.int8(127)), (np.bool_(0), np.int8(-3))],
    "bool_with_weak": [(np.bool_(1),), (np.bool_(0),)],
    "u16_with_i64": [(np.uint16(65535), np.int64(-2))],
    "u8_with_u32": [(np.uint8(255), np.uint32(2**32 - 1))],
    "widths_in_array": [(np.array([1, -128, 127, 3], np.int8), np.array([300, 300, -32768, 0], np.int16),
                         np.zeros(4, np.int32)), (np.zeros(0, np.int8), np.zeros(0, np.int16), np.zeros(0, np.int32))],
    "weak_accumulator": [(np.arange(n, dtype=np.float32) * np.float32(0.1),) for n in (1, 5, 100)],
    "int_accumulator": [(np.full(n, 9000, np.int16),) for n in (1, 3, 10)],
    "explicit_widening": [(np.full(n, 100, np.int8),) for n in (0, 1, 10)],
    "shift_weak": [(np.uint8(200), 3), (np.uint8(1), 0)],
    "compare_mixed": [(np.int8(-1), np.uint64(2**64 - 1), np.float32(0.5)), (np.int8(3), np.uint64(3), np.float32(3))],
    "conditional_join": [(np.int32(1), np.int32(2), True), (np.int32(1), np.int32(2), False)],
}
