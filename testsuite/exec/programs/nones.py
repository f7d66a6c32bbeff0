"""Variables that are None for a while: tests, flow, what raises where they are None."""
import numpy as np

from pycc import f64, i64, prange


def largest(a: f64[:]) -> float:
    best = None
    for v in a:
        if best is None or v > best:
            best = v
    if best is None:
        return -1.0
    return float(best)


def changes(a: i64[:]) -> int:
    previous, n = None, 0
    for v in a:
        if previous != v:
            n += 1
        previous = v
    return n


def repeats(a: i64[:]) -> int:
    previous = None
    n = 0
    for i in range(len(a)):
        v = a[i]
        n += 10 if v == previous else 1
        previous = v
    return n


def reset(a: i64[:]) -> int:
    start = None
    longest = 0
    for i in range(len(a)):
        if a[i] > 0:
            if start is None:
                start = i
            longest = max(longest, i - start + 1)
        else:
            start = None
    return longest


def unsure(a: f64[:]) -> float:
    x = None
    for v in a:
        if v > 3:
            x = v
    try:
        return float(x + 1.0)
    except TypeError:
        return -9.0


def less(a: f64[:]) -> int:
    x = None
    n = 0
    for v in a:
        if v > 3:
            x = v
        if v > 1:
            try:
                n += x < 10
            except TypeError:
                n += 100
    return int(n)


def updated(a: f64[:]) -> float:
    x = None
    if len(a) > 2:
        x = 1.5
    try:
        x += 1
    except TypeError:
        return -2.0
    return float(x)


def index_of(a: f64[:], x: float) -> int:
    found = None
    i = 0
    while found is None and i < len(a):
        if a[i] == x:
            found = i
        i += 1
    return -1 if found is None else found


def truth(a: f64[:]) -> int:
    x = None
    if len(a) > 1:
        x = a[0]
    if x:
        return int(x * 10)
    if not x and len(a) > 2:
        return -2
    return -1


def both(a: f64[:]) -> float:
    low = None
    high = None
    for v in a:
        if v < 0:
            low = v
        if v > 1:
            high = v
    if low is not None and high is not None:
        return float(high - low)
    if low is None and high is None:
        return 0.0
    return float(max(low or 0.0, 0.5) if high is None else high)


def asserted(a: f64[:]) -> float:
    x = None
    for v in a:
        x = v if x is None else min(v, x)
    assert x is not None, "empty"
    return float(abs(x))


def early(a: f64[:]) -> float:
    x = None
    if len(a) > 0:
        x = a[0]
    if x is None:
        return 7.0
    return float(np.sqrt(abs(x)))


def texts(s: str) -> int:
    word = None
    n = 0
    for part in s.split(","):
        if part == word:
            n += 100
        if part.startswith("x"):
            word = part
        else:
            word = None
        if word is not None:
            n += len(word)
    return n


def arrays(a: f64[:], n: int) -> float:
    total = None
    for i in range(n):
        total = a * i if total is None else total + a
    return 0.5 if total is None else float(total.sum())


def lists(a: f64[:]) -> int:
    group = None
    n = 0
    for v in a:
        if v > 0:
            if group is None:
                group = [v]
            else:
                group.append(v)
        elif group is not None:
            n = n * 10 + len(group)
            group = None
    return n


def caught(a: f64[:]) -> float:
    x = None
    for v in a:
        if v > 1:
            x = v
    try:
        y = x * 2.0
    except TypeError:
        y = -1.0
    return float(y)


