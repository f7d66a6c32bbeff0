# Array statements: one MAP or REDUCE per expression, checks of shapes before, views kept apart.
import numpy as np
from pycc import f32, f64, i64, prange


def fused(a: f64[:], b: f64[:], s: float):
    c = a * s + np.sqrt(b)
    return c


def broadcast(a: f64[:, :], b: f64[:]):
    return np.where(a > b[:, None], a, 0.0)


def in_place(a: f32[:], b: f64[:], n: int) -> None:
    a += b
    a[1:] *= n


def overlapping(a: f64[:], b: f64[:]) -> None:
    a[1:-1] = 0.5 * (a[:-2] + a[2:])
    a[1:] = a[1:] - b[1:]


def reductions(a: f64[:, :]):
    return np.sum(a * a), a.mean(axis=0), a.max(axis=1, keepdims=True), (a > 0).any(), a.argmin()


def powers(k: i64[:], n: i64[:]):
    return k ** n


def rows(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        a[i] = a[i] * 2
