"""Parallel loops that collide through arrays which calls, tuples or several definitions hand on: refused."""
import numpy as np

from pycc import f64, prange


def same(x):
    return x


def call_gives_its_argument(x: f64[:], n: int) -> None:
    for i in prange(n):
        t = same(x)
        t[0] = i


def same_or_new(x, k):
    return x if k == 0 else x * 2.0


def call_may_give_its_argument(x: f64[:], n: int) -> None:
    for i in prange(n):
        t = same_or_new(x, i % 2)
        t[0] = i


def part(x):
    return x[1:]


def call_gives_a_part(x: f64[:], n: int) -> None:
    for i in prange(n):
        part(x)[0] = i


def pair(x, y):
    return y, x


def call_gives_a_tuple(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        u, v = pair(x, y)
        v[0] = i


def first(t):
    return t[0]


def call_takes_out_of_a_tuple(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        first((x, y))[0] = i


def set_first(t, v):
    t[0][0] = v


def call_writes_into_a_tuple(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        set_first((x, y), i)


def either_of_two(x: f64[:], y: f64[:], n: int) -> None:
    for i in prange(n):
        if i % 2 == 0:
            t = x
        else:
            t = y
        t[0] = i


def sum_of_both(a: f64[:, :], n: int) -> None:
    """Reads a row that another iteration writes, in a helper."""
    for i in prange(n):
        t = np.concatenate((a[i], a[i + 1]))
        a[i, 0] = t.sum()


rng = np.random.default_rng(72)
N = 40
X, Y, A = rng.random(N), rng.random(N), rng.random((N + 1, 3))
CASES = {
    "call_gives_its_argument": (X, N),
    "call_may_give_its_argument": (X, N),
    "call_gives_a_part": (X, N),
    "call_gives_a_tuple": (X, Y, N),
    "call_takes_out_of_a_tuple": (X, Y, N),
    "call_writes_into_a_tuple": (X, Y, N),
    "either_of_two": (X, Y, N),
    "sum_of_both": (A, N),
}
VERDICTS = {name: "conflict: PY401/PY402/PY403/PY404" for name in CASES}
