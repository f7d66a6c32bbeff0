"""What `./dev fuzz programs` found, made small."""
import numpy as np
from pycc import c64, c128, f64


def returns_in_else(a: f64[:], n: int):
    for i, u in enumerate(a):
        a[i] = u + 1
        if u > 5:
            break
    else:
        return n
    return 2


def tuple_in_else(a: f64[:], n: int):
    for i in range(n):
        a[-1] += i
    else:
        return n, 2


def rounded_parts(a: c128[:], b: c64[:], z: complex):
    return np.round(a), np.round(b, 1), np.round(a[1:]), np.round(a[0], 1)


def deleted(a: f64[:, :], i: int):
    return np.delete(a, i), np.insert(a, i, 2, axis=1)


def unused_beside_rows(a: f64[:], n: int):
    d = np.abs(a[:, None] + np.ones(n))
    v = -a
    e = a[:, None] * 2
    w = v + 1
    return v, w


def unused_below(a: c128[:, :], k: int):
    v = -a
    v[..., None] = k
    return -a


PARTS = np.array([-0.25 + 1.5j, complex(2.5, -0.25), complex(-np.inf, 3), complex(0.5, np.inf), complex(np.nan, -0.0)])
CASES = {
    "returns_in_else": [(np.arange(3.0), 7), (np.arange(9.0), 7), (np.zeros(0), 7)],
    "tuple_in_else": [(np.arange(3.0), 7), (np.arange(3.0), 0), (np.zeros(0), 1)],
    "rounded_parts": [(PARTS, PARTS.astype(np.complex64), 2.567 - 0.1j)],
    "unused_beside_rows": [(np.arange(400.0), 1), (np.arange(3.0), 4), (np.zeros(0), 2)],
    "unused_below": [(np.arange(36.0).reshape(6, 6) + 1j, 3), (np.ones((40, 2)) * 1j, 0)],
    "deleted": [(np.ones((2, 2)), i) for i in (0, 1, -2, 2, -3, 9)],
}