def in_parallel(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(len(a)):
        best = None
        for v in a[i]:
            if v > 0.2 and (best is None or v < best):
                best = v
        if best is None:
            y[i] = -1
        else:
            y[i] = best


def equal_none(a: i64[:]) -> int:
    x = None
    if len(a) > 1:
        x = a[0]
    return 1 if x == None else 2 if x != 3 else 3  # noqa: E711


def written_over(a: f64[:]) -> float:
    x = None
    y = 1.0
    for v in a:
        if v > 1:
            x = 2
        else:
            x = v
        y *= x
    return float(y)


def loop_else(a: i64[:]) -> int:
    hit = None
    for i in range(len(a)):
        if a[i] == 3:
            hit = i
            break
    else:
        return -5
    return hit + 1


def twice(a: f64[:]) -> float:
    total = 0.0
    for k in range(3):
        low = None
        for v in a:
            if low is None or v * k < low:
                low = v * k
        if low is not None:
            total += low
    return float(total)


def loop_target(a: f64[:]) -> float:
    x = None
    for x in a:
        pass
    if x is None:
        return -1.0
    return float(x)


def range_target(n: int) -> int:
    i = None
    for i in range(n):
        pass
    return -1 if i is None else i


def unpacked(a: f64[:]) -> float:
    x = None
    for x, y in zip(a, a):
        if y > 2:
            break
    return -1.0 if x is None else float(x)


def enum_target(a: f64[:]) -> int:
    k = None
    for k, v in enumerate(a):
        if v > 2:
            break
    return -1 if k is None else k


def pair(a: f64[:]) -> float:
    lo, hi = None, None
    for v in a:
        if lo is None:
            lo, hi = v, v
        else:
            lo, hi = min(lo, v), max(hi, v)
    return 0.0 if lo is None else float(hi - lo)


def kept(a: f64[:]) -> float:
    x = None
    y = 0.0
    for v in a:
        if x is not None:
            y += x
        x = v if v > 1 else None
    return float(y)


def tried(a: f64[:]) -> int:
    x = None
    try:
        x = len(a) - 2
        y = 1 // x
    except ZeroDivisionError:
        y = -7
    return y if x is None else x * 10 + y


def compared(a: f64[:]) -> int:
    x = None
    for v in a:
        x = v
    return 1 if x != None and 0 < x < 3 else 0


def nested_if(a: f64[:], flag: int) -> float:
    x = None
    if flag > 0:
        if len(a) > 0:
            x = a[0]
        elif flag > 5:
            x = 9.0
    if x is None or x < 0:
        return -3.0
    return float(x)


def of_arrays(a: f64[:], n: int) -> float:
    x = None
    if n > 1:
        x = a * 2
    try:
        x += a
        return float((x + 1).sum())
    except TypeError:
        return -1.5


FLOATS = [np.array(v, float) for v in ([], [1], [5, 2], [0, 4, 2, 7, 3.5], [-1, 0.5, 2, 2, -3], [np.nan, 4, 1])]
INTS = [np.array(v, int) for v in ([], [3], [3, 3], [1, 1, 0, 2, 2, 2, 0, 5], [0, 0, 3, 3, 3, 1])]
CASES = {
    **{name: [(a,) for a in FLOATS] for name in ("largest", "unsure", "less", "updated", "truth", "both", "asserted", "early", "lists", "caught",
                                                 "written_over", "twice", "loop_target", "unpacked", "enum_target", "pair", "kept", "tried", "compared")},
    "range_target": [(n,) for n in (0, 1, 5)],
    "nested_if": [(a, flag) for a in FLOATS for flag in (0, 1, 9)],
    "of_arrays": [(a, n) for a in FLOATS[1:] for n in (1, 2)],
    **{name: [(a,) for a in INTS] for name in ("changes", "repeats", "reset", "equal_none", "loop_else")},
    "index_of": [(a, x) for a in FLOATS for x in (2.0, 9.0)],
    "texts": [(s,) for s in ("", "x", "xa,b,xa", "xa,xa,xa", "x,x,y,x")],
    "arrays": [(a, n) for a in FLOATS for n in (0, 1, 3)],
    "in_parallel": [(np.random.default_rng(n).random((n, 4)) - 0.3, np.zeros(n)) for n in (0, 1, 30)],
}
