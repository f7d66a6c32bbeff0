"""Functions for test_jit.py: what a user may put under @pycc.jit, helpers and constants of all kinds among it."""
import enum
import math
from collections import namedtuple
from heapq import heapify as heap
from typing import NamedTuple

import jit_helpers
import numpy as np
from jit_helpers import Direction, cube
from numpy import sqrt as root

import pycc
from pycc import f64, prange

COUNT = 3
WEIGHTS = np.array([1.0, 2.0, 3.0])
NOTHING = np.zeros((0, 2), dtype=np.int32)
SMALL: float = 1e-3
BIG = float("inf")
WIDTH = np.float32(1.5)
PAIR = (2, 0.5)
KIND = "edge"
INSIDE = slice(1, -1)
Point = namedtuple("Point", "x y")


class Size(NamedTuple):
    width: int
    height: float


class Refusal(Exception):
    pass


class Again(Refusal):
    pass


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    HIGH = 3


class Counter:
    def __init__(self, n):
        self.n = n

    def next(self):
        self.n += 1
        return self.n


square = lambda x: x * x  # noqa: E731
other_name = cube


def own(x: "anything" = (3), y=COUNT) -> (
        float):
    return x + y * SMALL


@pycc.jit
def constants(a):
    s = 0.0 if KIND == "edge" else 1.0
    for i in prange(len(a)):
        s += own(a[i]) + square(a[i]) + other_name(a[i], 2) * WEIGHTS[i % COUNT] + PAIR[1]
    return s + NOTHING.size + a[INSIDE].sum() + WIDTH + root(float(COUNT)) + math.pi + min(BIG, 1.0)


@pycc.jit
def defaults(a: np.ndarray, n: int = 3, /, m=(COUNT), *, k: float = 2.5, how=None, dtype=np.float32) -> "f64":
    """Sums."""
    b = np.ones(len(a), dtype)
    return a.sum() * n + m * k if how is None else (a * b).sum() - n


@pycc.jit
def latest(a):
    return a.max(), a.min(), a.argmax()


@pycc.jit
def swapped(p):
    return Point(p.y, p.x)


@pycc.jit
def two_points(p, q):
    return p.x + q.x


@pycc.jit
def area(s):
    return Size(1, s.width * s.height)


@pycc.jit
def painted(colour, n):
    return n if colour == Colour.RED else -n


FIRST = Colour.RED


@pycc.jit
def first_of(colour, n):
    return (n if colour is FIRST else -n), FIRST is Colour.RED, FIRST


@pycc.jit
def plus_level(level):
    return level + Level.HIGH


@pycc.jit
def counted_up(n):
    counter = Counter(n)
    counter.next()
    return counter.next()


@pycc.jit
def heaped(xs):
    heap(xs)
    return xs


@pycc.jit
def length(items):
    return len(items)


@pycc.jit
def refusing(n):
    if n == 1:
        raise Refusal("one", n)
    try:
        if n == 2:
            raise Again("again")
        raise Refusal("other")
    except Again:
        raise
    except Refusal:
        return str("caught")


def raising(kind, other):
    @pycc.jit
    def inner(n):
        if n == 1:
            raise kind
        if n == 2:
            raise kind("two", n)
        try:
            if n == 3:
                raise other("three")
            if n == 4:
                raise kind("four")
        except other:
            return 1
        return 0
    return inner


@pycc.jit
def fields(bodies, parts):
    for i in range(len(bodies)):
        bodies[i]["x"][0] += i
        bodies["n"][i] = 2 * i
    return bodies["x"].sum() + parts["of"]["re"].sum() + parts["kind"][0], bodies


@pycc.jit
def record(r, k):
    r["n"] += k
    r["x"][1] = r["n"] * 2
    return r["x"].sum(), r


@pycc.jit
def over(r, a):
    t = 0.0
    for i in r:
        t += a[i] * r.step
    return t, r.start, len(r), r[1], a[r.stop - 1], a[list(r)]


@pycc.jit
def part(a, index):
    return a[index]


@pycc.jit
def set_parts(a, index, rows, v):
    for k in range(2):
        a[index] = v
        a[rows] += k
    return a, rows.start, rows.indices(len(a))


