"""Indices: negative, out of range on each axis, a[i][j], computed, guarded and wrapped ones."""
import numpy as np

import pycc
from pycc import c64, f32, f64, i8, i32, i64, u8, u64


def read_one(x: f64[:], i: int):
    return x[i]


def read_two(x: f64[:, :], i: int, j: int):
    return x[i, j]


def read_chained(x: f64[:, :], i: int, j: int):
    """The IndexError shows the axis of the row, not of the matrix."""
    return x[i][j]


def read_three(x: i32[:, :, :], i: int, j: int, k: int):
    return x[i, j, k]


def read_mixed_chain(x: i32[:, :, :], i: int, j: int, k: int):
    return x[i, j][k] + x[i][j, k] * 10


def write_one(x: f64[:], i: int, v: float) -> None:
    x[i] = v


def write_two(x: f64[:, :], i: int, j: int, v: float) -> None:
    x[i, j] = v


def write_chained(x: f64[:, :], i: int, j: int, v: float) -> None:
    x[i][j] = v


def augmented_element(x: i64[:], i: int) -> None:
    x[i] += 5
    x[i] *= 2
    x[i] -= 1
    x[i] //= 3
    x[i] %= 100


def augmented_float(x: f32[:, :], i: int, j: int) -> None:
    x[i, j] += 1.5
    x[i, j] /= 3
    x[i, j] **= 2


def augmented_bits(x: u8[:], i: int) -> None:
    x[i] |= 0x81
    x[i] &= 0xF3
    x[i] ^= 0x55
    x[i] <<= 1
    x[i] >>= 2


def value_before_index(x: f64[:], i: int, d: int) -> None:
    """The right side is evaluated first: its error wins."""
    x[i] = 1 // d


def last_elements(x: f64[:, :]):
    return x[-1, -1], x[-2, 0], x[0, -2], x[-1][-1]


#pythran export strong_index(int8, int64[:])
#pythran export strong_index(uint8, int64[:])
#pythran export strong_index(uint64, int64[:])
#pythran export strong_index(int32, int64[:])
def strong_index(i, x):
    return x[i]


def index_from_array(x: f64[:], p: i32[:]):
    s = np.float64(0)
    for i in range(len(p)):
        s = s * 0.5 + x[p[i]]
    return s


