"""Lists, dictionaries and sets that nothing is put into; imports inside functions; c and 1 or 0; and, or of sets, dictionaries and objects."""

def empty(n: int):
    xs = []
    return len(xs) + n, xs, [], list()


def looked_for(n: int):
    return n in [], n in {}, n in set(), n not in dict()


def gone_through(n: int, k: float):
    xs, s = [], k
    for v in xs:
        s += v
    return s, [v * k for v in xs], sum(xs), sorted([]), list(reversed([])), {}, str([]), str({}), str(set())


def keyed(n: int):
    d = {}
    for k in d:
        n += d[k]
    return n, d, d.get(n, 5), [k for k, v in d.items()]


def taken(n: int):
    d = {}
    return d[n]


def first(n: int):
    xs = []
    return xs[n]


def counted(xs, v):
    return len(xs) + v


def by_helper(n: int):
    return counted([], n), counted({}, n)


class Bag:
    def __init__(self):
        self.xs = []

    def size(self):
        return len(self.xs)


def never_filled(n: int):
    return Bag().size() + n


def combined(s: set[float]):
    t = set()
    return t | s, t & s, s - t, t ^ s, t.union(s), t == s, t <= s


def imported(n: int):
    import string
    import sys
    from time import perf_counter
    return string.digits, sys.maxsize, perf_counter() > 0, string.ascii_lowercase[n]


def imported_otherwise(n: int):
    import math as string
    return string.pi * n


def chosen(n: int, x: float):
    a = n > 2 and 1 or 0
    b = n > 2 and x > 1 and 2.5 or x
    c = n == 3 and "three" or n == 4 and "four" or "many"
    return a, b, c, n and 1 or 7, x and 2 or n and 3 or 4


class Box:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Sure:
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        return self.n > 1


def one_of(d: set[int], e: set[int], i: int):
    f = e or d
    f.add(i)
    g = e and d
    g.add(i + 1)
    return d, e, f, d or {1}, (e and {2}) or d


def one_made(i: int):
    d, e, a, b = set(), set(), {}, {}
    f = e or d
    f.add(i)
    c = a or b
    c[i] = i
    return d, e, f, a, b, c


def one_dict(d: dict[int, int], n: int):
    return d or {0: n}, len(d and {n: n, 7: 7})


def one_object(n: int):
    box = Box(n) or Box(7)
    sure = Sure(n) and Sure(9) or Sure(5)
    return box.n, sure.n, (Box(0) or Box(n) or Box(8)).n


CASES = {
    "one_of": [({1}, set(), 3), ({1}, {2}, 3), (set(), set(), 0)], "one_made": [(3,)], "one_dict": [({}, 2), ({1: 1}, 2)],
    "one_object": [(0,), (1,), (2,)],
    "empty": [(3,)], "looked_for": [(0,), (2,)], "gone_through": [(1, 2.5)], "keyed": [(1,)], "taken": [(1,)], "first": [(0,)],
    "by_helper": [(4,)], "never_filled": [(2,)], "combined": [({1.5, 2.0},), (set(),)], "imported": [(3,)], "imported_otherwise": [(2,)],
    "chosen": [(1, 0.5), (3, 0.0), (4, 2.0), (0, -1.0)],
}
