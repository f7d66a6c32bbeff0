"""Classes of solvers: recursive methods that __init__ calls, attributes None at first, cached properties, iterables."""

import dataclasses
import functools
from dataclasses import asdict, astuple, dataclass, replace
from functools import cached_property

import numpy as np
from pycc import f64


class KDTree:
    def __init__(self, points, leaf=4):
        self.points = points
        self.leaf = leaf
        n = len(points)
        self.left = [-1] * (2 * n + 1)
        self.right = [-1] * (2 * n + 1)
        self.axis = [0] * (2 * n + 1)
        self.split = [0.0] * (2 * n + 1)
        self.idx = [np.zeros(0, dtype=np.int64) for _ in range(2 * n + 1)]
        self.n_nodes = 0
        self.root = self._build(np.arange(n), 0)
    def _build(self, idx, depth):
        node = self.n_nodes
        self.n_nodes += 1
        if len(idx) <= self.leaf:
            self.idx[node] = idx
            return node
        ax = depth % self.points.shape[1]
        order = np.argsort(self.points[idx, ax])
        idx = idx[order]
        mid = len(idx) // 2
        self.axis[node] = ax
        self.split[node] = self.points[idx[mid], ax]
        self.left[node] = self._build(idx[:mid], depth + 1)
        self.right[node] = self._build(idx[mid:], depth + 1)
        return node
    def query(self, q):
        self.best = np.inf
        self.best_i = -1
        self._search(self.root, q)
        return self.best_i
    def _search(self, node, q):
        if self.left[node] < 0:
            for i in self.idx[node]:
                d = ((self.points[i] - q) ** 2).sum()
                if d < self.best:
                    self.best = d
                    self.best_i = i
            return
        diff = q[self.axis[node]] - self.split[node]
        near, far = (self.left[node], self.right[node]) if diff < 0 else (self.right[node], self.left[node])
        self._search(near, q)
        if diff ** 2 < self.best:
            self._search(far, q)
def nearest(P: f64[:, :], q: f64[:]) -> int:
    return int(KDTree(P, 2).query(q))


class Optimizer:
    def __init__(self, lr):
        self.lr = lr
    def step(self, w, g):
        raise NotImplementedError
class SGD(Optimizer):
    def __init__(self, lr, momentum=0.9):
        super().__init__(lr)
        self.momentum = momentum
        self.v = None
    def step(self, w, g):
        if self.v is None:
            self.v = np.zeros_like(w)
        self.v = self.momentum * self.v - self.lr * g
        return w + self.v
class Adam(Optimizer):
    def __init__(self, lr, b1=0.9, b2=0.999, eps=1e-8):
        super().__init__(lr)
        self.b1, self.b2, self.eps = b1, b2, eps
        self.m = self.s = None
        self.t = 0
    def step(self, w, g):
        if self.m is None:
            self.m = np.zeros_like(w)
            self.s = np.zeros_like(w)
        self.t += 1
        self.m = self.b1 * self.m + (1 - self.b1) * g
        self.s = self.b2 * self.s + (1 - self.b2) * g * g
        mh = self.m / (1 - self.b1 ** self.t)
        sh = self.s / (1 - self.b2 ** self.t)
        return w - self.lr * mh / (np.sqrt(sh) + self.eps)
def minimize(opt, w, n):
    for _ in range(n):
        w = opt.step(w, 2 * (w - 3.0))
    return w
def optimised(w0: f64[:], n: int) -> tuple[f64[:], f64[:]]:
    return minimize(SGD(0.1), w0, n), minimize(Adam(0.1), w0, n)


class Stats:
    def __init__(self, xs):
        self.xs = xs
        self.calls = 0

    @cached_property
    def total(self):
        self.calls += 1
        return sum(self.xs)

    @functools.cached_property
    def mean(self):
        return self.total / len(self.xs)

    @property
    def spread(self):
        return max(self.xs) - self.mean


class Shifted(Stats):
    @cached_property
    def total(self):
        return 2.0


def stats(xs: list[float]) -> str:
    s, t = Stats(xs), Shifted(xs)
    a = s.mean
    xs.append(100.0)
    return f"{a} {s.total} {s.mean} {s.spread} {s.calls} {t.mean} {t.calls}"


class LCG:
    M, A, C = 2**31, 1103515245, 12345
    NAME, LIMIT = "lcg", None

    def __init__(self, seed=1):
        self.state = seed
        self.last, self.seed = None, seed
        self.low = self.high = None

    def next(self):
        self.state = (self.A * self.state + self.C) % self.M
        self.last = self.state / self.M
        if self.low is None or self.last < self.low:
            self.low = self.last
        return self.last


def lcg(n: int) -> str:
    g, h = LCG(42), LCG(7)
    for _ in range(n):
        g.next()
    h.next()
    return f"{g.last} {g.low} {g.seed} {g.high is None} {g.NAME} {LCG.M} {h.last}"


class Bag:
    def __init__(self, *xs):
        self.xs = list(xs)

    def __iter__(self):
        return iter(self.xs)

    def add(self, x):
        self.xs.append(x)
        return self


class Pairs:
    def __init__(self, first, *rest, scale=1):
        self.first = first
        self.rest = [r * scale for r in rest]

    def __iter__(self):
        if self.first > 5:
            return iter([self.first])
        return iter(self.rest)


class Twice(Bag):
    def __init__(self, *xs):
        super().__init__(*xs)
        self.n = len(xs)


class Wide(Bag):
    pass


def bags(a: float, b: float) -> str:
    g = Bag(a, b)
    s = 0.0
    for x in g:
        if x < 3 and len(g.xs) < 5:
            g.add(x + 1)
        s += x
    e = [x * 2 for x in g]
    args = (a, b, 1.0)
    h = Bag(*args)
    t = Twice(b, a, a)
    w = Wide(a, b)
    p = Pairs(a, b, 2.0, scale=3)
    pairs = [(i, x) for i, x in enumerate(g)]
    return f"{s} {e} {sum(h)} {max(g)} {sorted(h)} {list(t)} {t.n} {len(list(w))} {list(p)} {3.0 in g} {pairs}"


@dataclass
class Cfg:
    lr: float = 0.1
    steps: int = 10
    name: str = "sgd"


@dataclass(frozen=True)
class Pt:
    x: int
    y: int


def cfg(lr: float) -> str:
    c = Cfg(lr=lr)
    d = replace(c, steps=20)
    e = dataclasses.replace(d, name="adam", lr=2.5)
    p = Pt(1, 2)
    q = replace(p, y=p.x + 5)
    k = asdict(e)
    return f"{c} {d} {e} {astuple(d)} {k['lr']} {c == d} {q} {astuple(q)[1]} {k['name']} {replace(p)}"


_P = np.array([[0.0, 1], [2, 3], [5, 4], [9, 6], [4, 7], [8, 1], [7, 2]])
CASES = {
    "nearest": [(_P, np.array([8.5, 1.5])), (_P[:1], np.array([0.0, 0.0]))],
    "optimised": [(np.array([0.0, 1.0]), 10), (np.array([0.0, 1.0]), 0)],
    "stats": [([1.0, 2.0],)],
    "lcg": [(5,), (0,)],
    "cfg": [(0.3,)],
    "bags": [(1.0, 2.5), (7.0, 8.0)],
}
