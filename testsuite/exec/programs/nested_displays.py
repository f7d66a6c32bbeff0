"""Lists of lists, as written, given to Python's functions: the items stay lists. Tuples of any length as indices of arrays."""
import numpy as np
from numpy import ndarray

F64_2 = "ndarray[tuple[int, int], np.dtype[np.float64]]"


def given(n: int):
    return (tuple([[1, 2], [3, n]]), max([[1, 2], [0, n]]), min([[1, 2], [n, 4]]), sorted([[1, 2], [0, n]]),
            list(reversed([[1, 2], [0, n]])), list(enumerate([[1, 2], [0, n]])), list(zip([[1], [n]], [1, 2])))


def more(n: int):
    return (list([[1, 2], [0, n]]), sum([[1, n], [2]], []), next(iter([[1, 2], [n]])), len([[1], [n, 2]]),
            [x for x in filter(len, [[1, 2], [n]])], list(map(len, [[1], [2, n]])), any([[0], []]), all([[], [n]]))


def changed(n: int):
    x = tuple([[1, 2, 3, 4], [1, 2, 3, n]])
    part = x[0:1]
    every = x[0::2]
    part[0][3] = n
    x[1][0] = 5
    return x, part, every


def cut(n: int):
    x = tuple([[1, 2], [3, 4]])
    return x[:n], x[n:]


def picked(n: int):
    t = tuple(map(lambda x: 1, (n, n)))
    return np.arange(10).reshape((5, 2))[t]


def by_list(at: list[int], x: F64_2):
    return x[tuple(at)]


def written(i: int):
    return (1, "b", None)[i], (i, 2)[i]


CASES = {
    "given": [(3,), (-1,)],
    "more": [(3,), (0,)],
    "changed": [(7,)],
    "cut": [(0,), (1,), (2,)],
    "picked": [(2,)],
    "by_list": [([1, 1], np.eye(2)), ([1, 2], np.eye(2)), ([0, -2], np.eye(2)), ([1, 0, 1], np.eye(2))],
    "written": [(0,), (1,), (-1,), (2,), (-3,)],
}
