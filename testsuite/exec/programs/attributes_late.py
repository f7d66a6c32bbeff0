"""Attributes that methods make first, what `__init__` calls, and what a class changes of its base."""

from dataclasses import dataclass, field

import numpy as np
from pycc import f64, i64


class KMeans:
    def __init__(self, k, iters=10):
        self.k = k
        self.iters = iters

    def fit(self, X):
        n, d = X.shape
        self.centers = X[:self.k].copy()
        self.labels = np.zeros(n, dtype=np.int64)
        for _ in range(self.iters):
            for i in range(n):
                best = 0
                bd = 1e300
                for c in range(self.k):
                    dist = 0.0
                    for j in range(d):
                        dist += (X[i, j] - self.centers[c, j]) ** 2
                    if dist < bd:
                        bd = dist
                        best = c
                self.labels[i] = best
            for c in range(self.k):
                m = self.labels == c
                if m.sum() > 0:
                    self.centers[c] = X[m].mean(axis=0)
        self.inertia_ = self._inertia(X)
        return self

    def _inertia(self, X):
        s = 0.0
        for i in range(len(X)):
            s += ((X[i] - self.centers[self.labels[i]]) ** 2).sum()
        return s

    def predict(self, X):
        out = np.zeros(len(X), dtype=np.int64)
        for i in range(len(X)):
            out[i] = np.argmin(((self.centers - X[i]) ** 2).sum(axis=1))
        return out


def kmeans(X: f64[:, :], k: int) -> tuple[float, i64[:]]:
    km = KMeans(k)
    km.fit(X)
    return float(km.inertia_), km.predict(X)


def unfitted(X: f64[:, :], do: bool) -> float:
    km = KMeans(2)
    if do:
        km.fit(X)
    return float(km.predict(X).sum())


class Queue:
    def __init__(self, cap):
        self.cap = cap
        self._reset()

    def _reset(self):
        self.items = []
        self.head = 0
        self.best = None
        self.count = 0

    def push(self, x):
        if len(self.items) < self.cap:
            self.items.append(x)
            self.count += 1
            if self.best is None or x > self.best:
                self.best = x

    def pop(self):
        v = self.items[self.head]
        self.head += 1
        return v


def queue(xs: list[float], cap: int) -> str:
    q = Queue(cap)
    for x in xs:
        q.push(x)
    a = q.pop() if q.count else -1.0
    b = q.best
    q._reset()
    return f"{a} {b is None} {q.best is None} {q.count} {len(q.items)}"


class Tree:
    def __init__(self, pts):
        self.pts = pts
        self.build(0)
        self.done = True
        if len(pts) > 2:
            self.big = 3

    def build(self, depth):
        self.depth = depth
        self.order = np.argsort(self.pts)


def tree(p: f64[:]) -> str:
    t = Tree(p)
    return f"{t.depth} {t.order.sum()} {t.done} {t.big}"


class Base:
    def __init__(self, n):
        self.n = n
        self.setup()

    def setup(self):
        self.m = self.n * 2


class Derived(Base):
    def __init__(self, n, z):
        super().__init__(n)
        self.z = z + self.m

    def go(self):
        self.w = self.z + self.m
        return self.w


class Derived2(Base):
    def more(self):
        return self.m + 1


def derived(n: int) -> int:
    d = Derived(n, 3)
    return d.go() * d.w + Derived2(n).more()


class Acc:
    def __init__(self, n: int):
        self.n = n

    def add(self, x):
        self.total = self.n + x

    def fill(self, k):
        self.arr = np.zeros(k)


def peek(a: Acc) -> int:
    return a.n


def grow(a: Acc, k: int) -> Acc:
    a.n = k
    return a


class Shape:
    SIDES = 1

    def __init__(self, n):
        self.n = n
        self.setup()
        self.name = self.label() + str(self.SIDES)

    def setup(self):
        self.m = self.n * 2

    def label(self):
        return "shape"


class Square(Shape):
    SIDES = 4

    def setup(self):
        self.m = self.n * 10
        self.area = self.n**2


