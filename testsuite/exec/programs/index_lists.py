"""Arrays indexed by lists: of ints, of bools, nested, made on the way."""

import numpy as np

from pycc import f64


def get(a: f64[:], idx: list[int]):
    return a[idx]


def rows(a: f64[:, :], idx: list[int], j: int):
    return a[idx], a[:, idx], a[idx, j], a[idx, idx], a[..., idx], a[idx, 1:], a[None, idx]


def mask(a: f64[:], keep: list[bool]):
    b = a[keep]
    a[keep] = 0.0
    return b


def store(a: f64[:, :], idx: list[int], v: f64[:]):
    a[idx] += 1.5
    a[:, idx] *= 2
    a[idx, 0] = v[:len(idx)]
    return a


def nested(a: f64[:], idx: list[list[int]]):
    return a[idx]


def made(a: f64[:], k: int):
    order = sorted(range(len(a)), key=lambda i: -a[i])
    top = order[:k]
    return a[top], a[[i for i in range(len(a)) if a[i] > 0]], a[list(range(0, len(a), 2))].sum()


def permuted(a: f64[:, :]):
    p = list(range(a.shape[0]))
    p[0], p[-1] = p[-1], p[0]
    return a[p][:, p]


def added(a: f64[:], idx: list[int]):
    np.add.at(a, idx, 1.0)
    return a


def texts(names: list[str], a: f64[:]):
    pos = [i for i, n in enumerate(names) if n.startswith("a")]
    return float(a[pos].mean()) if pos else 0.0


def of_floats(a: f64[:], idx: list[int]):
    return a[idx][::-1] + np.arange(len(idx))


A = np.arange(5.0) * 1.5
M = np.arange(12.0).reshape(3, 4)
CASES = {
    "get": [(A, i) for i in ([0, 2, -1], [], [7])],
    "rows": [(M, i, 1) for i in ([0, 2], [0, 5], [])],
    "mask": [(A, [True, False, True, False, True]), (A, [True])],
    "store": [(M, i, A) for i in ([0, 2], [1, 1])],
    "nested": [(A, [[0, 1], [2, 3]])],
    "made": [(A - 3, 2)],
    "permuted": [(np.arange(9.0).reshape(3, 3),)],
    "added": [(A, [0, 0, 1])],
    "texts": [(["a", "b", "ab", "c", "a"], A), (["x"], A)],
    "of_floats": [(A, [3, 1, 1])],
}
