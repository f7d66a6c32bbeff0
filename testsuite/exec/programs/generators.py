"""Generator functions and expressions: written into loops, as lists elsewhere."""
from typing import Iterator

import numpy as np

from pycc import f64


def countdown(n):
    while n > 0:
        yield n
        n -= 1


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def digits(n):
    if n == 0:
        yield 0
        return
    while n:
        if n == 77777:
            return
        yield n % 10
        n //= 10


def pairs(n, m=3):
    for i in range(n):
        for j in range(m):
            yield i, j


def inner(n):
    for i in range(n):
        yield i


def outer(n: int) -> Iterator[int]:
    yield -1
    yield from inner(n)
    yield from [7, 8]
    for x in countdown(3):
        yield x


def permuted(a, k):
    if k == len(a):
        yield a.copy()
    else:
        for i in range(k, len(a)):
            a[k], a[i] = a[i], a[k]
            yield from permuted(a, k + 1)
            a[k], a[i] = a[i], a[k]


def smoothed(x, w):
    for i in range(len(x) - w + 1):
        total = sum([x[k] for k in range(i, i + w)])
        yield total / w


def odd(xs):
    for x in xs:
        if x % 2:
            yield x


def squared(xs):
    for x in xs:
        yield x * x


def plain(n: int) -> int:
    s = 0
    for x in countdown(n):
        s = s * 2 % 1000003 + x
    return s


def jumps(n: int):
    t = 0
    for x in fib():
        if x > 10 * n:
            break
        if x % 2:
            continue
        t = t * 7 + x
    for i, j in pairs(n):
        if (i + j) % 2:
            continue
        for k in range(2):
            if k == 1 and j == 2:
                break
            t += i * j + k
    for i, j in pairs(m=n, n=4):
        if i * j > 5:
            break
        t += 1
    for d in digits(n * 777):
        if d == 5:
            continue
        t = t * 3 % 100003 + d
    return t


def found(n: int) -> int:
    for i in fib():
        if i * i > n * 10:
            return i
    return -1


def nested(n: int) -> int:
    k = 10

    def up(m):
        for i in range(m):
            yield i + k

    t = 0
    for v in up(n):
        for w in up(3):
            t += v * w
    return t


def lists(n: int):
    return (list(outer(n)), sum(pairs_of(n)), max(countdown(n + 1)), [p * 3 for p in countdown(n)], sorted(inner(n), reverse=True),
            sum(squared(odd(inner(n)))), [d for d in digits(n * 12345)], list(enumerate(inner(2))))


def pairs_of(n):
    for i, j in pairs(n):
        yield i * j


def recursive(n: int) -> int:
    t = 0
    for p in permuted([1, 2, 3, n], 0):
        t = (t * 7 + p[0] * 3 + p[1]) % 100003
    return t


def raising(n):
    for i in range(n):
        yield 10 // (3 - i)


def raised(n: int) -> int:
    t = 0
    for x in raising(n):
        if x == 5 and n == 12:
            break
        t += x
    return t


def arrays(x: f64[:]):
    out = np.zeros(len(x))
    at = 0
    for v in smoothed(x, 2):
        out[at] = v
        at += 1
    return out


def expressions(n: int):
    xs = [i * 3 for i in range(n)]
    return (min((x for x in xs if x > 100), default=-1), max((x * x for x in xs if x % 2), default=0),
            next((i for i, x in enumerate(xs) if x > 10), -1), next((10 // (4 - x) for x in xs if x < 4), 7),
            max((i for i in range(n + 1)), key=lambda i: (i * 7) % 5), sorted((i * 7 % 11 for i in range(n)), key=lambda v: -v),
            sorted(set(i % 3 for i in range(n))), list(dict((i, i * i) for i in range(n)).items()))


def first(n: int) -> int:
    return next(x * y for x in range(2, 6) for y in range(x) if x * y > n)


CASES = {
    **dict.fromkeys(["plain", "jumps", "found", "nested", "lists", "recursive", "raised", "expressions", "first"],
                    [(0,), (1,), (5,), (12,), (100,)]),
    "arrays": [(np.arange(7.0),), (np.zeros(0),), (np.array([1.5]),)],
}
