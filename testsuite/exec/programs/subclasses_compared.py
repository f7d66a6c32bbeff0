"""Objects of several classes with one base: compared, with other defaults in each class, and with attributes of bases that come late."""
from dataclasses import dataclass


@dataclass(order=True)
class Point:
    x: int
    y: float = 1.0


@dataclass(order=True)
class Named(Point):
    name: str = "q"


@dataclass(order=True)
class Plain(Point):
    pass


class Under(Plain):
    pass


def points(n):
    return [Point(n), Named(n, 1.0, "z"), Plain(n), Named(n), Point(n, 3.0), Under(n), Under(n)]


def equal(n: int) -> list[bool]:
    return [a == b for a in points(n) for b in points(n)] + [a != b for a in points(n) for b in points(n)]


def less(n: int, i: int, k: int) -> bool:
    all = points(n)
    return all[i] < all[k]


def at_least(n: int, i: int, k: int) -> bool:
    all = points(n)
    return all[i] >= all[k]


class Item:
    def __init__(self, k):
        self.k = k

    def __eq__(self, other):
        return isinstance(other, Item) and self.k == other.k

    def __lt__(self, other):
        return self.k < other.k

    def __gt__(self, other):
        return self.k > other.k

    def __add__(self, other):
        return self.k + other.k


class Close(Item):
    def __eq__(self, other):
        return isinstance(other, Close) and self.k + 1 == other.k

    def __gt__(self, other):
        return self.k + 10 > other.k


class Closest(Close):
    def __radd__(self, other):
        return 100 * other.k + self.k


def items():
    return [Item(1), Close(1), Item(2), Close(2), Closest(1), Closest(2)]


def asked_first(n: int) -> list[bool]:
    all = items()
    return [a == b for a in all for b in all] + [a != b for a in all for b in all] + [a < b for a in all for b in all]


def added(n: int) -> list[int]:
    all = items()
    return [a + b for a in all for b in all]


LIMIT = 3


class Base:
    LIMIT = 10

    def __init__(self, start=LIMIT):
        self.start = start

    def number(self, x=1):
        return x if isinstance(x, int) else len(x)

    def text(self, s="a"):
        return s + "."

    def maybe(self, s=None):
        return "none" if s is None else s

    def limit(self, k=LIMIT):
        return k

    @property
    def rank(self):
        return 1.5

    def mark(self):
        self.marked = True


class Other(Base):
    LIMIT = 20
    rank = 2.5

    def number(self, x=-2):
        return x if isinstance(x, int) else 2 * len(x)

    def text(self, s="b"):
        return s + "!"

    def maybe(self, s="some"):
        return s

    def limit(self, k=LIMIT):
        return k

    def only(self):
        return self.start


class Third(Other):
    def __init__(self, size):
        super().__init__(size)
        self.size = size


class Fourth(Third):
    def __init__(self, size):
        super().__init__(size)
        self.more = size + 1


def bases():
    return [Base(), Other(7), Third(1), Fourth(2), Other()]


def defaults(n: int) -> tuple[list[int], list[int], list[int]]:
    return [b.number() for b in bases()], [b.number(n) for b in bases()], [b.limit() for b in bases()] + [b.start for b in bases()]


def texts(s: str) -> list[str]:
    return ([b.text() for b in bases()] + [b.text(s) for b in bases()] + [b.text("q") for b in bases()] +
            [b.maybe() for b in bases()] + [b.maybe(s) for b in bases()])


def ranks(n: int) -> tuple[float, float, float]:
    return sum(b.rank for b in bases()), Other().rank, Base().rank


def marked(i: int) -> list[bool]:
    all = bases()
    all[i].mark()
    return [hasattr(b, "marked") for b in all] + [hasattr(b, "more") for b in all] + [hasattr(b, "size") for b in all]


def lacking(i: int) -> int:
    return bases()[i].only()


class Unit:
    def __init__(self, a):
        self.a = a

    @classmethod
    def one(cls, by=1.0):
        return cls(by)

    def area(self):
        return self.a


class Fives(Unit):
    def area(self):
        return 5 * self.a


class Sixes(Fives):
    def area(self):
        return 6 * self.a


def of_class(a: float) -> list[float]:
    units = [Unit.one(), Fives.one(a), Sixes.one()]
    return [u.area() for u in units] + [u.one(a).area() for u in units] + [Fives.one(3.0).area()]


class Entity:
    def __init__(self, number: int):
        self.number = number


class Player(Entity):
    def __init__(self, number: int, score: float = 0.0):
        super().__init__(number)
        self.score = score


class Mob(Entity):
    def __init__(self, number: int):
        super().__init__(number)
        self.target: Player | None = None

    def hunt(self, who):
        self.target = who


def hunted(n: int) -> float:
    p = Player(0, 2.5)
    all = [p, Mob(1), Mob(2)]
    for e in all:
        if isinstance(e, Mob) and e.number < n:
            e.hunt(p)
    p.score += 1.0
    total = 0.0
    for e in all:
        if isinstance(e, Mob) and e.target is not None:
            total += e.target.score
    return total


CASES = {
    "equal": [(3,)],
    "less": [(3, 0, 4), (3, 0, 1), (3, 1, 3), (3, 3, 1), (3, 5, 6), (3, 5, 2), (3, 2, 0)],
    "at_least": [(3, 0, 4), (3, 4, 0), (3, 0, 1), (3, 6, 5)],
    "asked_first": [(1,)],
    "added": [(1,)],
    "defaults": [(5,)],
    "texts": [("w",), ("",)],
    "ranks": [(1,)],
    "marked": [(0,), (3,)],
    "lacking": [(0,), (1,), (3,)],
    "of_class": [(2.0,)],
    "hunted": [(0,), (2,), (9,)],
}
