"""Nested functions and lambdas, with and without captured variables."""
import math

import numpy as np

from pycc import f32, f64, i64


def simple_lambda(a: int) -> int:
    double = lambda x: 2 * x
    return double(a) + double(3)


def lambda_captures(a: float, k: float) -> float:
    scale = lambda x: x * k + 1.0
    return scale(scale(a))


def lambda_polymorphic(a: int, b: float):
    same = lambda x: x
    return same(a), same(b)


def nested_function(a: int, b: int) -> int:
    def inner(x):
        return x * b + a
    return inner(1) + inner(inner(2))


def nested_with_loop(x: f64[:], k: float) -> None:
    def blend(u, v):
        return u * k + v * (1.0 - k)
    for i in range(1, len(x)):
        x[i] = blend(x[i], x[i - 1])


def captures_array(x: f64[:], n: int):
    def at(i):
        return x[i % len(x)]
    s = np.float64(0)
    for i in range(n):
        s += at(i)
    return s


def writes_captured_array(x: f64[:]) -> None:
    def put(i, v):
        x[i] = v
    put(0, 5.0)
    put(-1, 6.0)


def passed_lambda(x: f64[:], k: float) -> None:
    transform(x, lambda v: v * k)
    transform(x, lambda v: v + 1)


def transform(x, f):
    for i in range(len(x)):
        x[i] = f(x[i])


def reduce_with(x, f, start):
    s = start
    for v in x:
        s = f(s, v)
    return s


def fold(x: f64[:]):
    total = reduce_with(x, lambda a, b: a + b, np.float64(0))
    product = reduce_with(x, lambda a, b: a * b, np.float64(1))
    return total, product


def function_as_value(a: float, up: bool) -> float:
    f = lambda v: math.floor(v) if up else math.ceil(v)
    return f(a) + 0.5


def bisect(f, lo, hi):
    for _ in range(60):
        mid = (lo + hi) / 2.0
        if f(mid) > 0.0:
            hi = mid
        else:
            lo = mid
    return lo


def find_root(a: float) -> float:
    return bisect(lambda x: x * x - a, 0.0, a + 1.0)


def simpson(f, a, b, n):
    h = (b - a) / n
    s = f(a) + f(b)
    for i in range(1, n):
        s += f(a + i * h) * (4.0 if i % 2 else 2.0)
    return s * h / 3.0


def integrate(a: float, b: float, k: float) -> float:
    def g(x):
        return math.exp(-k * x * x)
    return simpson(g, a, b, 20)


def two_levels(a: int) -> int:
    def outer(x):
        def inner(y):
            return x * 10 + y + a
        return inner(1) + inner(2)
    return outer(3)


def recursive_nested(n: int) -> int:
    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)
    return fib(n)


def lambda_default(a: int) -> int:
    f = lambda x, y=5: x * y
    return f(a) + f(a, 2) + f(y=3, x=a)


def same_name_in_both(a: int) -> int:
    x = 5

    def inner(x):
        return x + 1
    return inner(a) * 10 + x


def lambda_in_loop(n: int) -> int:
    s = 0
    for i in range(n):
        f = lambda x: x * i
        s += f(2)
    return s


def conditional_call(a: float, k: int) -> float:
    sq = lambda x: x * x
    cube = lambda x: x * x * x
    return sq(a) if k == 2 else cube(a)


def called_at_once(a: int) -> int:
    return (lambda x, y: x - y)(a, 10)


def captured_from_parameters(x: f32[:], lo: f32, hi: f32) -> None:
    inside = lambda v: lo <= v <= hi
    for i in range(len(x)):
        if not inside(x[i]):
            x[i] = 0


def captured_element_type(x: f32[:], k: int):
    t = np.float64
    word = 'a'

    def widened(a):
        return a.astype(t) if word == 'a' else k
    return widened(x), (lambda a: np.full(3, k, t))(x)


rng = np.random.default_rng(12)
CASES = {
    "simple_lambda": [(4,), (-1,)],
    "lambda_captures": [(1.5, 0.5)],
    "lambda_polymorphic": [(1, 2.5)],
    "nested_function": [(2, 3)],
    "nested_with_loop": [(rng.random(n), 0.3) for n in (0, 1, 9)],
    "captures_array": [(rng.random(4), n) for n in (0, 3, 11)] + [(np.zeros(0), 2)],
    "writes_captured_array": [(np.zeros(n),) for n in (1, 3, 0)],
    "passed_lambda": [(rng.random(n), 2.5) for n in (0, 5)],
    "fold": [(rng.random(n),) for n in (0, 1, 6)],
    "function_as_value": [(2.7, True), (2.7, False)],
    "find_root": [(2.0,), (9.0,)],
    "integrate": [(0.0, 1.0, 1.0), (-1.0, 2.0, 0.3)],
    "two_levels": [(1,)],
    "recursive_nested": [(n,) for n in (0, 1, 12)],
    "lambda_default": [(3,)],
    "same_name_in_both": [(3,)],
    "lambda_in_loop": [(0,), (5,)],
    "conditional_call": [(1.5, 2), (1.5, 3)],
    "called_at_once": [(3,)],
    "captured_element_type": [(rng.random(3).astype(np.float32), 2)],
    "captured_from_parameters": [(rng.random(20).astype(np.float32), np.float32(0.3), np.float32(0.7))],
}
