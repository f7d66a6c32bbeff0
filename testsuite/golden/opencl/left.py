"""Nests that stay with OpenMP, and why."""
import numpy as np
import pycc
from pycc import f64, i64, prange


@pycc.gpu
def histogram(x: i64[:], h: f64[:]) -> None:
    for i in prange(len(x)):
        h[x[i]] += 1


@pycc.gpu
def in_order(a: f64[:]) -> float:
    s = 0.0
    for i in range(len(a)):
        s = s * 0.5 + a[i]
    return s


@pycc.gpu
def own_arrays(a: f64[:, :], b: f64[:]) -> None:
    for i in prange(len(b)):
        w = np.zeros(3)
        w[i % 3] = a[i, 0]
        b[i] = w[0]


@pycc.gpu
def rounded(a: f64[:]) -> None:
    for i in prange(len(a)):
        a[i] = round(a[i], 2)


def row_sum(a: f64[:, :], i: int) -> float:
    s = 0.0
    for j in range(a.shape[1]):
        s += a[i, j]
    return s


@pycc.gpu
def called(a: f64[:, :], b: f64[:]) -> None:
    for i in prange(len(b)):
        b[i] = row_sum(a, i)


def on_host(x: i64[:]) -> i64[:]:
    return np.bincount(x)


@pycc.gpu
def like_on_host(x: i64[:]) -> i64[:]:
    return np.bincount(x)
