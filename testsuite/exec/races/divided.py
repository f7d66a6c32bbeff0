"""Parallel loops that are independent because of what % and //, bits and steps of their counters say.

Conditions and indices are part of one system of integers: only the iterations that a condition lets through count.
"""
import numpy as np

from pycc import f64, i64, prange


# ---- every other iteration

def even_from_odd(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        if i % 2 == 0:
            y[i] = y[i + 1]


def odd_from_even(y: f64[:]) -> None:
    for i in prange(1, len(y)):
        if i % 2 != 0:
            y[i] += y[i - 1]


def by_the_last_bit(y: f64[:]) -> None:
    for i in prange(1, len(y)):
        if i & 1:
            y[i] = 0.5 * y[i - 1]


def without_the_last_bit(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        if not i & 1:
            y[i] = 0.5 * y[i + 1]


def by_its_half(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        if i == i // 2 * 2:
            y[i] = y[i + 1]


def by_its_shifts(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        if (i >> 1) << 1 == i:
            y[i] = y[i + 1]


def odd_ones_continue(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        if i % 2 == 1:
            continue
        y[i] = y[i + 1]


def parity_has_a_name(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        parity = i % 2
        even = parity == 0
        if even:
            y[i] = y[i + 1]


def both_branches(y: f64[:]) -> None:
    for i in prange(len(y)):
        if i % 2 == 0:
            if i + 1 < len(y):
                y[i] = 2.0 * y[i]
        else:
            y[i] = y[i] + 1.0


def colour_of_the_call(y: f64[:], colour: int) -> None:
    for i in prange(1, len(y) - 1):
        if i % 2 == colour:
            y[i] = 0.5 * (y[i - 1] + y[i + 1])


def colours_in_turn(y: f64[:], turns: int) -> None:
    for t in range(turns):
        for i in prange(1, len(y) - 1):
            if (i + t) % 2 == 0:
                y[i] = 0.5 * (y[i - 1] + y[i + 1])


# ---- other numbers

def third_from_its_neighbours(y: f64[:]) -> None:
    for i in prange(1, len(y) - 1):
        if i % 3 == 1:
            y[i] = y[i - 1] + y[i + 1]


def all_but_the_third(y: f64[:]) -> None:
    for i in prange(len(y)):
        if i % 3 != 0:
            y[i] = y[i - i % 3]


def two_of_four(y: f64[:]) -> None:
    for i in prange(len(y) - 2):
        if i % 4 == 0 or i % 4 == 1:
            y[i] = y[i + 2]


def one_and_not_the_other(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        if i % 2 == 0 and not (i % 3 == 0 and i % 5 == 0):
            y[i] = y[i + 1]


def in_a_chain(y: f64[:]) -> None:
    for i in prange(len(y) - 4):
        if 0 <= i % 8 < 4:
            y[i] = y[i + 4]


def and_an_element(y: f64[:], x: f64[:]) -> None:
    for i in prange(len(x) - 1):
        if i % 2 == 0 and x[i] > 0.5:
            y[i] = y[i + 1]


def negative_divisor(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        if i % -2 == 0:
            y[i] = y[i + 1]


def below_zero(y: f64[:]) -> None:
    n = len(y) // 2
    for i in prange(-n, n - 1):
        if i % 2 == 0:
            y[i + n] = y[i + n + 1]


def backwards(y: f64[:]) -> None:
    for i in prange(len(y) - 2, -1, -1):
        if i % 2 == 0:
            y[i] = y[i + 1]


# ---- one call, one answer

def one_of_two_directions(y: f64[:], up: bool) -> None:
    """The question is the same in each iteration."""
    n = len(y) // 2
    for i in prange(n):
        if up:
            y[i] = 1.0
        else:
            y[i + n] = y[i]


def only_before(y: f64[:], k: int) -> None:
    for i in prange(len(y)):
        if i < k:
            y[i] = y[k]


def one_iteration(y: f64[:], k: int) -> None:
    for i in prange(len(y)):
        if i == k:
            y[0] = i


# ---- grids

def red_black(u: f64[:, :], colour: int) -> None:
    for i in prange(1, u.shape[0] - 1):
        for j in range(1, u.shape[1] - 1):
            if (i + j) % 2 == colour:
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


def red_black_by_steps(u: f64[:, :], colour: int) -> None:
    for i in prange(1, u.shape[0] - 1):
        for j in range(1 + (i + colour) % 2, u.shape[1] - 1, 2):
            u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


def red_black_sweeps(u: f64[:, :], sweeps: int) -> None:
    for turn in range(2 * sweeps):
        for i in prange(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                if (i + j + turn) & 1 == 0:
                    u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


def even_rows(u: f64[:, :]) -> None:
    for i in prange(1, u.shape[0] - 1):
        if i % 2 == 0:
            for j in range(u.shape[1]):
                u[i, j] = u[i - 1, j] - u[i + 1, j]


def even_rows_at_once(u: f64[:, :]) -> None:
    for i in prange(1, u.shape[0] - 1):
        if i % 2 == 0:
            u[i] = u[i - 1] + u[i + 1]


# ---- indices

def halves(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if i % 2 == 0:
            y[i // 2] = x[i]


def rows_of_seven(x: f64[:], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        y[i // 7, i % 7] = x[i]


def rows_by_mask(x: f64[:], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        y[i >> 3, i & 7] = x[i]


def packed_triangle(y: f64[:], n: int) -> None:
    for i in prange(n):
        for j in range(i + 1):
            y[i * (i + 1) // 2 + j] = i - j


def squares_apart(y: f64[:], n: int) -> None:
    for i in prange(1, n):
        y[i * i] = i
        y[i * i - i] = -i


def round_the_ring(x: f64[:], y: f64[:], k: int) -> None:
    n = len(x)
    for i in prange(n):
        y[(i + k) % n] = x[i]


def butterflies(y: f64[:]) -> None:
    for i in prange(len(y) // 8 * 8):
        if i & 4 == 0:
            t = y[i]
            y[i] = t + y[i ^ 4]
            y[i ^ 4] = t - y[i ^ 4]


def swapped_in_pairs(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x) // 2 * 2):
        y[i ^ 1] = x[i]


def pairs_by_steps(y: f64[:]) -> None:
    for i in prange(0, len(y) // 2 * 2, 2):
        y[i + 1] = y[i]
        y[i // 2 * 2] = 0.0


def low_bits_of_a_block(x: f64[:], y: f64[:]) -> None:
    """Backwards within each block of 4."""
    for i in prange(len(x) // 4 * 4):
        y[(i & -4) + 3 - (i & 3)] = x[i]


def coupled(y: f64[:]) -> None:
    """No two values of 6 i + 10 j differ by an odd number."""
    for i in prange(len(y) // 40):
        for j in range(3):
            y[6 * i + 10 * j] = y[6 * i + 10 * j + 1] + j if i % 10 == 0 else y[6 * i + 10 * j + 3]
            if i % 10 != 0:
                break
            y[6 * i + 10 * j] += 1.0


# ---- nothing is written

def empty_slices(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[5:2] = x[i]
        y[2:2] += x[i]
        y[i + 1:i] = x[i]
        none = y[1:1]
        for j in range(len(none)):
            none[j] = x[i]


def empty_ranges_inside(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        for j in range(7, 3):
            y[j] = x[i]
        for j in range(3, 3):
            y[0] = x[i]


def one_iteration_at_most(x: f64[:], y: f64[:]) -> None:
    for i in prange(0, 10, 20):
        if len(x) > 10:
            y[0] = x[i]


rng = np.random.default_rng(11)
BIG = 20001


def Z(shape, dtype=float):
    return np.zeros(shape, dtype)


ONE = [(rng.random(n),) for n in (0, 1, 2, 3, 9, 17, BIG)]
PAIRS = [(rng.random(n), Z(n)) for n in (0, 1, 2, 9, 17, BIG)]
GRIDS = [rng.random(s) for s in ((0, 0), (1, 4), (3, 3), (6, 7), (90, 70))]
COLOURED = [(g, c) for g in GRIDS for c in (0, 1)]

CASES = {
    **dict.fromkeys(("even_from_odd", "odd_from_even", "by_the_last_bit", "without_the_last_bit", "by_its_half",
                     "by_its_shifts", "odd_ones_continue", "parity_has_a_name", "both_branches", "all_but_the_third",
                     "one_and_not_the_other", "negative_divisor", "below_zero", "backwards", "third_from_its_neighbours",
                     "butterflies", "pairs_by_steps", "coupled"), ONE),
    "two_of_four": ONE[2:],
    "in_a_chain": ONE[4:],
    "colour_of_the_call": [(y, c) for y, in ONE for c in (0, 1, 5)],
    "colours_in_turn": [(y, 5) for y, in ONE],
    "and_an_element": [(y, x) for x, y in PAIRS],
    "one_of_two_directions": [(y, up) for y, in ONE for up in (False, True)],
    "only_before": [(y, k) for y, in ONE[2:] for k in (0, 1, len(y) - 1)],
    "one_iteration": [(y, k) for y, in ONE for k in (0, 1, 300000)],
    "red_black": COLOURED,
    "red_black_by_steps": COLOURED,
    "red_black_sweeps": [(g, 3) for g in GRIDS],
    "even_rows": [(g,) for g in GRIDS],
    "even_rows_at_once": [(g,) for g in GRIDS],
    "halves": PAIRS,
    "empty_slices": PAIRS,
    "empty_ranges_inside": PAIRS,
    "one_iteration_at_most": PAIRS,
    "rows_of_seven": [(rng.random(n), Z((n // 7 + 1, 7))) for n in (0, 1, 7, 50, BIG)],
    "rows_by_mask": [(rng.random(n), Z((n // 8 + 1, 8))) for n in (0, 1, 8, 50, BIG)],
    "packed_triangle": [(Z(n * (n + 1) // 2), n) for n in (0, 1, 2, 400)],
    "squares_apart": [(Z(n * n), n) for n in (1, 2, 60)],
    "round_the_ring": [(*row, k) for row in PAIRS for k in (0, 3, -1)],
    "swapped_in_pairs": PAIRS,
    "low_bits_of_a_block": PAIRS,
}
VERDICTS = {name: "independent" for name in CASES}
