"""Classes: attributes, methods, operators, properties, data classes, inheritance; objects under several names."""
from dataclasses import dataclass, field
from typing import Optional

import numpy as np

@dataclass
class Vec2:
    x: float
    y: float = 0.5

    def __add__(self, other):
        return Vec2(self.x + other.x, self.y + other.y)

    def dot(self, o):
        return self.x * o.x + self.y * o.y

    @property
    def norm2(self):
        return self.dot(self)

    def scale(self, k):
        self.x *= k
        self.y *= k

    @staticmethod
    def unit():
        return Vec2(1.0, 0.0)


@dataclass
class Limits:
    low: Optional[float] = None
    high: Optional[float] = None

    def holds(self, x):
        if self.low is not None and x < self.low:
            return False
        return self.high is None or x <= self.high


class Counter:
    LIMIT = 5

    def __init__(self, start):
        self.n = start
        self.hits = 0

    def bump(self, k=1):
        self.n += k
        self.hits += 1
        return self

    def __len__(self):
        return self.hits


class Named(Counter):
    def __init__(self, start, extra):
        super().__init__(start)
        self.extra = extra

    def bump(self, k=1):
        self.n += 2 * k
        self.hits += 1
        return self


def norm(a: float, b: float) -> float:
    v = Vec2(a, b) + Vec2(1, 2)
    v.scale(2.0)
    return v.norm2 + Vec2.unit().x + Vec2(3).y


def counted(n: int) -> int:
    c = Counter(0)
    d = c
    for i in range(n):
        c.bump(i)
        if i % 3 == 0:
            d.bump()
    if c:
        return c.n * 100 + len(d) + Counter.LIMIT
    return -1


def sub(n: int) -> float:
    c = Named(n, 1.5)
    c.bump().bump(k=3)
    return c.n + c.extra + len(c)


def many(n: int) -> float:
    vs = [Vec2(i, 1.0) for i in range(n)]
    for v in vs:
        v.x += 1
    best = vs[0]
    for v in vs:
        if v.norm2 > best.norm2:
            best = v
    best.y = 100.0
    s = 0.0
    for v in vs:
        s += v.x * v.y
    return s

def same(a: float) -> bool:
    return Vec2(a, 1.0) == Vec2(1.0, 1.0) and Vec2(a, 1.0) != Vec2(2.0, 2.0)


class Grid:
    """Attributes that are arrays, and objects in objects."""
    def __init__(self, n, corner):
        self.cells = np.zeros((n, n))
        self.corner = corner
        self.steps = 0
        self.relax(0.5)

    def relax(self, w):
        for i in range(self.cells.shape[0]):
            for j in range(self.cells.shape[1]):
                self.cells[i, j] += w * (i + j)
        self.cells[0] += self.corner.x
        self.steps += 1

    def __neg__(self):
        return -self.cells

    def __radd__(self, k):
        return self.cells + k


def gridded(n: int, w: float):
    g = Grid(n, Vec2(w, 1.0))
    corner = g.corner
    corner.x += 10.0
    g.relax(w)
    g.cells = g.cells * 2
    t = (g, corner)
    t[1].y = 3.0
    return g.cells, g.steps, g.corner.y, -g, w + g


class Stack:
    def __init__(self):
        self.items: list[float] = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __call__(self, k):
        return self.items[0] * k

    @classmethod
    def of(cls, x):
        s = cls()
        s.push(x)
        return s

def stacked(n: int) -> float:
    s = Stack()
    for i in range(n):
        s.push(float(i))
    s.push(2.5)
    s[0] = 7.0
    s[0] += 1
    t = Stack.of(3.0)
    u = 0.0
    if 7.0 in s:
        u += 1
    if 99.0 not in s:
        u += 10
    return s.pop() + len(s) + s[0] + t(2) + u


def is_lower(a, b):
    return a.rank < b.rank


class Card:
    def __init__(self, rank, suit=0):
        self.rank = rank
        self.suit = suit

    def __lt__(self, other):
        return is_lower(self, other)

    def __eq__(self, other):
        return self.rank == other.rank


