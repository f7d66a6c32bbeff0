"""Named tuples: both ways to write them, fields, methods, and all that tuples do; what comes back is of Python's class."""
from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from harness import O1, compile_text_once, load, shared_folder

SOURCE = '''
import collections
from collections import namedtuple
from typing import NamedTuple, Optional

import numpy as np

from pycc import f64, prange


class Point(NamedTuple):
    x: float
    y: float = 2.0

    def norm(self):
        return (self.x * self.x + self.y * self.y) ** 0.5

    def scaled(self, k):
        return Point(self.x * k, y=self.y * k)

    @property
    def total(self):
        return self.x + self.y

    @staticmethod
    def origin():
        return Point(0.0, 0.0)

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __neg__(self):
        return Point(-self.x, -self.y)


Pair = namedtuple('Pair', 'a b')
Given = collections.namedtuple('Given', ['n', 'weights'], defaults=(7,))
Commas = namedtuple('Commas', 'p, q,r')
Typed = NamedTuple('Typed', [('k', int), ('v', float)])


class Money(namedtuple('Money', ['amount', 'rate'], defaults=(1.0,))):
    __slots__ = ()

    def total(self):
        return self.amount * self.rate

    def __add__(self, other):
        return Money(self.amount + other.amount, self.rate)


class Segment(NamedTuple):
    start: Point
    end: Point

    def length(self):
        return ((self.end.x - self.start.x) ** 2 + (self.end.y - self.start.y) ** 2) ** 0.5


def made(x: float, y: float) -> Point:
    return Point(x, y)


def defaults(x: float):
    return Point(x), Point(y=x, x=1.0), Point(*(x, 3.0))


def read(p: Point) -> float:
    x, y = p
    return p.x + 10 * p[1] + 100 * x + 1000 * y + p[-1]


def methods(p: Point):
    return p.norm(), p.scaled(2), p.total, Point.origin()


def operators(p: Point, q: Point):
    return p + q, -p, p + Point.origin() + q


def as_tuple(p: Point, t: Typed):
    return p[::-1], t + (1,), t * 2, len(t), 2.0 in t, max(p), sum(p), sorted(p)


def plain(p: Point, t: Typed):
    return (tuple(p), list(p), isinstance(p, tuple), isinstance(p, Point), isinstance(p, Typed), isinstance(t, (int, Typed)),
            t.k if isinstance(p, Segment) else t.v, [*p], (*p, 1))


def texts(p: Point):
    return f'{p.x:.2f} {p[1]}', str(p.y), sum(v for v in p)


def matched(p: Point):
    match p:
        case (0.0, y):
            return y
        case _:
            return p.x


def optional(p: Optional[Point] = None) -> float:
    return 0.0 if p is None else p.x


def best(points: list[Point]):
    return max(points, key=lambda p: p.y), sorted(points, key=lambda q: -q.x), points.index(points[-1]), points[0] in points


def compared(v: Typed, w: Typed):
    return v == w, v != w, v < w, v >= w, v == (1, 2.0), (1, 2.0) < w


def replaced(p: Point, k: int):
    q = p._replace(y=9.5)
    return q, q._replace(x=q.y + k, y=q.x), p._replace()


def dictionary(p: Point):
    return p._asdict()


def keyed(p: Point):
    d = p._asdict()
    return d['x'] - d['y']


def inferred(i: int):
    t = Pair(i, (i, 2.5))
    u = Pair(b=i, a=1.5)
    return t, u, t.a, t.b[1], t.a == i, len(t)


def arrays(x: f64[:]):
    t = Given(3, x)
    u = Given(4)
    t.weights[...] += 1.0
    return t.weights.sum() + t.n, u, t


def three(n: int):
    c = Commas(n, n + 1, n + 2)
    p, q, r = c
    return c, p * q * r, c.p + c.r


def nested(x: float):
    s = Segment(Point(0.0, 0.0), Point(x, x))
    (a, b), (c, d) = s
    return s, s.length(), s.end.x, a + b + c + d, s.start == s.end


def money(x: float):
    m = Money(x)
    n = m + Money(2.5, 3.0)
    return m, n.total(), n[0], n._replace(rate=2.0)


def given_nested(s: Segment) -> float:
    return s.length() + s.start.norm()


def kept(n: int):
    p = Point(0.0, 0.0)
    for i in range(n):
        p = Point(p.x + i, p.y - i) if i % 2 else p._replace(x=p.x * 2.0)
    return p


def chosen(n: int) -> Point:
    return Point(1.0, 2.0) if n > 0 else Point(-1.0)


def listed(n: int):
    points = [Point(float(i), 0.5 * i) for i in range(n)]
    points.append(Point(-1.0, -2.0))
    best = points[0]
    for p in points:
        if p.y < best.y:
            best = p
    return points, best, sorted(points), [y for _, y in points]


def taken(points: list[Point]) -> float:
    t = 0.0
    for x, y in points:
        t += x * y
    for k, p in enumerate(points):
        t += k * p.x
    return t


def given_list(points: list[Point]) -> list[Point]:
    points.append(Point(0.5, 0.25))
    return points


def keys(n: int):
    d = {}
    for i in range(n):
        k = Pair(i % 3, i % 2)
        d[k] = d.get(k, 0) + i
    return d, Pair(0, 5) in d, len({Pair(i % 2, 0) for i in range(n)})


def of_dict(d: dict[str, Point]) -> float:
    t = 0.0
    for p in d.values():
        t += p.norm()
    return t


def parallel(x: f64[:], y: f64[:]) -> f64[:]:
    out = np.empty(len(x))
    for i in prange(len(x)):
        p = Point(x[i], y[i])
        out[i] = (p + p.scaled(0.5)).norm()
    return out


def missing(n: int):
    d = {Pair(0, 0): 1.0}
    return d[Pair(n, 0)]
'''


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    folder = shared_folder(tmp_path_factory, "named")
    compiled = compile_text_once(SOURCE, folder, O1, name="with_named")
    plain = folder / "plain_named.py"
    plain.write_text(SOURCE)
    return load("plain_named", plain), compiled


