"""Numbers on their way into narrow integers: lists, displays, single values, masks; clip and where."""
import itertools

import numpy as np

from pycc import f64, i8, i64, static, u8


def into(x, k, d: static):
    xs = [x]
    xs.append(x)
    a = np.zeros(2, d)
    both = np.array([0, 1])
    if k == 0:
        return np.array([x], d)
    elif k == 1:
        return np.array(xs, d)
    elif k == 2:
        return np.array([(x, 1), (2, x)], d)[1]
    elif k == 3:
        return np.array([(y, y) for y in xs], d)[0]
    elif k == 4:
        a[:] = [1, x]
    elif k == 5:
        a[:] = xs
    elif k == 6:
        a[1:] = x
    elif k == 7:
        a[0] = x
    elif k == 8:
        a.fill(x)
    elif k == 9:
        a[both] = x
    elif k == 10:
        a[both] = xs
    elif k == 11:
        a[a == 0] = x
    elif k == 12:
        a.reshape(1, 2)[:] = xs
    elif k == 13:
        return np.array([x for y in xs], d)
    elif k == 14:
        a[:] = (x, 3)
    elif k == 15:
        return np.full(2, x, d)
    else:
        return np.array(x, d) + np.zeros(1, d)
    return a


def int_i8(x: int, k: int):
    return into(x, k, np.int8)


def int_u8(x: int, k: int):
    return into(x, k, np.uint8)


def float_i8(x: float, k: int):
    return into(x, k, np.int8)


def i64_i8(x: i64, k: int):
    return into(x, k, np.int8)


def i64_u8(x: i64, k: int):
    return into(x, k, np.uint8)


def f64_i64(x: f64, k: int):
    return into(x, k, np.int64)


def given(xs: list[int], a: i8[:]):
    a[:] = xs


def given_array(xs: list[int]):
    return np.asarray(xs, np.uint8)


def chosen(a: i8[:], b: u8[:], n: int):
    return np.where(a > 5, a, n), np.where(b > 5, n, b)


def clipped_below(a: i8[:], n: int):
    return np.clip(a, n, None), np.clip(a, n, 5), a.clip(n)


def clipped_above(a: u8[:], n: int):
    return np.clip(a, None, n), np.clip(a, 0, n), a.clip(max=n)


A = np.arange(4, 8)
# The first of two exceptions: that of the inner operation, which is evaluated before the outer one.

def inner_first(a: u8[:], b: u8[:], n: int, k: int):
    return b + (a + k) if n == 0 else np.maximum(b, a * k) if n == 1 else (a >> k) & b if n == 2 else (k - a) + b[1:]


def outer_first(a: u8[:], b: u8[:], n: int, k: int):
    return (a + b) + k if n == 0 else np.minimum(a + b, k) if n == 1 else (a + b) ** k if n == 2 else a ** k + b


def in_place_first(a: u8[:], b: u8[:], n: int, k: int):
    a += b + k
    return a


NAN = float("nan")
INTS = (5, -1, 300, 2**40)
ROUTES = range(17)
_FIRST = [(np.arange(3, dtype=np.uint8), np.arange(m, dtype=np.uint8), n, k) for m in (3, 4) for n in range(4) for k in (2, 300, -1)]
CASES = {
    **{f: _FIRST for f in ("inner_first", "outer_first", "in_place_first")},
    "int_i8": list(itertools.product(INTS, ROUTES)),
    "int_u8": list(itertools.product(INTS, ROUTES)),
    "float_i8": [c for c in itertools.product((2.5, -200.5, NAN, 1e30), ROUTES) if c[1] != 15],
    "i64_i8": list(itertools.product(map(np.int64, INTS), ROUTES)),
    "i64_u8": list(itertools.product(map(np.int64, INTS), ROUTES)),
    "f64_i64": [c for c in itertools.product(map(np.float64, (2.5, 1e30)), (0, 1, 4, 5, 6, 7))],
    "given": [([1, 2], np.zeros(2, np.int8)), ([300, 2], np.zeros(2, np.int8)), ([1, 2, 3], np.zeros(2, np.int8))],
    "given_array": [([1, 2],), ([],), ([1, -1],)],
    "chosen": [(A.astype(np.int8), A.astype(np.uint8), n) for n in (5, 1000, -1)],
    "clipped_below": [(A.astype(np.int8), n) for n in (5, 1000, -1000)],
    "clipped_above": [(A.astype(np.uint8), n) for n in (5, 1000, -1000)],
}
