# Loops that array statements expand to.
import numpy as np
from pycc import f64, prange


def fused(a: f64[:, :], b: f64[:]):
    return a * 2 + b


def volume(a: f64[:, :, :]) -> None:
    a += 1.0


def total(a: f64[:, :]):
    return np.sum(a * a)


def inner(a: f64[:, :]):
    return a.sum(axis=1)


def outer(a: f64[:, :]):
    return a.max(axis=0)


def middle(a: f64[:, :, :]):
    return a.sum(axis=1)


def rows(a: f64[:, :], b: f64[:]) -> None:
    for i in prange(a.shape[0]):
        a[i, 1:] = a[i, :-1] + b[1:]


def in_nobodys_memory(a: f64[:, :], b: f64[:, :]):
    return (a[:, :, None] + b[None, :, :]).min(axis=1)
