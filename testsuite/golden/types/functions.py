"""Builtins, functions of math and NumPy, casts and methods on scalars."""
import math

import numpy as np


def reductions(a: 'u8[:]', b: 'i32[:, :]', flags: 'bool_[:]'):
    return sum(a), np.sum(a), a.sum(), b.sum(), flags.sum(), min(a), a.max(), np.sum(b)


def numbers(x: 'f32', y: float, n: int, k: 'i16'):
    rounded = round(x), round(y), round(x, 2), round(n, 1)
    least = min(x, 0), max(float(n), 3, 2.5), min(k, 3), max(x, x)
    divided = divmod(n, 3), divmod(x, 2), pow(n, 2), n ** -1
    parts = abs(n), abs(x), n / 2, k / 2, n // 2, k % 3
    return rounded, least, divided, parts


def casts(x: 'f32', n: int, z: 'c64'):
    python = float(n), int(x), bool(x), complex(x, n)
    numpy = np.float32(n), np.int8(3), np.complex128(z), x.astype('f8'), x.item()
    complexes = z.real, z.imag, z.conjugate(), abs(z), n.real, z * 1j
    return python, numpy, complexes


def functions(x: 'f32', y: float, n: int, k: 'i16'):
    of_math = math.sqrt(x), math.floor(x), math.gcd(n, k), math.isnan(x), math.pi
    of_numpy = np.sqrt(x), np.sqrt(y), np.sqrt(n), np.sqrt(k), np.isnan(y), np.abs(n), np.pi
    chosen = np.where(n > 0, x, 0.5), np.clip(x, 0, 1), np.minimum(x, y), np.maximum(k, 3)
    return of_math, of_numpy, chosen


def truth(x: 'f32', n: int):
    return not x, n > 1 and x > 0, n > 1 and n < 3, 0 < n < 5, n and 3, x < n
