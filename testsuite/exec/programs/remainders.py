"""Remainders and quotients of floats beside integers, of any size, which come without the C library, and of integers, which vectors take by
floats; the smaller of numbers and NaN."""
import numpy as np

from pycc import f32, f64, i8, i16, i32, i64, prange, u8, u16, u32


def of_arrays(x: f64[:], y: f64[:]):
    return x % y, x // y, np.fmod(x, y), np.divmod(x, y)


def of_singles(x: f32[:], y: f32[:]):
    return x % y, x // y, np.fmod(x, y)


def by_number(x: f64[:], y: float):
    return x % y, x // y, y % x, y // x


def of_numbers(x: f64, y: f64):
    return x % y, x // y, np.fmod(x, y)


def smaller(x: f64[:], y: f64[:]):
    return np.fmin(x, y), np.fmax(x, y), np.minimum(x, y), np.maximum(x, y)


def smaller_singles(x: f32[:], y: f32[:]):
    return np.fmin(x, y), np.fmax(x, y), np.minimum(x, y), np.maximum(x, y)


def of_integers(x: i64[:], y: i64[:]):
    return x // y, x % y, np.divmod(x, y)


def by_constants(x: i64[:]):
    return (x // 3, x % 3, x // -2, x % -2, x // 1000003, x % -12345, x // -4294967295, x % 4294967295, x // 4294967296,
            x % 4294967297, x // -4294967297, x % 1, x // -1, x % 8, divmod(x, 10))


def by_constants_in_loop(x: i64[:]) -> int:
    s = 0
    for i in range(len(x)):
        s ^= x[i] // 7 + x[i] % -10
    return int(s)


def of_short_integers(x: i32[:], y: i32[:]):
    return x // y, x % y


def of_bytes(x: i8[:], y: i8[:], n: i8, u: u8[:], v: u8[:], m: u8):
    return x // y, x % y, x // n, x % n, u // v, u % v, u // m, u % m


def of_words(x: i16[:], y: i16[:], n: i16, u: u16[:], v: u16[:], m: u16):
    return x // y, x % y, x // n, x % n, u // v, u % v, u // m, u % m


def of_long_words(x: i32[:], n: i32, u: u32[:], v: u32[:], m: u32):
    return x // n, x % n, u // v, u % v, u // m, u % m


def integers_by_number(x: i64[:], n: int):
    return x // n, x % n, n // x, n % x


def integers_in_loop(x: i64[:], n: int):
    y = np.empty_like(x)
    for i in prange(len(x)):
        y[i] = x[i] // n - x[(i + n) % len(x)] % n
    return y


RANDOM = np.random.default_rng(3)
NEAR = RANDOM.uniform(0.1, 9, 400)
TIMES = NEAR * RANDOM.integers(1, 2**20, 400)  # a multiple but for its rounding
BESIDE = np.concatenate((TIMES, np.nextafter(TIMES, np.inf), np.nextafter(TIMES, 0), -TIMES, NEAR * 2.0**52, NEAR * 2.0**60, NEAR * 1e-310))
BY = np.concatenate((NEAR, NEAR, NEAR, NEAR, NEAR[::-1], NEAR[::-1], NEAR[::-1] * 1e-312))
EDGES = np.array([0.0, -0.0, 1.0, -1.0, 0.1, 3.0, -2.5, 5e-324, 1e308, np.inf, -np.inf, np.nan])
X, Y = (v.ravel() for v in np.meshgrid(EDGES, EDGES))
SINGLE_X, SINGLE_Y = (np.where(np.abs(v) > 1e300, np.copysign(np.inf, v), v).astype(np.float32) for v in (X, Y))
SINGLE = np.random.default_rng(4).uniform(0.1, 9, 300).astype(np.float32)
SINGLES = SINGLE * np.arange(1, 301, dtype=np.float32) * np.float32(21)
WHOLE = np.array([0, 1, -1, 2, -2, 3, 7, -10, 2**31 - 1, -(2**31), 2**53 - 1, 2**53 + 1, -(2**53) - 1, 2**62, 2**62 + 1, -(2**62) - 3, 2**63 - 1, 2**63 - 2,
                  -(2**63), -(2**63) + 1, 10**18, 123456789, -987654321987654321])
WHOLE_X, WHOLE_Y = (v.ravel() for v in np.meshgrid(WHOLE, WHOLE))
NARROW = np.concatenate((np.arange(-128, 128), np.arange(-32768, 32768, 37), WHOLE))
NARROW_X, NARROW_Y = np.repeat(NARROW, 3), np.resize(np.concatenate((np.roll(NARROW, 5), np.tile([1, -1, 7], 300))), 3 * NARROW.size)


def narrow(*types):
    """Numbers of these types, arrays by twos and a number."""
    return [tuple(a.astype(t) if k < 2 else t(n) for t in types for k, a in enumerate((NARROW_X, NARROW_Y, n))) for n in (1, 3, 7, 100, 127)]


HIGH = np.random.default_rng(5).integers(-2**63, 2**63 - 1, 600)
MULTIPLES = np.concatenate([HIGH // m * m + k for m in (3, 12345, 1000003, 4294967295, 4294967297) for k in (-1, 0, 1)])
CASES = {
    **{name: [(x,) for x in (WHOLE, HIGH, HIGH[::2], MULTIPLES, MULTIPLES >> 30, HIGH[:0], HIGH[:7])] for name in ("by_constants", "by_constants_in_loop")},
    "of_bytes": narrow(np.int8, np.uint8),
    "of_words": narrow(np.int16, np.uint16),
    "of_long_words": [(x, n, u, v, m) for x, _, n, u, v, m in narrow(np.int32, np.uint32)],
    "of_integers": [(WHOLE_X, WHOLE_Y)],
    "of_short_integers": [(WHOLE_X.astype(np.int32), WHOLE_Y.astype(np.int32))],
    "integers_by_number": [(x, int(n)) for x in (WHOLE_X[WHOLE_X != 0], WHOLE) for n in WHOLE],
    "integers_in_loop": [(WHOLE_X, n) for n in (3, -7, 2**40 + 1, 0)],
    "of_arrays": [(BESIDE, BY), (BESIDE, -BY), (BY, BESIDE), (X, Y)],
    "of_singles": [(SINGLES, SINGLE), (np.nextafter(SINGLES, np.float32(0)), SINGLE), (-SINGLES * np.float32(1e6), SINGLE),
                   (SINGLE_X, SINGLE_Y)],
    "by_number": [(TIMES, float(NEAR[0])), (EDGES[2:], 0.1)],
    "of_numbers": [(np.float64(x), np.float64(y)) for x, y in zip(BESIDE[::97], BY[::97])],
    "smaller": [(X, Y), (BESIDE, BY)],
    "smaller_singles": [(SINGLE_X, SINGLE_Y)],
}
