"""Scalars and statements that a prange loop may not have."""
from pycc import f64, i64, prange


def carried(x: f64[:], y: f64[:]) -> None:
    before = 0.0
    for i in prange(len(x)):
        y[i] = x[i] - before
        before = x[i]


def prefix_sum(x: f64[:], y: f64[:]) -> None:
    s = 0.0
    for i in prange(1, len(x), 2):
        s += x[i]
        y[i] = s


def two_operators(x: f64[:]) -> float:
    s = 1.0
    for i in prange(len(x)):
        s += x[i]
        s *= 0.5
    return s


def sometimes_written(x: f64[:], y: f64[:], n: int, m: int) -> None:
    t = 0.0
    for i in prange(n, m):
        if x[i] > 0.0:
            t = x[i]
        y[i] = t


def used_after(x: f64[:]) -> float:
    t = 0.0
    for i in prange(len(x)):
        t = x[i] * 2.0
    return t


def counter_after(n: int) -> int:
    i = 0
    for i in prange(n):
        pass
    return i


def left_by_break(x: f64[:], v: float) -> None:
    for i in prange(len(x)):
        if x[i] == v:
            break


def left_by_return(x: f64[:], v: float) -> int:
    for i in prange(len(x)):
        for j in range(i):
            if x[i] == x[j]:
                return i
    return -1
