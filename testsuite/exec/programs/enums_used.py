"""Members of enumerations by name and value, as texts, keys and flags; enumerations of texts; methods and operators of theirs."""
# needs Python 3.10: match statements
from enum import Enum, Flag, IntEnum, auto


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = auto()
    CRIMSON = 1

    @property
    def twice(self) -> int:
        return self.value * 2


class Level(IntEnum):
    LOW = 1
    HIGH = 5


class Kind(Enum):
    LINE = "line"
    AREA = "area"


class Planet(Enum):
    VENUS = (4.869e24, 6.0518e6)
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)


class Place(Enum):
    HERE = (1, "a")
    ALSO = (1, "a")
    THERE = (2, "b")

    @property
    def number(self) -> int:
        return self.value[0]


class Half(Enum):
    NONE = 0.0
    SOME = 0.5


class Priority(Enum):
    LOW = 1
    MID = 2
    HIGH = 3

    def __lt__(self, other: "Priority") -> bool:
        return self.value < other.value

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def default(cls) -> "Priority":
        return cls.MID

    @staticmethod
    def parse(s: str) -> "Priority":
        return Priority[s.upper()]

    def next(self) -> "Priority":
        return Priority(self.value % 3 + 1)


class Access(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()
    BOTH = READ | WRITE


def by_value(n: int) -> str:
    c = Color(n)
    return c.name + str(c) + repr(c) + f"{c} {c!r} {c.twice}"


def by_name(s: str) -> int:
    return Color[s].value * 10 + Color["GREEN"].value + Level["HIGH"]


def by_text(s: str) -> str:
    k = Kind(s)
    return k.name + k.value + str(k is Kind.LINE) + str(k in (Kind.AREA, Kind.LINE))


def of_ints(n: int, s: str) -> int:
    return Level(n) + Level[s] + Level.HIGH * len(Level)


def names(n: int) -> list[str]:
    return [c.name for c in Color] + [Color.CRIMSON.name, Level.LOW.name, str(len(Color))] + [str(c) for c in list(Kind)]


def shown(n: int) -> None:
    c = Color(n)
    print(c, [c], (c, n), {c: n})


def as_keys(n: int) -> list[int]:
    d = {c: c.value for c in Color}
    d[Color.RED] += n
    d[Color(n)] = 7
    seen = {Color.RED, Color.CRIMSON, Color(n)}
    return [len(d), d[Color.RED], sum(d.values()), len(seen), int(Color.BLUE in d)]


def missing(n: int) -> int:
    d = {Kind.LINE: 1}
    return d.get(Kind.AREA, n)


def same(n: int, m: int) -> list[bool]:
    a, b = Color(n), Color(m)
    k = Kind.LINE if n == m else Kind.AREA
    return [a is b, a == b, a != b, a is not b, k is Kind.LINE, k != Kind.AREA, isinstance(a, Color), isinstance(a, tuple), a in (b, Color.BLUE)]


def ordered(s: str) -> str:
    ps = [Priority[w] for w in s.split()]
    return " ".join(str(p) for p in sorted(ps)) + f" {min(ps)} {max(ps, key=lambda p: p.value)} {Priority.default().name} {Priority.parse('low').next()}"


def flags(n: int) -> list[int]:
    p = Access.READ | Access.WRITE if n > 0 else Access.RUN
    found = [(p & Access.WRITE).value, (~p).value, (p ^ Access.READ).value, p.value]
    if p & Access.READ:
        found.append(100)
    return found + [int(Access.READ in p), int(Access.RUN not in p), int(p == Access.BOTH), int(bool(p & Access.RUN))]


def halves(n: int) -> float:
    return sum(h.value for h in Half) + (Half.SOME if n else Half.NONE).value


def matched(s: str) -> int:
    match Kind(s):
        case Kind.LINE:
            return 1
        case Kind.AREA:
            return 2
    return 3


def different(n: int, s: str):
    kind = Kind.LINE if n else Kind.AREA
    half = Half.SOME
    return (kind == half, kind is half, half != kind, half is not kind, kind == n, n != kind, kind == s, "line" == kind, half == 0.5, 1 if half == n else 2,
            kind is Kind.LINE, kind == Kind.AREA)


def of_tuples(n: int):
    p = Planet.EARTH if n else Planet.MARS
    q = Place.ALSO if n else Place.THERE
    return (p == Planet.EARTH, p is Planet.MARS, p.value, p.name, str(p), p.value[1] / 2, [x.name for x in Planet], len(Place), [x.value for x in list(Place)], q.name, q.number, q == Place.HERE,
            f"{q} {q!r}", Place((2, "b")).name, Place["ALSO"].name, q == 1, Planet.MARS in (p, Planet.VENUS))


def planets(x: float):
    p = Planet((x, 3.3972e6))
    return p.name, p.value[0] * x, p == Planet.MARS


CASES = {
    "of_tuples": [0, 1],
    "planets": [6.421e23, 1.0],
    "different": [(0, "area"), (1, "line")],
    "by_value": [1, 2, 3, 4, -1],
    "by_name": ["RED", "CRIMSON", "PINK", ""],
    "by_text": ["line", "area", "dot"],
    "of_ints": [(1, "LOW"), (5, "HIGH"), (2, "LOW"), (1, "MID")],
    "names": [0],
    "shown": [1, 2],
    "as_keys": [1, 3],
    "missing": [4],
    "same": [(1, 1), (1, 2)],
    "ordered": ["HIGH LOW MID LOW", "MID", "TOP"],
    "flags": [0, 1],
    "halves": [0, 1],
    "matched": ["line", "area"],
}
