"""Innermost loops: which run several iterations at once, and which speculate."""
import math
import numpy as np
from pycc import f64, i64, prange


def stores(x: f64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        y[i] = x[i] * x[i]


def carried_store(x: f64[:]) -> None:
    for i in range(1, len(x)):
        x[i] = x[i - 1] * 0.5


def same_element(x: f64[:]) -> None:
    for i in range(len(x)):
        x[i] = x[i] + 1.0


def with_checks(x: f64[:]) -> float:
    s = 0.0
    for i in prange(len(x)):
        s += math.sqrt(x[i])
    return s


def checks_and_stores(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = math.sqrt(x[i])


def inner_sum(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[1]):
            s += math.exp(a[i, j]) / math.sqrt(a[i, j])
        y[i] = s


def leaves_early(x: f64[:]) -> int:
    n = 0
    for i in range(len(x)):
        if x[i] < 0.0:
            break
        n += 1
    return n


def indirect(x: f64[:], k: i64[:]) -> float:
    s = 0.0
    for i in prange(len(k)):
        s += x[k[i]]
    return s


def conditional(x: f64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        t = x[i]
        if t < 0.0:
            t = -t
        y[i] = t
