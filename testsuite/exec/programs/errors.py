"""assert, raise, and errors of every kind from every depth; module constants."""
import math

import numpy as np

from pycc import f64, i64

LIMIT = 10
SCALE = 2.5
NEGATIVE = -3
FLAG = True
DERIVED = LIMIT * 2 + 1
TWO_PI = 2 * math.pi
IMAGINARY = 2j


def constants(n: int):
    return n * LIMIT + NEGATIVE, SCALE, FLAG, DERIVED, TWO_PI, IMAGINARY


def constant_as_bound(x: f64[:]) -> int:
    s = 0
    for i in range(LIMIT):
        if i < len(x):
            s += i
    return s


def constant_shadowed(n: int) -> int:
    LIMIT = n
    return LIMIT + DERIVED


def assert_plain(n: int) -> int:
    assert n > 0
    return n


def assert_message(n: int) -> int:
    assert n > 0, "n must be positive"
    return n


def assert_array(x: f64[:], y: f64[:]) -> int:
    assert len(x) == len(y), 'lengths differ'
    return len(x)


def raise_value_error(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    return n


def raise_each(n: int) -> int:
    if n == 0:
        raise ValueError("value")
    elif n == 1:
        raise TypeError("type")
    elif n == 2:
        raise IndexError("index")
    elif n == 3:
        raise KeyError("key")
    elif n == 4:
        raise RuntimeError("runtime")
    elif n == 5:
        raise ZeroDivisionError("zero")
    elif n == 6:
        raise OverflowError("overflow")
    elif n == 7:
        raise ArithmeticError("arithmetic")
    elif n == 8:
        raise NotImplementedError("not implemented")
    elif n == 9:
        raise AssertionError("assertion")
    elif n == 10:
        raise MemoryError("memory")
    elif n == 11:
        raise Exception("exception")
    elif n == 12:
        raise LookupError("lookup")
    elif n == 13:
        raise AttributeError("attribute")
    elif n == 14:
        raise FloatingPointError("floating")
    return n


def raise_without_message(n: int) -> int:
    if n == 1:
        raise ValueError
    if n == 2:
        raise RuntimeError()
    return n


def raise_in_loop(x: i64[:]) -> None:
    for i in range(len(x)):
        if x[i] < 0:
            raise ValueError("negative element")
        x[i] += 1


def check_positive(x):
    if x <= 0:
        raise ValueError("must be positive: 100 % of \"them\"\n")
    return x


def raise_from_helper(a: int, x: f64[:]) -> int:
    x[0] = 1.0
    check_positive(a)
    x[1] = 1.0
    return check_positive(a - 1)


def raise_from_recursion(n: int) -> int:
    if n == 0:
        raise RuntimeError("bottom")
    return raise_from_recursion(n - 1) + 1


def raise_in_else(n: int) -> int:
    for i in range(n):
        if i == 3:
            break
    else:
        raise LookupError("not found")
    return n


def always_raises(n: int) -> int:
    raise NotImplementedError("never: ünïcödé")


def assert_false(n: int) -> int:
    if n > 0:
        return n
    assert False, "unreachable"


def error_order(x: f64[:], a: int, b: int):
    """The left operand's error comes first."""
    return x[a] + 1 // b


def error_in_argument(x: f64[:], i: int) -> int:
    return check_positive(int(x[i]))


def error_in_condition(x: i64[:], i: int, d: int) -> int:
    if x[i] > 2 and 10 // d > 3:
        return 1
    return 0


def while_with_error(x: i64[:], i: int) -> int:
    n = 0
    while x[i] > 0:
        x[i] -= 1
        i += 1
        n += 1
    return n


CASES = {
    "constants": [(1,)],
    "constant_as_bound": [(np.zeros(4),), (np.zeros(50),)],
    "constant_shadowed": [(1,)],
    "assert_plain": [(1,), (0,)],
    "assert_message": [(1,), (0,)],
    "assert_array": [(np.zeros(2), np.zeros(2)), (np.zeros(2), np.zeros(3))],
    "raise_value_error": [(1,), (-1,)],
    "raise_each": [(n,) for n in range(16)],
    "raise_without_message": [(0,), (1,), (2,)],
    "raise_in_loop": [(np.array([1, 2, -3, 4]),), (np.array([1, 2]),)],
    "raise_from_helper": [(5, np.zeros(2)), (0, np.zeros(2)), (1, np.zeros(2)), (1, np.zeros(1))],
    "raise_from_recursion": [(0,), (50,)],
    "raise_in_else": [(2,), (4,)],
    "always_raises": [(1,)],
    "assert_false": [(1,), (0,)],
    "error_order": [(np.ones(2), a, b) for a in (0, 5) for b in (0, 1)],
    "error_in_argument": [(np.array([1.0, -1.0]), i) for i in (0, 1, 2)],
    "error_in_condition": [(np.array([1, 5]), i, d) for i in (0, 1, 2) for d in (0, 2, 9)],
    "while_with_error": [(np.array([3, 2, 0, 1]), 0), (np.array([3, 2, 1]), 0), (np.array([3]), 1)],
}