def p(m: ModuleType) -> Any:
    return m.Point(1.5, -2.0)


def q(m: ModuleType) -> Any:
    return m.Point(0.25, 4.0)


CALLS = {
    "made": [lambda m: (1.5, 2.0), lambda m: (0.0, -0.0)],
    "defaults": [lambda m: (3.0,), lambda m: (-1.5,)],
    "read": [lambda m: (p(m),), lambda m: (q(m),)],
    "methods": [lambda m: (p(m),), lambda m: (q(m),)],
    "operators": [lambda m: (p(m), q(m)), lambda m: (q(m), q(m))],
    "as_tuple": [lambda m: (p(m), m.Typed(1, 2.0)), lambda m: (q(m), m.Typed(-3, 0.5))],
    "compared": [lambda m: (m.Typed(1, 2.0), m.Typed(1, 3.0)), lambda m: (m.Typed(1, 2.0), m.Typed(1, 2.0)),
                 lambda m: (m.Typed(2, 0.0), m.Typed(1, 9.0))],
    "plain": [lambda m: (p(m), m.Typed(1, 2.0))],
    "texts": [lambda m: (p(m),)],
    "matched": [lambda m: (p(m),), lambda m: (m.Point(0.0, 7.0),)],
    "optional": [lambda m: (), lambda m: (q(m),)],
    "best": [lambda m: ([p(m), q(m)],), lambda m: ([p(m)] * 3,)],
    "replaced": [lambda m: (p(m), 3), lambda m: (q(m), -1)],
    "dictionary": [lambda m: (p(m),), lambda m: (q(m),)],
    "keyed": [lambda m: (p(m),), lambda m: (q(m),)],
    "inferred": [lambda m: (3,), lambda m: (0,)],
    "arrays": [lambda m: (np.arange(4.0),), lambda m: (np.zeros(0),), lambda m: (np.arange(8.0)[::-2],)],
    "three": [lambda m: (0,), lambda m: (5,)],
    "nested": [lambda m: (1.0,), lambda m: (0.0,)],
    "given_nested": [lambda m: (m.Segment(p(m), q(m)),), lambda m: (m.Segment(q(m), q(m)),)],
    "money": [lambda m: (1.5,), lambda m: (0.0,)],
    "kept": [lambda m: (0,), lambda m: (1,), lambda m: (6,)],
    "chosen": [lambda m: (1,), lambda m: (0,)],
    "listed": [lambda m: (1,), lambda m: (5,)],
    "taken": [lambda m: ([],), lambda m: ([p(m)],), lambda m: ([p(m), q(m), p(m)],)],
    "given_list": [lambda m: ([],), lambda m: ([p(m), q(m)],)],
    "keys": [lambda m: (0,), lambda m: (1,), lambda m: (8,)],
    "of_dict": [lambda m: ({},), lambda m: ({"a": p(m), "b": q(m)},)],
    "parallel": [lambda m: (np.arange(5.0), np.ones(5)), lambda m: (np.zeros(0), np.zeros(0)),
                 lambda m: (np.arange(2000.0)[::2], np.arange(1000.0)[::-1])],
    "missing": [lambda m: (0,), lambda m: (1,)],
}


