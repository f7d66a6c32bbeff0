"""Remainders and quotients of floats beside integers, of any size, which come without the C library; the smaller of numbers and NaN."""
import numpy as np

from pycc import f32, f64


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
CASES = {
    "of_arrays": [(BESIDE, BY), (BESIDE, -BY), (BY, BESIDE), (X, Y)],
    "of_singles": [(SINGLES, SINGLE), (np.nextafter(SINGLES, np.float32(0)), SINGLE), (-SINGLES * np.float32(1e6), SINGLE),
                   (SINGLE_X, SINGLE_Y)],
    "by_number": [(TIMES, float(NEAR[0])), (EDGES[2:], 0.1)],
    "of_numbers": [(np.float64(x), np.float64(y)) for x, y in zip(BESIDE[::97], BY[::97])],
    "smaller": [(X, Y), (BESIDE, BY)],
    "smaller_singles": [(SINGLE_X, SINGLE_Y)],
}
