"""Whole programs of classes: queues, inventories, parsers, caches, graphs, trees."""
from collections import Counter
from collections import OrderedDict
from collections import defaultdict, deque, Counter
from collections import deque
import heapq


class Event:
    def __init__(self, time, kind, data):
        self.time = time
        self.kind = kind
        self.data = data

    def __lt__(self, other):
        return self.time < other.time


class Simulator:
    def __init__(self):
        self.now = 0.0
        self.queue = []
        self.log = []

    def schedule(self, delay, kind, data=0):
        heapq.heappush(self.queue, Event(self.now + delay, kind, data))

    def run(self, until):
        while self.queue and self.queue[0].time <= until:
            ev = heapq.heappop(self.queue)
            self.now = ev.time
            self.handle(ev)

    def handle(self, ev):
        self.log.append(f"{ev.time:.1f}:{ev.kind}")
        if ev.kind == "arrive" and ev.data > 0:
            self.schedule(1.5, "arrive", ev.data - 1)
            self.schedule(0.5, "leave")


def sim(n: int) -> str:
    s = Simulator()
    s.schedule(1.0, "arrive", n)
    s.run(10.0)
    return " ".join(s.log)


class Item:
    def __init__(self, name, price, qty):
        self.name = name
        self.price = price
        self.qty = qty

    def total(self):
        return self.price * self.qty


class Inventory:
    def __init__(self):
        self.items = {}

    def add(self, name, price, qty):
        if name in self.items:
            self.items[name].qty += qty
        else:
            self.items[name] = Item(name, price, qty)

    def remove(self, name, qty):
        item = self.items.get(name)
        if item is None:
            raise KeyError(name)
        if item.qty < qty:
            raise ValueError("not enough " + name)
        item.qty -= qty
        if item.qty == 0:
            del self.items[name]

    def value(self):
        return sum(i.total() for i in self.items.values())


def stock(a: int, b: int) -> str:
    inv = Inventory()
    inv.add("apple", 0.5, a)
    inv.add("pear", 0.75, 4)
    inv.add("apple", 0.5, 2)
    try:
        inv.remove("apple", b)
    except ValueError as e:
        return f"error: {e}"
    return f"{inv.value():.2f} {len(inv.items)}"


class Token:
    def __init__(self, kind, text):
        self.kind = kind
        self.text = text


class Lexer:
    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.tokens = []

    def run(self):
        while self.pos < len(self.text):
            c = self.text[self.pos]
            if c.isspace():
                self.pos += 1
            elif c.isdigit():
                self.number()
            elif c in "+-*/()":
                self.tokens.append(Token("op", c))
                self.pos += 1
            else:
                raise ValueError(f"bad character {c!r} at {self.pos}")
        return self.tokens

    def number(self):
        start = self.pos
        while self.pos < len(self.text) and (self.text[self.pos].isdigit() or self.text[self.pos] == "."):
            self.pos += 1
        self.tokens.append(Token("num", self.text[start:self.pos]))


class Parser:
    def __init__(self, tokens):
        self.tokens = tokens
        self.i = 0

    def peek(self):
        if self.i < len(self.tokens):
            return self.tokens[self.i].text
        return ""

    def next(self):
        t = self.tokens[self.i]
        self.i += 1
        return t

    def expr(self):
        v = self.term()
        while self.peek() in ("+", "-"):
            op = self.next().text
            w = self.term()
            v = v + w if op == "+" else v - w
        return v

    def term(self):
        v = self.factor()
        while self.peek() in ("*", "/"):
            op = self.next().text
            w = self.factor()
            if op == "*":
                v *= w
            else:
                v /= w
        return v

    def factor(self):
        t = self.next()
        if t.text == "(":
            v = self.expr()
            self.next()
            return v
        if t.text == "-":
            return -self.factor()
        return float(t.text)


def evaluate(s: str) -> float:
    return Parser(Lexer(s).run()).expr()


class LRUCache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.cache = OrderedDict()
        self.hits = 0
        self.misses = 0

    def get(self, key):
        if key in self.cache:
            self.cache.move_to_end(key)
            self.hits += 1
            return self.cache[key]
        self.misses += 1
        return None

    def put(self, key, value):
        if key in self.cache:
            self.cache.move_to_end(key)
        self.cache[key] = value
        if len(self.cache) > self.capacity:
            self.cache.popitem(last=False)


def lru_of(n: int) -> str:
    c = LRUCache(3)
    total = 0
    for i in range(n):
        v = c.get(i * i % 7)
        if v is None:
            c.put(i * i % 7, i)
        else:
            total += v
    return f"{c.hits} {c.misses} {total}"


class Graph:
    def __init__(self):
        self.adj = defaultdict(list)
        self.indeg = defaultdict(int)
        self.nodes = set()

    def add(self, u, v):
        self.adj[u].append(v)
        self.indeg[v] += 1
        self.nodes.add(u)
        self.nodes.add(v)

    def topo(self):
        q = deque(sorted(n for n in self.nodes if self.indeg[n] == 0))
        order = []
        while q:
            u = q.popleft()
            order.append(u)
            for v in self.adj[u]:
                self.indeg[v] -= 1
                if self.indeg[v] == 0:
                    q.append(v)
        if len(order) != len(self.nodes):
            raise ValueError("cycle")
        return order


