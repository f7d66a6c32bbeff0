"""Values of kinds that are never equal: == gives False and != True, in both orders, alone and in tuples and lists."""
from collections import Counter


def text_and_number(s: str, n: int, x: float):
    return s == n, n == s, s != x, n == "", "1" != n, s[:1] == n


def sequences(s: str, xs: list[int], t: tuple[int, int]):
    return xs == t, t != xs, xs == s, t == s, xs == 1, 2.5 != t, t == (1, 2), xs == [1, 2]


def containers(d: dict[str, int], s: set[int], xs: list[int]):
    return d == 1, s != "a", xs == d, s == xs, s == {1, 2}


def inside(a: tuple[int, str], b: tuple[str, str], xs: list[int], ys: list[str]):
    return a == b, a != b, xs == ys, a == (1, "b")


def effects(xs: list[int]):
    same = 0
    if xs.pop() == "a":
        same += 1
    return same, xs


def chosen(n: int, s: str):
    if n == s:
        return 1
    return 2 if s != n else 3


def no_such_key(n: int) -> int:
    s = {"n": n}
    return s[n]


def any_length(t: tuple[int, ...], ts: list[tuple[int, ...]], xs: list[int]):
    return t == (1, 2), (1, 2) != t, t == (), t == [1, 2], (1, 2) in ts, ts == [(1, 2)], tuple(xs) == (1, 2), tuple(xs) == t


def columns(rows: list[tuple[int, int]]):
    a, b = zip(*rows)
    return a == (1, 3), (2, 4) == b, a != b, a == [1, 3]


def counters(xs: list[str]):
    c = Counter(xs)
    return c == {"a": 1}, {"a": 1} == c, c == Counter(["a"]), c != {"a": 1}


CASES = {
    "any_length": [((1, 2), [(1, 2)], [1, 2]), ((), [], [])], "columns": [([(1, 2), (3, 4)],), ([(1, 2)],)],
    "counters": [(["a"],), (["a", "b"],), ([],)],
    "no_such_key": [(1,), (0,)],
    "text_and_number": [("1", 1, 1.0), ("", 0, 0.0)],
    "sequences": [("a", [1, 2], (1, 2)), ("", [], (0, 0))],
    "containers": [({"a": 1}, {1, 2}, [1, 2])],
    "inside": [((1, "b"), ("1", "b"), [1], ["1"]), ((1, "b"), ("1", "b"), [], [])],
    "effects": [([1, 2],)],
    "chosen": [(1, "1")],
}
