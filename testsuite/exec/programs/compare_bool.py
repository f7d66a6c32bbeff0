"""Comparisons, chains, boolean operators, conditional expressions."""
import numpy as np

from pycc import bool_, f32, f64, i64, u8


def compare_ints(a: int, b: int):
    return a == b, a != b, a < b, a <= b, a > b, a >= b


def compare_floats(a: float, b: float):
    return a == b, a != b, a < b, a <= b, a > b, a >= b


def compare_int_float(a: int, b: float):
    return a == b, a < b, b <= a


def compare_bools(a: bool, b: bool):
    return a == b, a != b, a < b, a >= b


def chain_range(lo: int, x: int, hi: int) -> bool:
    return lo <= x < hi


def chain_long(a: float, b: float, c: float, d: float) -> bool:
    return a < b <= c != d > a


def chain_once(x: i64[:], i: int):
    """The middle operand is indexed once, and not at all when the first comparison fails."""
    return 0 <= i < len(x) and 3 < x[i] < 8


def chain_short(x: i64[:], i: int):
    """A failing first comparison leaves the last operand alone."""
    return i < 2 < x[i]


def not_operator(a: int, b: float, c: bool):
    return not a, not b, not c, not not a


def and_values(a: int, b: int) -> int:
    return a and b


def or_values(a: float, b: float) -> float:
    return a or b


def and_or_chain(a: int, b: int, c: int) -> int:
    return a and b or c


def three_ors(a: int, b: int, c: int) -> int:
    return a or b or c


def guard_index(x: f64[:], i: int):
    if i < len(x) and x[i] > 0.5:
        return 1
    return 0


def guard_division(a: int, b: int) -> bool:
    return b != 0 and a // b > 2


def or_guard(x: f64[:], i: int):
    return i >= len(x) or x[i] < 0.0


def not_and(a: bool, b: bool, c: bool) -> bool:
    return not a and b or not (b or c)


def conditional(a: int, b: int) -> int:
    return a if a > b else b


def conditional_nested(x: float) -> int:
    return -1 if x < 0.0 else 0 if x == 0.0 else 1


def conditional_lazy(x: f64[:], i: int):
    """Only the chosen branch is evaluated."""
    return x[i] if i < len(x) else np.float64(-1)


def conditional_mixed_condition(x: f32, n: u8) -> int:
    return (1 if x else 2) + (10 if n else 20)


def bool_arithmetic(a: int, b: int) -> int:
    return (a > b) + (a == b) * 2 - (a < b)


def nan_compare(a: f64, b: f64):
    return a == b, a < b, not a < b, a != a


def strong_truth(a: bool_, b: bool_):
    return (1 if a and b else 0), (1 if a or not b else 0)


def while_condition(x: i64[:], value: i64) -> int:
    i = 0
    while i < len(x) and x[i] != value:
        i += 1
    return i


def elif_ladder(n: int) -> int:
    if n < 0:
        r = 1
    elif n == 0:
        r = 2
    elif n < 10:
        r = 3
    else:
        r = 4
    return r


def nested_ifs(a: int, b: int) -> int:
    r = 0
    if a > 0:
        if b > 0:
            r = 1
        elif b == 0:
            r = 2
    else:
        if b > 0:
            r = 3
        else:
            pass
    return r


def early_return(a: int) -> int:
    if a < 0:
        return -a
    if a > 100:
        return 100
    a += 1
    return a


def if_number(a: int, x: float) -> int:
    r = 0
    if a:
        r += 1
    if x:
        r += 2
    if not a:
        r += 4
    return r


def bool_variable(a: int, b: int) -> bool:
    small = a < 10
    even = a % 2 == 0
    both = small and even
    return both or b == a


SMALL = [(a, b) for a in (-1, 0, 2) for b in (-1, 0, 2)]
NAN = float("nan")
X = np.array([0.25, 0.75, -1.0])

CASES = {
    "compare_ints": SMALL + [(2**62, 2**62 + 1)],
    "compare_floats": [(a, b) for a in (0.0, -0.0, 1.5, NAN, float("inf")) for b in (0.0, 1.5, NAN)],
    "compare_int_float": [(1, 1.0), (2, 1.5), (0, -0.0), (3, NAN)],
    "compare_bools": [(a, b) for a in (False, True) for b in (False, True)],
    "chain_range": [(0, x, 5) for x in (-1, 0, 4, 5)],
    "chain_long": [(1.0, 2.0, 2.0, 3.0), (1.0, 2.0, 3.0, 3.0), (2.0, 1.0, 1.0, 5.0), (1.0, NAN, 1.0, 2.0)],
    "chain_once": [(np.array([1, 5, 9]), i) for i in (-1, 0, 1, 2, 3)],
    "chain_short": [(np.array([1, 5, 9]), i) for i in (0, 1, 2, 7, 10**9)],
    "not_operator": [(0, 0.0, False), (3, 0.5, True), (-1, NAN, False)],
    "and_values": SMALL,
    "or_values": [(0.0, 2.0), (1.0, 2.0), (-0.0, -0.0), (NAN, 1.0)],
    "and_or_chain": [(a, b, c) for a in (0, 1) for b in (0, 2) for c in (0, 3)],
    "three_ors": [(0, 0, 0), (0, 0, 3), (0, 2, 3), (1, 2, 3)],
    "guard_index": [(X, i) for i in (0, 1, 2, 3, 100)],
    "guard_division": [(9, 3), (10, 3), (1, 0)],
    "or_guard": [(X, i) for i in (0, 2, 3, 50)],
    "not_and": [(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)],
    "conditional": SMALL,
    "conditional_nested": [(-2.5,), (0.0,), (-0.0,), (7.0,), (NAN,)],
    "conditional_lazy": [(X, i) for i in (0, 2, 3, 99)],
    "conditional_mixed_condition": [(np.float32(0), np.uint8(0)), (np.float32(NAN), np.uint8(3))],
    "bool_arithmetic": SMALL,
    "nan_compare": [(np.float64(a), np.float64(b)) for a in (1.0, NAN) for b in (1.0, 2.0, NAN)],
    "strong_truth": [(np.bool_(a), np.bool_(b)) for a in (0, 1) for b in (0, 1)],
    "while_condition": [(np.array([3, 1, 4, 1]), np.int64(v)) for v in (3, 4, 9)] + [(np.zeros(0, int), np.int64(0))],
    "elif_ladder": [(n,) for n in (-5, 0, 5, 10)],
    "nested_ifs": SMALL,
    "early_return": [(-7,), (0,), (100,), (101,)],
    "if_number": [(0, 0.0), (1, 0.0), (0, -0.5), (7, NAN)],
    "bool_variable": [(4, 0), (5, 5), (12, 0), (12, 12)],
}
ONE_TYPE = {"chain_once", "chain_short", "or_guard"}
