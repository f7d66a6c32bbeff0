"""Checks that fail inside loops: what was written before the failing iteration stays written."""
import numpy as np

from pycc import f64, i64


def past_end(x: f64[:], n: int) -> None:
    for i in range(n):
        x[i] = i


def past_end_offset(x: f64[:], y: f64[:]) -> None:
    for i in range(len(y)):
        y[i] = x[i + 1] * 2


def before_start(x: f64[:], n: int) -> None:
    """Negative indices wrap first, and fail when they have gone round."""
    for i in range(n):
        x[-i] = i


def downwards(x: f64[:], start: int) -> None:
    for i in range(start, -20, -1):
        x[i] = i


def strided_failure(x: f64[:], step: int) -> None:
    for i in range(0, 20, step):
        x[i] = 1.0


def second_axis(a: f64[:, :], m: int) -> None:
    for i in range(a.shape[0]):
        for j in range(m):
            a[i, j] = i * 10 + j


def first_axis(a: f64[:, :], n: int) -> None:
    for i in range(n):
        for j in range(a.shape[1]):
            a[i, j] = i * 10 + j


def write_then_fail(x: f64[:], y: f64[:], n: int) -> None:
    """x is written in the failing iteration, y is not."""
    for i in range(n):
        x[i] = 1.0
        y[i] = 2.0


def read_fails_after_write(x: f64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        x[i] = 5.0
        x[i] = y[i] + 1


def triangular_fails(a: f64[:, :], n: int) -> None:
    for i in range(n):
        for j in range(i, 2 * i):
            a[i, j] = 1.0


def sum_index_fails(x: f64[:], n: int, m: int) -> int:
    count = 0
    for i in range(n):
        for j in range(m):
            x[i + j] += 1.0
            count += 1
    return count


def two_factor_fails(x: f64[:], n: int) -> None:
    for i in range(n):
        for j in range(3):
            x[3 * i + j] = i - j


def zero_trips(x: f64[:], n: int) -> int:
    """No iteration, no check, whatever the index."""
    for i in range(n):
        x[1000000 + i] = 0.0
    return n


def guarded_out_of_range(x: f64[:], n: int) -> None:
    for i in range(n):
        if i < len(x):
            x[i] = -1.0


def break_before_failure(x: f64[:], n: int) -> int:
    for i in range(n):
        if i == 4:
            break
        x[i] = 7.0
    return len(x)


def counter_after_failure(x: f64[:], n: int) -> int:
    s = 0
    for i in range(n):
        s += 1
        x[n - 1 - i] = s
    return s


def matmul_mismatch(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = np.float64(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def division_in_the_middle(x: i64[:], d: int) -> int:
    """An error that is not an index, from the middle of a loop."""
    s = 0
    for i in range(len(x)):
        x[i] = 100 // (d - i)
        s += 1
    return s


def first_of_two_errors(x: f64[:], d: int) -> None:
    for i in range(10):
        x[i] = 1 // (d - i)


def row_view_fails(a: f64[:, :], n: int) -> None:
    for i in range(n):
        row = a[i]
        for j in range(len(row)):
            row[j] = i


def large_offset(x: f64[:], offset: int) -> None:
    for i in range(3):
        x[i + offset] = i


def huge_multiplier(x: f64[:], m: int) -> None:
    """The extreme index does not fit 64 bits when multiplied out with the trip count."""
    for i in range(3):
        x[i * m] = i


rng = np.random.default_rng(5)
Z = np.zeros
def below_the_diagonal(a: i64[:, :]) -> int:
    """Inner loops that run keep the outer counter in range: i + 1 is a row whenever there is a j."""
    s = 0
    n = a.shape[0]
    for i in range(n):
        for j in range(i + 1, n):
            s += int(a[i + 1, j])
            for k in range(j + 2, n, 3):
                s += int(a[k, j + 2] + a[i, k - j])
    return s


def above_the_diagonal(a: i64[:, :]) -> int:
    s = 0
    for i in range(a.shape[0] - 1, -3, -1):
        for j in range(i - 1, -1, -1):
            s += int(a[i - 1, j])
    return s


def on_the_diagonal(a: i64[:, :]) -> int:
    """Here they do not."""
    s = 0
    for i in range(a.shape[0]):
        for j in range(i, a.shape[0]):
            s += int(a[i + 1, j])
    return s


CASES = {
    "below_the_diagonal": [(np.arange(n * n).reshape(n, n),) for n in range(8)],
    "above_the_diagonal": [(np.arange(n * n).reshape(n, n),) for n in range(8)],
    "on_the_diagonal": [(np.arange(n * n).reshape(n, n),) for n in range(8)],
    "past_end": [(Z(5), n) for n in (0, 5, 6, 100)],
    "past_end_offset": [(rng.random(n), Z(m)) for n, m in ((6, 5), (5, 5), (0, 0), (1, 3))],
    "before_start": [(Z(4), n) for n in (1, 4, 5, 6, 9)],
    "downwards": [(Z(6), s) for s in (5, 2, 6, 30)],
    "strided_failure": [(Z(n), s) for n in (20, 19, 18, 7) for s in (1, 3, 7)],
    "second_axis": [(Z((3, 4)), m) for m in (4, 5, 0)] + [(Z((0, 4)), 9)],
    "first_axis": [(Z((3, 4)), n) for n in (3, 4, 0)] + [(Z((3, 0)), 9)],
    "write_then_fail": [(Z(a), Z(b), n) for a, b, n in ((5, 5, 5), (5, 3, 5), (3, 5, 5), (4, 4, 5))],
    "read_fails_after_write": [(Z(5), Z(n)) for n in (5, 6, 2, 0)],
    "triangular_fails": [(Z((5, 5)), n) for n in (3, 4, 5, 6)],
    "sum_index_fails": [(Z(8), n, m) for n, m in ((4, 5), (5, 5), (9, 0), (0, 9), (2, 8))],
    "two_factor_fails": [(Z(9), n) for n in (3, 4, 0)] + [(Z(10), 4)],
    "zero_trips": [(Z(3), 0), (Z(3), -5), (Z(0), 0)],
    "guarded_out_of_range": [(Z(3), n) for n in (0, 3, 9)],
    "break_before_failure": [(Z(n), 9) for n in (4, 9, 3)],
    "counter_after_failure": [(Z(5), n) for n in (5, 6)],
    "matmul_mismatch": [(rng.random(a), rng.random(b), Z(c)) for a, b, c in
                        (((3, 4), (4, 2), (3, 2)), ((3, 4), (3, 2), (3, 2)), ((3, 4), (4, 2), (2, 2)),
                         ((3, 4), (4, 2), (3, 1)), ((2, 0), (0, 2), (2, 2)), ((2, 2), (3, 2), (2, 2)))],
    "division_in_the_middle": [(Z(6, int), d) for d in (9, 3, 0, 6)],
    "first_of_two_errors": [(Z(n), d) for n, d in ((5, 3), (3, 5), (5, 5), (10, 11))],
    "row_view_fails": [(Z((3, 2)), n) for n in (3, 4)],
    "large_offset": [(Z(5), o) for o in (0, 2, 3, -3, -5, -6, 2**62, -2**62)],
    "huge_multiplier": [(Z(5), m) for m in (1, 2, 3, -1, -2, 2**61, -2**61)],
}
