"""Extents that are known: nothing is left to be checked, and no operand may be stretched."""
import numpy as np

from pycc import f64


def softmax(x: f64[:, :]) -> f64[:, :]:
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def in_a_loop(x: f64[:, :], steps: int) -> float:
    s = 0.0
    for k in range(steps):
        m, n = x.shape
        y = np.zeros((m, n))
        s += np.sum((x - y[0, :]) * 0.5)
    return s
