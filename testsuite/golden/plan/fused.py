# What fusion makes of array statements, and why it stops.
import numpy as np
from pycc import f64


def chain(a: f64[:], b: f64[:]):
    c = a * b
    d = c + a
    e = np.exp(d) - c
    return e


def kept(a: f64[:], b: f64[:]):
    c = a * b
    d = c + a
    return c, d


def variance(x: f64[:]):
    m = np.mean(x)
    d = x - m
    return np.mean(d * d)


def two_sums(x: f64[:, :]):
    y = x * 2.0
    return np.sum(y), np.max(y * x)


def columns(x: f64[:, :]):
    e = np.exp(x)
    return e.sum(axis=0)


def softmax(x: f64[:, :]):
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def stencil(n: int):
    u = np.zeros(n)
    v = u * 2.0 + 1.0
    w = v[1:] - v[:-1]
    return w * w


def arguments(a: f64[:], b: f64[:], c: f64[:]) -> None:
    a += b
    a *= c


def extents(a: f64[:], b: f64[:]):
    return a * 2.0, b * 2.0


def names(a: f64[:]):
    t = a + 1.0
    r = t * 2.0
    t = a - 1.0
    return r, t * 3.0


def unused(a: f64[:], n: int):
    t = np.empty(n)
    t[:] = 1.0
    s = a * 2.0
    return a + 1.0
