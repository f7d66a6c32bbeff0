"""Modules whose words, outside of quotes, say nothing of the texts, lists and tables that they compute with."""
import numpy as np


def counted(graph: "dict[str, list[str]]"):
    n = {u: 0 for u in graph}
    for u in graph:
        for v in graph[u]:
            n[v] = n.get(v, 0) + 1
    return n


def ordered(freq: "dict[str, int]"):
    xs = sorted(freq.items())
    return xs, sorted(freq.items(), key=lambda kv: (-kv[1], kv[0]))


def nested(n: int):
    xs = [[1, n], [n]]
    ys = [[1, 2], [2]]
    xs += xs
    ys *= 2
    return xs == ys, xs != ys, xs < ys, [n] in xs, [7] not in xs


def at(xs, i):
    return xs[i] if i < len(xs) else None


def among_texts(xs: "list[str]", i: int):
    v = at(xs, i)
    return v in ("a", "b"), v not in ("a", "b"), v in ["a"], v in {"a", "b"}, v in xs, v not in xs


def among_numbers(xs: "list[int]", i: int, d: "dict[int, float]", s: "set[int]"):
    v = at(xs, i)
    return v in xs, v in d, v in s, v in (1, 2), v not in xs, v in d.values(), (v in s) + (v not in d)


def taken(x):
    return x if x > 1 else None


def calls(n: int):
    return taken(n) in (2, 3), taken(n) not in [3, n], [taken(k) in (2, 3) for k in range(n)]


def with_none(v: "int | None", w: "str | None"):
    return v in (None, 1), w not in (None, "a"), v in [None], (v or 0) in (0, 2)


def held(xs: "list[int | None]", v: "int | None", t: "tuple[int, float]"):
    return v in xs, None in xs, v in t, [x in (1, 2) for x in xs]


def keys(x: int, s: str):
    return {f"k{x}": [0.5]}, {s: 1, f"{s}{x}": 2}


def fibs():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def sliced(k: int):
    from itertools import islice, takewhile
    return list(islice(fibs(), k)), sum(takewhile(lambda x: x < 50, fibs()))


def parts(text: str):
    rows = [l.split("=") for l in text.split("&")]
    d = {}
    for k, v in rows:
        d[k] = v
    return d, dict(rows), {v: k for k, v in rows}, [a + b for a, b in [[1, 2], [3, len(rows)]]]


def summed(t, k):
    return t is not None and t.sum() > k


def either(t, k):
    return t is None or t.sum() > k


def tests(x: "f64[:]", k: int):
    return summed(None, k), summed(x, k), either(None, k), either(x, k)


class Wrong(Exception):
    def __init__(self, message: str, at: int):
        super().__init__(message)
        self.at = at


def checked(c: str, i: int):
    if i > 3:
        raise Wrong(f"expected {c!r} {{{i}}}", i)
    return i


def caught(c: str, i: int):
    try:
        return checked(c, i), ""
    except Wrong as e:
        return e.at, str(e)


def octets(n: int):
    s = bytearray([1]) * n
    s[0:2] = b"\x00\x00"
    s[4::2] = bytes(len(s[4::2]))
    s[-1] = 7
    del s[0]
    del s[1:3]
    s += b"ab"
    return s.hex(), s[1:3].hex(), s.find(b"a")


def wrong_part(n: int):
    s = bytearray([1]) * n
    s[::2] = b"abc"
    return s.hex()


CASES = {
    "parts": ["a=1&b=2", "a=1&b"], "tests": [(np.ones(3), 1), (np.zeros(3), 1)], "checked": [("a", 1), ("a", 5)],
    "caught": [("a", 1), ("a", 5)], "octets": [12, 8], "wrong_part": [6, 9],
    "counted": [{"a": ["b", "c"], "b": []}, {}], "ordered": [{"b": 1, "a": 2, "c": 2}], "nested": [1, 2],
    "among_texts": [(["a", "x"], 0), (["a", "x"], 1), (["a"], 1)],
    "among_numbers": [([1, 5], 0, {1: 2.0}, {1}), ([5], 0, {1: 5.0}, {5}), ([1], 1, {1: 2.0}, {1})],
    "calls": [1, 2, 3], "with_none": [(1, "a"), (None, None), (2, "b")],
    "held": [([1, None], 1, (1, 2.0)), ([1, None], None, (1, 2.0)), ([2], None, (1, 2.0)), ([2], 7, (1, 7.0))],
    "keys": [(1, "a")], "sliced": [0, 7],
}
