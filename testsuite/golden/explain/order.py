# serial loops in one another: exchanged, and not
from pycc import f64


def product(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def columns(a: f64[:, :]) -> None:
    for j in range(1, a.shape[1]):
        for i in range(a.shape[0] - 1):
            a[i, j] = 0.5 * a[i + 1, j - 1]


def total(a: f64[:, :]) -> float:
    s = 0.0
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            s += a[i, j]
    return s