def cards(n: int):
    hand = [Card((i * 7) % 5, i) for i in range(n)]
    last = sorted(hand)
    first = Card(2)
    return [c.suit for c in last], first < Card(3), first > Card(1), first != hand[0]


def swapped(n: int):
    a, b = Counter(n), Counter(2.5)
    c = Counter(n)
    a, c = c, a
    a.n += 1
    b.n += 0.5
    return a.n, c.n, b.n, len(a)


def limited(x: float, kind: int) -> int:
    all_ = [Limits(), Limits(1.0), Limits(None, 2.0), Limits(low=0.5, high=1.5), Limits(high=1)]
    all_[0].high = 0.5
    return int(all_[kind].holds(x)) + 10 * sum(1 for c in all_ if c.holds(x)) + (100 if all_[kind].low is None else 0)


class Purse:
    def __init__(self, balance: float):
        self._balance = balance
        self.log: list[str] = []

    @property
    def balance(self) -> float:
        return self._balance

    @balance.setter
    def balance(self, v: float) -> None:
        if v < 0:
            raise ValueError("negative balance")
        self.log.append(f"set {v:.2f}")
        self._balance = v

    def pay(self, x):
        self.balance -= x


class Savings(Purse):
    def __init__(self, balance: float, rate: float):
        super().__init__(balance)
        self.rate = rate

    def grow(self):
        self.balance = self.balance * (1 + self.rate)


def paid(x: float) -> float:
    a = Purse(10.0)
    a.pay(x)
    a.balance += 2.5
    return a.balance * 10 + len(a.log)


def grown(x: float) -> list[str]:
    a = Savings(x, 0.05)
    for _ in range(3):
        a.grow()
    return a.log


class Celsius:
    def __init__(self, c: float):
        self.c = 0.0
        self.f = c * 1.8 + 32

    @property
    def f(self):
        return self.c * 1.8 + 32

    @f.setter
    def f(self, v):
        self.c = (v - 32) / 1.8


def warmed(x: float) -> float:
    o = Celsius(x)
    o.f = o.f + 1
    return o.c


class Fraction:
    def __init__(self, num: int, den: int):
        g = self.gcd(num, den)
        self.num = num // g
        self.den = den // g

    @staticmethod
    def gcd(a: int, b: int) -> int:
        while b:
            a, b = b, a % b
        return a

    def __add__(self, o):
        return Fraction(self.num * o.den + o.num * self.den, self.den * o.den)

    def __repr__(self) -> str:
        return f"{self.num}/{self.den}"


def harmonic(n: int) -> str:
    total = Fraction(0, 1)
    for k in range(1, n + 1):
        total = total + Fraction(1, k)
    return repr(total) + " " + str(total)


class Spot:
    def __init__(self, x: float, y: float):
        self.x, self.y = x, y

    def moved(self, dx: float, dy: float = 0.0):
        return Spot(self.x + dx, self.y + dy)

    def __str__(self):
        return f"<{self.x}, {self.y}>"


class Mass:
    def __init__(self, spot: Spot, mass: float):
        self.spot = spot
        self.mass = mass
        self.log: list[tuple[str, float]] = []

    def pull(self, by: float) -> None:
        self.log.append(("pull", by))
        self.spot = self.spot.moved(by)


def pulled(n: int) -> tuple[float, str, int]:
    masses = [Mass(Spot(0.0, i * 1.0), 2.0) for i in range(n)]
    masses.append(Mass(Spot(5.0, 1.5), 1.0))
    others = 0
    for a in masses:
        for b in masses:
            if a is not b:
                others += 1
                a.pull(b.mass)
            elif b is a and a is masses[-1]:
                others += 100
    first = masses[0]
    first.pull(3.0)
    return sum(m.spot.x for m in masses), str(first.spot), others + len(masses[-1].log)


class Ledger:
    def __init__(self):
        self.books: dict[str, Mass] = {}

    def open(self, name):
        self.books[name] = Mass(Spot(1.0, 2.0), 4.0)
        return self.books[name]


