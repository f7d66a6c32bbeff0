"""Parallel loops with conditions and indices of %, // and bits in which two iterations do collide.

The message names the first two that get through their conditions: the test replays them.
"""
import numpy as np

from pycc import f64, i64, prange


def even_from_even(y: f64[:]) -> None:
    for i in prange(len(y) - 2):
        if i % 2 == 0:
            y[i] = y[i + 2]


def odd_to_the_next_odd(y: f64[:]) -> None:
    for i in prange(len(y) - 2):
        if i & 1:
            y[i + 2] = y[i]


def two_of_three(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        if i % 3 != 1:
            y[i] = y[i + 1]


def every_fourth_writes_one(y: f64[:]) -> None:
    for i in prange(len(y)):
        if i % 4 == 3:
            y[0] = i


def every_twentieth_writes_one(y: f64[:]) -> None:
    for i in prange(len(y)):
        if i % 20 == 7:
            y[0] = i


def not_the_first(y: f64[:]) -> None:
    for i in prange(len(y)):
        if i > 2:
            y[1] = i


def after_a_guard(y: f64[:]) -> None:
    for i in prange(len(y)):
        if i < 5 or i % 2 == 0:
            continue
        y[2] = i


def halves_of_all(y: f64[:]) -> None:
    for i in prange(len(y)):
        y[i // 2] = i


def remainder(y: f64[:]) -> None:
    for i in prange(len(y)):
        y[i % 5] = i


def low_bits(y: f64[:]) -> None:
    for i in prange(len(y)):
        y[i & 3] = i


def both_remainders(y: f64[:, :], n: int) -> None:
    """3 and 6 share a factor: 0 and 6 meet."""
    for i in prange(n):
        y[i % 3, i % 6] = i


def flipped_bit(y: f64[:]) -> None:
    for i in prange(len(y) // 8 * 8):
        y[i] = y[i ^ 4]


def wrong_bit(y: f64[:]) -> None:
    for i in prange(len(y) // 8 * 8):
        if i & 2 == 0:
            y[i] = y[i ^ 4]


def red_reads_red(u: f64[:, :]) -> None:
    for i in prange(1, u.shape[0] - 1):
        for j in range(1, u.shape[1] - 1):
            if (i + j) % 2 == 0:
                u[i, j] = u[i - 1, j - 1] + u[i + 1, j]


def steps_of_the_same_colour(u: f64[:, :]) -> None:
    for i in prange(1, u.shape[0] - 1):
        for j in range(1 + i % 2, u.shape[1] - 1, 2):
            u[i, j] = u[i - 1, j + 1]


def even_rows_and_the_row_after(u: f64[:, :]) -> None:
    for i in prange(2, u.shape[0] - 2):
        if i % 2 == 0:
            for j in range(u.shape[1]):
                u[i, j] = u[i - 2, j]


def one_is_not_conditional(y: f64[:], z: f64[:], k: int) -> None:
    """The first write is kept apart by its condition, the second is the same element without it."""
    for i in prange(len(z)):
        if i < k:
            y[i] = 1.0
        y[i] = 2.0
        z[i] = y[i + k]


def written_in_a_longer_loop(y: f64[:], z: f64[:]) -> None:
    """y[i] of the inner loop is written only when that runs, the other one always."""
    n = len(z)
    for i in prange(n):
        for j in range(2 * i, n):
            y[i] = j
        y[i] = 2.0
        z[i] = y[n - 1 - i]


def two_kinds_of_update(out: f64[:], v: f64[:]) -> None:
    for i in prange(len(v)):
        out[0] += v[i]
        out[0] = max(out[0], v[i])


def update_of_any_element(out: f64[:], v: f64[:], k: int) -> None:
    for i in prange(len(v)):
        out[0] += v[i]
        out[k] = max(out[k], v[i])


def update_read_by_the_other(out: f64[:], v: f64[:]) -> None:
    for i in prange(len(v)):
        out[0] += v[i]
        out[1] = max(out[1], out[0])


rng = np.random.default_rng(12)
X = rng.random(60)


def Z(shape, dtype=float):
    return np.zeros(shape, dtype)


VERDICTS = {
    "even_from_even": "conflict: PY401 iteration i=2 writes y[2], which iteration i=0 reads",
    "odd_to_the_next_odd": "conflict: PY401 iteration i=1 writes y[3], which iteration i=3 reads",
    "two_of_three": "conflict: PY401 iteration i=3 writes y[3], which iteration i=2 reads",
    "every_fourth_writes_one": "conflict: PY402 iterations i=3 and i=7 both write y[0]",
    "every_twentieth_writes_one": "conflict: PY402 iterations i=7 and i=27 both write y[0]",
    "not_the_first": "conflict: PY402 iterations i=3 and i=4 both write y[1]",
    "after_a_guard": "conflict: PY402 iterations i=5 and i=7 both write y[2]",
    "halves_of_all": "conflict: PY402 iterations i=0 and i=1 both write y[0]",
    "remainder": "conflict: PY402 iterations i=0 and i=5 both write y[0]",
    "low_bits": "conflict: PY402 iterations i=0 and i=4 both write y[0]",
    "both_remainders": "conflict: PY402 iterations i=0 and i=6 both write y[0, 0]",
    "flipped_bit": "conflict: PY401 y[",
    "wrong_bit": "conflict: PY401 y[",
    "red_reads_red": "conflict: PY401 u[",
    "steps_of_the_same_colour": "conflict: PY401 u[",
    "even_rows_and_the_row_after": "conflict: PY401 u[",
    "one_is_not_conditional": "checked | conflict: PY401 y[",
    "written_in_a_longer_loop": "checked | conflict: PY401 y[",
    "two_kinds_of_update": "conflict: PY401/PY402 out[0]",
    "update_read_by_the_other": "conflict: PY401/PY402 out[0]",
    "update_of_any_element": "conflict: PY401/PY402 out[0]",
}

CASES = {
    **{name: (X,) for name in (
        "even_from_even", "odd_to_the_next_odd", "two_of_three", "every_fourth_writes_one", "every_twentieth_writes_one",
        "not_the_first", "after_a_guard", "halves_of_all", "remainder", "low_bits", "flipped_bit", "wrong_bit")},
    "both_remainders": (Z((3, 6)), 30),
    **{name: (rng.random((9, 12)),) for name in ("red_reads_red", "steps_of_the_same_colour", "even_rows_and_the_row_after")},
    "one_is_not_conditional": (rng.random(40), Z(30), 7),
    "written_in_a_longer_loop": (rng.random(40), Z(30)),
    "two_kinds_of_update": (Z(2), X),
    "update_read_by_the_other": (Z(2), X),
    "update_of_any_element": (Z(2), X, 1),
}
