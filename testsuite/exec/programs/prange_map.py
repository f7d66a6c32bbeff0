"""prange without reductions: maps, nests, triangles, strided writes, views, helpers, allocation inside."""
import math

import numpy as np

import pycc
from pycc import bool_, c128, f32, f64, i8, i32, i64, prange, u8


@pycc.type('f64[:]', 'f64[:]', 'float', None)
@pycc.type('f32[:]', 'f32[:]', 'float', None)
@pycc.type('c128[:]', 'c128[:]', 'float', None)
def axpy(x, y, a):
    for i in prange(len(x)):
        y[i] += a * x[i]


@pycc.type('i8[:]', 'i8[:]', None)
@pycc.type('u8[:]', 'u8[:]', None)
@pycc.type('i64[:]', 'i64[:]', None)
def increment(x, y):
    for i in prange(len(x)):
        y[i] = x[i] * 2 + 1


def from_one(x: f64[:], y: f64[:]) -> None:
    for i in prange(1, len(x) - 1):
        y[i] = x[i - 1] - 2.0 * x[i] + x[i + 1]


def step_three(x: f64[:]) -> None:
    for i in prange(0, len(x), 3):
        x[i] = i


def downwards(x: f64[:]) -> None:
    for i in prange(len(x) - 1, -1, -1):
        x[i] = 2.0 * i


def downwards_by_two(x: i64[:]) -> None:
    for i in prange(len(x) - 1, 0, -2):
        x[i] = i


def even_and_odd(x: f64[:], n: int) -> None:
    for i in prange(n):
        x[2 * i] = i
        x[2 * i + 1] = -i


def mirrored(x: f64[:], y: f64[:]) -> None:
    n = len(x)
    for i in prange(n):
        y[n - 1 - i] = x[i]


def two_dimensions(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j] * (i + 1) - j


