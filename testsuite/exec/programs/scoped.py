"""Names of functions around: nonlocal, := in comprehensions, targets with stars inside; partial, empty heaps."""
from __future__ import annotations

import functools
import heapq
from bisect import insort
from functools import partial
from heapq import heappop, heappush, heapreplace


def counted(n: int) -> int:
    count = 0
    def visit(k):
        nonlocal count
        count += k
        if k > 0:
            visit(k - 1)
    visit(n)
    return count


def counted2(n: int) -> int:
    state = 12345
    def rand():
        nonlocal state
        state = (state * 1103515245 + 12345) % 2147483648
        return state
    s = 0
    for _ in range(n):
        s += rand() % 10
    return s


def best_of(a: list[float]) -> float:
    best: float | None = None
    def see(v):
        nonlocal best
        if best is None or v > best:
            best = v
    for v in a:
        see(v)
    return -1.0 if best is None else best


def param(n: int, k: int) -> int:
    def down():
        nonlocal n
        n -= k + 1
        return n
    s = 0
    while n > 0:
        s += down()
    return s + n


def deep(n: int) -> int:
    total, depth = 0, 0
    top = 0
    def a(k):
        nonlocal total
        def b():
            nonlocal total, top
            total += k
            top = max(top, k)
        b()
        if k > 1:
            a(k - 1)
    a(n)
    return total * 100 + top + depth


def swap(n: int) -> int:
    x = 1
    y = 2
    def turn():
        nonlocal x, y
        x, y = y, x + y
    for _ in range(n):
        turn()
    z = [x for _ in range(3)]
    return x * 10 + y + sum(z)


def in_loop(n: int) -> int:
    out = 0
    for i in range(n):
        count = 0
        def inc(k):
            nonlocal count
            count += k
        for j in range(i):
            inc(j)
        out = out * 3 + count
    return out


def queens(n: int) -> int:
    count = 0
    cols = [False] * 20
    d1 = [False] * 40
    d2 = [False] * 40
    def place(r):
        nonlocal count
        if r == n:
            count += 1
            return
        for c in range(n):
            if not cols[c] and not d1[r + c] and not d2[r - c + n]:
                cols[c] = d1[r + c] = d2[r - c + n] = True
                place(r + 1)
                cols[c] = d1[r + c] = d2[r - c + n] = False
    place(0)
    return count


def words(s: str) -> str:
    last = ''
    def keep(w):
        nonlocal last
        if len(w) > len(last):
            last = w
    for w in s.split():
        keep(w)
    return last


def named(a: list[float]) -> float:
    return float(sum([y for v in a if (y := v * v) > 2.0]))


def named2(a: list[float]) -> list[float]:
    t = 0.0
    return [t := t + v for v in a]


def named3(a: list[float]) -> bool:
    return any((w := v) > 3 for v in a)


def collatz(a: list[int]) -> list[int]:
    n = 0
    out = [(n := n + v) for v in a if v % 2]
    return out + [n]


def witness(a: list[float]) -> float:
    if any((w := v) > 2.5 for v in a):
        return w
    return -1.0


def counter(a: list[int]) -> int:
    if not all((bad := v) > 0 for v in a):
        return bad
    return 0


def nested(a: list[int]) -> list[int]:
    return [t for v in a for k in range(v) if (t := k * v) > 3]


def dic(a: list[int]) -> int:
    d = {k: (last := k * k) for k in a}
    return len(d) + (last if a else 0)


def tot(a: list[float]) -> float:
    total = 0.0
    return max([total := total + v for v in a], default=0.0) + total


def plain(a: list[float]) -> list[float]:
    return [y * y - y for x in a if (y := abs(x)) > 1] + [x for x in a]


def starred(n: int) -> int:
    t = (1, n, 3)
    a, *rest = t
    (x, *y), z = (1, 2, 3), 4
    first, *mid, last = [n, 5, 6, 7]
    return a + sum(rest) + x + sum(y) + z + first + sum(mid) + last


def starred2(a: list[float]) -> float:
    h, *t = a
    return h + sum(t)


def starred3(n: int) -> int:
    s = 0
    for a, *r in [(1, 2, 3), (n, 5, 6)]:
        s += a + r[0] * r[1]
    return s


