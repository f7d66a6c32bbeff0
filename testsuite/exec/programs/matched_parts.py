"""match with class and mapping patterns: by position and keyword, of Python's own classes, nested, with guards, or, as."""
# needs Python 3.10: match statements
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


@dataclass
class Point:
    x: int
    y: int = 0


@dataclass
class Line:
    a: Point
    b: Point


class Size(NamedTuple):
    w: int
    h: int


class Named:
    __match_args__ = ("name", "n")

    def __init__(self, name: str, n: int) -> None:
        self.name = name
        self.n = n


class Kind(Enum):
    ROUND = 1
    FLAT = 2


def where(x: int, y: int) -> str:
    p = Point(x, y)
    match p:
        case Point(0, 0):
            return "origin"
        case Point(0, y):
            return f"y {y}"
        case Point(x, y=0):
            return f"x {x}"
        case Point(x=x, y=y) as q if q.x == y:
            return f"diagonal {x}"
        case Point():
            return "elsewhere"
    return "nowhere"


def lines(a: int, b: int) -> int:
    line = Line(Point(a, b), Point(b))
    match line:
        case Line(Point(0, y), Point(x=z)) | Line(Point(y, 0), Point(z)):
            return y * 100 + z
        case Line(a=p, b=q):
            return p.x * 1000 + q.x
    return -1


def sizes(w: int, h: int) -> int:
    match Size(w, h):
        case Size(1 | 2, h):
            return h
        case Size(w=w):
            return -w
    return 0


def named(s: str, n: int) -> str:
    match Named(s, n):
        case Named("a", k):
            return f"a{k}"
        case Named(name, 1):
            return name
        case Named(name=name):
            return name * 2
    return "?"


def kind_of(x):
    match x:
        case bool():
            return "bool"
        case int(n) if n > 5:
            return f"large {n}"
        case int() | float():
            return "number"
        case str(s):
            return "text " + s
        case Point(x=a):
            return f"point {a}"
        case [int(a), *_]:
            return f"items from {a}"
        case _:
            return "other"


def kinds(n: int) -> list[str]:
    return [kind_of(n), kind_of(n > 3), kind_of(n * 0.5), kind_of("s"), kind_of(Point(n)), kind_of((n, 2)), kind_of(Size(n, 1)), kind_of({n: 1})]


def by_keys(d: dict[str, int]) -> str:
    match d:
        case {"x": 0, "y": 0}:
            return "origin"
        case {"x": x, "y": y} if x > y:
            return f"{x} above {y}"
        case {"x": x}:
            return f"x {x}"
        case {}:
            return "something"
    return "nothing"


def numbered(d: dict[int, str]) -> str:
    match d:
        case {1: "a" | "b" as s, 2: t}:
            return s + t
        case {1: s}:
            return s
    return "none"


def of_kinds(n: int) -> int:
    k = Kind(n % 2 + 1)
    match k, n:
        case Kind.ROUND, 2:
            return 1
        case Kind.ROUND, _:
            return 2
        case Kind.FLAT, m:
            return m * 10
    return 0


def stars(xs: list[int]) -> list[int]:
    match xs:
        case []:
            return [-1]
        case [x]:
            return [x, x]
        case [first, *middle, last] if first == last:
            return middle
        case [first, *rest]:
            return rest + [first]
    return []


CASES = {
    "where": [(0, 0), (0, 3), (4, 0), (5, 5), (1, 2)],
    "lines": [(0, 4), (3, 0), (2, 5)],
    "sizes": [(1, 7), (2, 8), (5, 1)],
    "named": [("a", 3), ("b", 1), ("c", 2)],
    "kinds": [1, 9],
    "by_keys": [{"x": 0, "y": 0}, {"x": 3, "y": 1}, {"x": 1, "y": 2}, {"z": 1}, {}],
    "numbered": [{1: "a", 2: "z"}, {1: "q", 2: "r"}, {2: "k"}, {}],
    "of_kinds": [2, 4, 3],
    "stars": [[], [4], [1, 2, 3, 1], [1, 2, 3]],
}
