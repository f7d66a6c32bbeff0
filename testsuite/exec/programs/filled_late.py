"""Containers that methods, nested functions and helpers fill: no put stands in the function that makes them."""
from collections import deque
import heapq


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()

    def peek(self):
        return self.items[-1]

    def __len__(self):
        return len(self.items)


def stack_of(n: int) -> int:
    s = Stack()
    for i in range(n):
        s.push(i * i)
    t = s.pop() + s.peek()
    return t * 10 + len(s)


class Table:
    def __init__(self):
        self.table = {}

    def add(self, k, v):
        self.table[k] = v

    def total(self):
        t = 0
        for k in self.table:
            t += self.table[k]
        return t


def table_of(n: int) -> int:
    s = Table()
    for i in range(n):
        s.add(str(i % 5), i)
    return s.total()


def visited(n: int) -> int:
    out = []

    def visit(i):
        if i < n:
            visit(2 * i + 1)
            out.append(i)
            visit(2 * i + 2)
    visit(0)
    s = 0
    for i, v in enumerate(out):
        s = s * 3 % 1000007 + v
    return s


def fill(out, n):
    for i in range(n):
        out.append(i * 0.5)


def filled(n: int) -> float:
    out = []
    fill(out, n)
    return sum(out)


def bucketed(n: int) -> int:
    buckets = [[] for _ in range(n)]

    def put(k):
        buckets[k % n].append(k)
    for i in range(5 * n):
        put(i * i)
    return max([len(b) for b in buckets]) * 1000 + sum(buckets[1])


class Queue2:
    def __init__(self):
        self.inbox = []
        self.outbox = []

    def put(self, x):
        self.inbox.append(x)

    def get(self):
        if not self.outbox:
            while self.inbox:
                self.outbox.append(self.inbox.pop())
        return self.outbox.pop()

    def empty(self):
        return not self.inbox and not self.outbox


def two_stacks(n: int) -> int:
    q = Queue2()
    s = 0
    for i in range(n):
        q.put(i * 3)
        if i % 3 == 2:
            s = s * 7 + q.get()
    while not q.empty():
        s = (s * 7 + q.get()) % 1000003
    return s


class PriorityQueue:
    def __init__(self):
        self.heap = []
        self.count = 0

    def push(self, prio, item):
        heapq.heappush(self.heap, (prio, self.count, item))
        self.count += 1

    def pop(self):
        return heapq.heappop(self.heap)[2]

    def __len__(self):
        return len(self.heap)

    def __bool__(self):
        return len(self.heap) > 0


def prio(n: int) -> str:
    q = PriorityQueue()
    for i in range(n):
        q.push((i * 7) % 5, f"job{i}")
    out = []
    while q:
        out.append(q.pop())
    return " ".join(out)


class Interner:
    def __init__(self):
        self.ids = {}
        self.names = []

    def intern(self, name):
        if name not in self.ids:
            self.ids[name] = len(self.ids)
            self.names.append(name)
        return self.ids[name]


def interned(text: str) -> list[int]:
    it = Interner()
    return [it.intern(w) for w in text.split()] + [len(it.names)]


class UnionFind:
    def __init__(self):
        self.parent = []

    def add(self):
        self.parent.append(len(self.parent))
        return len(self.parent) - 1

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        ra, rb = self.find(a), self.find(b)
        if ra != rb:
            self.parent[ra] = rb
        return ra != rb


def uf(n: int) -> int:
    u = UnionFind()
    for i in range(n):
        u.add()
    c = n
    for i in range(n):
        if u.union(i, (i * i) % n):
            c -= 1
    return c


class Graph:
    def __init__(self):
        self.adj = {}

    def add_edge(self, a, b, w):
        self.adj.setdefault(a, []).append((b, w))
        self.adj.setdefault(b, []).append((a, w))

    def bfs(self, s):
        seen = {s}
        q = deque([s])
        order = []
        while q:
            u = q.popleft()
            order.append(u)
            for v, _ in self.adj[u]:
                if v not in seen:
                    seen.add(v)
                    q.append(v)
        return order


