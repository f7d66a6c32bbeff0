"""Ranges in variables."""
import numpy as np

from pycc import i16, u8


def attrs(n: int) -> int:
    r = range(2, n, 3)
    return r.start + r.stop + r.step + len(r)


def item(n: int) -> int:
    r = range(2, n, 3)
    return r[1] + r[-1]


def has(n: int) -> list[bool]:
    r = range(n)
    q = range(10, n, -2)
    return [2 in r, 7 not in r, 8 in q, 9 in q]


def find(n: int) -> int:
    r = range(1, 9, 2)
    return r.index(n) * 10 + r.count(n) + r.count(4)


def slices(n: int) -> list[int]:
    r = range(n)
    return list(r[1:3]) + list(r[::-1]) + list(reversed(r)) + list(r) + list(range(n)[2:5])


def loops(n: int) -> int:
    r = range(1, n)
    t = 0
    for i in r:
        for j in r:
            t += i * j
    for i, j in enumerate(r):
        t += i - j
    n = 100
    return t + sum(r) + sum(x * x for x in r) + len(r)


def cmp(n: int) -> bool:
    r = range(n)
    s = range(0, 3)
    return r == s


def captured(n: int) -> int:
    r = range(n, 0, -1)

    def f(k):
        return k in r and r[0] == n

    return sum([1 for k in range(-1, n + 2) if f(k)])


def changed(n: int) -> int:
    r = range(n)
    t = 0
    while n > 0:
        n -= 1
        t += len(r)
    return t


def lengths(a: i16, b: u8):
    return len(range(a)), len(range(b)), len(range(a, b)), len(range(b, a, -1)), len(range(a, b, i16(2)))


def bound_again(n: int):
    r = range(n)
    count = len(r)
    r = range(5)
    for q in [range(n), range(2, 9)]:
        count += len(q) * 10
    return count + len(r) * 1000


def unpacked(n: int):
    a, b, c = range(n)
    d, *e = range(c, n + 2)
    return a, b, c, d, e


NUMBERS = [(0,), (1,), (3,), (5,), (9,), (-2,)]
CASES = dict.fromkeys(["attrs", "item", "has", "find", "slices", "loops", "cmp", "captured", "changed", "unpacked"], NUMBERS)
CASES["lengths"] = [(np.int16(a), np.uint8(b)) for a, b in ((5, 9), (-30000, 3), (9, 200))]
CASES["bound_again"] = [(2,), (0,)]
