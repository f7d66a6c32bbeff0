"""Values or None in attributes, lists, dictionaries, tuples and arguments; of methods and function values; dict.get."""
from __future__ import annotations

from typing import Optional

import numpy as np

from pycc import f64, i64, prange


class Best:
    def __init__(self) -> None:
        self.best: float | None = None
        self.word: Optional[str] = None
        self.row: f64[:] | None = None
        self.seen: list[float] | None = None
        self.n = 0

    def see(self, v: float) -> None:
        self.n += 1
        if self.best is None or v > self.best:
            self.best = v

    def get(self) -> float | None:
        return self.best

    def forget(self):
        self.best = None

    def over(self, v: float) -> float | None:
        if self.best is not None and self.best > v:
            return self.best - v
        return None

    def add(self, v):
        if self.seen is None:
            self.seen = [v]
        else:
            self.seen.append(v)


def attribute(a: f64[:]) -> float:
    b = Best()
    for v in a:
        b.see(float(v))
    return -1.0 if b.best is None else b.best + b.n


def narrowed_attribute(a: f64[:]) -> float:
    b = Best()
    for v in a:
        b.see(float(v))
    if b.best is None:
        return -1.0
    return b.best


def of_method(a: f64[:], x: float) -> float:
    b = Best()
    s = 0.0
    for v in a:
        b.see(float(v))
        d = b.over(x)
        if d is not None:
            s += d
        if b.n == 3:
            b.forget()
    return s


def passed_through(a: f64[:]) -> float | None:
    b = Best()
    for v in a:
        b.see(float(v))
    return b.get()


def raises_of_attribute(a: f64[:]) -> float:
    b = Best()
    for v in a:
        b.see(float(v))
    try:
        return b.best * 2.0
    except TypeError:
        return -7.0


def updated_attribute(a: f64[:]) -> float:
    b = Best()
    if len(a) > 1:
        b.best = 1.5
    try:
        b.best += 2.0
    except TypeError:
        b.best = -3.0
    return b.best if b.best is not None else 0.0


def text_attribute(s: str) -> int:
    b = Best()
    n = 0
    for part in s.split(","):
        if b.word is None:
            b.word = part
        elif b.word == part:
            n += 100
        n += len(b.word)
    return n


def array_attribute(a: f64[:]) -> float:
    b = Best()
    for k in range(len(a)):
        if b.row is None:
            b.row = a * 2
        else:
            b.row = b.row + k
    if b.row is None:
        return -1.0
    return float(b.row.sum())


def list_attribute(a: f64[:]) -> int:
    b = Best()
    for v in a:
        b.add(float(v))
    if b.seen is None:
        return -1
    return len(b.seen)


def parents(n: int) -> int:
    parent: list[int | None] = [None] * n
    for i in range(1, n):
        parent[i] = i // 2
    depth = 0
    at = n - 1 if n > 0 else None
    while at is not None:
        depth += 1
        at = parent[at]
    return depth


def inferred_list(n: int) -> int:
    last = [None] * 5
    total = 0
    for i in range(n):
        k = i * i % 5
        if last[k] is not None:
            total += i - last[k]
        last[k] = i
    return total * 10 + sum(1 for v in last if v is None)


def given_list(a: list[float | None]) -> float:
    s = 0.0
    for v in a:
        if v is not None:
            s += v
    return s


def changed_list(a: list[float | None], k: int) -> list[float | None]:
    a.append(None)
    for i in range(len(a)):
        if a[i] is None:
            a[i] = k * 0.5
        elif a[i] == 2.5:
            a[i] = None
    return a[::-1]


def given_words(words: list[str | None]) -> list[str | None]:
    out = []
    for w in words:
        out.append(None if w is None else w + "!")
    return out


def comprehension(a: list[float | None]) -> list[float]:
    return [v * 2 for v in a if v is not None]


def equality(a: list[float | None], x: float) -> list[bool]:
    out = []
    for i in range(len(a)):
        out.append(a[i] == x)
        out.append(a[i] != x)
        out.append(a[i] == a[0])
        out.append(a[i] == None)  # noqa: E711
        out.append(a[i] is not None)
        out.append(bool(a[i]))
    return out


def or_else(a: list[float | None]) -> float:
    s = 0.0
    for v in a:
        s = s * 2 + (v or 0.25)
    return s


def raises_of_item(a: list[float | None]) -> float:
    s = 0.0
    for i in range(len(a)):
        try:
            s += a[i] * 2
        except TypeError:
            s -= 100
    return s


def chain(n: int) -> int:
    before: dict[int, int | None] = {0: None}
    for i in range(1, n):
        before[i] = i // 3
    steps = 0
    k = n - 1 if n > 0 else None
    while k is not None:
        steps += 1
        k = before[k]
    return steps


def get(d: dict[str, float], key: str) -> float:
    x = d.get(key)
    if x is None:
        return -1.0
    return x


def get_given(d: dict[str, float], key: str) -> float | None:
    return d.get(key, None)


def get_tested(a: i64[:], x: int) -> int:
    at = {}
    for i in range(len(a)):
        j = at.get(x - a[i])
        if j is not None:
            return i * 10 + j
        at[a[i]] = i
    return -1