def bfs(n: int) -> list[int]:
    g = Graph()
    for i in range(n):
        g.add_edge(i, (i * 2 + 1) % n, 1.5 * i)
    return g.bfs(0)


class Counter2:
    def __init__(self):
        self.count = {}

    def add(self, w):
        self.count[w] = self.count.get(w, 0) + 1

    def most(self):
        best = ""
        for w in self.count:
            if best == "" or self.count[w] > self.count[best]:
                best = w
        return best


def most(text: str) -> str:
    c = Counter2()
    for w in text.split():
        c.add(w)
    return c.most()


class LRU:
    def __init__(self, cap):
        self.cap = cap
        self.data = {}
        self.order = []

    def get(self, k):
        if k in self.data:
            self.order.remove(k)
            self.order.append(k)
            return self.data[k]
        return -1

    def put(self, k, v):
        if k in self.data:
            self.order.remove(k)
        elif len(self.data) >= self.cap:
            old = self.order.pop(0)
            del self.data[old]
        self.data[k] = v
        self.order.append(k)


def lru(n: int) -> int:
    c = LRU(3)
    s = 0
    for i in range(n):
        c.put(i % 5, i)
        s = s * 3 + c.get((i * 2) % 5)
    return s


def nested(n: int) -> list[int]:
    res = []
    path = []

    def go(i, s):
        if s == n:
            res.append(len(path))
            return
        for k in range(i, n - s + 1):
            path.append(k)
            go(k, s + k)
            path.pop()
    go(1, 0)
    return res


def perms(n: int) -> list[list[int]]:
    res = []

    def go(cur, rest):
        if not rest:
            res.append(cur)
        for i in range(len(rest)):
            go(cur + [rest[i]], rest[:i] + rest[i + 1:])
    go([], list(range(n)))
    return res


def topo(n: int) -> list[int]:
    g = {i: [] for i in range(n)}

    def edge(a, b):
        g[a].append(b)
    for i in range(n):
        edge(i, (i + 1) % n if i + 1 < n else 0)
    seen = set()
    out = []

    def visit(u):
        if u in seen:
            return
        seen.add(u)
        for v in g[u]:
            visit(v)
        out.append(u)
    visit(0)
    return out


def collect(xs, acc):
    for x in xs:
        acc.append(x * 2)
    return acc


def literal_arg(n: int) -> list[int]:
    return collect(range(n), []) + collect([5], [])


def memo(n: int) -> int:
    cache = {}

    def fib(k):
        if k < 2:
            return k
        if k in cache:
            return cache[k]
        r = fib(k - 1) + fib(k - 2)
        cache[k] = r
        return r
    return fib(n)


class Matrix:
    def __init__(self, n, m):
        self.n = n
        self.m = m
        self.rows = []
        for i in range(n):
            self.rows.append([0.0] * m)

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def __setitem__(self, ij, v):
        i, j = ij
        self.rows[i][j] = v

    def __matmul__(self, o):
        r = Matrix(self.n, o.m)
        for i in range(self.n):
            for j in range(o.m):
                s = 0.0
                for k in range(self.m):
                    s += self[i, k] * o[k, j]
                r[i, j] = s
        return r

    def trace(self):
        return sum(self[i, i] for i in range(self.n))


def mat(n: int) -> float:
    a = Matrix(n, n)
    for i in range(n):
        for j in range(n):
            a[i, j] = i + 0.5 * j
    return (a @ a).trace()


N = (0, 1, 2, 5, 9, 12)
TEXTS = ("", "a", "a b a c b", "x y y z x y")
CASES = {
    **{name: [(v0,) for v0 in N] for name in ("two_stacks", "prio", "uf", "bfs", "lru", "nested", "topo", "literal_arg", "memo", "stack_of",
                                              "table_of", "visited", "bucketed")},
    **{name: [(v0,) for v0 in N[1:]] for name in ("mat", "filled")},  # sum([]) is an int
    **{name: [(v0,) for v0 in N[:4]] for name in ("perms",)},
    **{name: [(v0,) for v0 in TEXTS] for name in ("interned", "most")},
}
