"""Integer arithmetic: Python's own ints and NumPy's fixed widths."""
import numpy as np

import pycc
from pycc import i8, i16, i32, i64, u8, u16, u32, u64


def add_weak(a: int, b: int) -> int:
    return a + b


def sub_mul(a: int, b: int) -> int:
    return (a - b) * (a + 2 * b) - 7


def floordiv(a: int, b: int) -> int:
    return a // b


def mod(a: int, b: int) -> int:
    return a % b


def truediv(a: int, b: int) -> float:
    return a / b


def div_identity(a: int, b: int) -> bool:
    return (a // b) * b + a % b == a


def negate(a: int) -> int:
    return -a + +a - (-(-a))


def bits(a: int, b: int) -> int:
    return (a & b) | (~a ^ b)


def shift_left(a: int, n: int) -> int:
    return a << n


def shift_right(a: int, n: int) -> int:
    return a >> n


def power(a: int, n: int) -> int:
    return a ** n


def power_constant(a: int) -> int:
    return a ** 2 + a ** 3 - a ** 0 + a ** 1


def power_negative(a: int) -> float:
    return a ** -2


def augmented(a: int, b: int) -> int:
    x = a
    x += b
    x -= 3
    x *= 5
    x //= 2
    x %= 1000
    x <<= 3
    x >>= 1
    x |= 9
    x &= 0xFFF
    x ^= 0b1010
    return x


def literals() -> int:
    return 0xFF + 0o17 + 0b101 + 1_000_000 - 0XaB


def precedence(a: int, b: int) -> int:
    return -a ** 2 + a * b % 7 - a // 3 << 1 & 0xFFFF | b ^ 3


@pycc.type('i8', 'i8', 'i8')
@pycc.type('i16', 'i16', 'i16')
@pycc.type('i32', 'i32', 'i32')
@pycc.type('i64', 'i64', 'i64')
@pycc.type('u8', 'u8', 'u8')
@pycc.type('u16', 'u16', 'u16')
@pycc.type('u32', 'u32', 'u32')
@pycc.type('u64', 'u64', 'u64')
def strong_arith(a, b):
    return a * b + a - b


@pycc.type('i8', 'i8', 'i8')
@pycc.type('i16', 'i16', 'i16')
@pycc.type('i32', 'i32', 'i32')
@pycc.type('i64', 'i64', 'i64')
@pycc.type('u8', 'u8', 'u8')
@pycc.type('u16', 'u16', 'u16')
@pycc.type('u32', 'u32', 'u32')
@pycc.type('u64', 'u64', 'u64')
def strong_floordiv(a, b):
    return a // b


@pycc.type('i8', 'i8', 'i8')
@pycc.type('i16', 'i16', 'i16')
@pycc.type('i32', 'i32', 'i32')
@pycc.type('i64', 'i64', 'i64')
@pycc.type('u8', 'u8', 'u8')
@pycc.type('u16', 'u16', 'u16')
@pycc.type('u32', 'u32', 'u32')
@pycc.type('u64', 'u64', 'u64')
def strong_mod(a, b):
    return a % b


@pycc.type('i8', 'i8', 'f64')
@pycc.type('u16', 'u16', 'f64')
@pycc.type('i32', 'i32', 'f64')
@pycc.type('u64', 'u64', 'f64')
def strong_truediv(a, b):
    return a / b


@pycc.type('i8', 'i8', 'i8')
@pycc.type('i32', 'i32', 'i32')
@pycc.type('i64', 'i64', 'i64')
@pycc.type('u8', 'u8', 'u8')
@pycc.type('u64', 'u64', 'u64')
def strong_shifts(a, n):
    return (a << n) ^ (a >> n)


def strong_power(a: i64, n: i64) -> i64:
    return a ** n


def power_wraps(a: u8, n: u8) -> u8:
    return a ** n


def negate_wraps(a: i8, b: u16):
    return -a, -b, ~a, ~b, +a


def element_division(x: i32[:], y: i32[:], q: i32[:], r: i32[:]) -> None:
    for i in range(len(x)):
        q[i] = x[i] // y[i]
        r[i] = x[i] % y[i]


def hash_mix(n: int) -> u32:
    h = np.uint32(2166136261)
    for i in range(n):
        h = (h ^ np.uint32(i & 255)) * np.uint32(16777619)
    return h


SIGNS = [(7, 3), (-7, 3), (7, -3), (-7, -3), (6, 3), (-6, 3), (0, 5), (0, -5), (5, 0), (-5, 0), (0, 0),
         (1, 10**15), (-1, 10**15), (10**15, -7)]
STRONG = [(7, 3), (-7, 3), (7, -3), (-7, -3), (100, 0), (-100, 0), (0, 0), (-128, -1), (127, 2), (-1, 100)]
WIDTHS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)


