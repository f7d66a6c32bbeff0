"""Imports made twice, parameters by position only, numbers from text, pow with a modulus."""
import math, math
import numpy as np
import numpy as np

from pycc import f64
from pycc import f64

FAR = float('inf')
NOWHERE = -float("nan")


def imported_twice(x: f64[:]):
    return np.sqrt(x), math.floor(x[0])


def by_position(a: int, b: int, /, c: int = 3, *, d: int = 4):
    return a * 1000 + b * 100 + c * 10 + d


def calls_by_position(n: int):
    return by_position(n, 2) + by_position(n, 2, c=1) + by_position(1, n, 2, d=9) + positional(n, k=2)


def positional(n, /, k):
    return n * k


def from_text(x: float):
    return float('inf'), float("-Infinity"), float('nan') != x, float("1.5e3"), float("-.25"), np.float32('0.1'), np.float64("inf")


def constants_from_text(x: float):
    return min(x, FAR), NOWHERE == x, x < FAR


def power(a: int, b: int, m: int):
    return pow(a, b, m)


def powers(a: int):
    return pow(a, 5, 7), pow(3, a, mod=10**9 + 7), pow(a, True, -5)


EDGE = [0, 1, -1, 2, 3, -7, 10, 2**62, 2**63 - 1, -2**63, -2**63 + 1, 10**9 + 7]
CASES = {
    "imported_twice": [(np.arange(3.0),)],
    "by_position": [(1, 2), (1, 2, 5), (1, 2, {"d": 6, "c": 7}), (1, {"b": 2}), (1, 2, {"e": 1}), (1,)],
    "calls_by_position": [(n,) for n in (0, 5)],
    "from_text": [(1.0,)],
    "constants_from_text": [(1.0,), (math.inf,), (math.nan,)],
    "power": [(a, b, m) for a in EDGE for b in EDGE for m in EDGE],
    "powers": [(n,) for n in (0, 3, 12345)],
}
