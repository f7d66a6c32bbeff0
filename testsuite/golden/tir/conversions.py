"""Casts, operands of mixed operations and stores: each place has its own checks."""
import numpy as np


def stores(a: 'i8[:]', b: 'u8[:]', c: 'f32[:]', d: 'bool_[:]', n: int, x: float, y: 'f64[:]') -> None:
    a[0] = 5
    a[1] = n
    a[2] = x
    a[3] = y[0]
    a[4] = n > 3
    a[5] = 1 if n > 3 else -1
    b[0] = n
    b[1] = a[0]
    b[2] = y[1]
    c[0] = n
    c[1] = y[2]
    d[0] = n
    d[1] = y[3]


def operands(a: 'i8[:]', u: 'u64[:]', n: int):
    return a[0] + 3, a[1] * n, u[0] + n, a[2] * 0.5, a[3] / 2


def compared(a: 'i8[:]', u: 'u64[:]', n: int):
    return a[0] < 100, a[1] < 1000, a[2] == n, u[0] > 3, u[1] >= n, n < u[2]


def casts(n: int, x: float, k: 'i64[:]'):
    return np.int8(n), np.uint8(k[0]), np.float32(x), np.int16(x), bool(x), complex(x, n), float(n)


def bools(p: 'bool_[:]', q: bool):
    return p[0] + p[1], p[0] * p[1], ~p[0], q + q, -q, p[0] & q