def booked(n: int) -> float:
    ledger = Ledger()
    a = ledger.open("a")
    b = ledger.open("b")
    for k in range(n):
        a.pull(k * 0.5)
    return sum(m.spot.x * m.mass for m in ledger.books.values()) + (10 if a is b else 20)


def listed(n: int) -> tuple[int, list[float]]:
    out = []
    for x in np.linspace(0, 1, n):
        out.append(float(x * x))
    return n, out


class Money:
    def __init__(self, cents: int):
        self.cents = cents

    def __add__(self, other):
        return Money(self.cents + other.cents)

    def __mul__(self, k):
        return Money(self.cents * k)

    def total(self, more=1):
        return self.cents + more

    __rmul__ = __mul__
    __call__ = total


class Penny(Money):
    def __init__(self, cents: int):
        super().__init__(cents)

    def total(self, more=1):
        return -1

    value = total


def second_names(n: int) -> tuple[int, int, int]:
    m = 3 * Money(n) + Money(n) * 2
    return m.cents, m(2), (2 * m).cents


def second_names_inherited(n: int) -> tuple[int, int, int]:
    p = Penny(n)
    return p.value(), p.total(), (2 * p).cents


class Base:
    K = 1
    NAME = "base"
    SIZES = (1, 2.5)

    def __init__(self):
        self.x = 7

    def k(self):
        return self.K * 10

    def n(self):
        return self.NAME + str(self.SIZES[1])


class Derived(Base):
    K = 2

    def __init__(self):
        super().__init__()
        self.y = 8

    def k(self):
        return super().k() + self.K


def constants_of_classes(n: int) -> tuple[int, int, str, str]:
    made = [Base(), Base()]
    return made[n].k(), Derived().k(), Derived().n(), made[n].NAME


def _code():
    return "id" + str(3)


@dataclass
class Made:
    name: str
    tags: list[str] = field(default_factory=list)
    code: str = field(default_factory=_code)
    seen: dict[str, int] = field(default_factory=dict)
    weights: np.ndarray = field(default_factory=lambda: np.zeros(3))


@dataclass
class MadeToo(Made):
    k: int = 3


def factories(n: int) -> tuple[int, list[str], int, float]:
    a, b = Made("a"), Made("b", ["x", "y"], "own")
    tags = [str(n)]
    c = Made("c", weights=np.ones(n), tags=tags)
    a.tags.append("new")
    tags.append("later")
    b.seen["k"] = n
    return len(a.tags) + len(b.tags), a.tags + c.tags + [a.code, b.code], len(a.seen) + len(b.seen), float(a.weights.sum() + c.weights.sum())


def factories_inherited(n: int) -> tuple[int, list[str]]:
    a, b = MadeToo("a"), MadeToo("b", ["x"], k=n)
    a.tags.append("y")
    return a.k + b.k, a.tags + b.tags + [a.code]


CASES = {
    'factories': [(0,), (4,)],
    'factories_inherited': [(2,)],
    'constants_of_classes': [(0,), (1,), (2,)],
    'second_names': [(0,), (7,)],
    'second_names_inherited': [(0,), (7,)],
    'harmonic': [(0,), (5,)],
    'pulled': [(0,), (3,)],
    'booked': [(0,), (4,)],
    'listed': [(0,), (4,)],
    'paid': [(1.0,), (20.0,)],
    'grown': [(10.0,), (-1.0,)],
    'warmed': [(3.5,)],
    'limited': [(x, k) for x in (0.0, 1.0, 1.7, 3.0) for k in range(5)],
    'norm': [(0.0, 0.0), (1.5, -2.0)],
    'counted': [(0,), (1,), (17,)],
    'sub': [(3,), (-1,)],
    'many': [(0,), (1,), (9,)],
    'same': [(1.0,), (2.0,)],
    'gridded': [(0, 1.0), (1, 0.5), (4, 0.25)],
    'stacked': [(0,), (1,), (6,)],
    'cards': [(1,), (9,)],
    'swapped': [(0,), (4,)],
}
