"""Objects where Python asks their methods: unpacked, compared by max, min and in, looped over in tuples; dictionaries unpacked."""
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Pair:
    a: int
    b: float


class Vec:
    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y

    def __iter__(self):
        yield self.x
        yield self.y

    def __eq__(self, other) -> bool:
        return isinstance(other, Vec) and self.x == other.x and self.y == other.y


def of_two(n: int) -> float:
    p = Pair(1, 1.0)
    return max(p, Pair(n, 5.0)).b + 10 * min(p, Pair(n, 0.5), Pair(0, 9.0)).b


def of_several(n: int) -> float:
    return max([Pair(1, 1.0), Pair(n, 5.0)]).b + min((Pair(1, 1.0), Pair(n, 5.0)), key=lambda q: -q.b).b


def in_tuples(n: int) -> int:
    t = (Pair(1, 1.0), Pair(n, 5.0))
    s = 0.0
    for q in t:
        s += q.b
    return int(s) + 10 * (Pair(2, 5.0) in t) + 100 * (Pair(n, 2.0) in [Pair(1, 2.0)]) + 1000 * (Pair(1, 2.0) not in (Pair(1, 2.0), Pair(n, 3.0)))


def sorted_display(n: int) -> float:
    return sorted([Pair(3, 1.0), Pair(1, 2.0), Pair(n, 0.0)], reverse=True)[0].b


def unpacked(n: float) -> float:
    x, y = Vec(n, 5.0)
    v = Vec(1.0, n)
    a, b = v
    return x * y + a - b + sum(v)


def too_many(n: float) -> float:
    a, b, c = Vec(n, 1.0)
    return a + b + c


def of_dicts(n: int) -> str:
    d = {"a": n, "b": 2}
    x, y = d
    (k, w), *r = d.items()
    p, q = d.values()
    return x + y + k + str(w) + str(len(r)) + str(p + q)


def wrong_dict(d: dict[str, int]) -> str:
    x, y = d
    return x + y


CASES = {
    "of_two": [0, 1, 2],
    "of_several": [0, 2],
    "in_tuples": [1, 2],
    "sorted_display": [2, 5],
    "unpacked": [2.0],
    "too_many": [2.0],
    "of_dicts": [1],
    "wrong_dict": [{"a": 1, "b": 2}, {"a": 1}, {"a": 1, "b": 2, "c": 3}],
}
