import numpy as np
from pycc import f64


def normalised(x: f64[:, ::1]):  # three loops in each row, no array but the result
    mean = np.mean(x, axis=1)
    d = x - mean[:, None]
    return d / np.sqrt(np.mean(d * d, axis=1))[:, None]


def kept(x: f64[:, ::1]):  # what the rows sum to is returned, too
    total = x.sum(axis=1, keepdims=True)
    return x / total, total


def columns(x: f64[:, ::1]):  # not of rows
    return x / x.sum(axis=0)


def shared(a: f64[:], b: f64[:]):  # a * b once
    return np.sqrt(a * b), a * b + 1.0, np.minimum(a * b, b)