def topo(s: str) -> list[str]:
    g = Graph()
    for pair in s.split():
        a, b = pair.split(">")
        g.add(a, b)
    return g.topo()


class Window:
    def __init__(self, size):
        self.size = size
        self.buf = deque(maxlen=size)
        self.total = 0.0

    def add(self, x):
        if len(self.buf) == self.size:
            self.total -= self.buf[0]
        self.buf.append(x)
        self.total += x
        return self.total / len(self.buf)


def window(n: int, k: int) -> list[float]:
    w = Window(k)
    return [w.add(i * i * 0.5) for i in range(n)]


class MinQueue:
    def __init__(self):
        self.q = deque()

    def push(self, i, x):
        while self.q and self.q[-1][1] >= x:
            self.q.pop()
        self.q.append((i, x))

    def expire(self, i):
        while self.q and self.q[0][0] <= i:
            self.q.popleft()

    def min(self):
        return self.q[0][1]


def sliding(xs: list[int], k: int) -> list[int]:
    mq = MinQueue()
    out = []
    for i, x in enumerate(xs):
        mq.push(i, x)
        mq.expire(i - k)
        if i >= k - 1:
            out.append(mq.min())
    return out


class Stats:
    def __init__(self):
        self.counts = Counter()
        self.words = []

    def feed(self, line):
        for w in line.lower().split():
            self.counts[w] += 1
            self.words.append(w)

    def top(self, n):
        return self.counts.most_common(n)


def top(s: str, n: int) -> str:
    st = Stats()
    for line in s.split(";"):
        st.feed(line)
    return " ".join(f"{w}={c}" for w, c in st.top(n)) + f" {len(st.words)}"


class BST:
    """Binary search tree by arrays."""

    def __init__(self):
        self.keys = []
        self.left = []
        self.right = []
        self.root = -1

    def _new(self, k):
        self.keys.append(k)
        self.left.append(-1)
        self.right.append(-1)
        return len(self.keys) - 1

    def insert(self, k):
        if self.root < 0:
            self.root = self._new(k)
            return True
        i = self.root
        while True:
            if k == self.keys[i]:
                return False
            nxt = self.left[i] if k < self.keys[i] else self.right[i]
            if nxt < 0:
                j = self._new(k)
                if k < self.keys[i]:
                    self.left[i] = j
                else:
                    self.right[i] = j
                return True
            i = nxt

    def inorder(self):
        out = []
        def walk(i):
            if i >= 0:
                walk(self.left[i])
                out.append(self.keys[i])
                walk(self.right[i])
        walk(self.root)
        return out

    def height(self, i=None):
        if i is None:
            i = self.root
        if i < 0:
            return 0
        return 1 + max(self.height(self.left[i]), self.height(self.right[i]))


def bst(n: int) -> list[int]:
    t = BST()
    for i in range(n):
        t.insert(i * 37 % 101)
    return t.inorder() + [t.height()]


def bst_words(s: str) -> str:
    t = BST()
    for w in s.split():
        t.insert(w)
    return ",".join(t.inorder())


class Trie:
    def __init__(self):
        self.children = [{}]
        self.end = [False]

    def insert(self, word):
        node = 0
        for ch in word:
            if ch not in self.children[node]:
                self.children[node][ch] = len(self.children)
                self.children.append({})
                self.end.append(False)
            node = self.children[node][ch]
        self.end[node] = True

    def search(self, word):
        node = 0
        for ch in word:
            if ch not in self.children[node]:
                return False
            node = self.children[node][ch]
        return self.end[node]

    def starts(self, prefix):
        node = 0
        for ch in prefix:
            nxt = self.children[node].get(ch, -1)
            if nxt < 0:
                return False
            node = nxt
        return True


def trie_of(words: str, q: str) -> str:
    t = Trie()
    for w in words.split():
        t.insert(w)
    return f"{t.search(q)} {t.starts(q)} {len(t.children)}"


CASES = {
    "sim": [(3,), (20,)],
    "stock": [(3, 2), (3, 5), (3, 9)],
    "evaluate": [("1 + 2 * (3 - 4) / 2",), ("-(2.5*2)",), ("2 $ 3",), ("1/0",)],
    "lru_of": [(20,)],
    "topo": [("a>b b>c a>c d>a",), ("a>b b>a",)],
    "window": [(6, 3)],
    "sliding": [([3, 1, 4, 1, 5, 9, 2, 6], 3)],
    "top": [("a b a;B c b;a", 2)],
    "bst": [(12,)],
    "bst_words": [("the quick brown fox jumps over the lazy dog",)],
    "trie_of": [("car cart dog", "car"), ("car cart dog", "ca"), ("car cart dog", "x")],
}
