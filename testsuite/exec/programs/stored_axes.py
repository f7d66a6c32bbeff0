"""Arrays stored in parts of arrays with fewer axes: those before have one element."""
import numpy as np


def whole(a: "f64[:]", v: "f64[:, :]"):
    a[:] = v
    return a


def part(a: "f64[:, :]", v: "f64[:, :, :]", i: int):
    a[1:] = v
    a[i, 1:] = v[:, 0, 1:]
    a[..., 0] = v[:, :, 0] * 2
    return a


def own(a: "i64[:]", n: int):
    a[1:] = a[:-1].reshape(1, n - 1)
    return a


def several(a: "i64[:]", v: "i64[:, :, :]"):
    a[::2] = v + 1
    return a


CASES = {
    "whole": [(np.zeros(3), np.arange(3.0).reshape(1, 3)), (np.zeros(3), np.ones((1, 1))), (np.zeros(3), np.ones((2, 3))), (np.zeros(2), np.ones((1, 3))), (np.zeros(0), np.ones((1, 0)))],
    "part": [(np.zeros((3, 3)), np.arange(6.0).reshape(1, 2, 3)[:, :, :], 0), (np.zeros((2, 3)), np.arange(3.0).reshape(1, 1, 3), 1), (np.zeros((3, 3)), np.arange(12.0).reshape(2, 2, 3), 0)],
    "own": [(np.arange(6), 6)],
    "several": [(np.arange(6), np.arange(3).reshape(1, 1, 3)), (np.arange(6), np.arange(6).reshape(2, 1, 3))],
}
