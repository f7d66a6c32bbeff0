"""Arrays that two iterations of a prange loop touch."""
from pycc import f64, i64, prange


def one_element(y: i64[:, :], n: int) -> None:
    for i in prange(n):
        y[0, 1] = i


def shifted(y: f64[:]) -> None:
    for i in prange(len(y) - 1):
        y[i + 1] = y[i]


def shifted_far(y: f64[:]) -> None:
    for i in prange(5, len(y) - 7):
        y[i] = y[i + 7]


def neighbours(y: i64[:]) -> None:
    for i in prange(len(y) - 1):
        y[i] = i
        y[i + 1] = -i


def row_for_all(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            y[j] = a[i, j]


def inner_parallel(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(1, a.shape[1]):
            a[i, j] = a[i, j - 1]


def blocks_too_wide(y: i64[:], n: int) -> None:
    for b in prange(n):
        for k in range(5):
            y[b * 4 + k] = b


def through_a_view(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        column = a[:, 0]
        column[2] = i


def pivot_row(a: f64[:, :], k: int) -> None:
    for i in prange(k, a.shape[0]):
        for j in range(k, a.shape[1]):
            a[i, j] -= a[k, j]
