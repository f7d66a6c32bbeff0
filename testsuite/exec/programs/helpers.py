"""Helpers without annotations: polymorphic, recursive, with defaults and keywords."""
import numpy as np

import pycc
from pycc import f32, f64, i8, i32, i64


def square(x):
    return x * x


def first(x):
    return x[0]


def scale_in_place(x, k):
    for i in range(len(x)):
        x[i] = x[i] * k


def add_defaults(x, y=10, z=0.5):
    return x + y * z


def sign_of(x):
    if x < 0:
        return -1
    if x > 0:
        return 1
    return 0


def nothing(x):
    pass


def both(x):
    return square(x), x + x


def apply_twice(f, x):
    return f(f(x))


def identity(x):
    return x


def maximum_of(x):
    m = x[0]
    for v in x:
        if v > m:
            m = v
    return m


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def power_of(x, n):
    """Recursive and polymorphic in x."""
    if n == 0:
        return x * 0 + 1
    return x * power_of(x, n - 1)


def many_types(a: int, b: float, c: f32, d: i8, e: complex):
    return square(a), square(b), square(c), square(d), square(e)


def one_array_many(x: f64[:], y: i32[:], z: f32[:, :]):
    return first(x), first(y), first(z)[1]


def mutate_through_helper(x: f64[:], y: i64[:]) -> None:
    scale_in_place(x, 2.5)
    scale_in_place(y, 3)
    scale_in_place(x[1:], 2)


def defaults(a: int, b: float):
    return add_defaults(a), add_defaults(b, 2), add_defaults(a, 1, 2.0)


def keywords(a: float):
    return add_defaults(a, z=1.5), add_defaults(z=2.0, y=3, x=a), add_defaults(a, y=4)


def default_parameter(x: f64[:], k: int = 1, scale: float = 2.0):
    return x[k] * scale


def several_returns(x: f64[:], n: int) -> int:
    s = 0
    for v in x:
        s = s * 3 + sign_of(v)
    return s + sign_of(n)


def ignored_result(a: int) -> int:
    nothing(a)
    square(a)
    return a


def helper_of_helper(a: float, b: i32):
    return both(a), both(b)


def function_argument(a: float, b: int):
    return apply_twice(square, a), apply_twice(square, b), apply_twice(identity, a)


def through_identity(a: int, x: f64[:]):
    y = identity(x)
    y[0] = identity(a)
    return identity(y)


def polymorphic_loop(x: f64[:], y: i8[:]):
    return maximum_of(x), maximum_of(y)


def mutual_recursion(n: int) -> bool:
    return is_even(n)


def recursive_polymorphic(a: int, b: float, c: f32):
    return power_of(a, 5), power_of(b, 3), power_of(c, 2)


def factorial(n: int) -> int:
    if n <= 1:
        return 1
    return n * factorial(n - 1)


def ackermann(m: int, n: int) -> int:
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def binary_search(x: i64[:], value: i64, lo: int, hi: int) -> int:
    if lo >= hi:
        return -1
    mid = (lo + hi) // 2
    if x[mid] == value:
        return mid
    if x[mid] < value:
        return binary_search(x, value, mid + 1, hi)
    return binary_search(x, value, lo, mid)


def quicksort(x: f64[:]) -> None:
    """Recursion on views."""
    n = len(x)
    if n < 2:
        return
    pivot = x[n // 2]
    i, j = 0, n - 1
    while i <= j:
        while x[i] < pivot:
            i += 1
        while x[j] > pivot:
            j -= 1
        if i <= j:
            x[i], x[j] = x[j], x[i]
            i += 1
            j -= 1
    quicksort(x[:j + 1])
    quicksort(x[i:])


def annotated_callee(x: f64[:], n: int) -> float:
    return float(default_parameter(x, 0)) + factorial(n)


def error_in_helper(x: f64[:], i: int):
    before = first(x)
    x[0] = 99.0
    return first(x[i:]) + before


def calls_in_expression(a: int, b: int) -> int:
    return square(a) + square(b) * square(square(a) - b) if square(a) > b else -square(b)


def hanoi(n: int, a: int, b: int, c: int) -> int:
    if n == 0:
        return 0
    return hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)


rng = np.random.default_rng(11)
CASES = {
    "many_types": [(3, 2.5, np.float32(0.1), np.int8(100), 1 + 2j)],
    "one_array_many": [(rng.random(3), np.arange(3, dtype=np.int32), rng.random((2, 2)).astype(np.float32))],
    "mutate_through_helper": [(rng.random(n), np.arange(n)) for n in (0, 1, 6)],
    "defaults": [(1, 2.5)],
    "keywords": [(1.5,)],
    "default_parameter": [(np.arange(3.0),), (np.arange(3.0), 2), (np.arange(3.0), -1, 0.5), (np.arange(1.0),)],
    "several_returns": [(rng.standard_normal(n), n) for n in (0, 1, 9)],
    "ignored_result": [(5,)],
    "helper_of_helper": [(1.5, np.int32(7))],
    "function_argument": [(1.5, 3)],
    "through_identity": [(7, np.zeros(3)), (7, np.zeros(0))],
    "polymorphic_loop": [(rng.random(5), np.array([3, -5, 100], np.int8)), (rng.random(2), np.zeros(0, np.int8))],
    "mutual_recursion": [(n,) for n in (0, 1, 10, 33)],
    "recursive_polymorphic": [(3, 1.5, np.float32(0.3))],
    "factorial": [(n,) for n in (-1, 0, 1, 20)],
    "ackermann": [(0, 0), (2, 3)],
    "binary_search": [(np.arange(0, 40, 2), np.int64(v), 0, 20) for v in (0, 38, 7, 14)],
    "quicksort": [(rng.random(n),) for n in (0, 1, 2, 50)],
    "annotated_callee": [(np.arange(1, 4.0), 5), (np.zeros(0), 1)],
    "error_in_helper": [(np.arange(3.0), i) for i in (0, 2, 3)] + [(np.zeros(0), 0)],
    "calls_in_expression": [(3, 2), (1, 5)],
    "hanoi": [(5, 1, 2, 3), (0, 1, 2, 3)],
}
