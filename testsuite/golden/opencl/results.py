"""Kernels with results: several at once, flags, what is combined twice."""
import numpy as np
import pycc
from pycc import c128, f32, f64, prange


@pycc.gpu
def spread(a: f64[:]) -> float:
    return a.max() - a.min()


@pycc.gpu
def total(a: f32[:, :]) -> f32:
    return np.sum(a * a)


@pycc.gpu
def product(z: c128[:]) -> complex:
    p = 1 + 0j
    for i in prange(len(z)):
        p *= z[i]
    return p


@pycc.gpu
def some_positive(a: f64[:]) -> bool:
    found = False
    for i in prange(len(a)):
        if a[i] > 0:
            found = True
    return found


@pycc.gpu
def pi(n: int) -> float:
    s = 0.0
    for k in prange(n):
        s += 4.0 / (1 + ((k + 0.5) / n) ** 2) / n
    return s
