"""Defaults that are tuples or variables around, lambdas with stars, attrgetter and methodcaller, and what `+=` does to tuples and lists."""
import operator
from operator import attrgetter


def g(x, skip=(3, 4), names=(), pair=(1, 2.5)):
    return x in skip, len(names), pair[0] + pair[1]


class P:
    def __init__(self, x, tags=(), *, low=(0, "a")):
        self.x = x
        self.tags = tags
        self.low = low

    def total(self, k=1):
        return (self.x + len(self.tags)) * k


def tuples(n: int):
    return g(n), g(n, (n, 1)), g(n, names=("a", "b")), g(n, pair=(3, 4.0)), len(P(1).tags), P(2, (1, 2)).tags, P(n, low=(n, "b")).low, P(1).low


def variables(n: int):
    def inner(x, y=n, z=n * 2):
        return x + y * z
    n = 100
    k = lambda a, b=n: a - b
    n = 7
    return inner(1), inner(1, 2), inner(1, z=3), k(1), k(1, 2), (lambda *a: sum(a) + n)(1, 2)


def in_loops(n: int):
    out = []
    for i in range(n):
        def h(x, k=i):
            return x * k
        out.append(h(10))
        out.append(h(1, 2))

    def counted(x, q=out):
        return len(q) + x
    out.append(7)
    return out, counted(1)


def outer(a):
    def mid(b, c=a):
        def inner(d, e=b + c):
            return a * 1000 + b * 100 + d * 10 + e
        return inner(1) + inner(1, 0)
    return mid(2) + mid(2, 3)


def nested(n: int):
    return outer(n), outer(n * 0.5)


def getters(n: int):
    ps = [P(3), P(1), P(2, low=(n, "c"))]
    key = attrgetter("x", "low")
    ps.sort(key=attrgetter("x"))
    return ([p.x for p in ps], [p.x for p in sorted(ps, key=operator.methodcaller("total"))], key(ps[0]),
            max(ps, key=operator.methodcaller("total", n)).x, list(map(operator.attrgetter("x"), ps)))


def grown(n: int):
    c = (1,)
    c += (2,)
    c += (n, 2.5)
    d = [1]
    e = d
    d += (2, n)
    d += range(n)
    t = (n,)
    if n > 2:
        d += [t[0]]
    t += (1,)
    return c, d, e, t


CASES = {
    "tuples": [3, 5],
    "variables": [5],
    "in_loops": [1, 4],
    "nested": [5],
    "getters": [2, -2],
    "grown": [1, 3],
}
