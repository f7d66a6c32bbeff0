"""Tuples of any length: tuple(xs), tuple[int, ...], Sequence[float], what itertools and zip(*rows) give; frozensets."""
import itertools
from collections import namedtuple
from typing import Iterable, NamedTuple, Sequence

Pair = namedtuple("Pair", "x y")


class Place(NamedTuple):
    name: str
    at: Pair

    def twice(self):
        return self.name * 2


class Own(NamedTuple):
    x: int

    def __repr__(self):
        return "<%d>" % self.x


def made(xs: list[int], ws: list[str]):
    return (tuple(xs), tuple(ws), tuple(v * 2 for v in xs), tuple(map(str, xs)), tuple(range(3)), tuple("abc"), tuple({1: 2}),
            [tuple(w) for w in ws], len(tuple(xs)), (tuple(xs), 1))


def parts(t: tuple[int, ...], xs: list[int]):
    s = 0
    for v in t:
        s = s * 10 + v
    u = tuple(xs)
    return (s, len(t), t[1:], t[::-1], t[:2], t[-1:], 2 in t, sum(t), sorted(t), t + (4,), (0,) + t, t + u, t * 2, t + (), list(t),
            tuple(t), any(t), all(t), list(enumerate(t)), [a * b for a, b in zip(t, xs)], isinstance(t, tuple), isinstance(t, list))


def compared(t: tuple[int, ...], u: tuple[int, ...]):
    return (t == u, t != u, t < u, t <= u, t > u, t >= u, t == (1, 2, 3), t < (2,), t == (), bool(t), not t, t.count(1), max(t, u), str(t), f"{u}",
            repr(t))


def item(t: tuple[float, ...], i: int):
    return t[i], max(t), min(t), t.index(t[i])


def unpacked(t: tuple[int, ...]):
    a, b = t
    first, *rest = t
    return a - b, first, rest


def built(n: int) -> tuple[int, ...]:
    t: tuple[int, ...] = ()
    for i in range(n):
        t = t + (i * i,)
    t += (7,)
    if n == 0:
        return ()
    return t


def total(t: tuple[int, ...]):
    return t[0] + total(t[1:]) if t else 0


def keys(ws: list[str], k: str):
    d = {}
    for w in ws:
        d.setdefault(tuple(sorted(w)), []).append(w)
    seen = {tuple(w) for w in ws}
    return d, list(d.values()), tuple(k) in d, len(seen), d[tuple(k)]


def chosen(xs: list[int], r: int):
    return (list(itertools.permutations(xs)), list(itertools.combinations(xs, r)), list(itertools.permutations(xs, r)),
            list(itertools.combinations_with_replacement(xs, r)), list(itertools.combinations(xs, 5)), [sum(c) for c in itertools.combinations(xs, r)])


def starred_iterables(xs: list[list[int]]):
    t = (xs[0], [2, 3]) if xs else ([1], [2])
    return (list(itertools.chain(*xs)), list(itertools.product(*xs)), [sum(p) for p in itertools.product(*xs)], list(itertools.chain(*(xs, xs))),
            list(itertools.product(*t)), list(itertools.chain(*t)))


def columns(rows: list[list[int]]):
    s = 0
    for c in zip(*rows):
        s = s * 10 + len(c)
    return s, list(zip(*rows)), [c for c in zip(*rows)], [list(c) for c in zip(*rows)], [sum(c) for c in zip(*rows)], len(set(zip(*rows)))


def zipped(a: list[int], b: list[int], c: list[float]):
    t = (a, b)
    return list(zip(*t)), list(zip(*(a, c))), [p for p in zip(*[a, b, a])]


def pairs(rows: list[list[int]]):
    s = 0
    for x, y in zip(*rows):
        s = s * 10 + x * y
    return s


def triples(rows: list[list[float]]):
    return [x + y * z for x, y, z in zip(*rows)]


def sequence(x: Sequence[float], n: int):
    return sum(x) + x[n] + len(x)


def iterable(x: Iterable[int]) -> int:
    s = 0
    for v in x:
        s += v
    return s


def frozen(s: frozenset[int], n: int):
    return s, s | {n}, n in s, sum(s), {s: 1}[frozenset([n])]


class Key:
    def __init__(self, n: int):
        self.n = n

    def __hash__(self):
        return self.n

    def __eq__(self, o):
        return self.n == o.n

    def __repr__(self):
        return "Key(%d)" % self.n


def missing(n: int):
    d = {Key(1): 2}
    return d[Key(n)]


def named(n: int, k: int):
    p = Pair(n, y=2)
    s = Place("a", p)
    d = {Pair(1, 2): 3}
    return str(p), repr(s), f"{p} {s}", "%s" % (p,), str([p, p]), str((s, 1)), s.twice(), str(Own(n)), len({p: 1}), d[Pair(k, 2)]


def longest(xs: list[int], ys: list[str]):
    s = 0
    for x, y in itertools.zip_longest(xs, ys):
        if y is not None:
            s += len(y)
        if x is not None:
            s += x
    return s, list(itertools.zip_longest(xs, xs[1:])), list(itertools.zip_longest(xs, xs[1:], fillvalue=0))


def starred(xs: list[int]):
    return max(*xs), min(0, *xs), max(3, *xs, 1)


CASES = {
    "made": [([1, 2], ["ab", "c"]), ([], [])],
    "parts": [((1, 2, 3), [4, 5]), ((), []), ((7,), [1])],
    "compared": [((1, 2, 3), (1, 2, 3)), ((1,), (1, 2)), ((2,), ()), ((), ())],
    "item": [((1.0, 2.5), 1), ((1.0,), 1), ((3.0, 1.0), -1)],
    "unpacked": [((1, 2),), ((1, 2, 3),), ((1,),)],
    "built": [(0,), (3,)],
    "total": [((1, 2, 3),), ((),)],
    "keys": [(["ab", "ba", "c"], "ab"), (["ab"], "x"), (["x"], "yz")],
    "chosen": [([1, 2, 3], 2), ([1, 2, 3], 0), ([1, 2, 3, 4, 5], 5), ([1], 2)],
    "starred_iterables": [([[1, 2], [3, 4]],), ([],), ([[1], [], [2]],)],
    "columns": [([[1, 2], [3, 4], [5, 6]],), ([[1, 2], [3]],), ([[1], []],)],
    "zipped": [([1, 2], [3, 4], [5.0, 6.0]), ([1], [], [2.0])],
    "pairs": [([],), ([[], [], []],), ([[]],), ([[1, 2], [3, 4]],), ([[1], [2], [3]],), ([[1]],)],
    "triples": [([],), ([[1.0], [2.0], [3.0]],), ([[1.0], [2.0]],), ([[], [1.0]],)],
    "sequence": [([1.0, 2.0], 1), ((1.0, 2.0), 0), ((), 0)],
    "iterable": [([1, 2],), ((3, 4),)],
    "frozen": [(frozenset({1}), 1), (frozenset({1, 2}), 3)],
    "missing": [(1,), (3,)],
    "named": [(1, 1), (2, 3)],
    "longest": [([1, 2], ["a"]), ([], ["a", "bc"]), ([], [])],
    "starred": [([1, 5],), ([4],), ([],)],
}