@pycc.jit
def attributes(a, r):
    for i in range(len(a)):
        a[i].n = i + r.n
        a.x[i, 1] = 0.5
    r.n = 40
    return a.x.sum(), a[1].n, a, r


@pycc.jit
def padded(a):
    a["n"] += a["kind"]
    return a["x"].sum(), a[0]["n"]


@pycc.jit
def moved(direction):
    return 1 if direction == Direction.UP else -1


@pycc.jit
def mode(a, how="x", w=None):
    if w is not None:
        a = a * w
    return a + 1 if how == "x" else a - 1


@pycc.jit
def factorial(n, one=1):
    return one if n <= 1 else n * factorial(n - 1)


@pycc.jit
def mapped(fn, a):
    return fn(a[0]) + fn(a[-1])


@pycc.jit
def containers(xs, t):
    return sum(xs) * t[0] + t[1]


@pycc.jit
def fill(a, v):
    a[:] = v


@pycc.jit
def waited(a, b):
    return a - b, a + np.timedelta64(1, 'D')


@pycc.jit
def item(a, i):
    return a[i]


@pycc.jit
@pycc.fastmath
def marked(a):
    return (a * a).sum()


@pycc.jit
def nested(a):
    def part(x: f64, y: "int" = 2) -> f64:
        return x * y
    return part(a[0]) + part(a[1], 3)


@pycc.jit
def generator(a):
    yield a


@pycc.jit
def number(x):
    return x + x


def scaled_by(n, shift=0.5):
    def inner(x):
        return x * n

    @pycc.jit
    def scaled(a):
        return inner(a) + shift
    return scaled


@pycc.jit
def calls_jitted(a):
    return item(a, 0) + number(a[1])


@pycc.jit
def rank_of(a, axis: pycc.static = 0):
    return jit_helpers.nothing(summed(a, axis)) * jit_helpers.COUNT_THERE


def summed(a, axis: pycc.static):
    return a.sum(axis)


@pycc.jit
def power_sum(a, n: pycc.static):
    s = 0.0
    for i in prange(len(a)):
        s += a[i] ** n
    return s


@pycc.jit("f64[:], int", "f32[:], int")
def declared(a, n=4):
    return a * n


@pycc.jit(f64[:], f64)
def declared_types(a, x):
    return a + x


class Holder:
    @pycc.jit
    def method(self, x):
        return x

    @staticmethod
    @pycc.jit
    def static(x):
        return x + 1


COMPLEX = 1 + 2j
COMPLEXES = (COMPLEX, (np.complex64(2 - 1j), 3))


@pycc.jit
def uses_complex(a, z=1 - 2j, t=(1j, 2)):
    return a * COMPLEX, a * COMPLEXES[0], COMPLEXES[1][0] * COMPLEXES[1][1], z * t[0] * t[1]


def later_by(span):
    @pycc.jit
    def later(day):
        return day + span
    return later


@pycc.jit
def kept_slice(s):
    return s, (s, 1), str(s), s.stop


@pycc.jit
def slice_of(*ends):
    s = slice(*ends)
    return s, s.start, np.arange(9)[s]


def weighted_by(weights):
    @pycc.jit
    def weighted(a):
        return a * weights[1][0], weights[0], weights[1]
    return weighted


# ---- what is refused

TABLE = {1: {2}}


@pycc.jit
def uses_memory(a):
    for i in range(3):
        a[i] = len(memoryview(b'1'
                              b'2'))
    return a


@pycc.jit
def uses_bad_helper(a):
    return jit_helpers_bad(a)


jit_helpers_bad = jit_helpers.bad


@pycc.jit
def uses_table(a):
    return a * len(TABLE[1])


def uses_undefined_in_closure():
    a_value = 1

    @pycc.jit
    def inner(a):
        return {a: a_value}
    return inner


@pycc.jit
def uses_star(*args):
    a, i = args
    return a[i]


@pycc.jit
def adds_rest(first, *rest):
    total = first
    for x in rest:
        total += x
    return total, len(rest), rest


@pycc.jit
def uses_stars(a, **kwargs):
    return a + kwargs["b"]


@pycc.jit(fallback=True)
def falls_back(d, *, n=1):
    return len(d) * n
