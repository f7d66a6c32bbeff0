"""Tuples: swaps, nested targets, unpacking order, returned and indexed tuples."""
import numpy as np

from pycc import f64, i64


def swap(a: int, b: int):
    a, b = b, a
    return a, b


def rotate(a: float, b: float, c: float):
    a, b, c = b, c, a
    return a, b, c


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def nested_target(a: int, b: int, c: int) -> int:
    (x, y), z = (a, b), c
    return x * 100 + y * 10 + z


def list_target(a: int, b: int) -> int:
    [x, y] = b, a
    return x * 10 + y


def tuple_variable(a: int, b: float):
    t = a, b
    x, y = t
    return t, x, y


def tuple_index(a: int, b: float, c: bool):
    t = (a, b, c)
    return t[0] + 1, t[1] * 2, t[-1], len(t)


def mixed_types(a: int, b: float):
    return a, b, a > b, (b, a)


def single(a: int):
    return (a,)


def swap_elements(x: f64[:], i: int, j: int) -> None:
    x[i], x[j] = x[j], x[i]


def order_of_stores(x: i64[:], a: int, b: int) -> None:
    """Right side first, then targets from left to right; the second index sees the first store."""
    x[0], x[x[0]] = a, b


def index_then_store(x: i64[:]) -> int:
    i = 0
    i, x[i] = 2, 77
    return i


def chained_assignment(a: int) -> int:
    x = y = z = a + 1
    y += 1
    return x * 100 + y * 10 + z


def chained_to_elements(x: i64[:], v: int) -> None:
    x[0] = x[1] = x[-1] = v


def reverse(x: i64[:]) -> None:
    n = len(x)
    for i in range(n // 2):
        x[i], x[n - 1 - i] = x[n - 1 - i], x[i]


def returned_pair(a: int, b: int):
    q, r = a // b, a % b
    return q, r


def helper_pair(a, b):
    return b, a


def pair_from_helper(a: int, b: float):
    x, y = helper_pair(a, b)
    return x, y


def nested_result(a: int, b: float):
    return (a, (b, a)), ((b,),)


def loop_over_pairs(n: int) -> int:
    s = 0
    lo, hi = 0, n
    while lo < hi:
        lo, hi = lo + 1, hi - 1
        s += lo * hi
    return s


def tuple_of_arrays(x: f64[:], y: f64[:]):
    a, b = y, x
    a[0] = 5.0
    return b[0], a[0]


def compare_unpacked(a: int, b: int, c: int) -> int:
    lo, mid, hi = min(a, b, c), a + b + c - min(a, b, c) - max(a, b, c), max(a, b, c)
    return lo * 10000 + mid * 100 + hi


def shape_unpacked(x: f64[:, :]) -> int:
    n, m = x.shape
    return n * 1000 + m


def extended_gcd(a: int, b: int):
    x0, x1, y0, y1 = 1, 0, 0, 1
    while b != 0:
        q = a // b
        a, b = b, a - q * b
        x0, x1 = x1, x0 - q * x1
        y0, y1 = y1, y0 - q * y1
    return a, x0, y0


PAIRS = [(1, 2), (0, 0), (-5, 7)]
X = np.arange(6.0)
# Constant tuples of 32 bytes on their way through calls: GCC 12.2 took (1, 1, 0, 0) for (1, 1, 1, 1).

def padded_one_way(a: f64[:, :]):
    return np.pad(a, ((1, 0), (0, 2)))


def padded_another_way(a: f64[:, :]):
    return np.pad(a, ((1, 1), (0, 0)))


CASES = {
    "swap": PAIRS,
    "rotate": [(1.5, 2.5, -0.0)],
    "fibonacci": [(n,) for n in (0, 1, 2, 10, 90)],
    "nested_target": [(1, 2, 3)],
    "list_target": PAIRS,
    "tuple_variable": [(3, 0.5)],
    "tuple_index": [(3, 0.5, True)],
    "mixed_types": [(3, 0.5), (0, 1.0)],
    "single": [(4,)],
    "swap_elements": [(X, i, j) for i, j in ((0, 5), (1, 1), (-1, 0), (0, 6), (6, 0), (-7, 2))],
    "order_of_stores": [(np.array([2, 5, 6, 7]), 1, 50), (np.array([2, 5, 6, 7]), 3, 50), (np.array([2, 5]), 9, 50)],
    "index_then_store": [(np.array([1, 2, 3]),), (np.array([1, 2]),)],
    "chained_assignment": [(1,), (-8,)],
    "chained_to_elements": [(np.arange(4), 9), (np.arange(2), 9), (np.arange(1), 9)],
    "reverse": [(np.arange(n),) for n in (0, 1, 2, 7)],
    "returned_pair": [(7, 2), (-7, 2), (1, 0)],
    "pair_from_helper": [(1, 2.5)],
    "nested_result": [(1, 2.5)],
    "loop_over_pairs": [(n,) for n in (0, 1, 9)],
    "tuple_of_arrays": [(np.zeros(2), np.ones(2))],
    "compare_unpacked": [(3, 1, 2), (9, 9, 1), (5, 6, 7)],
    "shape_unpacked": [(np.zeros(s),) for s in ((2, 3), (0, 5), (1, 1))],
    "padded_one_way": [(np.arange(12.0).reshape(3, 4),)],
    "padded_another_way": [(np.arange(12.0).reshape(3, 4),)],
    "extended_gcd": [(240, 46), (0, 7), (7, 0), (-12, 18)],
}