def starred4(n: int) -> list[int]:
    (a, *b), [c, (d, *e)], *f = (n, 2, 3), (4, (5, 6, 7)), 8, 9
    return [a] + b + [c, d] + e + f


def starred5(a: list[list[int]]) -> int:
    (x, *y), *z = a
    return x * 100 + len(y) * 10 + len(z)


def power(b: float, e: int) -> float:
    return b ** e


def partly(a: list[float]) -> float:
    sq = partial(power, e=2)
    two = partial(power, 2.0)
    return sum(sq(v) for v in a) + two(5)


def integrate(f, a: float, b: float, n: int) -> float:
    h = (b - a) / n
    return sum(f(a + (i + 0.5) * h) for i in range(n)) * h


def gauss(x: float, mu: float, s: float) -> float:
    return (x - mu) ** 2 / s


def partly2(n: int) -> float:
    return integrate(partial(gauss, mu=0.5, s=2.0), 0.0, 1.0, n)


def line(x: float, a: float, b: float = 1.0) -> float:
    return a * x + b


def partly3(x: float) -> float:
    k = x * 2
    f = functools.partial(line, k)
    h = partial(line, a=3.0, b=k)
    return f(2.0) + h(x) + sum(map(partial(line, 0.5), [1.0, x]))


def partly4(a: list[float]) -> list[float]:
    return [partial(line, b=2.0)(v, 3.0) for v in a]


def heap(a: list[float]) -> float:
    h = []
    for v in a:
        heappush(h, v)
    s = 0.0
    while h:
        s = s * 0.5 + heappop(h)
    return s


def dijkstra(n: int) -> list[int]:
    adj = [[((i * 7 + 3) % n, i % 5 + 1), ((i * 3 + 1) % n, i % 3 + 2)] for i in range(n)]
    INF = 10 ** 9
    dist = [INF] * n
    if n == 0:
        return dist
    dist[0] = 0
    pq = []
    heapq.heappush(pq, (0, 0))
    while pq:
        d, u = heapq.heappop(pq)
        if d > dist[u]:
            continue
        for v, w in adj[u]:
            if d + w < dist[v]:
                dist[v] = d + w
                heapq.heappush(pq, (dist[v], v))
    return dist


def sorted_in(a: list[int]) -> list[int]:
    out = []
    for v in a:
        insort(out, v)
    return out


def best3(a: list[float]) -> list[float]:
    h = []
    for v in a:
        if len(h) < 3:
            heappush(h, v)
        elif v > h[0]:
            heapreplace(h, v)
    return sorted(h)


def grown(children: list[dict[str, int]], word: str) -> None:
    node = 0
    for c in word:
        if c not in children[node]:
            children.append({})
            children[node][c] = len(children) - 1
        node = children[node][c]


def trie(s: str) -> int:
    children: list[dict[str, int]] = [{}]
    rows: list[list[float]] = [[]]
    for word in s.split():
        grown(children, word)
    rows[0].append(len(children) * 0.5)
    return len(children) * 10 + len(children[0]) + len(rows[0])


N = (0, 1, 2, 5, 7)
X = (0.0, 1.5, -2.0, 4.0)
FLOATS = ([], [1.0], [3.0, 1.0, 2.0, 5.0, -1.0], [0.5, 0.5, 9.0])
INTS = ([], [3], [3, 1, 2, 5, 3, 7], [1, -2, 0])
TEXTS = ("", "a bc de", "xyz x")
ROWS = ([[1, 2], [0], [1]], [[5]], [])
CASES = {
    "trie": [(v0,) for v0 in TEXTS],
    **{name: [(v0,) for v0 in N] for name in ("counted", "counted2", "deep", "swap", "in_loop", "queens", "starred", "starred3", "starred4", "partly2", "dijkstra")},
    **{name: [(v0,) for v0 in FLOATS] for name in ("best_of", "named", "named2", "named3", "witness", "tot", "plain", "starred2", "partly", "partly4", "heap", "best3")},
    **{name: [(v0, v1) for v0 in N for v1 in N] for name in ("param",)},
    **{name: [(v0,) for v0 in TEXTS] for name in ("words",)},
    **{name: [(v0,) for v0 in INTS] for name in ("collatz", "counter", "nested", "dic", "sorted_in")},
    **{name: [(v0,) for v0 in ROWS] for name in ("starred5",)},
    **{name: [(v0,) for v0 in X] for name in ("partly3",)},
}
