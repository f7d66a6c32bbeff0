"""Functions that decorators of the module stand above: helpers of compiled functions."""
import functools
import math
from functools import wraps


def logged(f):
    """What it is called with, and gives, is printed."""
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        result = f(*args, **kwargs)
        print(f"{f.__name__} of {len(args)} and {len(kwargs)}: {result}")
        return result
    return wrapper


def clipped(lo, hi=1.0):
    def around(f):
        def inner(x):
            return max(lo, min(hi, f(x)))
        return inner
    return around


def repeat(times):
    def around(f):
        @wraps(f)
        def wrapper(*args):
            r = f(*args)
            for _ in range(times - 1):
                r = f(*args)
            return r
        return wrapper
    return around


def checked(f):
    def wrapper(x, *rest):
        if x < 0:
            raise ValueError("negative: " + str(x))
        return f(x, *rest)
    return wrapper


def safely(f):
    def wrapper(*args):
        try:
            return f(*args)
        except ZeroDivisionError:
            return -1.0
    return wrapper


def paired(f):
    def wrapper(a, b):
        return f(a) + f(b), [f(v) for v in (a, b)]
    return wrapper


@logged
def scaled(x, k=2, *, offset=0):
    return x * k + offset


@clipped(0.0)
def gain(x):
    return x * 3 - 1


@clipped(hi=20, lo=-20)
def cube(x):
    return x * x * x


@repeat(3)
def grow(xs, step):
    xs.append(len(xs) * step)
    return len(xs)


@checked
@clipped(0.0, 10.0)
def root(x):
    return math.sqrt(x)


@safely
@checked
def ratio(x, y):
    def inner(a):
        return a / y
    return inner(x) + (lambda v: v * 2)(y)


@checked
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


@paired
def square(v):
    f = v * v
    return f


@logged
def annotated(x: float, n: int = 3) -> float:
    return x * n


def keywords(x: float, n: int):
    return scaled(x), scaled(x, 3), scaled(x, k=n), scaled(x, offset=n), scaled(n)


def clips(x: float, n: int):
    return gain(x), cube(n), [gain(v) for v in (x, 0.4)]


def grown(n: int):
    xs = [n]
    return grow(xs, 2) + grow(xs, n), xs


def stacked(x: float, y: float):
    return root(x), ratio(x, y)


def recursive(n: int) -> int:
    return factorial(n)


def pairs(a: int, x: float):
    return square(a, 2), square(x, 0.5)


def calls_annotated(x: float) -> float:
    return annotated(x) + annotated(x, 2)


class Account:
    def __init__(self, amount: float):
        self.amount = amount

    def add(self, x):
        self.amount += gain(x)
        return self.amount


def in_methods(x: float) -> float:
    a = Account(1.0)
    a.add(x)
    return a.add(0.5)


CASES = {
    "keywords": [(1.5, 4)],
    "clips": [(0.5, 2), (9.0, 5), (-1.0, -7)],
    "grown": [(3,)],
    "stacked": [(4.0, 2.0), (400.0, 0.0), (0.0, 1.0), (-1.0, 1.0)],
    "recursive": [(5,), (-2,)],
    "pairs": [(3, 1.5)],
    "calls_annotated": [(2.5,)],
    "in_methods": [(0.4,)],
}