@pytest.mark.parametrize("name, number", [(name, i) for name in CALLS for i in range(len(CALLS[name]))])
def test_as_in_the_interpreter(modules: tuple[ModuleType, ModuleType], name: str, number: int) -> None:
    told = []
    for m in modules:
        args = CALLS[name][number](m)
        try:
            result = getattr(m, name)(*args)
        except KeyError as error:
            result = type(error)
        told.append((result, args))
    assert repr(told[0]) == repr(told[1])


def test_the_class_is_the_modules(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    assert type(m.made(1.0, 2.0)) is m.Point
    assert type(m.nested(1.0)[0].end) is m.Point
    assert {type(x) for x in m.listed(3)[0]} == {m.Point}
    assert type(m.dictionary(p(m))) is dict


def test_other_tuples_are_refused(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    for other in (1.0, 2.0), p(modules[0]), m.Pair(1.0, 2.0):
        with pytest.raises(TypeError, match="expected Point"):
            m.read(other)
    with pytest.raises(TypeError, match="expected Point"):
        m.read(m.Point("1", 2.0))


RECORDS = """
import numpy as np
D = np.dtype([('x', 'f8'), ('n', 'i4')])
A = np.dtype([('x', 'f8'), ('n', 'i4')], align=True)

def total(a: 'D[:]') -> float:
    return a['x'].sum()

def written(a: 'D[:]') -> None:
    a['n'] += 1

def same(a: 'D[:]'):
    return a, a[1:]
"""


def test_arguments_of_records(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is taken and refused; what goes back shares the memory of what came."""
    m = compile_text_once(RECORDS, shared_folder(tmp_path_factory, "named"), O1, name="with_records")
    a = np.zeros(4, m.D)
    a['x'] = np.arange(4)
    assert m.total(a) == 6.0 and m.total(a[::-2]) == 4.0
    locked = a.copy()
    locked.flags.writeable = False
    assert m.total(locked) == 6.0
    with pytest.raises(ValueError, match="read-only"):
        m.written(locked)
    whole, part = m.same(a)
    assert whole.dtype == m.D and np.shares_memory(whole, a) and np.shares_memory(part, a)
    held = sys.getrefcount(a)
    for _ in range(3):
        m.total(a)
        m.same(a)
    assert sys.getrefcount(a) == held
    part['x'] = -1.0
    assert a['x'].tolist() == [0.0, -1.0, -1.0, -1.0]
    for other in (np.zeros(4), np.zeros((2, 2), m.D), np.zeros(4, m.A), a.view(np.recarray), [(1.0, 2)],
                  np.zeros(4, [('x', '>f8'), ('n', 'i4')]), np.zeros(4, [('y', 'f8'), ('n', 'i4')])):
        with pytest.raises(TypeError, match="expected"):
            m.total(other)
