"""Parallel loops whose iterations have nothing in common; refusing one of them is a false alarm."""
import math

import numpy as np

from pycc import bool_, c128, f32, f64, i32, i64, prange, u8


# ---- one array, one element each

def elementwise(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = 2.0 * x[i] + 1.0


def in_place(x: f64[:]) -> None:
    for i in prange(len(x)):
        x[i] = x[i] * x[i]


def swap_arrays(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        t = x[i]
        x[i] = y[i]
        y[i] = t


def flow_inside_an_iteration(x: f64[:], y: f64[:], z: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = x[i] * 3.0
        z[i] = y[i] - x[i]


def written_twice_by_one_iteration(y: i64[:]) -> None:
    for i in prange(len(y)):
        y[i] = i
        y[i] = y[i] * 2


def offset_start(x: f64[:], y: f64[:], k: int) -> None:
    for i in prange(k, len(x)):
        y[i - k] = x[i]


def any_step(y: i64[:], k: int) -> None:
    for i in prange(0, len(y), k):
        y[i] = i


def downwards(y: i64[:]) -> None:
    for i in prange(len(y) - 1, -1, -1):
        y[i] = i * 3


def downwards_by_two(y: i64[:]) -> None:
    for i in prange(len(y) - 1, 0, -2):
        y[i] = i


def mirrored(x: f64[:], y: f64[:]) -> None:
    n = len(x)
    for i in prange(n):
        y[n - 1 - i] = x[i]


def from_the_end(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[-1 - i] = x[i]


def negative_wraps(x: f64[:], y: f64[:], n: int) -> None:
    """y[0], y[-1], y[-2]: indices below 0 are found when called, and then in order."""
    for i in prange(n):
        y[-i] = x[i % len(x)]


def reverse_in_place(x: f64[:]) -> None:
    """Pairs meet at n // 2, never across it."""
    n = len(x)
    for i in prange(n // 2):
        t = x[i]
        x[i] = x[n - 1 - i]
        x[n - 1 - i] = t


def reads_element_below(x: f64[:]) -> None:
    """x[0] is read by all and written by none."""
    for i in prange(1, len(x)):
        x[i] = x[i] / (x[0] + 1.0)


def gather(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    for i in prange(len(idx)):
        y[i] += x[idx[i]]


def index_in_a_variable(y: i64[:]) -> None:
    for i in prange(len(y) // 2):
        k = 2 * i
        y[k + 1] = k


def other_types(a: u8[:], b: bool_[:], c: c128[:], d: f32[:]) -> None:
    for i in prange(len(a)):
        b[i] = a[i] > 100
        c[i] = c[i] * 1j
        d[i] = d[i] + np.float32(0.5)
        a[i] = a[i] ^ 255


# ---- strided, interleaved, shifted far enough

def even_and_odd(y: i64[:]) -> None:
    for i in prange(len(y) // 2):
        y[2 * i] = i
        y[2 * i + 1] = -i


def interleaved_by_three(y: i64[:], n: int) -> None:
    for i in prange(n):
        y[3 * i] = i
        y[3 * i + 1] = i * i
        y[3 * i + 2] = y[3 * i] - 1


def unrolled_by_two(x: f64[:], y: f64[:]) -> None:
    for i in prange(0, len(x) - 1, 2):
        y[i] = x[i] + x[i + 1]
        y[i + 1] = x[i] - x[i + 1]


def writes_even_reads_odd(x: f64[:]) -> None:
    for i in prange(1, len(x) // 2):
        x[2 * i] = x[2 * i - 1] + x[2 * i + 1]


def writes_0_reads_2_mod_4(x: f64[:]) -> None:
    for i in prange(len(x) // 4 - 1):
        x[4 * i] = x[4 * i + 2] + x[4 * i + 6]


def reads_between_the_steps(x: f64[:]) -> None:
    """x[5] lies in the range, but no step gets there."""
    for i in prange(0, len(x), 2):
        x[i] = x[5] + i


def half_to_half(x: f64[:], h: int) -> None:
    for i in prange(h):
        x[i + h] = x[i]


def half_to_half_constant(x: f64[:]) -> None:
    for i in prange(50000):
        x[i + 50000] = x[i] * 2.0


def odd_even_sort_step(x: f64[:]) -> None:
    for i in prange(len(x) // 2):
        if x[2 * i] > x[2 * i + 1]:
            t = x[2 * i]
            x[2 * i] = x[2 * i + 1]
            x[2 * i + 1] = t


def butterfly(x: f64[:], blocks: int, h: int) -> None:
    for b in prange(blocks):
        for k in range(h):
            lo = b * 2 * h + k
            t = x[lo + h]
            x[lo + h] = x[lo] - t
            x[lo] = x[lo] + t


# ---- stencils

def jacobi(a: f64[:], b: f64[:]) -> None:
    for i in prange(1, len(a) - 1):
        b[i] = 0.5 * (a[i - 1] + a[i + 1])


def jacobi_2d(a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for i in prange(1, n - 1):
        for j in prange(1, m - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def jacobi_in_time(a: f64[:], b: f64[:], steps: int) -> None:
    for _ in range(steps):
        for i in prange(1, len(a) - 1):
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0
        for i in prange(1, len(a) - 1):
            a[i] = b[i]


def planes_of_time(a: f64[:, :]) -> None:
    for t in range(1, a.shape[0]):
        for i in prange(1, a.shape[1] - 1):
            a[t, i] = a[t - 1, i - 1] + a[t - 1, i] - a[t - 1, i + 1]


def red_black(x: f64[:], steps: int) -> None:
    n = len(x) // 2
    for _ in range(steps):
        for i in prange(1, n):
            x[2 * i] = 0.5 * (x[2 * i - 1] + x[2 * i + 1])
        for i in prange(n - 1):
            x[2 * i + 1] = 0.5 * (x[2 * i] + x[2 * i + 2])


def wavefront(a: f64[:, :]) -> None:
    """Along an anti-diagonal every cell needs the one before only."""
    n = a.shape[0]
    for d in range(2, n):
        for i in prange(1, d):
            a[i, d - i] = a[i - 1, d - i] + a[i, d - i - 1]


def reads_the_other_column(a: f64[:, :]) -> None:
    for i in prange(1, a.shape[0]):
        a[i, 0] = a[i - 1, 1] + a[i, 2]


# ---- two dimensions

def diagonal(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        a[i, i] = i + 1.0


def anti_diagonal(a: f64[:, :]) -> None:
    n = a.shape[0]
    for i in prange(n):
        a[i, n - 1 - i] = i + 1.0


def column(a: f64[:, :], k: int) -> None:
    for i in prange(a.shape[0]):
        a[i, k] = i


def three_columns(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        a[i, 0] = i
        a[i, 1] = a[i, 0] * 2.0
        a[i, 2] = a[i, 1] - a[i, 0]


def row_view(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        row = a[i]
        for j in range(len(row)):
            row[j] = row[j] * i + j


def brackets(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            a[i][j] = a[i][j] + i - j


def transposed_view(a: f64[:, :]) -> None:
    t = a.T
    for i in prange(t.shape[0]):
        for j in range(t.shape[1]):
            t[i, j] = i * 100.0 + j


def column_of_transpose(a: f64[:, :]) -> None:
    for i in prange(a.shape[1]):
        col = a.T[i]
        for j in range(len(col)):
            col[j] = i - j


def one_row_by_columns(a: f64[:, :]) -> None:
    row = a[0]
    for i in prange(len(row)):
        row[i] = i


def histogram_per_row(idx: i64[:, :], h: i64[:, :]) -> None:
    """What is indirect stays in the iteration's own row."""
    for i in prange(idx.shape[0]):
        for j in range(idx.shape[1]):
            h[i, idx[i, j]] += 1


def one_hot(label: i64[:], y: f64[:, :]) -> None:
    for i in prange(len(label)):
        y[i, label[i]] = 1.0


def matmul(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def row_accumulates_in_memory(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        out[i] = 0.0
        for j in range(a.shape[1]):
            out[i] += a[i, j]


def three_nested(a: i32[:, :, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            for k in prange(a.shape[2]):
                a[i, j, k] = i * 100 + j * 10 + k


# ---- flat arrays where only the pair is unique, blocks

def three_coupled_strides(y: f64[:]) -> None:
    for i in prange(0, 13, 7):
        for j in range(0, 5):
            for k in range(0, 46, 5):
                y[13 * i + 10 * j + 14 * k + 29] = y[8 * i + 11 * j + 14 * k + 18] + 1.0


def coupled_by_steps(y: f64[:]) -> None:
    for i in prange(0, 39, 7):
        for j in range(0, 6, 3):
            y[9 * i + 20 * j + 16] = y[2 * i + 16 * j + 10] + 1.0


def coupled_triangle(y: f64[:]) -> None:
    for i in prange(0, 9, 2):
        for j in range(i, 5, 7):
            for k in range(0, 6, 5):
                y[17 * i + 23 * j + 19 * k + 7] = y[22 * i + 18 * j + 24 * k + 26] + 1.0


def flat_pair(y: i64[:], n: int, m: int) -> None:
    for i in prange(n):
        for j in prange(m):
            y[i * m + j] = i - j


def flat_pair_serial_inside(y: i64[:], n: int, m: int) -> None:
    for i in prange(n):
        for j in range(m):
            y[i * m + j] = i * j


def flat_triple(y: i64[:], n: int, m: int, l: int) -> None:
    for i in prange(n):
        for j in prange(m):
            for k in prange(l):
                y[(i * m + j) * l + k] = i + j - k


def blocks_of_16(y: f64[:]) -> None:
    for b in prange(len(y) // 16):
        for k in range(16):
            y[b * 16 + k] = b + 0.5 * k


def blocks(y: f64[:], size: int) -> None:
    for b in prange(len(y) // size):
        for k in range(size):
            y[b * size + k] = b - k


def blocks_by_step(y: f64[:]) -> None:
    n = len(y)
    for start in prange(0, n, 32):
        for k in range(start, min(start + 32, n)):
            y[k] = start + 2.0 * k


def block_views(y: f64[:]) -> None:
    for b in prange(len(y) // 16):
        block = y[b * 16:(b + 1) * 16]
        for k in range(16):
            block[k] = b - k


def tiles(a: f64[:, :]) -> None:
    for p in prange(a.shape[0] // 8):
        for q in prange(a.shape[1] // 8):
            for i in range(8):
                for j in range(8):
                    a[p * 8 + i, q * 8 + j] = p * q + i - j


# ---- triangles

def lower_triangle(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            a[i, j] = i + j


def upper_triangle_nested(a: f64[:, :]) -> None:
    """The inner bound depends on the outer counter."""
    for i in prange(a.shape[0]):
        for j in prange(i, a.shape[1]):
            a[i, j] = i - j


def symmetric_fill(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i):
            a[i, j] = a[j, i]


def transpose_in_place(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i):
            t = a[i, j]
            a[i, j] = a[j, i]
            a[j, i] = t


def symmetric_pairs(x: f64[:], a: f64[:, :]) -> None:
    for i in prange(len(x)):
        for j in range(i, len(x)):
            d = abs(x[i] - x[j])
            a[i, j] = d
            a[j, i] = d


def cholesky(a: f64[:, :]) -> None:
    n = a.shape[0]
    for k in range(n):
        a[k, k] = math.sqrt(a[k, k])
        for i in prange(k + 1, n):
            a[i, k] = a[i, k] / a[k, k]
        for i in prange(k + 1, n):
            for j in range(k + 1, i + 1):
                a[i, j] -= a[i, k] * a[j, k]


def lu(a: f64[:, :]) -> None:
    n = a.shape[0]
    for k in range(n - 1):
        for i in prange(k + 1, n):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


def elimination_by_rows(a: f64[:, :], k: int) -> None:
    for i in prange(k + 1, a.shape[0]):
        row = a[i]
        pivot = a[k]
        f = row[k] / pivot[k]
        for j in range(k, a.shape[1]):
            row[j] = row[j] - f * pivot[j]


# ---- views of one array

def odd_view_to_even_view(x: f64[:]) -> None:
    even = x[::2]
    odd = x[1::2]
    for i in prange(len(odd)):
        even[i] = odd[i] * 2.0


def upper_view_from_lower(x: f64[:], h: int) -> None:
    lo = x[:h]
    hi = x[h:]
    for i in prange(min(len(lo), len(hi))):
        hi[i] = lo[i] + 1.0


# ---- private variables and arrays

def private_chain(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        t = x[i] * 2.0
        u = t + 1.0
        t = t * u
        y[i] = t - u


def private_in_both_branches(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 0.5:
            t = x[i]
        else:
            t = -x[i]
        y[i] = t * t + t


def private_set_before_the_loop_too(x: f64[:], y: f64[:]) -> None:
    t = np.float64(7.0)
    y[0] = t
    for i in prange(len(x)):
        t = x[i] + 1.0
        y[i] = t * t


def private_array(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        work = np.zeros(a.shape[1])
        for j in range(a.shape[1]):
            work[j] = a[i, j] * 2.0
        for j in range(1, a.shape[1]):
            work[j] = work[j] + work[j - 1]
        out[i] = work[a.shape[1] - 1]


def private_array_of_changing_size(out: f64[:]) -> None:
    for i in prange(len(out)):
        work = np.empty(i % 7 + 1)
        for j in range(len(work)):
            work[j] = i + j
        out[i] = work[i % 7]


def private_tuple(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        lo, hi = low_and_high(x[i])
        y[i] = hi - lo


def low_and_high(v):
    return v * 0.5, v * 2.0


# ---- control flow inside

def conditional_write(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 0.5:
            y[i] = math.sqrt(x[i])


def write_in_each_branch(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 0.5:
            y[i] = 1.0
        elif x[i] > 0.2:
            y[i] = x[i]
        else:
            y[i] = 0.0


def continues(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] < 0.5:
            continue
        y[i] = x[i]


def break_of_an_inner_loop(a: f64[:, :], out: i64[:]) -> None:
    for i in prange(a.shape[0]):
        at = -1
        for j in range(a.shape[1]):
            if a[i, j] > 0.9:
                at = j
                break
        out[i] = at


def flag_of_an_inner_loop(a: f64[:, :], out: bool_[:]) -> None:
    for i in prange(a.shape[0]):
        found = False
        j = 0
        while not found and j < a.shape[1]:
            found = bool(a[i, j] > 0.9)
            j += 1
        out[i] = found


def collatz(out: i64[:]) -> None:
    for i in prange(len(out)):
        n = i + 1
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        out[i] = steps


def empty_ranges(y: i64[:]) -> None:
    n = len(y)
    for i in prange(0):
        y[i] = 1
    for i in prange(n, n):
        y[i] = 2
    for i in prange(5, 2):
        y[i] = 3
    for i in prange(2, 5, -1):
        y[i] = 4
    for i in prange(-n):
        y[i] = 5


def exception_inside(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 2.0:
            raise ValueError("too large")
        if x[i] < 0.0:
            raise ArithmeticError("negative")
        y[i] = x[i]


# ---- functions

def fill_row(row, v):
    for j in range(len(row)):
        row[j] = v + j


def helper_writes_a_row(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        fill_row(a[i], i * 1.0)


def put(y, i, v):
    y[i] = v


def helper_writes_an_element(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        put(y, i, x[i] * 2.0)


def closure_writes_an_element(x: f64[:], y: f64[:]) -> None:
    def set_to(k, v):
        y[k] = v
    for i in prange(len(x)):
        set_to(i, x[i] + 1.0)


def helper_fills_private_array(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        work = np.zeros(a.shape[1])
        fill_row(work, a[i, 0])
        out[i] = work[-1] - work[0]


def lambda_inside(x: f64[:], k: float) -> None:
    scale = lambda v: v * k + 1.0
    for i in prange(len(x)):
        x[i] = scale(x[i])


def closure_reads_an_array(x: f64[:], y: f64[:]) -> None:
    def at(i):
        return x[i % len(x)]
    for i in prange(len(y)):
        y[i] = at(i + 1) - at(i)


# ---- several loops

def two_loops_not_merged(x: f64[:], y: f64[:], z: f64[:]) -> None:
    """The second loop reads at n - 1 - i what the first writes at i."""
    n = len(x)
    for i in prange(n):
        y[i] = x[i] * 2.0
    for i in prange(n):
        z[i] = y[n - 1 - i]


def two_loops_write_and_shift(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        x[i] = x[i] + 1.0
    for i in prange(len(x) - 1):
        y[i] = x[i + 1]


def two_loops_read_then_write(x: f64[:], y: f64[:]) -> None:
    """Merged, the second would overwrite what the first has yet to read."""
    for i in prange(1, len(x)):
        y[i] = x[i - 1]
    for i in prange(len(x)):
        x[i] = 0.0


def loop_in_a_while(x: f64[:], limit: float) -> int:
    rounds = 0
    while x[0] < limit:
        for i in prange(len(x)):
            x[i] = x[i] * 2.0 + 1.0
        rounds += 1
    return rounds


# ---- tests of a while, and arrays as indices, beside the index of the iteration

def while_on_its_element(x: i64[:]) -> None:
    for i in prange(len(x)):
        while x[i] > 0:
            x[i] -= 3


def while_moves_on(x: i64[:], y: i64[:]) -> None:
    """Two indices in the test, the second of another view."""
    back = y[::-1]
    for i in prange(len(x)):
        while x[i] > 0 and back[i] < 5:
            x[i] -= 1
            back[i] += 1


def while_on_a_row(a: f64[:, :]) -> None:
    for i in prange(len(a)):
        row = a[i]
        k = 0
        while k < len(row) and row[k] > 0.25:
            row[k] = -row[k]
            k += 1


def columns_by_an_index_array(a: f64[:, :], p: i64[:], b: f64[:]) -> None:
    for i in prange(len(a)):
        a[i, p] = b


def rows_by_an_index_array(a: f64[:, :], p: i64[:]) -> None:
    """p may name a row twice: one iteration writes it twice."""
    for i in prange(a.shape[1]):
        a[p, i] = 1.0 * i


def columns_by_an_index_array_from_the_end(a: f64[:, :], p: i64[:]) -> None:
    for i in prange(len(a)):
        a[-1 - i, p] += a[-1 - i, 0] + 1.0


def planes_by_an_index_array(a: f64[:, :, :], p: i64[:]) -> None:
    for i in prange(1, a.shape[1]):
        a[p, i - 1, :] = 0.5 * i


rng = np.random.default_rng(31)
Z = np.zeros
BIG = 100000  # enough work to run in parallel
SIZES = (0, 1, 9, BIG)
ONE = [(rng.random(n),) for n in SIZES]
INTS = [(Z(n, int),) for n in SIZES]
PAIRS = [(rng.random(n), Z(n)) for n in SIZES]
TRIPLES = [(rng.random(n), Z(n), Z(n)) for n in SIZES]
SHAPES = ((1, 1), (5, 7), (330, 350))
MATRICES = [(rng.random(s),) for s in ((0, 3), (3, 0)) + SHAPES]
SQUARES = [(rng.random((n, n)),) for n in (0, 1, 2, 7, 300)]
MATRIX_PAIRS = [(rng.random(s), Z(s)) for s in ((0, 3),) + SHAPES]
WITH_OUT = [(rng.random(s), Z(s[0])) for s in ((0, 3),) + SHAPES]


def definite(n: int) -> np.ndarray:
    """A matrix that Cholesky and LU like."""
    a = rng.random((n, n))
    return a @ a.T + n * np.eye(n)


def with_error(at: dict) -> np.ndarray:
    """Numbers from 0 to 1 but for these."""
    x = rng.random(BIG)
    for i, v in at.items():
        x[i] = v
    return x


CASES = {
    **{name: [(rng.random(1200),)] for name in ("three_coupled_strides", "coupled_by_steps", "coupled_triangle")},
    "elementwise": PAIRS,
    "in_place": ONE,
    "swap_arrays": [(rng.random(n), rng.random(n)) for n in SIZES],
    "flow_inside_an_iteration": TRIPLES,
    "written_twice_by_one_iteration": INTS,
    "offset_start": [(rng.random(n), Z(n), k) for n, k in ((9, 0), (9, 4), (9, 20), (BIG, 7))],
    "any_step": [(Z(n, int), k) for n, k in ((9, 1), (9, 4), (9, -1), (9, 100), (3 * BIG, 3))],
    "downwards": INTS,
    "downwards_by_two": [(Z(n, int),) for n in (0, 1, 2, 9, 200000)],
    "mirrored": PAIRS,
    "from_the_end": PAIRS + [(rng.random(5), Z(9))],
    "negative_wraps": [(rng.random(n), Z(m), k) for n, m, k in ((9, 9, 9), (9, 20, 5), (BIG, BIG, BIG))],
    "reverse_in_place": ONE + [(rng.random(2 * BIG + 1),)],
    "reads_element_below": ONE,
    "gather": [(rng.random(50), rng.integers(-50, 50, n), rng.random(n)) for n in SIZES],
    "index_in_a_variable": [(Z(n, int),) for n in (0, 1, 2, 9, 200000)],
    "other_types": [(rng.integers(0, 256, n).astype(np.uint8), Z(n, bool), rng.random(n) + 1j, Z(n, np.float32))
                    for n in SIZES],
    "even_and_odd": [(Z(n, int),) for n in (0, 1, 2, 9, 200000)],
    "interleaved_by_three": [(Z(3 * n, int), n) for n in SIZES],
    "unrolled_by_two": PAIRS,
    "writes_even_reads_odd": [(rng.random(2 * n),) for n in SIZES],
    "writes_0_reads_2_mod_4": [(rng.random(4 * n),) for n in (1, 2, 9, BIG)],
    "reads_between_the_steps": [(rng.random(n),) for n in (0, 6, 9, 200000)],
    "half_to_half": [(rng.random(2 * n), n) for n in SIZES],
    "half_to_half_constant": [(rng.random(100000),)],
    "odd_even_sort_step": ONE,
    "butterfly": [(rng.random(2 * b * h), b, h) for b, h in ((1, 1), (3, 4), (1000, 60), (1, 5), (5, 1), (0, 3), (3, 0))],
    "jacobi": PAIRS,
    "jacobi_2d": MATRIX_PAIRS,
    "jacobi_in_time": [(rng.random(n), Z(n), 3) for n in (0, 1, 3, 60000)],
    "planes_of_time": [(rng.random(s),) for s in ((1, 3), (3, 1), (5, 9), (4, 60000))],
    "red_black": [(rng.random(2 * n), 2) for n in (0, 1, 2, 60000)],
    "wavefront": SQUARES,
    "reads_the_other_column": [(rng.random((n, 3)),) for n in SIZES],
    "diagonal": [(Z((n, n)),) for n in (0, 1, 5, 300)],
    "anti_diagonal": [(Z((n, n)),) for n in (0, 1, 5, 300)],
    "column": [(Z(s), k) for s in ((5, 7), (BIG, 3)) for k in (0, -1, 2)],
    "three_columns": [(Z((n, 3)),) for n in SIZES],
    "row_view": MATRICES,
    "brackets": MATRICES,
    "transposed_view": MATRICES,
    "column_of_transpose": MATRICES,
    "one_row_by_columns": [(Z((2, n)),) for n in SIZES],
    "histogram_per_row": [(rng.integers(-5, 5, s), Z((s[0], 5), int)) for s in ((0, 3),) + SHAPES],
    "one_hot": [(rng.integers(0, 3, n), Z((n, 3))) for n in SIZES],
    "matmul": [(rng.random((n, m)), rng.random((m, k)), Z((n, k))) for n, m, k in ((0, 2, 3), (2, 0, 3), (1, 1, 1), (50, 60, 55))],
    "row_accumulates_in_memory": WITH_OUT,
    "three_nested": [(Z(s, np.int32),) for s in ((0, 2, 2), (1, 1, 1), (40, 50, 60))],
    "flat_pair": [(Z(n * m, int), n, m) for n, m in ((0, 3), (3, 0), (1, 1), (5, 7), (330, 350))],
    "flat_pair_serial_inside": [(Z(n * m, int), n, m) for n, m in ((0, 3), (3, 0), (1, 1), (5, 7), (330, 350))],
    "flat_triple": [(Z(n * m * k, int), n, m, k) for n, m, k in ((0, 3, 2), (3, 2, 0), (1, 1, 1), (40, 50, 60))],
    "blocks_of_16": [(Z(n),) for n in (0, 15, 16, 100, BIG)],
    "blocks": [(Z(n), k) for n, k in ((0, 3), (9, 1), (9, 2), (9, 20), (BIG, 50))],
    "blocks_by_step": [(Z(n),) for n in (0, 1, 31, 32, 33, BIG)],
    "block_views": [(Z(n),) for n in (0, 15, 16, 100, BIG)],
    "tiles": [(Z(s),) for s in ((0, 8), (7, 9), (8, 8), (33, 17), (320, 400))],
    "lower_triangle": SQUARES,
    "upper_triangle_nested": SQUARES + MATRICES,
    "symmetric_fill": SQUARES,
    "transpose_in_place": SQUARES,
    "symmetric_pairs": [(rng.random(n), Z((n, n))) for n in (0, 1, 5, 300)],
    "cholesky": [(definite(n),) for n in (0, 1, 4, 60)],
    "lu": [(definite(n),) for n in (0, 1, 4, 150)],
    "elimination_by_rows": [(definite(n), k) for n, k in ((1, 0), (4, 1), (4, 3), (200, 3))],
    "odd_view_to_even_view": ONE + [(rng.random(2 * BIG),)],
    "upper_view_from_lower": [(rng.random(n), h) for n, h in ((0, 0), (9, 4), (9, 0), (9, 20), (200000, 100000))],
    "private_chain": PAIRS,
    "private_in_both_branches": PAIRS,
    "private_set_before_the_loop_too": PAIRS[1:],
    "private_array": WITH_OUT,
    "private_array_of_changing_size": [(Z(n),) for n in (0, 1, 9, 20000)],
    "private_tuple": PAIRS,
    "conditional_write": PAIRS,
    "write_in_each_branch": PAIRS,
    "continues": PAIRS,
    "break_of_an_inner_loop": [(a, o.astype(int)) for a, o in WITH_OUT],
    "flag_of_an_inner_loop": [(a, o.astype(bool)) for a, o in WITH_OUT],
    "collatz": [(Z(n, int),) for n in (0, 1, 10000)],
    "empty_ranges": [(Z(n, int),) for n in (0, 1, 9)],
    "exception_inside": [(with_error(at), Z(BIG)) for at in ({}, {0: 3.0}, {BIG - 1: -1.0}, {700: -1.0, 20000: 3.0}, {20000: -1.0, 700: 3.0})],
    "helper_writes_a_row": MATRICES,
    "helper_writes_an_element": PAIRS,
    "closure_writes_an_element": PAIRS,
    "helper_fills_private_array": WITH_OUT,
    "lambda_inside": [(x, 0.5) for x, in ONE],
    "closure_reads_an_array": PAIRS[1:],
    "two_loops_not_merged": TRIPLES,
    "two_loops_write_and_shift": PAIRS,
    "two_loops_read_then_write": PAIRS,
    "while_on_its_element": [(rng.integers(-5, 9, n),) for n in SIZES],
    "while_moves_on": [(rng.integers(-5, 9, n), rng.integers(-5, 9, n)) for n in SIZES],
    "while_on_a_row": MATRICES,
    "columns_by_an_index_array": [(rng.random(s), rng.integers(-3, 3, 4), rng.random(4)) for s in ((0, 3), (5, 7), (33000, 3))],
    "rows_by_an_index_array": [(rng.random(s), np.array(p)) for s, p in (((3, 0), [0, 2]), ((5, 7), [-1, 1, 4]), ((3, 70000), [2, 0, 2]))],
    "columns_by_an_index_array_from_the_end": [(rng.random(s), np.array([1, 2])) for s in ((0, 3), (5, 7), (33000, 3))],
    "planes_by_an_index_array": [(rng.random(s), np.array([1, 0, 1])) for s in ((2, 0, 3), (2, 1, 1), (2, 30000, 3))],
    "loop_in_a_while": [(rng.random(n), 50.0) for n in (1, 9, 60000)],
}
VERDICTS = {name: "independent" for name in CASES}
