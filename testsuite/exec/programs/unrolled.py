"""Loops over tuples and lists as written, which are unrolled; `_` as a target; parameters that may be None."""
from __future__ import annotations

from typing import Optional

import numpy as np

from pycc import f64, i64, prange

OFFSETS = ((0, 1), (1, 0), (0, -1), (-1, 0))
WEIGHTS = (0.5, 0.25, 0.125)


def neighbours(a: f64[:, :]):
    s = 0.0
    for di in (-1, 0, 1):
        for dj in [-1, 0, 1]:
            if di == 0 and dj == 0:
                continue
            s += a[1 + di, 1 + dj] * (di + 2)
    return s, di, dj


def stencil(a: f64[:, :], out: f64[:, :]) -> None:
    n, m = a.shape
    for i in prange(1, n - 1):
        for j in range(1, m - 1):
            c = 0.0
            for di, dj in OFFSETS:
                c += a[i + di, j + dj]
            out[i, j] = c


def outside(a: f64[:], i: int):
    for d in (-1, 0, 1):
        a[i + d] += 1.0
    return a


def arrays(a: f64[:], b: f64[:]):
    s = 0.0
    for x in (a, b):
        x[0] = 2.0
        s += x.sum()
    for y in [2.5, a[1], b[0]]:
        y *= 2
        s += y
    return s


def counted(a: f64[:]):
    s = 0.0
    for i, w in enumerate(WEIGHTS):
        s += w * a[i]
    for i, (k, w) in enumerate(((3, 0.5), (1, 2.0))):
        s += a[k] * w * i
    for d, w in zip((0, 1, 2), WEIGHTS):
        s -= a[d] / w
    return s, i


def stopped(a: f64[:], at: float):
    found = -1
    for k in (3, 1, 2):
        if a[k] > at:
            found = k
            break
        if a[k] < 0:
            if a[k] < -5:
                continue
            found -= 1
        found -= 10
    else:
        found = 100
    return found, k


def returns(a: f64[:], at: float) -> int:
    for k in (3, 1, 2):
        if a[k] > at:
            return k
    return -1


def shadowed(a: f64[:]):
    OFFSETS = np.array([1.0, 2.0])
    s = 0.0
    for x in OFFSETS:
        s += x * a[0]
    for k in (1, 2):
        k += 1
        s += a[k]
    return s


def blanks(a: f64[:, :], b: f64[:]):
    x, _, _, _ = np.linalg.lstsq(a, b, rcond=None)
    _, _ = a.shape
    for _ in range(2):
        x = x * 2
    return x


def read_blank(a: f64[:]):
    _, y = a[0], a[1]
    return _ + y


def helper(a, w=None, k=2):
    if w is None:
        n = len(a)
        w = np.ones(n)
        w[0] = k
    else:
        w = w + 1
    return a * w


def given(a: f64[:]):
    return helper(a), helper(a, a), helper(a, k=5)


def optional(a: f64[:], w: f64[:] = None, k: Optional[float] = None):
    if w is None:
        w = np.full(len(a), 3.0)
    if k is None:
        k = 2.0
    w[0] = 10.0
    return a * w * k


def unions(a: f64[:], out: f64[:] | None, n: int | None = None) -> int:
    if out is not None:
        out[:] = a
    if n is None:
        return len(a)
    return n


A = np.array([[3.0, -1.5, 2.0, 8.0], [0.5, 4.0, -2.25, 1.0], [6.0, 0.0, 1.0, -3.0], [1.0, 2.0, 3.0, 4.0]])
V = np.array([3.0, -1.5, 2.0, 8.0])

def items_first(n: int, k: int):
    """Items are evaluated before the loop, whatever its body assigns."""
    s = 0
    for i in (n, k):
        k, n = n, k
        s = s * 10 + i
    for i, j in ((n, k), (k, n)):
        k, n = n, k
        s = s * 100 + i * 10 + j
    for i, j in zip((n, k), (k, n)):
        k, n = n, k + 1
        s = s * 100 + i * 10 + j
    return s


CASES = {
    "items_first": [(2, 3), (0, 7)],
    "neighbours": [A],
    "stencil": [(A, np.zeros((4, 4))), (np.zeros((1, 1)), np.zeros((1, 1)))],
    "outside": [(V, 1), (V, 2), (V, 3), (V, -1)],
    "arrays": [(V, V + 1), (V[:1], V)],
    "counted": [V, V[:2]],
    "stopped": [(V, 1.0), (V, 5.0), (V, 9.0), (-V * 3, 3.0), (np.zeros(4), 1.0)],
    "returns": [(V, 1.0), (V, 9.0), (-V, 1.0)],
    "shadowed": [V],
    "blanks": [(A[:, :2], V)],
    "read_blank": [V],
    "given": [V],
    "optional": [V, (V, V + 1), (V, None, 3.0), (V, {"k": 1.5}), (V, V * 2, 1.5)],
    "unions": [(V, None), (V, V * 2), (V, V * 0, 5), (V, None, 3)],
}
