"""Containers that are filled from others, from keywords and displays; factories of defaultdict; what pop gives in the place of a missing key."""
from collections import Counter, defaultdict


def by_keywords(n: int) -> dict[str, int]:
    d = dict(a=n)
    d.update(b=3, c=4)
    d.update({"z": n})
    d |= {"y": 2}
    for k in dict(q=1):
        d[k] = 7
    return dict(d, w=1, a=n + 1)


def keywords_only(n: int) -> dict[str, int]:
    return dict(a=n, b=2)


def record(n: int) -> float:
    r = dict(a=n, b=2.5)
    return r["a"] + r["b"]


def popped(d: dict[str, int], k: str) -> tuple[int, int, int]:
    x = d.pop(k, None)
    d.pop("zz", None)
    y = d.pop("q", None)
    return (-1 if x is None else x), (-2 if y is None else y), len(d)


def popped_or_not(d: dict[str, float], k: str) -> float | None:
    return d.pop(k, None)


def listed(n: int) -> list[dict[str, int]]:
    xs = [{"a": n}]
    xs.append({"b": 2})
    xs.insert(0, {})
    xs[1]["z"] = 4
    return xs


def nested(n: int) -> dict[str, dict[str, int]]:
    d = {}
    d["a"] = {"x": n}
    d.setdefault("b", {})["y"] = 2
    d["a"].update({"k": 3})
    return d


def passed(n: int) -> int:
    return taken({"a": 3, "b": n}, "a") + taken(dict(a=7), "a")


def taken(d, k):
    return d[k] + len(d)


def unions(a: set[int], b: list[int]) -> tuple[list[int], list[int], list[int], list[int]]:
    return (sorted(set().union(a, {5}).union([7], (8, 9))), sorted({1}.union(a)), sorted(a.intersection(b, {1, 2, 3}, [2, 1])),
            sorted(a.difference(b, [2], {9})))


def updates(a: set[int], b: list[int]) -> list[int]:
    a.update(b, {9}, (11, 12))
    a.update()
    a.difference_update(b, [9])
    return sorted(a)


def starred(a: set[int], b: set[int]) -> tuple[int, int, list[int]]:
    s = set()
    s |= a
    s |= b
    t = {*a, *b, 77}
    u = set()
    u.update(a)
    return len(s), len(t), sorted(u)


def merged(a: dict[str, int], b: dict[str, int], n: int) -> dict[str, int]:
    return {**a, "y": 8, **b, "z": n}


def joined(a: dict[str, int], b: dict[str, int], n: int) -> list[dict[str, int]]:
    c = {}
    c |= a
    c.update(b)
    d = {}
    for e in [a, b]:
        d.update(e)
    return [c, d, a | b, b | {"q": n}, {"q": 2} | a]


def from_pairs(pairs: list[tuple[str, int]]) -> int:
    d = {}
    d.update(pairs)
    e = {}
    e |= d
    return sum(e.values()) + len(e)


def equal(a: dict[str, int], n: int) -> tuple[bool, bool, bool, bool]:
    return a == {}, {} != a, a == {"a": n}, {"a": n} == a


def same_sets(a: set[int]) -> tuple[bool, bool]:
    return a == set(), set() != a


def strings(words: list[str]) -> dict[str, str]:
    d = defaultdict(str)
    for w in words:
        d[w[:1]] += w
    return dict(d)


def fives(words: list[str]) -> tuple[dict[str, int], int]:
    d = defaultdict(lambda: 5)
    for w in words:
        d[w] += 1
    return dict(d), d["none"]


def below(words: list[str]) -> dict[str, float]:
    d = defaultdict(lambda: -1.5)
    for w in words:
        d[w] += 1
    return dict(d)


def quoted(words: list[str]) -> dict[str, str]:
    d = defaultdict(lambda: "q")
    for w in words:
        d[w] += w
    return dict(d)


def collected(words: list[str]) -> dict[str, list[str]]:
    d = defaultdict(lambda: [])
    for w in words:
        d[w].append(w)
    return dict(d)


def counted_pairs(words: list[str]) -> dict[str, dict[str, int]]:
    d = defaultdict(lambda: defaultdict(int))
    for a, b in zip(words, words[1:]):
        d[a][b] += 1
    return {k: dict(v) for k, v in d.items()}


def listed_pairs(words: list[str]) -> list[str]:
    d = defaultdict(lambda: defaultdict(list))
    for a, b in zip(words, words[1:]):
        d[a][b].append(a + b)
    return [k + ":" + ",".join(v) for a in d for k, v in d[a].items()]


def counts(words: list[str]) -> list[tuple[str, int]]:
    c = Counter(words) + Counter({"x": 2, "y": 0})
    c -= Counter(["x"])
    c["new"] += 3
    return sorted(c.items())


def optional(d: dict[str, int | None], k: str) -> tuple[int, list[int | None], list[str]]:
    xs = list(d.values())
    d[k] = None
    return sum([v for v in d.values() if v is not None]), xs.copy(), [k for k, v in d.items() if v is None]


def flat(xs: list[list[int]]) -> list[int]:
    return sum(xs, [])


def shown(xs: list[int]) -> str:
    return repr([1, 2]) + str([xs, xs]) + str([(1, 2)]) + repr([[1], [2]]) + f"{[1, 2]}" + f"{str(xs):>10}|{xs!r:>12}|"


D = [({}, 1), ({"a": 1}, 1), ({"b": 2, "a": 1}, 1)]
DD = [({}, {}, 9), ({"a": 1}, {}, 9), ({"a": 1, "b": 2}, {"b": 3, "c": 4}, 9)]
W = [([],), (["a", "b", "a"],), (["x", "yy", "x", "yy", "", "yy"],)]
CASES = {
    "by_keywords": [(1,)], "keywords_only": [(1,)], "record": [(3,)], "popped": [({}, "a"), ({"a": 1, "q": 2}, "a"), ({"b": 3}, "b"), ({"zz": 0}, "zz")],
    "popped_or_not": [({}, "a"), ({"a": 0.0}, "a")], "listed": [(3,)], "nested": [(3,)], "passed": [(3,)],
    "unions": [({1, 2}, [2, 3]), (set(), []), ({1, 2, 3, 9}, [3])], "updates": [({1, 2}, [2, 3]), (set(), [])],
    "starred": [({1, 2}, {2, 3}), (set(), set())], "merged": DD, "joined": DD, "from_pairs": [([],), ([("a", 1), ("b", 2), ("a", 5)],)],
    "equal": D, "same_sets": [(set(),), ({1},)], "strings": W, "fives": W, "below": W, "quoted": W, "collected": W, "counted_pairs": W, "listed_pairs": W,
    "counts": W, "optional": [({}, "a"), ({"a": 1, "b": 2, "c": None}, "a")], "flat": [([],), ([[1], [], [2, 3]],)], "shown": [([],), ([1, -2],)],
}
