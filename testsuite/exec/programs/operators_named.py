"""operator's functions: in place, by their names with underscores; list() without arguments; parts of a list from itself."""
import operator
from operator import __add__, __and__, __not__, iadd, itruediv

import numpy as np

from pycc import f64


def named(x: int, y: int):
    return (__add__(x, y), operator.__or__(x, y), __not__(x), operator.__eq__(x, y), __and__(x, y), operator.__neg__(x),
            operator.__lshift__(x, y), operator.__pow__(x, y), operator.__contains__([x, 2], y))


def in_place_lists(n: int):
    xs, ys, zs = [], [n], [n]
    same = operator.iconcat(xs, [n])
    operator.__iadd__(xs, [n + 1])
    same.append(n + 2)
    iadd(ys, xs)
    operator.imul(zs, 3)
    operator.setitem(xs, 0, 7)
    operator.delitem(ys, 0)
    return xs, same, ys, zs


def in_place_numbers(n: int, x: float, y: complex):
    iadd(n, 3)
    return (iadd(n, 1.5), n, itruediv(n, 2), operator.imul(x, n), operator.ifloordiv(n, 2), operator.isub(y, n), operator.imod(n, 3),
            operator.ipow(n, 2), operator.iand(n, 6), operator.ior(n, 8), operator.ixor(n, 5), operator.ilshift(n, 2), operator.irshift(n, 1))


def in_place_arrays(x: f64[:], y: f64[:]):
    same = operator.isub(x, y)
    same *= 2
    operator.itruediv(x, 4)
    operator.imul(x, y)
    return same


def kept(a: list[int], b: list[int]):
    return operator.is_(a, b), operator.is_not(a, b), operator.is_(a, a)


def listed(n: int):
    xs = list()
    for i in range(n):
        xs.append(i * 0.5)
    return xs, list() + xs


def from_itself(n: int):
    xs = [n, 2, 3]
    xs[:2] = xs[1:]
    xs[1:] = xs
    return xs


def displays(n: int, xs: list[int]):
    return operator.concat([n], [2]), operator.concat([n], xs), operator.iconcat([n], xs), operator.iadd([n], [n, 4]), operator.add((n,), (2.5,))


CASES = {
    "named": [(3, 5), (-2, 3)],
    "in_place_lists": [(4,)],
    "in_place_numbers": [(7, 1.5, 2 - 1j)],
    "in_place_arrays": [(np.arange(5.0), np.ones(5))],
    "kept": [([1], [1])],
    "listed": [(3,), (0,)],
    "from_itself": [(1,)],
    "displays": [(3, [5])],
}