def strong(widths, pairs):
    """The pairs in each width; negative ones wrap in unsigned types."""
    return [tuple(np.array(p).astype(d)) for d in widths for p in pairs]


def constants(x: int):
    return (-(2 ** 62) * 2, 7 // -2, -7 % 3, 7 % -3, 1 << 62, -1 >> 70, 6 & 3, 5 | 8, 5 ^ 1, x + (3 << 2) * 2 ** 3, 2 ** 10 * 0.5,
            np.power(2, 3), np.floor_divide(7, 2), np.left_shift(1, 3), np.mod(-7, 3), np.zeros(2 ** 3 // 2).shape)


def constant_errors(k: int):
    return 5 // 0 if k == 0 else 5 % 0 if k == 1 else 1 << -1


CASES = {
    "add_weak": [(1, 2), (-5, 3), (2**62, 2**61), (-2**63, 2**63 - 1)],
    "sub_mul": [(3, 4), (-3, 4), (0, 0), (10**9, -10**8)],
    "floordiv": SIGNS,
    "mod": SIGNS,
    "truediv": SIGNS + [(2**53 + 1, 1), (1, 3)],
    "div_identity": [p for p in SIGNS if p[1] != 0] + [(1, 0)],
    "negate": [(5,), (0,), (-9,), (2**61,)],
    "bits": [(12, 10), (-1, 7), (-8, -3), (0, 0), (2**62, -2**62)],
    "shift_left": [(1, 0), (1, 10), (-3, 5), (5, -1), (0, 60), (0, 100)],
    "shift_right": [(1024, 3), (-1024, 3), (-1, 62), (5, -2), (7, 63), (-7, 63), (7, 100), (-7, 100)],
    "power": [(2, 10), (3, 0), (0, 0), (-3, 3), (-2, 62), (7, 1), (0, 5), (1, 10**6), (-1, 10**6 + 1)],
    "power_constant": [(5,), (-5,), (0,)],
    "power_negative": [(4,), (-4,), (0,), (1,)],
    "augmented": [(10, 20), (-10, 3), (12345, -678)],
    "literals": [()],
    "precedence": [(5, 9), (-5, 9), (0, 0), (123, -45)],
    "strong_arith": strong(WIDTHS, STRONG),
    "strong_floordiv": strong(WIDTHS, STRONG),
    "strong_mod": strong(WIDTHS, STRONG),
    "strong_truediv": strong((np.int8, np.uint16, np.int32, np.uint64), STRONG),
    "strong_shifts": strong((np.int8, np.int32, np.int64, np.uint8, np.uint64),
                            [(1, 3), (-5, 2), (100, 7), (3, 8), (-3, 64), (77, 31), (-1, 0), (5, 200)]),
    "strong_power": strong((np.int64,), [(2, 10), (3, 0), (0, 0), (-3, 5), (3, 50), (2, -1), (1, -1), (0, -3)]),
    "power_wraps": strong((np.uint8,), [(3, 5), (2, 8), (255, 2), (7, 100), (0, 0)]),
    "negate_wraps": [(np.int8(a), np.uint16(b)) for a, b in ((5, 5), (-128, 0), (0, 65535))],
    "element_division": [(np.array(x, np.int32), np.array(y, np.int32), np.zeros(len(x), np.int32),
                          np.zeros(len(x), np.int32))
                         for x, y in (([7, -7, 7, -7, 5, 0, -2**31], [3, 3, -3, -3, 0, 0, -1]), ([], []))],
    "hash_mix": [(0,), (1,), (1000,)],
    "constants": [(1,), (-1,)],
    "constant_errors": [(0,), (1,), (2,)],
}
