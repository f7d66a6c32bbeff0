"""x[i] |= value and its like where the items are sets, counters and objects: what the method gives is stored, and the key is looked at once."""
from collections import Counter, defaultdict
from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int

    def __add__(self, other: "Point") -> "Point":
        return Point(self.x + other.x, self.y + other.y)

    def __mul__(self, n: int) -> "Point":
        return Point(self.x * n, self.y * n)

    def __rmul__(self, n: int) -> "Point":
        return Point(self.x * n + 1, self.y * n)

    def __isub__(self, n: int) -> "Point":
        self.x -= n
        return self


def sets(words: list[str]) -> dict[str, list[str]]:
    d = {}
    for w in words:
        if w[:1] not in d:
            d[w[:1]] = set()
        d[w[:1]] |= {w, w + "!"}
        d[w[:1]] -= {"b!"}
    return {k: sorted(v) for k, v in d.items()}


def given(d: dict[str, set[int]], n: int) -> dict[str, set[int]]:
    for k in d:
        d[k] |= {n}
        d[k] &= {n, 1, 2}
        d[k] ^= {2}
    return d


def missing(d: dict[str, set[int]], k: str) -> dict[str, set[int]]:
    d[k] |= {1}
    return d


def shared(n: int) -> tuple[list[int], list[int]]:
    s = {1}
    xs = [s, {2}]
    xs[0] |= {n}
    xs[-1] = xs[-1] | {n}
    return sorted(s), sorted(xs[1])


def counters(words: list[str]) -> list[tuple[str, int]]:
    d = defaultdict(Counter)
    for w in words:
        d[len(w)] += Counter(w)
    return sorted([(k, n) for c in d.values() for k, n in c.items()])


def merged(n: int) -> dict[str, dict[str, int]]:
    d = {"a": {"x": 1}, "b": {"y": 2}}
    for k in d:
        d[k] |= {"z": n}
    return d


def points(n: int) -> list[tuple[int, int]]:
    ps = [Point(i, 1) for i in range(3)]
    first = ps[0]
    by = {0: Point(0, 0)}
    turns = 0
    for i in range(n):
        ps[i % 3] += Point(i, 2)
        ps[0] *= 2
        by[0] += ps[1]
        by[0] -= 3
        turns += 1
    return [(p.x, p.y) for p in ps] + [(first.x, first.y), (by[0].x, turns)]


def once(n: int) -> tuple[list[int], list[int]]:
    seen = []

    def at(k: int) -> int:
        seen.append(k)
        return k % 2

    xs = [{0}, {1}]
    for i in range(n):
        xs[at(i)] |= {i * 10}
    return seen, sorted(xs[0]) + sorted(xs[1])


W = [([],), (["a", "b", "ab"],), (["x", "", "xy", "b"],)]
CASES = {
    "sets": W, "given": [({}, 5), ({"a": {1, 2, 7}, "b": set()}, 5)], "missing": [({"a": {0}}, "a"), ({}, "b")], "shared": [(4,)], "counters": W,
    "merged": [(3,)], "points": [(0,), (5,)], "once": [(0,), (3,)],
}
