"""Functions in tuples and behind `*`, results that are kept without annotations, and questions about classes, lists and attributes."""
import math
from functools import cache, lru_cache


def compose(*fs):
    def go(x):
        for f in fs:
            x = f(x)
        return x
    return go


def backwards(*fs):
    def go(x):
        for f in reversed(fs):
            x = f(x)
        return x
    return go


def inc(x):
    return x + 1


def dbl(x):
    return x * 2


def composed(n: int):
    g = compose(inc, dbl, inc)
    return g(n), compose(dbl)(n), compose()(n), compose(lambda x: x - n, inc)(10), backwards(inc, dbl)(n), compose(abs, inc)(-n)


def apply_all(fs, x):
    for f in fs:
        x = f(x)
    return x


def applied(n: int, x: float):
    return (apply_all((inc, dbl), n), apply_all((dbl, inc, inc), x), apply_all((lambda v: v + n, dbl), n),
            apply_all((math.sin, abs, math.sqrt), x))


def named(n: int):
    out = [""]
    for name, g in (("inc", inc), ("dbl", dbl)):
        out.append(name + str(g(n)))
    rules = ((inc, 1.5), (dbl, 2), (lambda v: v - n, n))
    return out, [str(g(v)) for g, v in rules]


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@cache
def paths(i, j):
    if i == 0 or j == 0:
        return 1
    return paths(i - 1, j) + paths(i, j - 1)


@lru_cache
def scaled(x, k=2):
    return x * k


def kept(n: int, x: float):
    return fib(n), paths(n, n), scaled(x), scaled(n, 3), scaled(str(n))


def ways(xs: list[int], goal: int):
    @cache
    def count(i, s):
        if i == len(xs):
            return 1 if s == goal else 0
        return count(i + 1, s) + count(i + 1, s + xs[i])
    return count(0, 0)


def same(n: int):
    a = [1, 2]
    b = a
    c = [1, 2]
    d = [1.5]
    b.append(n)
    return a is b, a is c, a is not c, a == c, c == [1, 2], a is d, a is not d, (n > 2) is True, (n > 2) is not False


class A:
    def __init__(self):
        self.x = 1


class B(A):
    pass


class C:
    pass


def get(a):
    return getattr(a, "y", 5), getattr(a, "x", 7)


def classes(n: int):
    a = A()
    return (getattr(a, "x"), getattr(a, "y", n), get(a), get(C()), issubclass(B, A), issubclass(A, B), issubclass(C, (A, B)), issubclass(B, (C, A)),
            issubclass(A, A), isinstance(B(), A), isinstance(n, int | float), isinstance(2.5, int | str | bool), isinstance(B(), C | A))


def turned(n: int):
    s = 0
    for x in reversed((1, 2, n)):
        s = s * 10 + x
    return s, list(reversed((1, 2, n))), [str(x) for x in reversed((1, "a", 2.5))]


CASES = {
    "composed": [4, -1],
    "applied": [(3, 0.5)],
    "named": [3],
    "kept": [(0, 1.5), (20, 0.25)],
    "ways": [([1, 2, 3, 4, 5] * 5, 30), ([], 0)],
    "same": [1, 3],
    "classes": [2],
    "turned": [3],
}
