"""Parts of lists that are assigned: of copies, attributes, rows, parameters; by lists, tuples, ranges, texts, nothing."""
import numpy as np


class Box:
    def __init__(self, n):
        self.items = [0] * n

    def put(self, i, xs):
        self.items[i:i + len(xs)] = xs


def parts(l: list[int]):
    m = l[:]
    m[1:3] = [7, 8, 9]
    m[::2] = [0] * len(m[::2])
    m[:] = m[::-1]
    m[2:] = []
    l[0:1] = m
    return m, l


def of_others(l: list[int], t: tuple[int, int], r: list[list[float]]):
    m = l.copy()
    m[1:3] = t
    m[-1:] = range(3)
    m[:0] = [x * x for x in range(3)]
    r[0][1:] = [5.5]
    b = Box(4)
    b.put(1, [5, 6])
    e = []
    e[0:0] = [1.5, 2.5]
    m[:1] = [100]
    return m, r, b.items, e


def of_texts(l: list[str], i: int, k: int):
    m = [s + "x" for s in l]
    m[i:i + 2] = "abc"
    m[::k] = ["q"] * 3
    return m


def by_texts(l: list[str], n: int):
    s = "xy"
    l[0:1] = s
    t = s * n
    l[:0] = t
    return l


def value_first(n: int):
    xs, ys = [1, 2, 3], [n, 1]
    xs[ys[-1]:] = [ys.pop()]
    return xs, ys


def among(x: int, n: int):
    if x not in range(1, n, 2):
        return 0
    return 1 if x in range(n) and x in range(2, 100) else 2


def of_arrays(n: int):
    m = []
    for i in range(n):
        m.append(np.arange(i))
    m[1:3] = m[2:4]
    return m


CASES = {
    "of_arrays": [(0,), (3,), (5,)],
    "value_first": [(0,), (2,), (7,)],
    "among": [(x, n) for x in (-1, 0, 1, 2, 3, 101) for n in (0, 2, 4, 200)],
    "parts": [([1, 2, 3, 4, 5],), ([1],), ([],)],
    "of_others": [([1, 2, 3, 4], (8, 9), [[1.0, 2.0, 3.0], [4.0]])],
    "of_texts": [(list("abcdef"), i, k) for i in (-20, -1, 0, 1, 5, 9) for k in (1, 2, 3, -2, 0)],
    "by_texts": [(["a"], 2), ([], 0)],
}