def three_dimensions(a: i32[:, :, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            for k in prange(a.shape[2]):
                a[i, j, k] = i * 100 + j * 10 + k


def inner_serial(a: f64[:, :], b: f64[:]) -> None:
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[1]):
            s += a[i, j]
        b[i] = s


def transposed(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            b[j, i] = a[i, j]


def triangular(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            a[i, j] = i + j


def triangular_nested(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(i, a.shape[1]):
            a[i, j] = i - j


def stencil(a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for i in prange(1, n - 1):
        for j in prange(1, m - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def matmul(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def conditional_write(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 0.5:
            y[i] = math.sqrt(x[i])
        else:
            y[i] = -1.0


def row_views(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        row = a[i]
        for j in range(len(row)):
            row[j] = i * 10 + j


def cube(x):
    return x * x * x


def fill(row, v):
    for j in range(len(row)):
        row[j] = v


def calls_helper(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = cube(x[i])


def calls_closure(x: f64[:], k: float) -> None:
    f = lambda v: v * k + 1.0
    for i in prange(len(x)):
        x[i] = f(x[i])


def allocates_inside(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        work = np.zeros(a.shape[1])
        for j in range(a.shape[1]):
            work[j] = a[i, j] * 2
        s = 0.0
        for j in range(a.shape[1]):
            s += work[j]
        out[i] = s


def private_scalars(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        t = x[i] * 2.0
        u = t + 1.0
        t = t * u
        y[i] = t - u


def while_inside(x: i64[:]) -> None:
    for i in prange(len(x)):
        n = i + 1
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        x[i] = steps


def break_inside(a: f64[:, :], out: i64[:]) -> None:
    for i in prange(a.shape[0]):
        at = -1
        for j in range(a.shape[1]):
            if a[i, j] > 0.9:
                at = j
                break
        out[i] = at


def continue_inside(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] < 0.5:
            continue
        y[i] = x[i]


def new_array(n: int) -> f64[:]:
    x = np.empty(n)
    for i in prange(n):
        x[i] = 1.0 / (i + 1)
    return x


def two_loops(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = x[i] + 1.0
    for i in prange(len(x)):
        x[i] = y[i] * 2.0


def time_loop(a: f64[:], b: f64[:], steps: int) -> None:
    for _ in range(steps):
        for i in prange(1, len(a) - 1):
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0
        for i in prange(1, len(a) - 1):
            a[i] = b[i]


def in_a_branch(x: f64[:], parallel: bool) -> None:
    if parallel:
        for i in prange(len(x)):
            x[i] += 1.0
    else:
        for i in range(len(x)):
            x[i] += 2.0


def column_of_matrix(a: f64[:, :], k: int) -> None:
    for i in prange(a.shape[0]):
        a[i, k] = i


def negative_index(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = x[-i] + x[i - 1]


def bool_result(x: f64[:], y: bool_[:]) -> None:
    for i in prange(len(x)):
        y[i] = 0.2 < x[i] < 0.8


rng = np.random.default_rng(14)
SIZES = (0, 1, 7, 1000)
PAIRS = [(rng.random(n), np.zeros(n)) for n in SIZES]
ONE = [(np.zeros(n),) for n in SIZES]
SHAPES = ((0, 3), (3, 0), (1, 1), (5, 7), (40, 33))
MATRICES = [(rng.random(s),) for s in SHAPES]
CASES = {
    "axpy": [((rng.random(n) * 9).astype(d), rng.random(n).astype(d), 2.5) for n in SIZES for d in (np.float32, float, complex)],
    "increment": [(rng.integers(0, 128, n).astype(d), np.zeros(n, d)) for n in SIZES for d in (np.int8, np.uint8, np.int64)],
    "from_one": PAIRS,
    "step_three": ONE,
    "downwards": ONE,
    "downwards_by_two": [(np.zeros(n, int),) for n in SIZES],
    "even_and_odd": [(np.zeros(2 * n), n) for n in SIZES],
    "mirrored": PAIRS,
    "two_dimensions": [(rng.random(s), np.zeros(s)) for s in SHAPES],
    "three_dimensions": [(np.zeros(s, np.int32),) for s in ((0, 2, 2), (1, 1, 1), (4, 5, 6))],
    "inner_serial": [(rng.random(s), np.zeros(s[0])) for s in SHAPES],
    "transposed": [(rng.random(s), np.zeros(s[::-1])) for s in SHAPES],
    "triangular": [(np.zeros((n, n)),) for n in (0, 1, 2, 31)],
    "triangular_nested": [(np.zeros((n, n)),) for n in (0, 1, 2, 31)],
    "stencil": [(rng.random(s), np.zeros(s)) for s in SHAPES],
    "matmul": [(rng.random((n, m)), rng.random((m, k)), np.zeros((n, k))) for n, m, k in
               ((0, 2, 3), (2, 0, 3), (1, 1, 1), (9, 8, 7), (20, 30, 20))],
    "conditional_write": PAIRS,
    "row_views": MATRICES,
    "calls_helper": PAIRS,
    "calls_closure": [(rng.random(n), 0.5) for n in SIZES],
    "allocates_inside": [(rng.random(s), np.zeros(s[0])) for s in SHAPES],
    "private_scalars": PAIRS,
    "while_inside": [(np.zeros(n, int),) for n in (0, 1, 30)],
    "break_inside": [(rng.random(s), np.zeros(s[0], int)) for s in SHAPES],
    "continue_inside": PAIRS,
    "new_array": [(n,) for n in SIZES] + [(-1,)],
    "two_loops": PAIRS,
    "time_loop": [(rng.random(n), np.zeros(n), s) for n in (0, 1, 3, 50) for s in (0, 1, 4)],
    "in_a_branch": [(np.zeros(n), b) for n in (0, 9) for b in (True, False)],
    "column_of_matrix": [(np.zeros(s), k) for s in ((5, 7), (40, 3)) for k in (0, -1, 2)],
    "negative_index": PAIRS,
    "bool_result": [(rng.random(n), np.zeros(n, bool)) for n in SIZES],
}
