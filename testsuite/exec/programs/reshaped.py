"""Shapes assigned to arrays that have no other name."""
import numpy as np


def to_rows(n: int):
    a = np.arange(n)
    a.shape = (2, n // 2)
    a[1] = 7
    return a


def several(n: int, m: int):
    i, j = np.mgrid[0:n, 0:m]
    c = i * 10.0 + j
    i.shape = j.shape = c.shape = n * m
    i[0] = 5
    return i, j, c


def kept_points(n: int, m: int, steps: int):
    """What is left of a grid that gets fewer points in each step."""
    i, j = np.mgrid[0:n, 0:m]
    c = i + 1j * j
    left = np.zeros(c.shape, np.int64)
    i.shape = j.shape = c.shape = n * m
    z = np.zeros(c.shape, np.complex128)
    for k in range(steps):
        if not len(z):
            break
        np.multiply(z, 0.5, z)
        np.add(z, c, z)
        far = abs(z) > 3
        left[i[far], j[far]] = k + 1
        np.logical_not(far, far)
        z = z[far]
        i, j = i[far], j[far]
        c = c[far]
    return left.T


def in_a_branch(n: int, flat: bool):
    a = np.ones((n, 2))
    total = 0.0
    if flat:
        a.shape = (2, n)
        total = a[1, n - 1]
        return total + a.shape[0]
    return total + a[n - 1, 1]


def unknown_extent(n: int):
    a = np.arange(n) * 2
    a.shape = -1, 3
    return a.sum(axis=0)


def grid(n, m):
    i, j = np.empty((n, m)), np.empty((n, m))
    for k in range(n):
        i[k] = k
        j[k, :] = np.arange(m)
    return i, j


def made_by_a_helper(n: int, m: int):
    i, j = grid(n, m)
    i.shape = j.shape = n * m
    return i - j


class Box:
    def __init__(self, n: int):
        self.shape = (n, n)

    def grow(self, k: int) -> int:
        self.shape = (self.shape[0] + k, self.shape[1])
        return self.shape[0] * self.shape[1]


def other_objects(n: int) -> int:
    b = Box(n)
    b.shape = (n, 2)
    return b.grow(3)


CASES = {
    "to_rows": [(6,), (0,), (7,)],
    "several": [(3, 4), (1, 1)],
    "kept_points": [(5, 6, 4), (1, 1, 0), (3, 3, 100)],
    "made_by_a_helper": [(3, 4), (0, 2)],
    "in_a_branch": [(3, True), (3, False)],
    "unknown_extent": [(9,), (0,), (10,)],
    "other_objects": [(4,)],
}
