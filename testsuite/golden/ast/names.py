"""What names mean: the module's, the libraries', functions' own, captured ones."""
import math
import numpy as np
import numpy.linalg
import os.path
import pycc
import unpython
from math import sqrt as root, pi
from numpy import float32, newaxis as new
from pycc import f64, prange, unpython as unp
from somewhere import thing

N = 10
M = 2 * N + 1
BIG = 1 << 70
HALF = np.float32(0.5)
TURN = 2 * math.pi
NAMES = 'a', 'b'
REAL = np.float64
counter = 0
counter += 1
changed = 0
first, second = 1, 2
table = [1, 2, 3]
alias = root
square = lambda x: x * x


def set_changed():
    global changed
    changed = 1


class Thing:
    pass


if N:
    conditional = 1

    def hidden():
        pass


def module_names():
    return (N, M, BIG, HALF, TURN, NAMES, REAL, counter, changed, first, table, alias, square,
            module_names, Thing, conditional, hidden, later, undefined)


def later():
    return np, np.sin, np.float32, np.bool_, np.pi, np.nothing, np.linalg.norm, math.floor, root, pi


def imported():
    return float32, new, f64, prange, pycc.prange, unp.prange, thing, os, unpython


def builtins():
    return len, min, bool, int, float, complex, range, xrange, print, ValueError, __name__


def locals_(a, len):
    if a:
        x = 1
    for i in a:
        y = i
    import math as m
    from numpy import cos
    return a, len, x, i, y, m.sin, cos


def captures(a, b):
    c = 1

    def middle(d):
        def inner():
            return a + d + e
        return inner() + helper()

    def helper():
        return b + c

    def calls_middle():
        return middle(0)

    e = 2
    twice = lambda x: middle(x) + x
    again = lambda x: x
    again = lambda x: c
    return middle, helper, calls_middle, twice, again


def default(a, n=N, *, k=counter):
    return a, n, k


def star(a, *args, **kw):
    return a
