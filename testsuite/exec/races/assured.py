"""Parallel loops that are independent by the user's word: prange(n, independent=True).

They run in parallel without a test; with --check=races the call tests them, and those of COLLIDING raise RaceError.
"""
import numpy as np

from pycc import f64, i64, prange


def checkerboard(spin: i64[:], colour: i64[:], left: i64[:], right: i64[:], u: f64[:], beta: float) -> None:
    """Which spins turn depends on spins of the other colour, which nothing in this loop writes."""
    for k in prange(len(colour), independent=True):
        i = colour[k]
        s = spin[left[i]] + spin[right[i]]
        if u[i] < np.exp(-2.0 * beta * spin[i] * s):
            spin[i] = -spin[i]


def checkerboards_in_turn(spin: i64[:], colours: i64[:, :], near: i64[:, :], u: f64[:], turns: int) -> None:
    for t in range(turns):
        for k in prange(colours.shape[1], independent=True):
            i = colours[t % 2, k]
            s = 0
            for j in range(near.shape[1]):
                s += spin[near[i, j]]
            if u[i] < 0.5 and spin[i] * s <= 0:
                spin[i] = -spin[i]


def scatter_by_word(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    for i in prange(0, len(idx), 1, independent=True):
        y[idx[i]] = x[i]


def adds_by_word(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    """No copies of y: each element is added to once."""
    for i in prange(len(idx), independent=True):
        y[idx[i]] += x[i]


def one_of_many(x: f64[:], y: f64[:]) -> None:
    """At most one element of x is above 0.99, says the user."""
    for i in prange(len(x), independent=True):
        if x[i] > 0.99:
            y[0] = x[i]


def known_anyway(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x), independent=True):
        y[i] = x[i]


def not_his_word(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    """As without the keyword: tested in each call."""
    for i in prange(len(idx), independent=False):
        y[idx[i]] = x[i]


rng = np.random.default_rng(13)


def ring(n, seed=1):
    """Spins on a ring, those of even places and their neighbours."""
    r = np.random.default_rng(seed)
    i = np.arange(n)
    return r.choice([-1, 1], n), i[::2].copy(), (i - 1) % n, (i + 1) % n, r.random(n), 0.4


def places(n, seed=1):
    spin, even, left, right, u, _ = ring(n, seed)
    return spin, np.stack([even, even + 1]), np.stack([left, right], 1), u, 4


def twice(n):
    idx = rng.permutation(n)
    idx[n // 2] = idx[3]
    return rng.random(n), idx, np.zeros(n)


SCATTER = [(rng.random(n), rng.permutation(n), np.zeros(n)) for n in (0, 1, 9, 50000)]
RARE = rng.random(50000) * 0.9
RARE[777] = 0.995
OFTEN = RARE.copy()
OFTEN[4000] = 0.999
ODD = ring(11)  # places 10 and 0 are even and neighbours
EVERY = np.ones(11)
CASES = {
    "checkerboard": [ring(n) for n in (2, 10, 40000)],
    "checkerboards_in_turn": [places(n) for n in (2, 10, 40000)],
    "scatter_by_word": SCATTER,
    "adds_by_word": SCATTER,
    "one_of_many": [(RARE[:9], np.zeros(1)), (RARE, np.zeros(1))],
    "known_anyway": [row[::2] for row in SCATTER],
    "not_his_word": SCATTER,
}
COLLIDING = {
    "checkerboard": [((*ODD[:4], EVERY * 0.0, 0.4), r"spin\[(0|10)\]")],
    "checkerboards_in_turn": [((places(10)[0], np.array([[0, 1, 2], [3, 5, 7]]), places(10)[2], EVERY * 0.0, 2), r"spin\[")],
    "scatter_by_word": [(twice(n), r"y\[\d+\]") for n in (9, 50000)],
    "adds_by_word": [(twice(n), r"y\[\d+\]") for n in (9, 50000)],
    "one_of_many": [((OFTEN, np.zeros(1)), r"i=777 and i=4000 both write y\[0\]")],
    "not_his_word": [(twice(n), r"y\[\d+\]") for n in (9, 50000)],
}
VERDICTS = dict.fromkeys(CASES, "independent") | {"not_his_word": "checked"}
