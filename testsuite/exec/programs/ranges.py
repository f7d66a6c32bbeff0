"""range with every combination of signs, its variable after the loop, xrange."""
import numpy as np

from pycc import f64, i64, i32, prange, xrange


def stop_only(n: int) -> int:
    s = 0
    for i in range(n):
        s = s * 3 % 10007 + i
    return s


def start_stop(a: int, b: int) -> int:
    s = 0
    for i in range(a, b):
        s = s * 3 % 10007 + i
    return s


def start_stop_step(a: int, b: int, c: int) -> int:
    s = 0
    for i in range(a, b, c):
        s = s * 3 % 10007 + i
    return s


def step_two(n: int) -> int:
    s = 0
    for i in range(1, n, 2):
        s += i
    return s


def step_minus_one(n: int) -> int:
    s = 0
    for i in range(n - 1, -1, -1):
        s = s * 7 % 1009 + i
    return s


def step_minus_three(a: int, b: int) -> int:
    s = 0
    for i in range(a, b, -3):
        s = s * 7 % 1009 + i
    return s


def step_zero(x: f64[:], n: int) -> None:
    for i in range(0, n, 0):
        x[i] = 1.0


def step_zero_parallel(x: f64[:], n: int) -> None:
    for i in prange(0, n, 0):
        x[i] = 1.0


def step_zero_outer(x: f64[:, :], n: int) -> None:
    for i in prange(0, n, 0):
        for j in prange(0, n):
            x[i, j] = 1.0


def step_zero_inner(x: f64[:, :], n: int) -> None:
    for i in prange(0, n):
        for j in prange(0, n, 0):
            x[i, j] = 1.0


def step_zero_both(x: f64[:, :], n: int) -> None:
    for i in prange(0, n, 0):
        for j in prange(0, n, 0):
            x[i, j] = 1.0


def step_zero_sum(x: f64[:, :], n: int) -> float:
    s = 0.0
    for i in prange(0, n):
        for j in range(n, 0, 0):
            for k in prange(n, 0, 0):
                s += x[i, j] * k
    return s


def variable_after(n: int) -> int:
    i = -100
    for i in range(n):
        pass
    return i


def variable_after_break(n: int, stop: int) -> int:
    i = -1
    for i in range(n):
        if i >= stop:
            break
    return i


def variable_after_step(a: int, b: int, c: int) -> int:
    i = 12345
    for i in range(a, b, c):
        pass
    return i


def variable_reassigned(n: int) -> int:
    """Assigning the loop variable does not change the trips."""
    s = 0
    for i in range(n):
        s += i
        i = i * 10
        s += i
    return s


def variable_augmented(n: int) -> int:
    s = 0
    for i in range(n):
        i += 5
        s += i
        i -= 2
        s ^= i
    return s


def bounds_once(n: int) -> int:
    """The bounds are evaluated before the loop; n may change inside."""
    count = 0
    for i in range(n):
        n += 3
        count += 1
    return count * 1000 + n


def same_name_nested(n: int) -> int:
    s = 0
    for i in range(n):
        for i in range(3):
            s += i
        s += 10 * i
    return s


def unsigned_bound(x: i32[:]) -> int:
    s = 0
    for i in range(x[0], x[1], x[2]):
        s = s * 5 % 997 + i
    return s


def old_style(n: int) -> int:
    s = 0
    for i in xrange(2, n):
        s += i
    return s


def triangle(n: int) -> int:
    s = 0
    for i in range(n):
        for j in range(i, -1, -1):
            for k in range(j, i):
                s += k - j
    return s


def huge_step(n: int) -> int:
    s = 0
    for i in range(0, n, 2**40):
        s ^= i
    for i in range(n, 0, -2**62):
        s ^= i
    return s


def extremes() -> int:
    """Near the ends of 64 bits the counter must not wrap around."""
    s = 0
    for i in range(2**63 - 3, 2**63 - 1, 5):
        s += 1
    for i in range(-2**63 + 2, -2**63, -7):
        s += 10
    for i in range(2**63 - 10, 2**63 - 1, 4):
        s += 100
    return s


def from_expression(x: f64[:, :]) -> int:
    s = 0
    for i in range(x.shape[0] * 2, x.shape[1] + 10):
        s += i
    return s


def float_of_counter(n: int) -> float:
    s = 0.0
    for i in range(1, n + 1):
        s += 1.0 / i
    return s


def bool_bound(a: int, b: int) -> int:
    s = 0
    for i in range((a > b) * 3):
        s += 1
    return s


SIGNS = [(a, b, c) for a in (0, 5, -4) for b in (0, 7, -9) for c in (1, 2, -1, -3, 100, -100)]
COUNTS = [(n,) for n in (-5, 0, 1, 2, 9, 30)]
CASES = {
    "stop_only": COUNTS,
    "start_stop": [(0, 5), (5, 0), (-3, 4), (3, 3), (-7, -2)],
    "start_stop_step": SIGNS + [(0, 5, 0), (0, 0, 0)],
    "step_two": COUNTS,
    "step_zero": [(np.zeros(3), n) for n in (0, 3)],
    "step_zero_parallel": [(np.zeros(3), n) for n in (0, 3)],
    **{f"step_zero_{where}": [(np.zeros((3, 3)), n) for n in (0, 3)] for where in ("outer", "inner", "both", "sum")},
    "step_minus_one": COUNTS,
    "step_minus_three": [(10, 0), (0, 10), (9, -1), (9, 0), (-1, -20)],
    "variable_after": COUNTS,
    "variable_after_break": [(5, 3), (5, 9), (0, 0), (1, 0)],
    "variable_after_step": SIGNS,
    "variable_reassigned": COUNTS,
    "variable_augmented": COUNTS,
    "bounds_once": COUNTS,
    "same_name_nested": COUNTS,
    "unsigned_bound": [(np.array(v, np.int32),) for v in ((0, 9, 2), (9, 0, -4), (3, 3, 1), (0, 1, 0))],
    "old_style": COUNTS,
    "triangle": COUNTS,
    "huge_step": [(0,), (2**42,), (2**62 + 1,)],
    "extremes": [()],
    "from_expression": [(np.zeros((a, b)),) for a, b in ((2, 3), (0, 0), (9, 1))],
    "float_of_counter": COUNTS,
    "bool_bound": [(1, 0), (0, 1)],
}
