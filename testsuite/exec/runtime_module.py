"""What test_runtime.py compiles: loops that do not end, and functions to look at."""
import math
import sys

import numpy as np

import pycc
from pycc import f32, f64, i8, i64, prange

ANSWER = 42
TABLE = {"a": [1, 2]}


class Point:
    """A class of the module."""

    def __init__(self, x):
        self.x = x

    def twice(self):
        return scale(self.x, 2.0)


def plain(*args, **keywords):
    """Not annotated: stays in the interpreter and may hold anything."""
    return [str(a) for a in args], sorted(keywords)


def scale(x: float, k: float = 3.0) -> float:
    """Product of x and k."""
    return x * k


def keyword_only(a: int, *, b: int = 5, c: int = 7) -> int:
    return a * 100 + b * 10 + c


@pycc.type('f64[:]', 'int', 'f64')
@pycc.type('i64[:]', 'int', 'i64')
def at(x, i):
    """Element i."""
    return x[i]


def c_order(a: f64[:, ::1]):
    return a[0, 0]


def fortran_order(a: 'float64[:,:] order(F)'):
    return a[0, 0]


def write(x: f64[:]) -> None:
    x[0] = 1.0


def narrow(a: i8) -> int:
    return int(a)


def tail(x: f64[:]):
    return x[1:]


def spin_while(n: int) -> int:
    i = 0
    while i < n:
        i += 1
        i -= n // (n + 1)
    return i


def spin_nest(x: f64[:], n: int) -> float:
    s = 0.0
    for i in range(n):
        for j in range(1000):
            for k in range(len(x)):
                s = s * 0.5 + float(x[k]) * j
    return s


def spin_one_loop(n: int) -> int:
    """A single serial loop, whose trips do almost nothing."""
    s = 0
    for i in range(n):
        s = ((s * 31 + i) ^ (s >> 7)) & 1048575
    return s


def spin_parallel(x: f64[:], n: int) -> None:
    for i in prange(len(x)):
        v = x[i]
        for j in range(n):
            v = math.sin(v) + j
        x[i] = v


def spin_parallel_outer(n: int) -> int:
    s = 0
    for i in prange(n):
        s += i ^ (i >> 3)
    return s


def spin_parallel_while(x: i64[:]) -> None:
    """Each iteration runs for ever."""
    for i in prange(len(x)):
        n = 1
        while n > 0:
            n = n * 3 % 1000003 + 1
        x[i] = n


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def spin_recursion(n: int) -> int:
    return fib(n)


def spin_serial_around_parallel(x: f64[:], n: int) -> None:
    for _ in range(n):
        for i in prange(len(x)):
            x[i] = x[i] * 0.5 + 1.0


def parallel_sum(x: f64[:]):
    s = np.float64(0)
    for i in prange(len(x)):
        s += math.sqrt(x[i])
    return s


def parallel_sum_f32(x: f32[:]):
    s = np.float32(0)
    for i in prange(len(x)):
        s += x[i] * x[i]
    return s


def parallel_product(x: f64[:]):
    p = np.float64(1)
    for i in prange(len(x)):
        p *= x[i]
    return p


def parallel_rows(a: f64[:, :], out: f64[:]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        r = 0.0
        for j in range(a.shape[1]):
            r += a[i, j] * a[i, j]
        out[i] = r
        s += math.exp(-r)
    return s


def parallel_triangle(a: f64[:, :]):
    s = np.float64(0)
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            s += a[i, j] / (i + j + 1)
    return s


def parallel_minimum(x: f64[:]):
    m = x[0]
    for i in prange(len(x)):
        m = min(m, x[i])
    return m


def deep(n: int) -> int:
    return 0 if n == 0 else 1 + deep(n - 1)


def deep_parallel(x: f64[:], n: int) -> None:
    """Each iteration recurses on the stack of the thread that runs it."""
    for i in prange(len(x)):
        for j in range(100):
            x[i] += fib(6)
        x[i] += deep(n)


LOADED_BY = __name__
if __name__ == "__main__":
    print("main", scale(1.0), sys.argv[1:])