def get_walrus(a: i64[:], x: int) -> int:
    at = {int(v): i for i, v in enumerate(a)}
    if (j := at.get(x)) is not None:
        return j
    return 7 if at.get(x) is None else 8


def get_raises(a: i64[:], x: int) -> int:
    count = {int(v): 1 for v in a}
    try:
        return count.get(x) + 1
    except TypeError:
        return -5


def get_list(a: i64[:], x: int) -> int:
    places = {}
    for i in range(len(a)):
        places.setdefault(int(a[i]), [0][:0]).append(i)
    found = places.get(x)
    return len(found) if found is not None else -1


def search(a: f64[:], x: float) -> tuple[int | None, int]:
    n = 0
    for i in range(len(a)):
        n += 1
        if a[i] == x:
            return i, n
    return None, n


def searched(a: f64[:], x: float) -> int:
    i, n = search(a, x)
    return -n if i is None else i * 100 + n


def pairs(a: f64[:]) -> list[tuple[float, float | None]]:
    out = []
    for k in range(len(a)):
        out.append((float(a[k]), float(a[k + 1]) if k + 1 < len(a) else None))
    return out


def scaled(x: float, by: float | None = None) -> float:
    if by is None:
        return x
    return x * by


def argument(a: f64[:], x: float) -> float:
    by = None
    for v in a:
        if v > x:
            by = float(v)
    return scaled(3.0, by) + scaled(2.0) + scaled(1.0, 4.0) + scaled(1.0, None)


def weighted(x, w):
    return x if w is None else x * w


def helper_argument(a: list[float | None]) -> float:
    s = 0.0
    for i in range(len(a)):
        s += weighted(i + 1.0, a[i])
    return s


def of_lambda(a: f64[:]) -> float:
    root = lambda v: None if v < 0 else v ** 0.5  # noqa: E731
    s = 0.0
    for v in a:
        r = root(float(v))
        if r is not None:
            s += r
    return s


def of_value(f, a):
    n = 0.0
    for v in a:
        r = f(float(v))
        if r is None:
            n -= 1
        else:
            n += r
    return n


def half(x: float) -> float | None:
    return x / 2 if x > 1 else None


def function_value(a: f64[:]) -> float:
    return of_value(half, a) + of_value(lambda x: None if x > 2 else x, a)


def memo(n: int) -> int:
    known: list[int | None] = [None] * (n + 1)

    def fib(k):
        if k < 2:
            return k
        if known[k] is None:
            known[k] = fib(k - 1) + fib(k - 2)
        return known[k]
    return fib(n)


def ends(row):
    first: list[float | None] = [None, None]
    for v in row:
        if v > 0.5 and first[0] is None:
            first[0] = float(v)
        if v < -0.1:
            first[1] = float(v)
    return (first[0] or 0.0) + (-5.0 if first[1] is None else first[1])


def in_parallel(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(len(a)):
        y[i] = ends(a[i])


def sliding(a: f64[:]) -> f64[:] | None:
    before = None
    out = None
    for v in a:
        if before is not None:
            out = a * (v - before)
        before = v
    return out


def kept_in_list(a: f64[:]) -> list[float | None]:
    low = None
    out = []
    for v in a:
        if v < 3:
            low = float(v)
        out.append(low)
        out.append(None)
    return out


FLOATS = [np.array(v, float) for v in ([], [1], [5, 2], [2, 4, 2, 7, 2.5], [-1, 0.5, 0])]
INTS = [np.array(v, int) for v in ([], [3], [3, 3, 1], [1, 4, 2, 7])]
MAYBE = [[], [None], [1.0, None, 2.5, 0.0], [0.5, 2.5, None, None, -1.0]]
CASES = {
    **{name: [(a,) for a in FLOATS] for name in ("attribute", "narrowed_attribute", "passed_through", "raises_of_attribute", "updated_attribute",
                                                 "array_attribute", "list_attribute", "pairs", "of_lambda", "function_value", "sliding", "kept_in_list")},
    **{name: [(a, x) for a in FLOATS for x in (2.0, 8.0)] for name in ("of_method", "search", "searched", "argument")},
    **{name: [(n,) for n in (0, 1, 2, 9, 30)] for name in ("parents", "inferred_list", "chain", "memo")},
    **{name: [(m,) for m in MAYBE] for name in ("given_list", "comprehension", "or_else", "raises_of_item", "helper_argument")},
    "changed_list": [(m, k) for m in MAYBE for k in (1, 5)],
    "equality": [(m, x) for m in MAYBE for x in (0.0, 2.5)],
    "given_words": [(w,) for w in ([], [None], ["a", None, "bé"])],
    "text_attribute": [(s,) for s in ("", "a,b,a", "xy,xy,xy")],
    **{name: [(d, k) for d in ({}, {"a": 1.5, "b": 0.0}) for k in ("a", "b", "c")] for name in ("get", "get_given")},
    **{name: [(a, x) for a in INTS for x in (3, 6, 9)] for name in ("get_tested", "get_walrus", "get_raises", "get_list")},
    "in_parallel": [(np.random.default_rng(n).random((n, 4)) - 0.3, np.zeros(n)) for n in (0, 1, 30)],
}
