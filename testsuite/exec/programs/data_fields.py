"""Data classes whose fields have options: left out of comparisons and texts, no parameters, by keyword only, class variables."""
# needs Python 3.10: fields by keyword only
from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar


@dataclass(order=True)
class Card:
    rank: int
    suit: int = field(compare=False)
    note: str = field(default="x", repr=False)


@dataclass
class Square:
    n: int
    area: int = field(init=False)
    k: int = field(default=3)
    seen: bool = field(init=False, default=True)
    xs: list[int] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.area = self.n * self.n


@dataclass
class Rate:
    n: int
    SCALE: ClassVar[int] = 7
    m: int = 2

    def scaled(self) -> int:
        return self.n * self.SCALE + Rate.SCALE


@dataclass
class Options:
    n: int
    _: KW_ONLY
    m: int = 2
    k: int


@dataclass(kw_only=True)
class Named:
    n: int
    m: int = 4


@dataclass(frozen=True, eq=True)
class Key:
    name: str
    n: int = field(default=0, compare=False)


@dataclass
class Better(Card):
    bonus: float = field(default=0.0, compare=False, repr=False)


@dataclass
class Place:
    x: int


@dataclass
class Near(Place):
    y: int


class Deck:
    def __init__(self, n: int) -> None:
        self.n = n

    def shuffle(self) -> None:
        self.n *= 3

    def f(self) -> int:
        return self.n + 1


class Slots:
    __slots__ = ("x", "y")

    def __init__(self, x: int) -> None:
        self.x = x
        self.y = 1

    @property
    def both(self) -> int:
        return self.x + self.y

    @both.deleter
    def both(self) -> None:
        self.x = self.y = 0


def compared(n: int) -> int:
    a, b, c = Card(n, 1), Card(n, 2, "other"), Card(2, 1)
    return int(a == b) + 10 * (a < b) + 100 * (a < c) + 1000 * (a <= b) + 10000 * (a == Card(n, 1, "z"))


def shown(n: int) -> str:
    return f"{Card(n, 1)} {Square(n)!r} {Rate(n)} {Options(n, k=5)} {Better(n, 2)}"


def squares(n: int) -> int:
    s, t = Square(n), Square(n, xs=[1, 2])
    s.xs.append(n)
    return s.area + 10 * s.k + 100 * s.seen + len(s.xs) + len(t.xs) + Square(n, 5).k


def rates(n: int) -> int:
    r = Rate(n, 5)
    return r.scaled() + r.m + r.SCALE


def options(n: int) -> int:
    return Options(n, m=3, k=1).m + Options(1, k=n).k + Named(n=n).m + Named(m=1, n=2).n


def keys(n: int) -> int:
    d = {Key("a"): 1, Key("a", 5): 2, Key("b"): n}
    return len(d) + d[Key("a", 9)]


def better(n: int) -> int:
    return int(Better(1, 2, "x", 3.0) == Better(1, 4, "x", 5.0)) + int(Better(n, 2).bonus) + 10 * (Near(n, 1) == Near(n, 2)) + 100 * (Near(n, 2) == Near(1, 2))


def shuffled(n: int) -> int:
    d = Deck(n)
    d.shuffle()
    return d.n + d.f()


def slots(n: int) -> int:
    s = Slots(n)
    s.y += 4
    return s.x + 10 * s.both


CASES = {
    "compared": [1, 2],
    "shown": [3],
    "squares": [4],
    "rates": [2],
    "options": [6],
    "keys": [1],
    "better": [1],
    "shuffled": [2],
    "slots": [2],
}
