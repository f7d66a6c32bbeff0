"""Reductions in prange: every operator, every spelling, integers and floats."""
import math

import numpy as np

import pycc
from pycc import c128, f32, f64, i8, i32, i64, prange, u8, u64


#pythran export total(float64[:])
#pythran export total(float32[:])
#pythran export total(int64[:])
#pythran export total(complex128[:])
def total(x):
    s = x[0] * 0
    for i in prange(len(x)):
        s += x[i]
    return s


def long_form(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        s = s + x[i] * 2.0
    return s


def reversed_form(x: f64[:]):
    s = np.float64(10)
    for i in prange(len(x)):
        s = x[i] + s
    return s


def rows_by_their_last(a: f64[:, :], lowest: f64[:]):
    """Sums in inner loops, of checked indices and of negative ones: some short, some in streams."""
    total = np.float64(0)
    for i in prange(a.shape[0]):
        s = np.float64(0)
        low = a[i, 0]
        for j in prange(1, a.shape[1]):
            s += a[i, j] * a[i, -1]
            low = min(low, a[i, j - 1])
        lowest[i] = low
        total += s
    return total


def subtraction(x: f64[:]):
    s = np.float64(100)
    for i in prange(len(x)):
        s -= x[i]
    return s


#pythran export product(float64[:], float64)
#pythran export product(int64[:], int64)
def product(x, start):
    p = start
    for i in prange(len(x)):
        p *= x[i]
    return p


def minimum_builtin(x: f64[:]):
    m = x[0]
    for i in prange(len(x)):
        m = min(m, x[i])
    return m


def maximum_builtin(x: i32[:]):
    m = x[0]
    for i in prange(len(x)):
        m = max(x[i], m)
    return m


def minimum_if(x: f64[:]):
    m = x[0]
    for i in prange(1, len(x)):
        if x[i] < m:
            m = x[i]
    return m


def maximum_if(x: i64[:]):
    m = x[0]
    for i in prange(1, len(x)):
        if m < x[i]:
            m = x[i]
    return m


def maximum_conditional(x: f64[:]):
    m = x[0]
    for i in prange(1, len(x)):
        m = x[i] if x[i] > m else m
    return m


def numpy_maximum(x: f64[:]):
    m = x[0]
    for i in prange(len(x)):
        m = np.maximum(m, x[i])
    return m


def numpy_minimum(x: f32[:]):
    m = x[0]
    for i in prange(len(x)):
        m = np.minimum(m, x[i])
    return m


def bit_and(x: u8[:]):
    b = np.uint8(255)
    for i in prange(len(x)):
        b &= x[i]
    return b


def bit_or(x: i64[:]):
    b = np.int64(0)
    for i in prange(len(x)):
        b |= x[i]
    return b


def bit_xor(x: u64[:]):
    b = np.uint64(12345)
    for i in prange(len(x)):
        b ^= x[i]
    return b


def bit_long_form(x: i64[:]):
    a = np.int64(-1)
    o = np.int64(0)
    for i in prange(len(x)):
        a = a & x[i]
        o = x[i] | o
    return a, o


def count_if(x: f64[:], limit: float) -> int:
    n = 0
    for i in prange(len(x)):
        if x[i] > limit:
            n += 1
    return n


def sum_of_counters(n: int) -> int:
    s = 0
    for i in prange(n):
        s += i * i
    return s


def several_at_once(x: f64[:]):
    s = np.float64(0)
    q = np.float64(0)
    n = 0
    hi = x[0]
    for i in prange(len(x)):
        s += x[i]
        q += x[i] * x[i]
        n += 1
        hi = max(hi, x[i])
    return s, q, n, hi


def two_additions(x: f64[:]):
    """One accumulator, several statements."""
    s = np.float64(0)
    for i in prange(len(x)):
        s += x[i]
        if x[i] > 0.5:
            s += 1.0
        else:
            s -= 0.5
    return s


def nested_reduction(a: f64[:, :]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            s += a[i, j]
    return s


def inner_serial(a: f64[:, :]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            s += a[i, j] * (j + 1)
    return s


def row_sums_then_total(a: f64[:, :]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        r = 0.0
        for j in range(a.shape[1]):
            r += a[i, j]
        s += r * r
    return s


def triangular_sum(n: int) -> int:
    s = 0
    for i in prange(n):
        for j in range(i):
            s += i ^ j
    return s


def pairwise_distances(p: f64[:, :]):
    s = np.float64(0)
    n = p.shape[0]
    for i in prange(n):
        for j in range(i + 1, n):
            dx = p[i, 0] - p[j, 0]
            dy = p[i, 1] - p[j, 1]
            s += math.sqrt(dx * dx + dy * dy)
    return s


def dot_f32(x: f32[:], y: f32[:]):
    s = np.float32(0)
    for i in prange(len(x)):
        s += x[i] * y[i]
    return s


def small_int_wraps(x: i8[:]):
    s = np.int8(0)
    for i in prange(len(x)):
        s += x[i]
    return s


def reduction_and_map(x: f64[:], y: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        y[i] = x[i] * x[i]
        s += y[i]
    return s


def element_reduction(a: f64[:, :], out: f64[:]) -> None:
    """out[i] is read and written by iteration i alone."""
    for i in prange(a.shape[0]):
        out[i] = 0.0
        for j in range(a.shape[1]):
            out[i] += a[i, j]


def pi_series(n: int) -> float:
    s = 0.0
    for k in prange(n):
        s += (1.0 if k % 2 == 0 else -1.0) / (2 * k + 1)
    return 4.0 * s


def helper_value(v):
    return v * v if v > 0.5 else -v


def reduction_with_helper(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        s += helper_value(x[i])
    return s


def reduction_downwards(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x) - 1, -1, -2):
        s += x[i]
    return s


def roots(x: f64[:]):
    s = np.float64(1)
    for i in prange(len(x)):
        s += math.sqrt(x[i])
    return s


def roots_downwards(x: f64[:]):
    """Checks that set a flag, in a loop that runs down, and in one of every second element."""
    s = 0.0
    for i in range(len(x) - 1, -1, -1):
        s = max(s, math.sqrt(x[i]))
    for i in range(0, len(x), 2):
        s = max(s, math.log(x[i]))
    return s


def some_roots(x: f64[:], low: float):
    s, most = np.float64(0), low
    for i in prange(len(x)):
        if x[i] > low:
            root = math.sqrt(x[i])
            s += root
            most = max(most, root - low)
    return s, most


def repeated(x: f64[:], n: int):
    """The accumulator lives on through several parallel loops."""
    s = np.float64(1)
    for _ in range(n):
        for i in prange(len(x)):
            s += x[i]
        s *= 0.5
    return s


def max_with_nan(x: f64[:]):
    m = np.float64(-1)
    for i in prange(len(x)):
        if x[i] > m:
            m = x[i]
    return m


def all_positive(x: f64[:]) -> bool:
    ok = True
    for i in prange(len(x)):
        ok &= bool(x[i] > 0.0)
    return ok


rng = np.random.default_rng(15)
SIZES = (1, 2, 77, 5000)
FLOATS = [(rng.random(n),) for n in SIZES]
ALL = [(rng.random(n),) for n in (0,) + SIZES]
INTS = [(rng.integers(-1000, 1000, n),) for n in SIZES]
MATRICES = [(rng.random(s),) for s in ((0, 3), (3, 0), (1, 1), (31, 47), (200, 9))]
# All positive; the first, the last, one in between negative.
SIGNS = [(np.concatenate([at[0], rng.random(n) + 0.1, at[1]]),) for n in (0, 1, 40, 3000)
         for at in (([], []), ([-1.0], []), ([], [-1.0]), ([3.0, -0.5], [2.0]))]
WITH_NAN = np.where(rng.random(500) < 0.1, np.nan, rng.random(500))
CASES = {
    "total": [((rng.random(n) * 9).astype(d),) for n in SIZES for d in (float, np.float32, int, complex)],
    "long_form": ALL,
    "reversed_form": ALL,
    "rows_by_their_last": [(rng.random((3, n)), np.zeros(3)) for n in (1, 4, 5, 9, 17, 18, 128, 129, 130, 700)],
    "subtraction": ALL,
    "product": [(0.5 + rng.random(n), np.float64(1)) for n in (0, 1, 100)] + [(np.arange(1, 15), np.int64(3))],
    "minimum_builtin": FLOATS,
    "maximum_builtin": [(rng.integers(-99, 99, n).astype(np.int32),) for n in SIZES],
    "minimum_if": FLOATS,
    "maximum_if": INTS,
    "maximum_conditional": FLOATS,
    "numpy_maximum": FLOATS + [(WITH_NAN,)],
    "numpy_minimum": [(rng.random(n).astype(np.float32),) for n in SIZES],
    "bit_and": [(rng.integers(0, 256, n).astype(np.uint8) | np.uint8(0x41),) for n in (0, 1, 9, 300)],
    "bit_or": INTS,
    "bit_xor": [(rng.integers(0, 2**63, n).astype(np.uint64),) for n in (0, 1, 300)],
    "bit_long_form": INTS,
    "count_if": [(x[0], 0.3) for x in ALL],
    "sum_of_counters": [(n,) for n in (-1, 0, 1, 10, 10000)],
    "several_at_once": FLOATS,
    "two_additions": ALL,
    "nested_reduction": MATRICES,
    "inner_serial": MATRICES,
    "row_sums_then_total": MATRICES,
    "triangular_sum": [(n,) for n in (0, 1, 2, 100)],
    "pairwise_distances": [(rng.random((n, 2)),) for n in (0, 1, 2, 60)],
    "dot_f32": [(rng.random(n).astype(np.float32), rng.random(n).astype(np.float32)) for n in (0, 1, 77, 3000)],
    "small_int_wraps": [(rng.integers(-128, 128, n).astype(np.int8),) for n in (0, 1, 500)],
    "reduction_and_map": [(x[0], np.zeros(len(x[0]))) for x in ALL],
    "element_reduction": [(a[0], np.zeros(a[0].shape[0])) for a in MATRICES],
    "pi_series": [(n,) for n in (0, 1, 1000)],
    "reduction_with_helper": ALL,
    "reduction_downwards": ALL,
    "roots": SIGNS,
    "roots_downwards": SIGNS,
    "some_roots": [(x[0], low) for x in SIGNS for low in (-2.0, 0.0, 0.5)],
    "repeated": [(rng.random(n), k) for n in (0, 50) for k in (0, 1, 5)],
    "max_with_nan": [(WITH_NAN,), (np.full(10, np.nan),)],
    "all_positive": [(rng.random(50) + 0.1,), (rng.random(50) - 0.1,), (np.zeros(0),)],
}
