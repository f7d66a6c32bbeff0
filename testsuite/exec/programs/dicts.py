"""Dictionaries and sets: displays, comprehensions, methods, order, what they raise; in objects, lists and helpers."""
import numpy as np

from pycc import i64


def histogram(n: int) -> int:
    d = {}
    for i in range(n):
        k = (i * 7919) % 13
        d[k] = d.get(k, 0) + 1
    s = 0
    for k in d:
        s = s * 3 + k * d[k]
    return s


def displayed(n: int) -> float:
    d = {1: 2.5, n: 3, 2: 4.5}
    d[7] = 1.0 * n
    t = 0.0
    for k, v in d.items():
        t = t * 2 + k * v
    if n in d:
        t += 1
    if 55 not in d:
        t += 2
    return t + len(d) + d[n]


def missing(n: int) -> int:
    d = {1: 2}
    return d[n]


def changed(n: int):
    d = {i: i * i for i in range(40)}
    for i in range(0, 40, 3):
        d.pop(i)
    d[3] = n
    d[n] = d.pop(1) + d.pop(100, -5)
    d[1] = 0
    d[5] += 10
    e = d.copy()
    e[1000] = 5
    q = e.setdefault(1000, 6) + e.setdefault(2000, 7)
    e.update(d)
    f = d | e
    g = dict([(i, 0.5) for i in range(n)])
    return list(d), list(d.values()), [k for k in d.keys()], len(e), q, list(f.items()), list(g.items()), d == e, d == d.copy()


def tuples(n: int):
    d = {}
    for i in range(n):
        d[i % 3, i % 2] = i
        d[(i, i)] = d.get((i, i), 0) + 1
    return list(d.items())


def grown(n: int) -> int:
    d = {1: 1}
    for k in d:
        d[k + n] = 2
    return len(d)


def sets(n: int):
    s = {5, 1, 300, n}
    t = {i * 37 % 101 for i in range(n * 4)}
    u = set([7, -1, -2, 2**61 - 1 if n > 1 else 5, -5])
    u.add(n)
    u.discard(7)
    w = t | s
    x = s & t
    y = t - s
    z = s ^ t
    s |= u
    e = set()
    for i in range(n):
        e.add(i * 1000003)
    if n in s:
        e.add(0)
    return list(s), [a for a in t], [a for a in u], [a for a in w], [a for a in x], [a for a in y], [a for a in z], [a for a in e], len(s), s >= u, t == t.copy(), t < s


def float_sets(n: int):
    s = {0.5, 1.0, 2.25, -7.0, 1e300, 3.7 * n}
    t = {(i, i * 2) for i in range(n)}
    return [a for a in s], [a for a in t], 1 in s, (2, 4) in t


def removed(n: int):
    d = {i: [i, i + 1] for i in range(8)}
    del d[n]
    d[3].append(n)
    s = {1, 2, 3, n}
    s.remove(n)
    return list(d), d[3], sorted(list(s))


def counted(d, x):
    d[x] = d.get(x, 0) + 1
    return len(d)


class Graph:
    """A dictionary among the attributes, objects as values."""

    def __init__(self, n):
        self.to = {i: [(i + 1) % n] for i in range(n)}
        self.seen = {0}

    def visit(self, at):
        steps = 0
        while at not in self.seen or steps == 0:
            self.seen.add(at)
            at = self.to[at][0]
            steps += 1
        return steps


def shared(n: int):
    g = Graph(n + 1)
    seen = g.seen
    seen.add(100)
    counts = {0: 0}
    other = counts
    for i in range(n):
        counted(counts, i % 4)
    ds = [counts, other, counts.copy()]
    ds[1][50] = 5
    return g.visit(1 % (n + 1)), len(g.seen), list(other.items()), len(ds[2])


def removing(n: int):
    s = {i for i in range(n)}
    for x in s:
        s.discard(x)
    return len(s)


def values_while_items(n: int):
    d = {i: i for i in range(n)}
    for k, v in d.items():
        d[k] = v + 1
        if k == 5:
            d[100] = 1
    return sum(list(d.values()))


def keyed(x: i64[:]) -> int:
    d = {}
    for k in x:
        d[k] = d.get(k, 0) + 1
    best = 0
    for k, v in d.items():
        if v > best:
            best = v
    return best * 1000 + len(d)


def bools(n: int):
    d = {n > 3: 1.5, n <= 3: 2.5}
    f = {0.5: 1, -0.0: 2, 1e20: 3}
    return d[True], list(d), 1e20 in f, f[0.0], f[0], True in d


def last(n: int):
    d = {1: 2, 3: 4}
    t = d.popitem()
    d.clear()
    d[n] = 1
    return t, list(d), d.popitem(), d.popitem()


def views(n: int):
    d = {i: i * i for i in range(n)}
    e = {i: 2 * i for i in range(n - 1, -1, -1)}
    f = {i: i for i in range(3, 3 + n)}
    return ([d.keys() == e.keys(), d.keys() == f.keys(), d.keys() != f.keys(), d.keys() <= e.keys(), d.keys() < f.keys(),
             d.items() == e.items(), d.items() == {i: i * i for i in range(n - 1, -1, -1)}.items(), d.keys() == {0, 1, 2, 3, 4}],
            [sorted(d.keys() & f.keys()), sorted(d.keys() | f.keys()), sorted(d.keys() - f.keys()), sorted(d.keys() ^ f.keys())],
            sorted(d.items() & e.items()), sorted(d.items() - e.items()))


def from_keys(n: int):
    d = dict.fromkeys(range(n), 0.5)
    d[2] += 1.0
    e = dict.fromkeys([(i % 3, i % 2) for i in range(n)], n)
    f = dict.fromkeys((i % 4 for i in range(n)), True)
    g = dict.fromkeys(str(n) + "abca", n)
    return list(d.items()), list(e.items()), list(f.items()), list(g.items())


class Keyed:

    def __init__(self, n):
        self.n = n

    def keys(self):
        return [self.n, 1]


def keys_of_another(n: int):
    return Keyed(n).keys() == Keyed(1).keys(), Keyed(n).keys() < Keyed(5).keys()


def pairs_with_texts(d: dict[tuple[int, str], int]) -> tuple[int, int]:
    n = d[(3, "a")] + d[3, "a"]
    d[(4, "z")] = 2
    d[4, "z"] += 2
    del d[3, "a"]
    del d[(4, "z")]
    return n, len(d)


CASES = {
    "pairs_with_texts": [({(3, "a"): 1},), ({(3, "b"): 1},)],
    **dict.fromkeys(['histogram', 'displayed', 'missing', 'changed', 'tuples', 'grown', 'sets', 'float_sets', 'shared',
                     'removing', 'values_while_items', 'bools', 'last', 'views',
                     'keys_of_another', 'from_keys'], [(0,), (1,), (5,), (17,)]),
    'removed': [(0,), (3,), (7,), (9,)],
    'keyed': [(np.array([3, 1, 3, -2, 3, 2**40, 1]),), (np.arange(-50, 50) % 7,), (np.zeros(0, np.int64),)],
}
