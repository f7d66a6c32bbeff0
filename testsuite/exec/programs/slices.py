"""Slices by their names: as indices, their ends, and what .indices() gives."""
import numpy as np

from pycc import f64, i64

HALF = slice(1, None, 2)


def ends(a: int, b: int):
    s = slice(a, b)
    t = slice(b)
    u = slice(None, a, -1)
    return s.start, s.stop, s.step, t.start, t.stop, u.start, u.step, HALF.start, HALF.stop, HALF.step


def counted(a: int, b: int, c: int, n: int):
    s = slice(a, b, c)
    return s.indices(n), slice(a, None, c).indices(n), slice(None, b, c).indices(n), slice(b).indices(n), HALF.indices(n)


def no_length(n: int):
    s = slice(1, n)
    return s.indices(n)


def by_ends(x: f64[:], a: int, b: int, c: int):
    s = slice(a, b, c)
    total = 0.0
    for i in range(*s.indices(len(x))):
        total += x[i]
    start, stop, step = s.indices(len(x))
    return total, x[s].sum(), (stop - start) * step


def changed_behind(xs: list[int], a: int):
    s = slice(a, None)
    a += 1
    part = xs[s]
    if s.stop is None and s.start > 0:
        part = part[::-1]
    return part, s.start, a


def texts(w: str, a: int):
    s = slice(a, -1)
    return w[s], (1, 2, 3, 4)[HALF], w[s.start:], s.stop


def unused(m: i64[:, :]):
    rows = slice(0, 2)
    return m[rows, HALF], m[rows].shape, rows.stop - rows.start


LINE = np.arange(7.0)
ENDS = [-9, -7, -3, -1, 0, 1, 4, 7, 12]
CASES = {
    "ends": [(1, 5), (-2, 3)],
    "counted": [(a, b, c, n) for a in ENDS[::2] for b in ENDS[::3] for c in (1, 2, -1, -3) for n in (0, 1, 7)] + [(1, 5, 0, 4)],
    "no_length": [(3,), (-1,)],
    "by_ends": [(LINE, 1, 6, 2), (LINE, 6, 0, -1), (LINE, -3, 99, 1)],
    "changed_behind": [([1, 2, 3, 4], 1), ([1, 2], 0)],
    "texts": [("hello world", 2), ("ab", -1)],
    "unused": [(np.arange(12).reshape(3, 4),)],
}
