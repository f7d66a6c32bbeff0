"""Classes as they are written: objects as keys, abstract bases, total_ordering, conversions, what data classes make."""
from abc import ABC, abstractmethod
from dataclasses import dataclass
from dataclasses import dataclass, field
from functools import total_ordering
import abc
import functools
import math


class Rational:
    def __init__(self, n, d=1):
        if d == 0:
            raise ZeroDivisionError("zero denominator")
        g = math.gcd(n, d)
        if d < 0:
            g = -g
        self.n = n // g
        self.d = d // g

    def __add__(self, o):
        return Rational(self.n * o.d + o.n * self.d, self.d * o.d)

    def __sub__(self, o):
        return Rational(self.n * o.d - o.n * self.d, self.d * o.d)

    def __mul__(self, o):
        return Rational(self.n * o.n, self.d * o.d)

    def __truediv__(self, o):
        return Rational(self.n * o.d, self.d * o.n)

    def __eq__(self, o):
        return self.n == o.n and self.d == o.d

    def __lt__(self, o):
        return self.n * o.d < o.n * self.d

    def __hash__(self):
        return hash((self.n, self.d))

    def __str__(self):
        return f"{self.n}/{self.d}" if self.d != 1 else str(self.n)

    def __float__(self):
        return self.n / self.d


def ratio(n: int) -> str:
    xs = [Rational(i, i + 2) for i in range(1, n)]
    s = Rational(0)
    for x in xs:
        s = s + x * x
    xs.sort()
    return str(s) + " " + " ".join(str(x) for x in xs) + f" {float(s):.3f}"


def distinct(n: int) -> int:
    seen = set()
    for i in range(1, n):
        for j in range(1, n):
            seen.add(Rational(i, j))
    return len(seen)


def keyed(n: int) -> int:
    d = {}
    for i in range(1, n):
        r = Rational(i, 6)
        d[r] = d.get(r, 0) + i
    return d[Rational(1, 2)] if Rational(1, 2) in d else -1


@dataclass(frozen=True)
class Point:
    x: int
    y: int

    def moved(self, dx, dy):
        return Point(self.x + dx, self.y + dy)


@dataclass(order=True)
class Task:
    prio: int
    name: str


def grid(n: int) -> int:
    seen = {Point(0, 0)}
    p = Point(0, 0)
    for i in range(n):
        p = p.moved((i * 3) % 4 - 1, (i * 5) % 3 - 1)
        seen.add(p)
    return len(seen)


def paths(n: int) -> dict[str, int]:
    dist = {Point(0, 0): 0}
    todo = [Point(0, 0)]
    while todo:
        p = todo.pop(0)
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            q = Point(p.x + dx, p.y + dy)
            if 0 <= q.x < n and 0 <= q.y < n and q not in dist:
                dist[q] = dist[p] + 1
                todo.append(q)
    return {f"{p.x},{p.y}": d for p, d in dist.items()}


def tasks(n: int) -> str:
    ts = [Task((i * 7) % 4, f"t{i}") for i in range(n)]
    ts.sort()
    return " ".join(t.name for t in ts) + f" {max(ts)}" + str(min(ts, key=lambda t: t.name))


class Shape(ABC):
    @abstractmethod
    def area(self):
        pass

    def name(self):
        raise NotImplementedError

    def describe(self):
        return f"{self.name()}: {self.area():.2f}"


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r ** 2

    def name(self):
        return "circle"


class Rect(Shape):
    def __init__(self, w, h):
        self.w = w
        self.h = h

    def area(self):
        return self.w * self.h

    def name(self):
        return "rect"


class Square(Rect):
    def __init__(self, s):
        super().__init__(s, s)

    def name(self):
        return "square/" + super().name()


def shapes(a: float) -> str:
    return Circle(a).describe() + ";" + Rect(a, 2.0).describe() + ";" + Square(a).describe()


def inst(a: float) -> str:
    s = Square(a)
    return f"{isinstance(s, Rect)} {isinstance(s, Circle)} {isinstance(s, Shape)} {type(s).__name__}"


@total_ordering
class Version:
    def __init__(self, text):
        parts = text.split(".")
        self.major = int(parts[0])
        self.minor = int(parts[1])

    def __eq__(self, o):
        return (self.major, self.minor) == (o.major, o.minor)

    def __lt__(self, o):
        return (self.major, self.minor) < (o.major, o.minor)

    def __repr__(self):
        return f"v{self.major}.{self.minor}"


def newest(a: str, b: str) -> str:
    x, y = Version(a), Version(b)
    if x >= y:
        return repr(x) + str(x <= y)
    return repr(y) + str(x > y)


class Animal(metaclass=abc.ABCMeta):
    def __init__(self, name):
        self.name = name

    @property
    @abc.abstractmethod
    def legs(self):
        ...

    @abc.abstractmethod
    def speak(self):
        raise NotImplementedError

    def intro(self):
        return f"{type(self).__name__} {self.name} {self.speak()} {self.legs}"


