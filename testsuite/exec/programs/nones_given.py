"""Functions that give None on some paths: to Python, to each other, tested, passed through, operated on."""
from __future__ import annotations

from typing import Optional

import numpy as np

from pycc import f64, i64, prange


def find(a: f64[:], x: float) -> int | None:
    for i in range(len(a)):
        if a[i] == x:
            return i
    return None


def behind(a: f64[:], x: float) -> int:
    i = find(a, x)
    if i is None:
        return -1
    return i + 1


def first_of(a: f64[:], x: float, y: float) -> Optional[int]:
    i = find(a, x)
    if i is not None:
        return i
    return find(a, y)


def root(x: float) -> float | None:
    return None if x < 0 else x ** 0.5


def falls(x: float) -> float | None:
    if x > 0:
        return x * 2


def bare(x: int) -> int | None:
    if x == 3:
        return
    return x // 2


def best(a: f64[:]) -> float | None:
    b = None
    for v in a:
        if b is None or v > b:
            b = v
    return None if b is None else float(b)


def chosen(a: i64[:]) -> int | None:
    hit = None
    for i in range(len(a)):
        hit = i if a[i] > 2 else None
    return hit


def has(x: float) -> bool:
    return root(x) is not None and root(x) > 1.5


def without(x: float) -> float:
    try:
        return root(x) + 1.0
    except TypeError:
        return -100.0


def helper(x):
    if x > 2:
        return x * 3


def by_helper(x: float) -> float:
    h = helper(x)
    if h:
        return h
    return -1.0


def of_two_types(n: int, x: float) -> float:
    a = helper(n)
    b = helper(x)
    return (0.25 if a is None else float(a)) + (0.5 if b is None else b)


def doubled(a: f64[:], n: int) -> f64[:] | None:
    if n > len(a):
        return None
    return a[:n] * 2


def shape_of(a: f64[:], n: int) -> int:
    d = doubled(a, n)
    return -1 if d is None else d.shape[0] * 10 + int(d.sum())


def word(s: str, at: int) -> str | None:
    parts = s.split()
    if at < len(parts):
        return parts[at]
    return None


def letters(s: str) -> int:
    n, at = 0, 0
    w = word(s, at)
    while w is not None:
        n += len(w)
        at += 1
        w = word(s, at)
    return n


def pair(a: f64[:]) -> tuple[float, int] | None:
    if len(a) == 0:
        return None
    i = int(np.argmax(a))
    return float(a[i]), i


def spread(a: f64[:]) -> float:
    p = pair(a)
    if p is None:
        return -1.0
    high, at = p
    return high * 10 + at


def depth(n: int, limit: int) -> int | None:
    if n > limit:
        return None
    if n % 7 == 0:
        return 0
    d = depth(n + 1, limit)
    if d is None:
        return None
    return d + 1


def rows(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(len(a)):
        r = root(a[i].sum())
        y[i] = -1.0 if r is None else r


def again(a: f64[:], x: float) -> int:
    n = 0
    i = find(a, x)
    while i is not None:
        n += 1
        a = a[i + 1:]
        i = find(a, x)
    return n


def tried(x: float) -> float | None:
    try:
        if x > 1:
            return 1.0 / (x - 2.0)
        return None
    except ZeroDivisionError:
        return -5.0


def ignored(x: float) -> float:
    root(x)
    return x


def default(a: f64[:], scale: float | None = None) -> float | None:
    if len(a) == 0:
        return None
    if scale is None:
        return float(a[0])
    return scale * float(a[0])


def starts(a: f64[:]) -> int:
    n = 0
    while (k := above(a, n)) is not None:
        n = k + 1
    return n


def above(a: f64[:], at: int) -> int | None:
    for i in range(at, len(a)):
        if a[i] > 1:
            return i
    return None


def even(n: int) -> int | None:
    if n == 0:
        return 0
    m = odd(n - 1)
    if m is None:
        return None
    return m + 1


def odd(n: int) -> int | None:
    if n == 0:
        return None
    m = even(n - 1)
    if m is None:
        return None
    return m + 1


FLOATS = [np.array(v, float) for v in ([], [1], [5, 2], [2, 4, 2, 7, 2])]
NUMBERS = [(x,) for x in (-1.0, 0.0, 0.5, 2.0, 3.0, 9.0)]
CASES = {
    **{name: NUMBERS for name in ("root", "falls", "has", "without", "by_helper", "tried", "ignored")},
    **{name: [(a, x) for a in FLOATS for x in (2.0, 8.0)] for name in ("find", "behind", "again")},
    **{name: [(a,) for a in FLOATS] for name in ("best", "pair", "spread")},
    **{name: [(a, n) for a in FLOATS for n in (0, 2, 9)] for name in ("doubled", "shape_of")},
    "first_of": [(a, 9.0, y) for a in FLOATS for y in (2.0, 8.0)],
    "bare": [(n,) for n in (2, 3, 9)],
    "chosen": [(np.array(v, int),) for v in ([], [1], [3], [3, 1], [1, 5])],
    "of_two_types": [(n, x) for n in (1, 4) for x in (1.0, 4.0)],
    "word": [(s, at) for s in ("", "a bc", "é d") for at in (0, 1, 5)],
    "letters": [(s,) for s in ("", "a bc def")],
    "depth": [(n, limit) for n in (1, 7, 8) for limit in (5, 20)],
    "starts": [(a,) for a in FLOATS],
    **{name: [(n,) for n in (0, 1, 5)] for name in ("even", "odd")},
    "rows": [(np.random.default_rng(1).random((n, 3)) - 0.5, np.zeros(n)) for n in (0, 1, 40)],
    "default": [(a, *s) for a in FLOATS for s in ((), (None,), (2.0,))],
}
