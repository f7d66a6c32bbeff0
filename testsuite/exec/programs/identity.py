"""`is` of ints, which are one object where they are small, and of values of two kinds."""
import operator

import numpy as np

from pycc import f64, i32


def ints(a: int, b: int):
    return a is b, a is not b, a is a, operator.is_(a, b), operator.is_not(a, b)


def large_itself(a: int):
    return a is a, a is not a


def branched(a: int, b: int):
    if a is b or a + 1 is b:
        return "near"
    return "far"


def of_two_kinds(a: int, x: float, z: complex, b: bool, xs: list[int], t: tuple[int, int]):
    return a is x, x is z, a is b, b is not a, a is xs, xs is t, t is not x


def arrays(a: f64[:], b: i32[:], c: f64[:, :]):
    return a is b, a is not c, b is c


CASES = {
    "ints": [(1, 1), (1, 2), (256, 256), (-5, -5), (257, 300), (10**10, 5)],
    "large_itself": [(10**10,)],
    "branched": [(1, 1), (1, 2), (1, 3), (255, 256), (10**10, 10**11)],
    "of_two_kinds": [(1, 1.0, 1j, True, [1], (1, 1))],
    "arrays": [(np.zeros(2), np.zeros(2, np.int32), np.zeros((1, 2)))],
}
