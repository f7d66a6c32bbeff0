"""Parallel loops whose only common thing is a variable they combine into, in every spelling."""
import math

import numpy as np

from pycc import c128, f32, f64, i8, i64, prange, u8


# ---- sums

def add(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        s += x[i]
    return s


def add_long(x: f64[:]):
    s = np.float64(1)
    for i in prange(len(x)):
        s = s + x[i] * 2.0
    return s


def add_reversed(x: f64[:]):
    s = np.float64(1)
    for i in prange(len(x)):
        s = x[i] * 2.0 + s
    return s


def subtract(x: f64[:]):
    s = np.float64(100)
    for i in prange(len(x)):
        s -= x[i]
    return s


def subtract_long(x: f64[:]):
    s = np.float64(100)
    for i in prange(len(x)):
        s = s - x[i]
    return s


def add_and_subtract(x: i64[:], y: i64[:]):
    """One sum: the order of += and -= does not matter."""
    s = np.int64(5)
    for i in prange(len(x)):
        s += x[i]
        s -= y[i]
    return s


def add_in_one_branch_subtract_in_the_other(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        if x[i] > 0.5:
            s += x[i]
        else:
            s -= 1.0
    return s


def add_three_terms(x: i64[:], y: i64[:]):
    """Python reads (s + x[i]) + y[i]."""
    s = np.int64(0)
    for i in prange(len(x)):
        s = s + x[i] + y[i]
    return s


def parameter_as_sum(x: i64[:], s: int) -> int:
    for i in prange(len(x)):
        s += int(x[i])
    return s


def sum_of_counters(n: int) -> int:
    s = 0
    for i in prange(n):
        s += i * i
    return s


def sum_of_private(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        t = x[i] - 0.5
        t = t * t
        s += t
    return s


def count(x: f64[:], limit: float) -> int:
    n = 0
    for i in prange(len(x)):
        if x[i] > limit:
            n += 1
    return n


def count_with_continue(x: f64[:]) -> int:
    n = 0
    for i in prange(len(x)):
        if x[i] < 0.3:
            continue
        if x[i] > 0.6:
            n += 2
            continue
        n += 1
    return n


def dot(x: f32[:], y: f32[:]):
    s = np.float32(0)
    for i in prange(len(x)):
        s += x[i] * y[i]
    return s


def complex_sum(x: c128[:]):
    s = np.complex128(0)
    for i in prange(len(x)):
        s += x[i] * x[i]
    return s


def small_int_wraps(x: i8[:]):
    s = np.int8(0)
    for i in prange(len(x)):
        s += x[i]
    return s


def indirect_sum(x: f64[:], idx: i64[:]):
    """Reads may be indirect as they like."""
    s = np.float64(0)
    for i in prange(len(idx)):
        s += x[idx[i]]
    return s


# ---- products

def multiply(x: f64[:]):
    p = np.float64(1)
    for i in prange(len(x)):
        p *= x[i]
    return p


def multiply_long(x: i64[:]):
    p = np.int64(3)
    for i in prange(len(x)):
        p = x[i] * p
    return p


# ---- minima and maxima

def minimum_if(x: f64[:]):
    m = x[0]
    for i in prange(1, len(x)):
        if x[i] < m:
            m = x[i]
    return m


def maximum_if(x: f64[:]):
    m = x[0]
    for i in prange(len(x)):
        if x[i] > m:
            m = x[i]
    return m


def maximum_if_turned(x: i64[:]):
    m = x[0]
    for i in prange(len(x)):
        if m < x[i]:
            m = x[i]
    return m


def maximum_if_of_private(x: f64[:]):
    m = np.float64(0)
    for i in prange(len(x)):
        d = abs(x[i] - 0.5)
        if d >= m:
            m = d
    return m


def minimum_builtin(x: f64[:]):
    m = x[0]
    for i in prange(len(x)):
        m = min(m, x[i])
    return m


def maximum_builtin(x: i64[:]):
    m = x[0]
    for i in prange(len(x)):
        m = max(x[i], m)
    return m


def maximum_of_new_then_old(x: f64[:]):
    """With a nan, max(a, b) and max(b, a) differ: this one keeps what comes after the last nan."""
    m = x[0]
    for i in prange(len(x)):
        m = max(x[i], m)
    return m


def maximum_numpy(x: f64[:]):
    m = x[0]
    for i in prange(len(x)):
        m = np.maximum(m, x[i])
    return m


def minimum_conditional(x: f64[:]):
    m = x[0]
    for i in prange(len(x)):
        m = x[i] if x[i] < m else m
    return m


def minimum_of_three(x: f64[:], y: f64[:]):
    m = x[0]
    for i in prange(len(x)):
        m = min(m, x[i], y[i])
    return m


# ---- bits and flags

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


def bit_xor_long(x: i64[:]):
    b = np.int64(77)
    for i in prange(len(x)):
        b = b ^ x[i]
    return b


def flag_all(x: f64[:]) -> bool:
    ok = True
    for i in prange(len(x)):
        ok &= bool(x[i] > 0.0)
    return ok


def flag_any(x: f64[:]) -> bool:
    found = False
    for i in prange(len(x)):
        found |= bool(x[i] > 0.9999)
    return found


def flag_and(x: f64[:]) -> bool:
    ok = True
    for i in prange(len(x)):
        ok = ok and bool(x[i] > 0.0)
    return ok


def flag_or(x: f64[:]) -> bool:
    found = False
    for i in prange(len(x)):
        found = found or bool(x[i] > 0.9999)
    return found


def flag_set(x: f64[:]) -> bool:
    """Every iteration that writes writes the same; an or, or refused."""
    found = False
    for i in prange(len(x)):
        if x[i] > 0.9999:
            found = True
    return found


# ---- several, nested, mixed

def four_at_once(x: f64[:]):
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


def map_and_sum(x: f64[:], y: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        y[i] = x[i] * x[i]
        s += y[i]
    return s


def nested(a: f64[:, :]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            s += a[i, j]
    return s


def serial_inside(a: f64[:, :]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            s += a[i, j] * (j + 1)
    return s


def triangular_nested(a: i64[:, :]):
    """The inner bound depends on the outer counter."""
    s = np.int64(0)
    for i in prange(a.shape[0]):
        for j in prange(i):
            s += a[i, j] ^ a[j, i]
    return s


def row_sums_then_total(a: f64[:, :]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        r = 0.0
        for j in range(a.shape[1]):
            r += a[i, j]
        s += r * r
    return s


def maximum_of_row_sums(a: f64[:, :]):
    m = np.float64(0)
    for i in prange(a.shape[0]):
        r = np.float64(0)
        for j in range(a.shape[1]):
            r += abs(a[i, j])
        m = max(m, r)
    return m


def pair_distances(p: f64[:, :]):
    s = np.float64(0)
    n = p.shape[0]
    for i in prange(n):
        for j in range(i + 1, n):
            dx = p[i, 0] - p[j, 0]
            dy = p[i, 1] - p[j, 1]
            s += math.sqrt(dx * dx + dy * dy)
    return s


def with_private_array(a: f64[:, :]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        work = np.zeros(a.shape[1])
        for j in range(a.shape[1]):
            work[j] = a[i, j] * 2.0
        s += work[-1] + work[0]
    return s


def in_a_while(n: int) -> int:
    s = 0
    for i in prange(n):
        k = i
        while k > 0:
            s += k % 10
            k = k // 10
    return s


def weight(v):
    return v * v if v > 0.5 else -v


def with_helper(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        s += weight(x[i])
    return s


def downwards(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x) - 1, -1, -2):
        s += x[i]
    return s


def empty_range(x: f64[:]):
    s = np.float64(3)
    for i in prange(len(x), 0):
        s += x[i]
    for i in prange(0):
        s -= 1.0
    return s


def lives_through_loops(x: f64[:], n: int):
    s = np.float64(1)
    for _ in range(n):
        for i in prange(len(x)):
            s += x[i]
        s *= 0.5
    return s


def one_loop_after_the_other(x: f64[:], y: f64[:]):
    """Not to be merged: the second needs the first's result."""
    s = np.float64(0)
    for i in prange(len(x)):
        s += x[i]
    v = np.float64(0)
    for i in prange(len(x)):
        d = x[i] - s
        v += d * d
        y[i] = d
    return v


def exception_inside(x: i64[:], d: i64[:]) -> int:
    s = 0
    for i in prange(len(x)):
        s += int(x[i]) // int(d[i])
    return s


rng = np.random.default_rng(32)
BIG = 60000
SIZES = (1, 2, 9, BIG)
FLOATS = [(rng.random(n),) for n in SIZES]
ALL = [(rng.random(0),)] + FLOATS
INTS = [(rng.integers(-1000, 1000, n),) for n in SIZES]
INT_PAIRS = [(rng.integers(-1000, 1000, n), rng.integers(-1000, 1000, n)) for n in (0,) + SIZES]
SHAPES = ((1, 1), (5, 7), (170, 190), (3, 20000), (20000, 3))
MATRICES = [(rng.random(s),) for s in ((0, 3), (3, 0)) + SHAPES]
WITH_NAN = np.where(rng.random(BIG) < 0.1, np.nan, rng.random(BIG))
NAN_FIRST = np.concatenate([[np.nan], rng.random(BIG)])
DIVISORS = [np.where(np.arange(BIG) % 17000 == k, 0, 2) for k in (16999, 0)]

VERDICTS = {
    "add": "reduction(+, s)",
    "add_long": "reduction(+, s)",
    "add_reversed": "reduction(+, s)",
    "subtract": "reduction(+, s)",
    "subtract_long": "reduction(+, s)",
    "add_and_subtract": "reduction(+, s)",
    "add_in_one_branch_subtract_in_the_other": "reduction(+, s)",
    "add_three_terms": "reduction(+, s)",
    "parameter_as_sum": "reduction(+, s)",
    "sum_of_counters": "reduction(+, s)",
    "sum_of_private": "reduction(+, s)",
    "count": "reduction(+, n)",
    "count_with_continue": "reduction(+, n)",
    "dot": "reduction(+, s)",
    "complex_sum": "reduction(+, s)",
    "small_int_wraps": "reduction(+, s)",
    "indirect_sum": "reduction(+, s)",
    "multiply": "reduction(*, p)",
    "multiply_long": "reduction(*, p)",
    "minimum_if": "reduction(min, m)",
    "maximum_if": "reduction(max, m)",
    "maximum_if_turned": "reduction(max, m)",
    "maximum_if_of_private": "reduction(max, m)",
    "minimum_builtin": "reduction(min, m)",
    "maximum_builtin": "reduction(max, m)",
    "maximum_of_new_then_old": "reduction(max, m)",
    "maximum_numpy": "reduction(maximum, m)",
    "minimum_conditional": "reduction(min, m)",
    "minimum_of_three": "reduction(min, m)",
    "bit_and": "reduction(&, b)",
    "bit_or": "reduction(|, b)",
    "bit_xor_long": "reduction(^, b)",
    "flag_all": "reduction(&, ok)",
    "flag_any": "reduction(|, found)",
    "flag_and": "reduction(and, ok)",
    "flag_or": "reduction(or, found)",
    "flag_set": "reduction(or, found) | conflict: PY401/PY404 found",
    "four_at_once": "reduction(+, s)",
    "map_and_sum": "reduction(+, s)",
    "nested": "reduction(+, s)",
    "serial_inside": "reduction(+, s)",
    "triangular_nested": "reduction(+, s)",
    "row_sums_then_total": "reduction(+, s)",
    "maximum_of_row_sums": "reduction(max, m)",
    "pair_distances": "reduction(+, s)",
    "with_private_array": "reduction(+, s)",
    "in_a_while": "reduction(+, s)",
    "with_helper": "reduction(+, s)",
    "downwards": "reduction(+, s)",
    "empty_range": "reduction(+, s)",
    "lives_through_loops": "reduction(+, s)",
    "one_loop_after_the_other": "reduction(+, s)",
    "exception_inside": "reduction(+, s)",
}
CASES = {
    "add": ALL,
    "add_long": ALL,
    "add_reversed": ALL,
    "subtract": ALL,
    "subtract_long": ALL,
    "add_and_subtract": INT_PAIRS,
    "add_in_one_branch_subtract_in_the_other": ALL,
    "add_three_terms": INT_PAIRS,
    "parameter_as_sum": [(x[0], 12) for x in INTS],
    "sum_of_counters": [(n,) for n in (-1, 0, 1, 10, BIG)],
    "sum_of_private": ALL,
    "count": [(x[0], 0.3) for x in ALL],
    "count_with_continue": ALL,
    "dot": [(rng.random(n).astype(np.float32), rng.random(n).astype(np.float32)) for n in (0, 1, 9, BIG)],
    "complex_sum": [(rng.random(n) + 1j * rng.random(n),) for n in (0, 1, 9, BIG)],
    "small_int_wraps": [(rng.integers(-128, 128, n).astype(np.int8),) for n in (0, 1, BIG)],
    "indirect_sum": [(np.round(rng.random(50) * 64) / 64, rng.integers(-50, 50, n)) for n in (0, 1, BIG)],
    "multiply": [(0.5 + rng.random(n),) for n in (0, 1, 100)] + [(1.0 + (rng.random(BIG) - 0.5) * 1e-3,)],
    "multiply_long": [(rng.integers(1, 1000, n) * 2 + 1,) for n in (0, 1, 9, BIG)],
    "minimum_if": FLOATS + [(NAN_FIRST,), (np.concatenate([[0.5], WITH_NAN]),)],
    "maximum_if": FLOATS + [(NAN_FIRST,), (np.concatenate([[0.5], WITH_NAN]),)],
    "maximum_if_turned": INTS,
    "maximum_if_of_private": ALL + [(WITH_NAN,)],
    "minimum_builtin": FLOATS + [(NAN_FIRST,), (np.concatenate([[0.5], WITH_NAN]),)],
    "maximum_builtin": INTS,
    "maximum_of_new_then_old": FLOATS + [(WITH_NAN,)],
    "maximum_numpy": FLOATS + [(WITH_NAN,)],
    "minimum_conditional": FLOATS,
    "minimum_of_three": [(rng.random(n), rng.random(n)) for n in SIZES],
    "bit_and": [(rng.integers(0, 256, n).astype(np.uint8) | np.uint8(0x41),) for n in (0, 1, 9, BIG)],
    "bit_or": INTS,
    "bit_xor_long": INTS,
    "flag_all": [(x[0],) for x in ALL] + [(np.where(np.arange(BIG) == k, 0.0, 1.0),) for k in (0, 40000, BIG - 1)],
    "flag_any": [(x[0] * 0.9,) for x in ALL] + [(np.where(np.arange(BIG) == k, 1.0, 0.0),) for k in (0, 40000, BIG - 1)],
    "flag_and": [(x[0],) for x in ALL] + [(np.where(np.arange(BIG) == k, 0.0, 1.0),) for k in (0, 40000, BIG - 1)],
    "flag_or": [(x[0] * 0.9,) for x in ALL] + [(np.where(np.arange(BIG) == k, 1.0, 0.0),) for k in (0, 40000, BIG - 1)],
    "flag_set": [(x[0] * 0.9,) for x in ALL] + [(np.where(np.arange(BIG) == k, 1.0, 0.0),) for k in (0, 40000, BIG - 1)],
    "four_at_once": FLOATS,
    "map_and_sum": [(x[0], np.zeros(len(x[0]))) for x in ALL],
    "nested": MATRICES,
    "serial_inside": MATRICES,
    "triangular_nested": [(rng.integers(-99, 99, (n, n)),) for n in (0, 1, 2, 7, 210)],
    "row_sums_then_total": MATRICES,
    "maximum_of_row_sums": MATRICES,
    "pair_distances": [(rng.random((n, 2)),) for n in (0, 1, 2, 150)],
    "with_private_array": [a for a in MATRICES if a[0].shape[1] > 0],
    "in_a_while": [(n,) for n in (0, 1, 20000)],
    "with_helper": ALL,
    "downwards": ALL,
    "empty_range": ALL,
    "lives_through_loops": [(rng.random(n), k) for n, k in ((0, 3), (50, 0), (50, 4), (BIG, 2))],
    "one_loop_after_the_other": [(x[0], np.zeros(len(x[0]))) for x in ALL],
    "exception_inside": [(np.arange(BIG), d) for d in DIVISORS] + [(np.arange(BIG), np.full(BIG, 3))],
}
