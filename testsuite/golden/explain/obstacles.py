"""What keeps an innermost loop from being vectorised."""
import math

from pycc import c128, f64, i64, prange


def helper(n):
    while n % 2 == 0:
        n = n // 2
    return n


def calls(y: i64[:]) -> None:
    for i in prange(len(y)):
        y[i] = helper(i + 1)


def gathers(y: f64[:], at: i64[:], x: f64[:]) -> None:
    for i in prange(len(y)):
        y[i] = x[at[i]]


def wraps(y: f64[:], x: f64[:], m: int) -> None:
    for i in prange(len(y)):
        y[i] = x[i % m]


def divides(y: f64[:], n: int) -> None:
    for i in prange(len(y)):
        y[i] = float(i) / float(n - i)


def roots(y: f64[:], x: f64[:]) -> None:
    for i in prange(len(y)):
        y[i] = math.sqrt(x[i])


def leaves(x: f64[:], v: float) -> int:
    for i in range(len(x)):
        if x[i] == v:
            return i
    return -1


def adds(y: c128[:], a: c128[:, :]) -> None:
    for i in prange(len(y)):
        for j in range(a.shape[0]):
            y[i] += a[j, i]


def views(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(len(a)):
        row = a[i]
        y[i] = row[0]
