"""Programs on objects that hold others of their class: hash tables, tries of letters, deletion from search trees, expressions, searches."""
import heapq


class Node:
    def __init__(self, key, value, next):
        self.key = key
        self.value = value
        self.next = next


class HashMap:
    def __init__(self, n):
        self.buckets = [None] * n
        self.n = n

    def put(self, key, value):
        i = key % self.n
        node = self.buckets[i]
        while node is not None:
            if node.key == key:
                node.value = value
                return
            node = node.next
        self.buckets[i] = Node(key, value, self.buckets[i])

    def get(self, key):
        node = self.buckets[key % self.n]
        while node is not None:
            if node.key == key:
                return node.value
            node = node.next
        return -1


def table(n: int) -> int:
    m = HashMap(8)
    for i in range(n):
        m.put(i * 7 % 50, i)
    s = 0
    for i in range(50):
        s += m.get(i) * i
    return s


class Trie:
    def __init__(self):
        self.kids = [None] * 26
        self.n = 0

    def add(self, word):
        node = self
        for c in word:
            i = ord(c) - 97
            if node.kids[i] is None:
                node.kids[i] = Trie()
            node = node.kids[i]
            node.n += 1

    def count(self, prefix):
        node = self
        for c in prefix:
            node = node.kids[ord(c) - 97]
            if node is None:
                return 0
        return node.n


def letters(words: list[str], prefix: str) -> int:
    t = Trie()
    for w in words:
        t.add(w)
    return t.count(prefix)


class Animal:
    def __init__(self, name):
        self.name = name
        self.friend = None


class Dog(Animal):
    def __init__(self, name, age):
        super().__init__(name)
        self.age = age


def pals(n: int) -> int:
    a = Dog("a", n)
    b = Dog("b", n + 1)
    a.friend = b
    b.friend = a
    return a.friend.friend.age * 10 + len(b.friend.name)


class BST:
    class_name = "bst"

    def __init__(self):
        self.root = None
        self.n = 0

    def add(self, key):
        self.root = self._add(self.root, key)

    def _add(self, node, key):
        if node is None:
            self.n += 1
            return N(key)
        if key < node.key:
            node.left = self._add(node.left, key)
        elif key > node.key:
            node.right = self._add(node.right, key)
        return node

    def min(self):
        node = self.root
        while node.left is not None:
            node = node.left
        return node.key

    def delete(self, key):
        self.root = self._delete(self.root, key)

    def _delete(self, node, key):
        if node is None:
            return None
        if key < node.key:
            node.left = self._delete(node.left, key)
        elif key > node.key:
            node.right = self._delete(node.right, key)
        else:
            if node.left is None:
                return node.right
            if node.right is None:
                return node.left
            low = node.right
            while low.left is not None:
                low = low.left
            node.key = low.key
            node.right = self._delete(node.right, low.key)
        return node

    def walk(self):
        out = []
        self._walk(self.root, out)
        return out

    def _walk(self, node, out):
        if node:
            self._walk(node.left, out)
            out.append(node.key)
            self._walk(node.right, out)


class N:
    def __init__(self, key):
        self.key = key
        self.left = self.right = None


def bst(n: int) -> list[int]:
    t = BST()
    for i in range(n):
        t.add(i * 37 % 101)
    for i in range(0, n, 2):
        t.delete(i * 37 % 101)
    return t.walk()


class Expr:
    def __init__(self, op, left=None, right=None, value=0.0):
        self.op = op
        self.left = left
        self.right = right
        self.value = value

    def eval(self):
        if self.op == "n":
            return self.value
        a = self.left.eval()
        b = self.right.eval()
        if self.op == "+":
            return a + b
        if self.op == "*":
            return a * b
        return a - b


def expr(x: float) -> float:
    e = Expr("+", Expr("n", value=x), Expr("*", Expr("n", value=2.0), Expr("n", value=x)))
    return e.eval()


class G:
    def __init__(self, k):
        self.k = k
        self.near = []
        self.dist = -1


def bfs(n: int) -> list[int]:
    nodes = [G(i) for i in range(n)]
    for i in range(n):
        nodes[i].near.append(nodes[(i * 2 + 1) % n])
        nodes[(i * 2 + 1) % n].near.append(nodes[i])
    nodes[0].dist = 0
    queue = [nodes[0]]
    i = 0
    while i < len(queue):
        v = queue[i]
        i += 1
        for w in v.near:
            if w.dist < 0:
                w.dist = v.dist + 1
                queue.append(w)
    return [v.dist for v in nodes]


class Town:
    def __init__(self, name):
        self.name = name
        self.roads = []
        self.dist = float("inf")


class Roads:
    def __init__(self):
        self.towns = {}

    def add(self, a, b, length):
        for x in (a, b):
            if x not in self.towns:
                self.towns[x] = Town(x)
        self.towns[a].roads.append((self.towns[b], length))


def shortest(roads: list[tuple[int, int, float]]):
    r = Roads()
    for a, b, length in roads:
        r.add(a, b, length)
    r.towns[0].dist = 0.0
    queue = [(0.0, 0)]
    while queue:
        d, k = heapq.heappop(queue)
        town = r.towns[k]
        if d > town.dist:
            continue
        for to, length in town.roads:
            if d + length < to.dist:
                to.dist = d + length
                heapq.heappush(queue, (to.dist, to.name))
    return {k: t.dist for k, t in r.towns.items()}


CASES = {
    "shortest": [([(0, 1, 2.0), (1, 2, 3.0), (0, 2, 9.0), (2, 3, 0.5)],)],
    "table": [(0,), (60,)],
    "letters": [(["abc", "abd", "x"], "ab"), (["abc"], "b")],
    "pals": [(3,)],
    "bst": [(1,), (60,)],
    "expr": [(3.0,)],
    "bfs": [(20,)],
}