def index_expression(x: f64[:], a: int, b: int):
    return x[(a * b) // 2 - 1]


def constant_indices(x: c64[:]):
    return x[0] + x[1] * x[-1]


def gather(x: f64[:], p: i64[:], y: f64[:]) -> None:
    for i in range(len(p)):
        y[i] = x[p[i]]


def scatter(x: f64[:], p: i64[:], y: f64[:]) -> None:
    for i in range(len(p)):
        y[p[i]] += x[i]


def guarded_neighbours(x: f64[:], y: f64[:]) -> None:
    n = len(x)
    for i in range(n):
        s = x[i]
        if i > 0:
            s += x[i - 1]
        if i < n - 1:
            s += x[i + 1]
        y[i] = s


def wrap_negative(x: f64[:], y: f64[:]) -> None:
    """x[i - 1] at i = 0 is the last element."""
    for i in range(len(x)):
        y[i] = x[i] - x[i - 1]


def wrap_modulo(x: f64[:], y: f64[:]) -> None:
    n = len(x)
    for i in range(n):
        y[i] = x[(i - 1) % n] + x[(i + 1) % n]


def torus(g: i64[:, :], h: i64[:, :]) -> None:
    n, m = g.shape
    for i in range(n):
        for j in range(m):
            h[i, j] = g[(i - 1) % n, j] + g[(i + 1) % n, j] + g[i, j - 1] + g[i, (j + 1) % m]


def triangular_inner(a: f64[:, :]):
    n = a.shape[0]
    s = np.float64(0)
    for i in range(n):
        for j in range(i + 1):
            s += a[i, j] * (i - j + 1)
        for j in range(i + 1, n):
            s -= a[j, i]
    return s


def diagonal(a: f64[:, :]):
    s = np.float64(0)
    for i in range(a.shape[0]):
        s += a[i, i]
    return s


def antidiagonal(a: f64[:, :]):
    n = a.shape[0]
    s = np.float64(0)
    for i in range(n):
        s += a[i, n - 1 - i] * a[i, -i - 1]
    return s


def index_float_to_int(x: f64[:], t: float):
    return x[int(t * len(x))]


def bool_as_index(x: f64[:], a: int, b: int):
    return x[int(a > b)]


rng = np.random.default_rng(4)
V = np.arange(5.0)
M = np.arange(12.0).reshape(3, 4)
T = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
AT = [0, 4, -1, -5, 5, -6, 10**15, -10**15, 2**63 - 1, -2**63]
AT2 = [(0, 0), (2, 3), (-3, -4), (3, 0), (-4, 0), (0, 4), (0, -5), (3, 4), (-1, 3)]
AT3 = [(0, 0, 0), (1, 2, 3), (-2, -3, -4), (2, 0, 0), (0, 3, 0), (0, 0, 4), (-3, 9, 9), (1, -4, 0), (1, 1, -5)]
CASES = {
    "read_one": [(V, i) for i in AT] + [(np.zeros(0), 0), (np.zeros(0), -1)],
    "read_two": [(M, *at) for at in AT2] + [(np.zeros((0, 3)), 0, 0), (np.zeros((3, 0)), 0, 0)],
    "read_chained": [(M, *at) for at in AT2],
    "read_three": [(T, *at) for at in AT3],
    "read_mixed_chain": [(T, *at) for at in AT3],
    "write_one": [(V, i, 9.5) for i in AT],
    "write_two": [(M, *at, 9.5) for at in AT2],
    "write_chained": [(M, *at, 9.5) for at in AT2],
    "augmented_element": [(np.arange(4) * 30, i) for i in (0, 3, -2, 4)],
    "augmented_float": [(M.astype(np.float32), *at) for at in AT2],
    "augmented_bits": [(np.array([0, 1, 200, 255], np.uint8), i) for i in range(-1, 5)],
    "value_before_index": [(V, 1, 1), (V, 9, 0), (V, 9, 1), (V, 1, 0)],
    "last_elements": [(M,), (np.ones((2, 2)),), (np.ones((1, 2)),)],
    "strong_index": [(d(i), np.arange(6)) for d, i in ((np.int8, -3), (np.int8, 6), (np.uint8, 5), (np.uint8, 200),
                                                       (np.uint64, 2), (np.int32, -7))],
    "index_from_array": [(V, np.array(p, np.int32)) for p in ([0, 4, -1, 2], [], [0, 5], [-6])],
    "index_expression": [(V, 2, 3), (V, 1, 1), (V, 4, 4)],
    "constant_indices": [(np.array(v, np.complex64),) for v in ([1j, 2, 3 - 1j], [5, 1j], [1])],
    "gather": [(V, np.array(p, int), np.zeros(4)) for p in ([4, 3, 0, -1], [0, 1], [], [0, 1, 5], [0, 1, 2, 3, 4])],
    "scatter": [(np.ones(4), np.array(p, int), np.zeros(3)) for p in ([0, 0, 2, -1], [1, 3, 0], [], [0, 1, 2, 0, 1])],
    "guarded_neighbours": [(rng.random(n), np.zeros(n)) for n in (0, 1, 2, 9)],
    "wrap_negative": [(rng.random(n), np.zeros(n)) for n in (0, 1, 2, 9)],
    "wrap_modulo": [(rng.random(n), np.zeros(n)) for n in (0, 1, 2, 9)],
    "torus": [(rng.integers(0, 9, s), np.zeros(s, int)) for s in ((0, 3), (1, 1), (3, 4), (7, 2))],
    "triangular_inner": [(rng.random((n, n)),) for n in (0, 1, 2, 11)],
    "diagonal": [(rng.random((n, n)),) for n in (0, 1, 8)] + [(np.ones((3, 5)),), (np.ones((5, 3)),)],
    "antidiagonal": [(rng.random((n, n)),) for n in (0, 1, 8)] + [(np.ones((3, 5)),), (np.ones((5, 3)),)],
    "index_float_to_int": [(V, t) for t in (0.0, 0.5, 0.999, 1.0, -0.5, -1.3)],
    "bool_as_index": [(V, 1, 0), (V, 0, 1)],
}
