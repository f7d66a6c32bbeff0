"""Which versions nests have, and what is done to loops: accumulators, searches, flags, order, lanes, kernels, groups."""
import math

import numpy as np

import pycc
from pycc import f64, i64, prange


def total(a: f64[:]) -> float:
    return np.sum(a * 2.0)


def most(a: f64[:]) -> float:
    return np.max(a)


def columns(a: f64[:, :], out: f64[:]) -> None:
    out[:] = np.sum(a, axis=0)


def found(a: f64[:], limit: float) -> bool:
    return bool(np.any(a > limit))


def product(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def scale(n: int, a: f64[:, :]) -> None:
    for j in range(n):
        for i in range(n):
            a[i, j] = a[i, j] * 2.0


def roots(x: f64[:], y: f64[:]) -> None:
    y[:] = np.sqrt(x)


def known(x: "f64[::1]", y: "f64[::1]") -> None:
    for i in prange(len(x)):
        y[i] = x[i] * 2.0


def scattered(x: f64[:], at: i64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[at[i]] = x[i]


def checked(x: f64[:]) -> float:
    s = 0.0
    for i in range(len(x)):
        s = max(s, math.sqrt(x[i]))
    return s


@pycc.gpu
def on_device(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


@pycc.gpu
def rows(a: f64[:, :], b: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        s = 0.0
        for k in range(a.shape[1]):
            s += a[i, k]
            b[i, k] = s
        for k in range(a.shape[1]):
            s = max(s, a[i, k])
        out[i] = s


def gathered(x: f64[:], at: i64[:, :], out: f64[:]) -> None:
    for i in prange(len(out)):
        s = 0.0
        for k in range(len(at)):
            s += x[at[k, i]]
        out[i] = s


def periodic(u: f64[:, :], k: int) -> f64[:, :]:
    return np.roll(u, k, 1) - 2 * u + np.roll(u, -1, 1)
