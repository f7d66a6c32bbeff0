"""Every kind of expression that is compiled."""
import math

import numpy as np


def literals():
    return 0x1F, 0b101, 0o17, 1_000, 9223372036854775807, -9223372036854775808, 1e3, .5, 2j, True


def too_big():
    return 9223372036854775808, 18446744073709551616


def strings():
    return 'a' "b" """c""", r'\n', '\x41\u00e9\101\n', "it's"


def operators(a, b):
    return (a + b - a * b / a // b % a ** -b, a & b | a ^ b, a << 1 >> b, ~a, -a, +a, not a)


def precedence(a, b, c):
    return a + b * c, (a + b) * c, -a ** b, a ** b ** c, not a == b, a - b - c


def logic(a, b, c):
    return a and b and c or a, a < b <= c != 1, a if b else c if a else b


def elements(a, i):
    return a[i], a[i, 1], a[i][1], a[(i, 1)], a[()], a[1:], a[:i], a[::2], a[..., None], a[1:-1:2, i]


def calls(x):
    return np.sin(x), math.sqrt(x), np.float32(x), x.astype(np.int64), f(x, 1, dtype='f8'), (lambda y: y)(x)


def constants():
    return np.pi, math.tau, np.newaxis, None, ...


def unsupported(a, b):
    return a @ b, a in b, a is b, [i for i in a], {1}, {1: 2}, f"{a}", b"x", f(*a), f(**b)
