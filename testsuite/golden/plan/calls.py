"""What functions do to what they are given: errors, loops, writes, ownership."""
import numpy as np
from pycc import f64, prange


def square(v):
    return v * v


def scale(a, f):
    for i in range(a.shape[0]):
        a[i] = a[i] * f


def first_row(a):
    return a[0]


def depth(n: int) -> int:
    if n == 0:
        return 0
    return 1 + depth(n - 1)


def pure(x: float) -> float:
    return square(x) + 1.0


def writes_by_callee(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        scale(a[i], 2.0)


def writes_through_result(a: f64[:, :]) -> None:
    row = first_row(a)
    row[0] = 1.0


def owner_of_result(n: int) -> f64[:]:
    x = np.zeros(n)
    y = x[1:]
    z = y
    if n > 5:
        x = np.ones(n)
    return z


def views_in_a_loop(a: f64[:, :], y: f64[:]) -> None:
    for i in range(a.shape[0]):
        w = np.zeros(a.shape[1])
        v = w[1:]
        v[0] = a[i, 0]
        y[i] = w[1]
