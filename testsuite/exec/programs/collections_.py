"""collections: defaultdict, Counter, deque; frozenset; what containers give to sum, max and min; items stored by keys."""
import collections
from collections import Counter, OrderedDict, defaultdict, deque

import numpy as np

from pycc import i64


def counted(n: int):
    d = defaultdict(int)
    w = defaultdict(float)
    b = defaultdict(bool)
    for i in range(n):
        d[i % 3] += i
        w[i % 4, i % 2] += 0.5 * i
        b[i] = b[i - 2] or i == 3
    d.get(50, 1)
    return list(d.items()), list(w.items()), list(b.items()), d[99], 99 in d, len(d)


def grouped(n: int):
    g = defaultdict(list)
    s = defaultdict(set)
    e = defaultdict(dict)
    c = collections.defaultdict(Counter)
    q = defaultdict(deque)
    for i in range(n):
        g[i % 3].append(i * i)
        s[i % 3].add(i % 4)
        e[i % 2][i] = -i
        c[i % 2][i % 5] += 1
        q[i % 2].append(i)
    empty = g[-1]
    return ([(k, len(v), sum(v)) for k, v in g.items()], [(k, sorted(v)) for k, v in s.items()], len(empty), sum(e),
            [list(v.items()) for v in e.values()], [v.most_common(1) for v in c.values()], [sum(v) for v in q.values()])


def counters(n: int):
    a = Counter([1, 1, 2, n])
    b = Counter((1, n, n))
    c = Counter()
    for i in range(n * 3):
        c[i * i % 5] += 1
    c.update([5, 5, 1])
    c.subtract(b)
    both = [a + b, a - b, a & b, a | b]
    a[7] -= 3
    return ([list(x.items()) for x in both], c.most_common(), c.most_common(2), c.total(), c[1000], len(c), sorted(c.elements()),
            a == b, Counter([1, 2]) == Counter([2, 1]), list((a + b).items()), max(c), min(c), sum(c), a[50])


def words(text: str):
    c = Counter(text.split())
    letters = Counter(text)
    return c.most_common(2), letters.most_common(3), letters[text[0]]


def queue(n: int):
    d = deque()
    for i in range(n):
        d.append(i)
        d.appendleft(-i)
        if i % 3 == 2:
            d.popleft()
    d.rotate(2)
    d.extend([100, 101])
    d.extendleft([200, 201])
    x = d.pop() + d.popleft()
    d[1] = x
    d.rotate(-3)
    d.insert(2, 77)
    d.append(d[0] + d[-1])
    e = d.copy()
    e.reverse()
    e.remove(77)
    d.append(len(d))
    return (list(d), list(e), sum(d), max(d), min(e), 77 in d, 77 in e, d.count(x), d.index(77), d == e, d == d.copy(),
            [y for y in reversed(d)], sorted(e), len(e))


def window(x: i64[:], m: int):
    w = deque(maxlen=m)
    left = deque(x, 3)
    sums = []
    for v in x:
        w.append(v)
        left.appendleft(v)
        sums.append(sum(w))
    return sums, list(left)


def breadth(n: int):
    q = deque([(0, 0)])
    seen = {(0, 0): 0}
    while q:
        x, y = q.popleft()
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            to = (x + dx, y + dy)
            if 0 <= to[0] < n and 0 <= to[1] < n and (to[0] * to[1]) % 5 != 3 and to not in seen:
                seen[to] = seen[x, y] + 1
                q.append(to)
    return sum(seen.values()), len(seen)


def empty_pop(n: int) -> int:
    d = deque([1])
    d.pop()
    return d.pop() if n > 1 else d.popleft()


def out_of_range(n: int) -> int:
    d = deque([1, 2, 3])
    d[n % 3] = 5
    return d[n - 4]


def not_there(n: int) -> int:
    d = deque([1, 2, 3])
    if n > 5:
        d.remove(n)
    return d.index(n)


def changed(n: int) -> int:
    d = deque([1, 2, 3])
    for x in d:
        d.append(x + n)
    return len(d)


def frozen(n: int):
    a = frozenset([1, 2, 3, n])
    b = frozenset((3, n, 9))
    seen = set()
    for i in range(n):
        for j in range(n):
            seen.add(frozenset((i, j)))
    s = {5, 1, n}
    t = 0
    while s:
        t = t * 3 + s.pop()
    c = a
    c |= {50}
    return sorted(a & b), sorted(a | b), sorted(a - b), sorted(a ^ b), len(seen), a == {1, 2, 3, n}, t, sum(a), len(c), len(a)


def stored(n: int):
    d = {}
    e = {}
    f = {}
    for i in range(n):
        d[i] = []
        d[i].append(i)
        e[i] = (i, -i)
        f[i] = {}
        f[i][i + 1] = i
    xs = [(0, 0)] * 3
    xs[1] = (n, 1)
    o = OrderedDict()
    for i in range(n):
        o[i * 5 % 7] = i
    for i in range(2):
        if i in o:
            o.move_to_end(i)
    if n > 3:
        o.popitem(last=False)
    return [v[0] for v in d.values()], list(e.items()), sum([sum(r.values()) for r in f.values()]), xs, list(o), sum(d)


CASES = {
    **dict.fromkeys(["counted", "grouped", "counters", "queue", "breadth", "empty_pop", "out_of_range", "not_there", "changed",
                     "frozen", "stored"], [(1,), (2,), (7,), (12,)]),
    "words": [("the cat saw the dog and the dog saw a tree",)],
    "window": [(np.array([3, 1, 4, 1, 5]), 3), (np.array([1, 2, 3]), 1)],
}
