"""with statements of functions with @contextlib.contextmanager; what collections has, returned."""
import contextlib
from collections import Counter, defaultdict, deque
from contextlib import contextmanager


@contextmanager
def held(xs, k=1):
    xs.append(k)
    yield len(xs)
    xs.append(-k)


@contextmanager
def safe(xs):
    n = 1
    xs.append(n)
    try:
        yield
    finally:
        xs.append(n + 1)


@contextlib.contextmanager
def swallowed(xs):
    try:
        yield xs
    except IndexError:
        xs.append(99)
    except ZeroDivisionError as e:
        xs.append(len(str(e)))
        raise


def plain(xs: list[int]):
    with held(xs) as n:
        xs.append(n * 10)
    with held(xs, k=5):
        xs.append(7)
    return xs


def left(xs: list[int], i: int):
    try:
        with safe(xs):
            xs.append(10)
            xs[i] = 1
    except IndexError:
        xs.append(77)
    return xs


def nested(xs: list[int], i: int):
    n = 3
    with swallowed(xs) as ys:
        ys[i] = 4
        ys.append(3)
    with held(xs) as m, safe(xs):
        for v in range(3):
            if v == 1:
                continue
            xs.append(v + m + n)
    with swallowed(xs):
        with swallowed(xs):
            xs.append(6 // i)
    return xs


def turned(xs: list[int]):
    for v in range(2):
        with held(xs, v) as n:
            xs.append(n)
    return xs


def counted(s: str):
    return Counter(s), Counter(s) - Counter("a"), {"c": Counter(s)}


def queued(xs: list[int], n: int):
    q = deque()
    for x in xs:
        q.append(x)
    if xs:
        q.popleft()
    return deque(xs), deque(xs, maxlen=n), q


def defaults(xs: list[int]):
    d = defaultdict(int)
    e = defaultdict(list)
    f = defaultdict(set)
    g = defaultdict(float)
    h = defaultdict(str)
    b = defaultdict(bool)
    for x in xs:
        d[x % 2] += x
        e[x % 2].append(x)
        f[x % 2].add(x)
        g[x] += 0.5
        h[x] += "a"
        b[x] = True
    return d, e, f, g, h, b


class Only:
    """Suppresses what `only` says, in ways of saying so."""

    def __init__(self, way):
        self.way = way

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if self.way == 0:
            return kind is ValueError
        if self.way == 1:
            return kind is not None and issubclass(kind, LookupError)
        if self.way == 2:
            return not (kind is None or issubclass(kind, ArithmeticError))
        return kind is KeyError or kind is ZeroDivisionError


def suppressed(way: int, n: int) -> int:
    with Only(way):
        if n == 1:
            raise ValueError("v")
        if n == 2:
            raise KeyError("k")
        n += 10 // (n - 3)
    return n


CASES = {
    "suppressed": [(way, n) for way in range(4) for n in range(5)],
    "plain": [([1],)],
    "left": [([1], 0), ([1], 9)],
    "nested": [([1], 0), ([1], 9), ([1, 2], 1)],
    "turned": [([],)],
    "counted": [("abca",), ("",)],
    "queued": [([1, 2, 3], 2), ([], 1)],
    "defaults": [([1, 2, 3],), ([],)],
}
