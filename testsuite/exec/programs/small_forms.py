"""Small forms that programs are full of: conditions as indices, defaults by `or`, names bound twice, methods called with *t."""
from collections import Counter

import numpy as np

from pycc import i64


def indexed(a: int, xs: 'list[int]'):
    t = ("no", "yes")
    return xs[a > 2], (1, 2)[a > 2], t[a > 2], "XO"[a == 3], ["p", "q"][not a], xs[xs[0] > 1], [[1], [2]][a > 1], t[a in xs][a < 0]


def counted(a: i64[:], xs: 'list[int]'):
    counts = [0, 0]
    for v in a:
        counts[int(v) % 2 == 0] += 1
    xs[len(a) > 2] += 5
    xs[len(a) < 2] = 7
    return counts, xs


def _letter(s, k):
    if k < len(s):
        return s[k]
    return None


def _half(k):
    return 0.5 * k if k else None


def defaults(s: str, k: int):
    out = ["a"]
    out.append(_letter(s, k) or "draw")
    out.append((_letter(s, k) or _letter(s, 0)) or "none")
    xs = []
    xs.append(_half(k) or 1.5)
    best = _half(k) or _half(k + 1)
    if best is not None:
        xs.append(best)
    return out, xs


def _given(a=None, b=None):
    return (a or 1) + (b or 2)


def given(n: int):
    return _given(), _given(n), _given(n, 0), _given(b=n)


def twice(n: int):
    log = [("add", "a", 1.5, 1), ("rem", "b", 2.5, n), ("add", "c", 0.5, 2)]
    ops = Counter(op for op, _, _, _ in log)
    return (ops.most_common(), sum(k for _, _, _, k in log), sorted(x for _, _, x, _ in log), "".join(op for op, _, _, _ in log),
            [(op, _) for op, _, _, _ in log], max(x for _, (_, x) in [(1, ("a", 2.0)), (2, ("b", 3.0))]))


class Point:
    def __init__(self, x: float):
        self.x = x
        self.log = [0.0]

    def move(self, a, b):
        self.x += a * b
        self.log.append(a)
        return self.x


class Pair:
    def __init__(self, x: float):
        self.p = Point(x)

    def both(self, t):
        return self.p.move(*t) + self.p.move(1.0, *t[:1])


def _parsed(s):
    a, b = s.split(",")
    return float(a), float(b)


def methods(x: float):
    p = Point(x)
    for t in [(1.0, 2.0), (x, 3.0)]:
        p.move(*t)
    return p.move(*_parsed("3,4")), p.log, Pair(x).both((x, 2.0))


def _rest(x, *rest):
    return x + sum(rest)


def _passed_on(*args):
    return _rest(*args)


def passed_on(x: float):
    return _passed_on(x), _passed_on(x, 2.0), _passed_on(1, 2, 3)


def path(n: int):
    start = (0, 0)
    came = {start: None}
    at = start
    for k in range(1, n):
        came[k, k + 1] = at
        at = (k, k + 1)
    back = []
    while at is not None:
        back.append(at)
        at = came[at]
    s = 0
    for r, c in back:
        s += r * 10 + c
    for r, c in back[1:]:
        s -= r
    return s, [c for r, c in back], back[::-1]


def holes(n: int):
    rows = []
    for k in range(n):
        rows.append((k, 2.0) if k != 2 else None)
    s = 0.0
    try:
        for r, w in rows:
            s += r * w
    except TypeError:
        return -s
    return s


def empty(n: int):
    k = 0
    for i in zip():
        k += n
    return k, str(), tuple(), str() + str(n), len(tuple()), float("\r\nINF\r   "), float(" 1.5\n"), float("\t-nan "), float("1e3 "), list(zip())


CASES = {
    "empty": [(3,)],
    "path": [(1,), (4,)],
    "holes": [(2,), (5,)],
    "indexed": [(0, [5, 6]), (3, [1, 2]), (-1, [3, 4])],
    "counted": [(np.array(v, np.int64), [1, 2]) for v in ([1, 2, 4], [1], [])],
    "defaults": [("abc", 1), ("abc", 3), ("", 0)],
    "given": [(0,), (5,)],
    "twice": [(7,)],
    "methods": [(1.5,)],
    "passed_on": [(0.5,)],
}
