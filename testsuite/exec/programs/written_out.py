"""`...` as a statement, constants of the module as options, counts that are bools, sums that begin with an int."""
import heapq

import numpy as np

KIND = "stable"
AXIS = 1


def dots(n: int):
    def inner(x):
        ...

    ...
    return inner(n), n


def empty(n: int):
    ...


def kinds(n: int):
    a = np.array([3, 1, 4, 7, 5, 9, 2, 6])
    b = a.argsort(kind=KIND)
    a.sort(kind=KIND)
    return a, np.argsort(b, kind=KIND), np.sort(b, kind=KIND), np.sort(np.arange(6).reshape(2, 3) % 4, axis=AXIS)


def heaps(n: int):
    return heapq.nlargest(n > 2, [3, 1, 2]), heapq.nsmallest(n == 3, [3, 1, 2]), heapq.nsmallest(n, [3, 1, 2])


def sums(x: float, n: int):
    return sum([x * 1j, 2j], n), sum([x, 2.5], n), sum([x, 2.5], 7), sum([n, n], 0.5), sum([x, x], 1j), sum([x, 1.0], -0.0)


def sums_given(xs: list[float], zs: list[complex], n: int):
    return sum(xs, n), sum(zs, n), sum(zs, 1.5), sum(xs, n > 1)


CASES = {
    **{name: [(3,), (4,)] for name in ("dots", "empty", "kinds", "heaps")},
    "sums": [(2.5, 4)],
    "sums_given": [([1.5, 2.0], [1j, 2.0 + 0j], 3)],
}
