"""Slices as values: returned, given to functions, in tuples and lists, chosen, shown; arrays indexed and assigned by them."""
import numpy as np


def made(n: int):
    return slice(1, n), slice(n), slice(None), slice(None, n, -1), slice(n, None)


def kept(n: int):
    s = slice(1, n)
    t = (s, 0)
    a = np.arange(20).reshape(4, 5)
    return a[t], s, t, a[s], s.start, s.stop, s.step, s.indices(3)


def part(a, s):
    return a[s]


def given(n: int):
    a = np.arange(20).reshape(4, 5)
    b = a.copy()
    b[slice(1, n)] = 7
    return (part(np.arange(10), slice(1, n)), part(np.arange(10), slice(None, None, -1)), part(a, slice(n)), part(a, (slice(n), 1)),
            part(a, (slice(None), slice(n, None, 2))), part(a, (1, slice(n))), part(a[:, ::2], slice(1, n)), b)


def chosen(c: bool, n: int):
    s = slice(1, n)
    if c:
        s = slice(2, n + 1)
    return np.arange(10)[s], s.stop, s


def ends(s):
    return s.start, s.stop, s.step, s.indices(7)


def asked(n: int):
    return (ends(slice(n)), ends(slice(1, n)), ends(slice(n, None, -1)), isinstance(slice(n), slice), isinstance(slice(n), tuple), str(slice(1, n)), f"{slice(n)}",
            repr(slice(None, n, 2)), slice(1, n, 1) == slice(1, 3, 1), slice(1, n, 1) != slice(1, 3, 1))


def in_list(n: int):
    parts = [slice(i, i + 2) for i in range(n)]
    a = np.arange(10)
    return [a[s].sum() for s in parts], [s.stop for s in parts], parts


def store(a, s, v):
    a[s] = v
    a[s] += 1
    return a


def stored(n: int):
    return store(np.zeros(5), slice(1, n), 3.0), store(np.zeros((4, 3)), (slice(n), 1), 5.0), store(np.zeros(6), slice(None, None, 2), np.arange(3.0))


def checked(n: int):
    return part(np.arange(3), slice(0, 2, n))


def starred(n: int):
    one, two, three = (n,), (1, n), (n, None, -1)
    ends = two if n else (2, 3)
    s = slice(*ends)
    return np.arange(9)[slice(*one)], part(np.arange(9), slice(*two)), slice(*three), part(np.arange(9), s), s.stop


def summed(a: "f64[:, :]", n: int):
    total = 0.0
    for i in range(n):
        rows = slice(i, None)
        total += part(a, (rows, slice(None))).sum() + part(a, rows)[0, 0]
    return total


CASES = {
    "made": [(5,), (-1,)],
    "kept": [(3,), (0,), (9,)],
    "given": [(3,), (1,)],
    "chosen": [(True, 4), (False, 4)],
    "asked": [(3,), (8,)],
    "in_list": [(3,), (1,)],
    "stored": [(3,), (4,)],
    "checked": [(1,), (0,), (-1,)],
    "starred": [(4,), (0,)],
    "summed": [(np.arange(12.0).reshape(4, 3), 3)],
}