class Dog(Animal):
    def __init__(self, name, trick):
        super().__init__(name)
        self.trick = trick

    @property
    def legs(self):
        return 4

    def speak(self):
        return "woof " + self.trick


class Bird(Animal):
    @property
    def legs(self):
        return 2

    def speak(self):
        return "tweet"


def animals(a: str, b: str) -> str:
    bird = Bird(a)
    return Dog(a, b).intro() + " / " + Bird(b).intro() + " " + bird.__class__.__name__


@functools.total_ordering
class Money:
    def __init__(self, units, cents):
        self.units = units
        self.cents = cents

    def _key(self):
        return self.units * 100 + self.cents

    def __eq__(self, other):
        if not isinstance(other, Money):
            return NotImplemented
        return self._key() == other._key()

    def __le__(self, other):
        if not isinstance(other, Money):
            return NotImplemented
        return self._key() <= other._key()

    def __hash__(self):
        return hash((self.units, self.cents))

    def __str__(self):
        return f"{self.units}.{self.cents:02d}"

    def __repr__(self):
        return f"Money({self.units}, {self.cents})"


def money(a: int, b: int) -> str:
    x, y = Money(a, 50), Money(b, 25)
    s = f"{x < y} {x <= y} {x > y} {x >= y} {x == y} {x != y}"
    return s + f" {x} {x!r} {str(y)} {repr(y)} {max([x, y])} {min([x, y])}"


def moneys(n: int) -> str:
    xs = [Money((i * 7) % 5, i) for i in range(n)]
    return " ".join(str(x) for x in sorted(xs)) + " " + ", ".join(str(x) for x in sorted(xs, reverse=True))


def money_keys(n: int, k: int) -> str:
    d = {}
    for i in range(n):
        d[Money(i % 3, 0)] = i
    try:
        v = d[Money(k, 0)]
    except KeyError:
        return "no such money"
    del d[Money(k, 0)]
    return f"{v} {len(d)} {Money(k, 0) in d} {hash(Money(k, 0)) == hash((k, 0))}"


@dataclass(frozen=True)
class P:
    x: int
    y: int = 0


@dataclass
class Line:
    a: P
    b: P
    w: float = 1.0
    tags: list = field(default_factory=list)


@dataclass(unsafe_hash=True)
class Q:
    name: str
    n: int


def shown(a: int) -> str:
    p = P(a)
    line = Line(p, P(1, a), 0.5)
    line.tags.append("t")
    return f"{p} {line} {repr(p)} {line.a!r}"


def hashed(n: int) -> str:
    seen = {P(i % 3, i % 2) for i in range(n)}
    names = {}
    for i in range(n):
        q = Q("a" if i % 2 else "b", i % 3)
        names[q] = names.get(q, 0) + 1
    return f"{len(seen)} {P(1, 1) in seen} {sorted(names.values())} {hash(P(2, 3)) == hash((2, 3))}"


def set_of_points(n: int) -> list[int]:
    seen = set()
    for i in range(n):
        seen.add(P(i * 5 % 7, i * 3 % 4))
    seen.discard(P(0, 0))
    return [p.x * 10 + p.y for p in seen]


def no_point(n: int) -> int:
    d = {P(1, 2): 5, P(n, n): 7}
    return d[P(n, 2)]


class Temp:
    def __init__(self, c):
        self.c = c

    def __float__(self):
        return self.c + 0.5

    def __int__(self):
        return int(self.c)

    def __bool__(self):
        return self.c > 0

    def __complex__(self):
        return complex(self.c, 1)


def casts(c: float) -> str:
    t = Temp(c)
    return f"{float(t)} {int(t)} {bool(t)} {complex(t)}"


def names_of(a: int, b: float, xs: list[int]) -> str:
    t = (a, b)
    d = {a: b}
    c = b > 1
    s = "x"
    return ",".join([type(a).__name__, type(b).__name__, type(xs).__name__, type(t).__name__, type(d).__name__, type(c).__name__, type(s).__name__])


N = (0, 1, 2, 5, 9)
K = (-1, 0, 1, 2, 3)
X = (0.5, 1.5, -2.0, 4.0)
WORDS = ("1.2", "1.3", "2.0")
CASES = {
    **{name: [(v0,) for v0 in N] for name in ("distinct", "keyed", "grid", "moneys", "hashed", "set_of_points", "shown")},
    **{name: [(v0,) for v0 in (2, 3, 5)] for name in ("ratio", "paths", "tasks")},
    **{name: [(v0,) for v0 in X] for name in ("shapes", "inst", "casts")},
    **{name: [(1,)] for name in ("no_point",)},
    **{name: [(v0, v1) for v0 in WORDS for v1 in WORDS] for name in ("newest", "animals")},
    **{name: [(v0, v1) for v0 in K for v1 in K] for name in ("money", "money_keys")},
    "names_of": [(1, 2.0, [1]), (2, -2.0, [])],
}
