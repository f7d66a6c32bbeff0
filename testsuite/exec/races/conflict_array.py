"""Parallel loops that touch one element in two iterations, one of which writes it.

Each is refused: PY402 where both write, PY401 or PY402 where one reads. The code comes first, then what the
message must say: a name, or the element with its bracket where two iterations can be shown.
"""
import numpy as np

from pycc import f64, i64, prange


# ---- one element

def one_element(y: i64[:, :], n: int) -> None:
    for i in prange(n):
        y[0, 1] = i


def first_element(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[0] = x[i]


def element_k(x: f64[:], y: f64[:], k: int) -> None:
    for i in prange(len(x)):
        y[k] = x[i]


def one_element_if(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 0.5:
            y[3] = x[i]


def element_is_no_reduction(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[0] = x[i] - y[0]


def flag_in_an_array(x: f64[:], flag: i64[:]) -> None:
    for i in prange(len(x)):
        if flag[0] == 0 and x[i] > 0.5:
            flag[0] = i + 1


def counter_in_an_array(x: f64[:], out: f64[:], n: i64[:]) -> None:
    """The counter is read: no reduction."""
    for i in prange(len(x)):
        if x[i] > 0.5:
            out[n[0]] = x[i]
            n[0] += 1


def all_read_what_one_writes(x: f64[:]) -> None:
    """x[0] becomes 1 in iteration 0 and is needed by the others."""
    for i in prange(len(x)):
        x[i] = x[i] / x[0]


def all_read_the_last(x: f64[:]) -> None:
    n = len(x)
    for i in prange(n):
        x[i] = x[i] - x[n - 1]


def all_read_all(x: f64[:]) -> None:
    for i in prange(len(x)):
        s = 0.0
        for j in range(len(x)):
            s += x[j]
        x[i] = x[i] / s


# ---- shifted by one

def shifted_up(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        y[i + 1] = y[i]


def shifted_down(y: f64[:]) -> None:
    """In order this copies what was there; out of order it does not."""
    for i in prange(len(y) - 1):
        y[i] = y[i + 1]


def shifted_by_constant(y: f64[:]) -> None:
    for i in prange(10):
        y[i + 7] = y[i]


def neighbours(y: i64[:]) -> None:
    for i in prange(len(y) - 1):
        y[i] = i
        y[i + 1] = -i


def swaps_neighbours(x: f64[:]) -> None:
    for i in prange(len(x) - 1):
        if x[i] > x[i + 1]:
            t = x[i]
            x[i] = x[i + 1]
            x[i + 1] = t


def cumulative(x: f64[:], y: f64[:]) -> None:
    for i in prange(1, len(x)):
        y[i] = y[i - 1] + x[i]


def downwards_shift(y: f64[:]) -> None:
    for i in prange(len(y) - 1, 0, -1):
        y[i - 1] = y[i] * 0.5


def unrolled_too_far(y: i64[:]) -> None:
    for i in prange(0, len(y) - 2, 2):
        y[i] = i
        y[i + 1] = i
        y[i + 2] = i


def steps_and_one_element(y: i64[:]) -> None:
    """All write y[3], but none through i + 1."""
    for i in prange(0, 9, 3):
        y[i + 1] = i
        y[3] = i


def gauss_seidel(x: f64[:]) -> None:
    for i in prange(1, len(x) - 1):
        x[i] = 0.5 * (x[i - 1] + x[i + 1])


def gauss_seidel_2d(a: f64[:, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            a[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def inner_loop_shifts(a: f64[:, :]) -> None:
    """The outer loop alone would do."""
    for i in prange(a.shape[0]):
        for j in prange(1, a.shape[1]):
            a[i, j] = a[i, j - 1] + 1.0


def rows_from_rows(a: f64[:, :]) -> None:
    for i in prange(a.shape[0] - 1):
        row = a[i]
        below = a[i + 1]
        for j in range(len(row)):
            below[j] = row[j]


def brackets_from_brackets(a: f64[:, :]) -> None:
    for i in prange(1, a.shape[0]):
        for j in range(a.shape[1]):
            a[i][j] = a[i - 1][j]


def life_in_place(a: i64[:, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            n = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]
            a[i, j] = 1 if n == 2 else 0


def pascal(a: i64[:]) -> None:
    for i in prange(len(a) - 1, 0, -1):
        a[i] = a[i] + a[i - 1]


# ---- many iterations to one element

def halved_index(y: i64[:], n: int) -> None:
    for i in prange(n):
        y[i // 2] = i


def index_modulo(y: i64[:], n: int) -> None:
    for i in prange(n):
        y[i % 4] = i


def index_masked(y: i64[:], n: int) -> None:
    for i in prange(n):
        y[i & 3] = i


def absolute_index(y: i64[:], n: int) -> None:
    for i in prange(-n, n):
        y[abs(i)] = i


def squared_distance(y: i64[:], n: int) -> None:
    for i in prange(n):
        y[(i - 2) * (i - 2)] = i


def two_and_three(y: i64[:], n: int) -> None:
    for i in prange(n):
        y[2 * i] = i
        y[3 * i] = -i


def doubles_from_singles(y: f64[:], n: int) -> None:
    for i in prange(n):
        y[2 * i] = y[i] + 1.0


def sum_of_counters(y: i64[:], n: int) -> None:
    for i in prange(n):
        for j in prange(n):
            y[i + j] = i - j


def inner_counter_only(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            y[j] = a[i, j]


def blocks_too_wide(y: i64[:], n: int) -> None:
    for b in prange(n):
        for k in range(5):
            y[b * 4 + k] = b


def triangle_of_the_inner(y: i64[:], n: int) -> None:
    for i in prange(n):
        for j in prange(i):
            y[j] = i


def scatter_through_a_reshaped(y: f64[:, :], idx: i64[:]) -> None:
    """What reshape gives may be a copy, whose elements cannot be looked at before."""
    for i in prange(len(idx)):
        flat = y.reshape(-1)
        flat[idx[i]] = 1.0 * i


def while_on_the_next(y: i64[:]) -> None:
    for i in prange(len(y) - 1):
        while y[i + 1] > y[i]:
            y[i] += 1


def sieve(y: i64[:]) -> None:
    for i in prange(2, len(y)):
        k = 2 * i
        while k < len(y):
            y[k] = i
            k += i


# ---- mirrored and transposed

def palindrome(x: f64[:], y: f64[:]) -> None:
    """Half of the range would do."""
    n = len(y)
    for i in prange(n):
        y[i] = x[i]
        y[n - 1 - i] = x[i]


def reads_mirrored(y: f64[:]) -> None:
    n = len(y)
    for i in prange(n):
        y[i] = y[n - 1 - i] + 1.0


def reversed_view(x: f64[:]) -> None:
    r = x[::-1]
    for i in prange(len(x)):
        r[i] = x[i] + 1.0


def transposed_onto_itself(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[0]):
            a[j, i] = a[i, j]


def through_a_transposed_view(a: f64[:, :]) -> None:
    t = a.T
    for i in prange(a.shape[0]):
        for j in range(a.shape[0]):
            t[i, j] = a[i, j] + 1.0


def both_halves_by_all(x: f64[:], a: f64[:, :]) -> None:
    """i, j and j, i are visited twice."""
    for i in prange(len(x)):
        for j in range(len(x)):
            a[i, j] = x[i]
            a[j, i] = -x[j]


def reads_the_diagonal(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[0]):
            s += a[j, j]
        a[i, i] = s


# ---- linear algebra

def forward_substitution(l: f64[:, :], x: f64[:]) -> None:
    for i in prange(len(x)):
        for j in range(i):
            x[i] -= l[i, j] * x[j]


def multiply_in_place(a: f64[:, :], x: f64[:]) -> None:
    for i in prange(len(x)):
        s = 0.0
        for j in range(len(x)):
            s += a[i, j] * x[j]
        x[i] = s


def floyd_warshall(d: f64[:, :]) -> None:
    """Row k is written by iteration k and read by all."""
    n = d.shape[0]
    for k in range(n):
        for i in prange(n):
            for j in range(n):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


def elimination_from_the_pivot_row(a: f64[:, :], k: int) -> None:
    """Starting at k + 1 it would be independent."""
    for i in prange(k, a.shape[0]):
        for j in range(k + 1, a.shape[1]):
            a[i, j] -= a[i, k] * a[k, j]


# ---- shared temporaries, views, functions

def shared_temporary(a: f64[:, :], out: f64[:]) -> None:
    tmp = np.zeros(a.shape[1])
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            tmp[j] = a[i, j] * 2.0
        s = 0.0
        for j in range(a.shape[1]):
            s += tmp[j]
        out[i] = s


def one_row_view(a: f64[:, :], x: f64[:]) -> None:
    row = a[1]
    for i in prange(len(x)):
        for j in range(len(row)):
            row[j] = x[i]


def one_row_view_taken_inside(a: f64[:, :], x: f64[:]) -> None:
    for i in prange(len(x)):
        row = a[1]
        row[2] = x[i]


def overlapping_slices(x: f64[:]) -> None:
    lo = x[:-1]
    hi = x[1:]
    for i in prange(len(hi)):
        hi[i] = lo[i] + 1.0


def another_name(x: f64[:]) -> None:
    u = x
    for i in prange(len(x) - 1):
        u[i + 1] = x[i] * 2.0


def set_first(y, v):
    y[0] = v


def helper_writes_one_element(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        set_first(y, x[i])


def set_all(y, v):
    for j in range(len(y)):
        y[j] = v


def helper_writes_all(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        set_all(y, x[i])


def set_next(y, i):
    y[i + 1] = y[i] + 1.0


def helper_writes_the_next(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        set_next(y, i)


def closure_writes_one_element(x: f64[:], y: f64[:]) -> None:
    def keep(v):
        y[1] = v
    for i in prange(len(x)):
        keep(x[i])


VERDICTS = {
    "one_element": "conflict: PY402 both write y[0, 1]",
    "first_element": "conflict: PY402 both write y[0]",
    "element_k": "conflict: PY402 both write y[",
    "one_element_if": "conflict: PY402 both write y[3]",
    "element_is_no_reduction": "conflict: PY401/PY402 y[0]",
    "flag_in_an_array": "conflict: PY401/PY402 flag[0]",
    "counter_in_an_array": "conflict: PY401/PY402 n[0] | conflict: PY402 out",
    "all_read_what_one_writes": "conflict: PY401/PY402 x[0]",
    "all_read_the_last": "conflict: PY401/PY402 x",
    "all_read_all": "conflict: PY401/PY402 x",
    "shifted_up": "conflict: PY401/PY402 y[",
    "shifted_down": "conflict: PY401/PY402 y[",
    "shifted_by_constant": "conflict: PY401/PY402 y[",
    "neighbours": "conflict: PY402 both write y[",
    "swaps_neighbours": "conflict: PY401/PY402 x[",
    "cumulative": "conflict: PY401/PY402 y[",
    "downwards_shift": "conflict: PY401/PY402 y[",
    "unrolled_too_far": "conflict: PY402 both write y[",
    "steps_and_one_element": "conflict: PY402 both write y[3]",
    "gauss_seidel": "conflict: PY401/PY402 x[",
    "gauss_seidel_2d": "conflict: PY401/PY402 a[",
    "inner_loop_shifts": "conflict: PY401/PY402 a[",
    "rows_from_rows": "conflict: PY401/PY402 a[",
    "brackets_from_brackets": "conflict: PY401/PY402 a[",
    "life_in_place": "conflict: PY401/PY402 a[",
    "pascal": "conflict: PY401/PY402 a[",
    "halved_index": "conflict: PY402 y | checked",
    "index_modulo": "conflict: PY402 y | checked",
    "index_masked": "conflict: PY402 y | checked",
    "absolute_index": "conflict: PY402 y | checked",
    "squared_distance": "conflict: PY402 y | checked",
    "two_and_three": "conflict: PY402 both write y[",
    "doubles_from_singles": "conflict: PY401/PY402 y[",
    "sum_of_counters": "conflict: PY402 both write y[",
    "inner_counter_only": "conflict: PY402 both write y[",
    "blocks_too_wide": "conflict: PY402 both write y[",
    "triangle_of_the_inner": "conflict: PY402 both write y[",
    "scatter_through_a_reshaped": "conflict: PY402 y",
    "while_on_the_next": "conflict: PY401/PY402 y[",
    "sieve": "conflict: PY402 y | checked",
    "palindrome": "conflict: PY402 y | checked",
    "reads_mirrored": "conflict: PY401/PY402 y | checked",
    "reversed_view": "conflict: PY401/PY402 x | guarded: x r",
    "transposed_onto_itself": "conflict: PY401/PY402 a[",
    "through_a_transposed_view": "conflict: PY401/PY402 a[ | guarded: a t",
    "both_halves_by_all": "conflict: PY402 both write a[",
    "reads_the_diagonal": "conflict: PY401/PY402 a[",
    "forward_substitution": "conflict: PY401/PY402 x[",
    "multiply_in_place": "conflict: PY401/PY402 x[",
    "floyd_warshall": "conflict: PY401/PY402 d[",
    "elimination_from_the_pivot_row": "conflict: PY401/PY402 a[",
    "shared_temporary": "conflict: PY402 both write tmp[",
    "one_row_view": "conflict: PY402 both write",
    "one_row_view_taken_inside": "conflict: PY402 both write",
    "overlapping_slices": "conflict: PY401/PY402 | guarded: hi lo",
    "another_name": "conflict: PY401/PY402 | guarded: x u",
    "helper_writes_one_element": "conflict: PY402 y",
    "helper_writes_all": "conflict: PY402 y",
    "helper_writes_the_next": "conflict: PY401/PY402 y",
    "closure_writes_one_element": "conflict: PY402 y",
}

rng = np.random.default_rng(34)
N = 40
X = rng.random(N)
A = rng.random((12, 12))
LONG = rng.random(90000)  # where it may be accepted and run
Z = np.zeros
CASES = {
    "one_element": (Z((2, 3), int), N),
    "first_element": (X, Z(3)),
    "element_k": (X, Z(3), 2),
    "one_element_if": (X + 0.5, Z(5)),
    "element_is_no_reduction": (X, Z(3)),
    "flag_in_an_array": (X, Z(1, int)),
    "counter_in_an_array": (X + 0.5, Z(N), Z(1, int)),
    "all_read_what_one_writes": (X,),
    "all_read_the_last": (X,),
    "all_read_all": (X,),
    "shifted_up": (X,),
    "shifted_down": (X,),
    "shifted_by_constant": (X,),
    "neighbours": (Z(N, int),),
    "swaps_neighbours": (X,),
    "cumulative": (X, Z(N)),
    "downwards_shift": (X,),
    "unrolled_too_far": (Z(N, int),),
    "steps_and_one_element": (Z(N, int),),
    "gauss_seidel": (X,),
    "gauss_seidel_2d": (A,),
    "inner_loop_shifts": (A,),
    "rows_from_rows": (A,),
    "brackets_from_brackets": (A,),
    "life_in_place": ((A > 0.5).astype(int),),
    "pascal": (np.arange(N),),
    "halved_index": (Z(N, int), N),
    "index_modulo": (Z(4, int), N),
    "index_masked": (Z(4, int), N),
    "absolute_index": (Z(N + 1, int), N),
    "squared_distance": (Z(N * N, int), N),
    "two_and_three": (Z(3 * N, int), N),
    "doubles_from_singles": (rng.random(2 * N), N),
    "sum_of_counters": (Z(2 * N, int), N),
    "inner_counter_only": (A, Z(12)),
    "blocks_too_wide": (Z(4 * N + 1, int), N),
    "triangle_of_the_inner": (Z(N, int), N),
    "scatter_through_a_reshaped": (Z((50, 20)), np.arange(1000) // 2),
    "while_on_the_next": (np.arange(500),),
    "sieve": (Z(N, int),),
    "palindrome": (X, Z(N)),
    "reads_mirrored": (X,),
    "reversed_view": (LONG,),
    "transposed_onto_itself": (A,),
    "through_a_transposed_view": (LONG.reshape(300, 300),),
    "both_halves_by_all": (X[:12], A),
    "reads_the_diagonal": (A,),
    "forward_substitution": (A, X[:12]),
    "multiply_in_place": (A, X[:12]),
    "floyd_warshall": (A,),
    "elimination_from_the_pivot_row": (A, 1),
    "shared_temporary": (A, Z(12)),
    "one_row_view": (A, X[:12]),
    "one_row_view_taken_inside": (A, X[:12]),
    "overlapping_slices": (LONG,),
    "another_name": (LONG,),
    "helper_writes_one_element": (X, Z(3)),
    "helper_writes_all": (X, Z(3)),
    "helper_writes_the_next": (X,),
    "closure_writes_one_element": (X, Z(3)),
}