class Named(Shape):
    def __init__(self, n, by):
        super().__init__(n + 1)
        self.by = by + self.m

    def label(self):
        return "named"


def shapes(n: int) -> str:
    a, b, c = Shape(n), Square(n), Named(n, 3)
    return f"{a.m} {a.name} {b.m} {b.name} {b.area} {c.m} {c.name} {c.by}"


class Cached:
    hits = 0
    last = None

    def __init__(self, n):
        self.n = n

    def get(self):
        if not hasattr(self, "value"):
            self.value = self.n * 2
        else:
            self.hits += 1
        self.last = self.value
        return self.value


def cached(n: int) -> str:
    c, d = Cached(n), Cached(n)
    s, fresh = 0, hasattr(c, "value")
    for _ in range(3):
        s += c.get()
    d.get()
    return f"{fresh} {s} {c.hits} {d.hits} {Cached.hits} {d.last is None} {c.last} {hasattr(d, 'value')}"


@dataclass
class Polar:
    x: float
    y: float
    tags: list[int] = field(default_factory=list)

    def __post_init__(self):
        self.r = (self.x**2 + self.y**2) ** 0.5
        self.k, self.name = 3, "a"


def polar(x: float, y: float) -> str:
    p, q = Polar(x, y), Polar(x, y)
    return f"{p} {p == q} {p.r} {p.k} {p.name}"


class LinkA:
    def __init__(self, n):
        self.n = n
        self.setup()

    def setup(self):
        self.m = 1


class LinkB(LinkA):
    def __init__(self, n):
        super().__init__(n + 1)
        self.b = self.m


class LinkC(LinkB):
    def setup(self):
        self.m = 5


class LinkD(LinkC):
    def __init__(self, n, k):
        super().__init__(n)
        self.k = k + self.m

    def setup(self):
        super().setup()
        self.m = self.m * self.n


class LinkE(LinkD):
    pass


class LinkF(LinkA):
    pass


class LinkG(LinkF):
    def setup(self):
        self.m = 7


def chain(n: int) -> str:
    a, b, c, d, e, g = LinkA(n), LinkB(n), LinkC(n), LinkD(n, 3), LinkE(n, 4), LinkG(n)
    return f"{a.m} {b.m} {b.b} {c.m} {c.b} {c.n} {d.m} {d.b} {d.k} {e.m} {e.k} {LinkF(n).m} {g.m}"


class S:
    def __init__(self, k):
        self.k = k

    def fit(self, v):
        self.v = v

    def add(self):
        self.v += self.k


def caught(n: int) -> str:
    s = S(n)
    try:
        s.add()
    except AttributeError as e:
        out = str(e)
    else:
        out = "none"
    if n > 2:
        s.fit(n)
    t = S(1)
    t.fit(2.5)
    t.add()
    return f"{out} {hasattr(s, 'v')} {t.v}"


def listed(n: int) -> int:
    all = [S(i) for i in range(n)]
    for s in all[1:]:
        s.fit(s.k * 2)
    total = 0
    for s in all:
        if hasattr(s, "v"):
            s.add()
            total += s.v
    return total


def last(n: int) -> int:
    all = [S(i) for i in range(n)]
    all[0].fit(4)
    return all[-1].v


CASES = {
    "kmeans": [(np.arange(20.0).reshape(10, 2) % 7, 3)],
    "unfitted": [(np.arange(20.0).reshape(10, 2) % 7, True), (np.arange(20.0).reshape(10, 2) % 7, False)],
    "queue": [([1.0, 3.0, 2.0], 2), ([], 2)],
    "tree": [(np.array([3.0, 1.0, 2.0]),), (np.array([3.0, 1.0]),)],
    "derived": [(3,), (-2,)],
    "shapes": [(3,), (0,)],
    "cached": [(3,)],
    "polar": [(3.0, 4.0)],
    "chain": [(3,), (0,)],
    "caught": [(3,), (0,)],
    "listed": [(4,), (1,)],
    "last": [(1,), (2,)],
}
