"""Objects that hold others of their class: linked lists, trees, tries, graphs, caches, with cycles among them."""

import heapq
from dataclasses import dataclass
from typing import Optional

import numpy as np
from pycc import f64


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


class LinkedList:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, value):
        node = Node(value)
        node.next = self.head
        self.head = node
        self.size += 1

    def total(self):
        s = 0
        node = self.head
        while node is not None:
            s += node.value
            node = node.next
        return s

    def reverse(self):
        before = None
        node = self.head
        while node:
            after = node.next
            node.next = before
            before = node
            node = after
        self.head = before

    def items(self):
        out = []
        node = self.head
        while node is not None:
            out.append(node.value)
            node = node.next
        return out


def pushed(n: int) -> tuple[int, int, int]:
    xs = LinkedList()
    for i in range(n):
        xs.push(i)
    xs.reverse()
    return xs.total(), xs.size, xs.head.value


def pushed_floats(n: int) -> list[float]:
    xs = LinkedList()
    for i in range(n):
        xs.push(i * 0.5)
    return xs.items()


def ring(n: int) -> int:
    first = Node(0)
    last = first
    for i in range(1, n):
        last.next = Node(i)
        last = last.next
    last.next = first
    s, node = 0, first
    for _ in range(2 * n):
        s = s * 3 % 1000003 + node.value
        node = node.next
    return s


class Cell:
    def __init__(self, value, rest):
        self.value = value
        self.rest = rest


def cells(n: int) -> float:
    head = None
    for i in range(n):
        head = Cell(i * 0.5, head)
    s = 0.0
    while head is not None:
        s += head.value
        head = head.rest
    return s


class Tree:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None

    def insert(self, key):
        if key < self.key:
            if self.left is None:
                self.left = Tree(key)
            else:
                self.left.insert(key)
        elif self.right is None:
            self.right = Tree(key)
        else:
            self.right.insert(key)

    def depth(self):
        a = self.left.depth() if self.left is not None else 0
        b = self.right.depth() if self.right is not None else 0
        return 1 + max(a, b)

    def contains(self, key):
        node = self
        while node is not None:
            if key == node.key:
                return True
            node = node.left if key < node.key else node.right
        return False


def total(t):
    if t is None:
        return 0
    return t.key + total(t.left) + total(t.right)


def searched(n: int) -> tuple[int, int, bool, bool]:
    x = 12345
    root = Tree(500)
    for _ in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        root.insert(x % 1000)
    return root.depth(), total(root), root.contains(500), root.contains(-1)


@dataclass
class Leaf:
    key: int
    left: Optional["Leaf"] = None
    right: Optional["Leaf"] = None


def insert(t, key):
    if t is None:
        return Leaf(key)
    if key < t.key:
        t.left = insert(t.left, key)
    elif key > t.key:
        t.right = insert(t.right, key)
    return t


def inorder(t, out):
    if t is not None:
        inorder(t.left, out)
        out.append(t.key)
        inorder(t.right, out)


def ordered(n: int) -> list[int]:
    x, root = 12345, None
    for _ in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        root = insert(root, x % 1000)
    out: list[int] = []
    inorder(root, out)
    return out


class Trie:
    def __init__(self):
        self.children = {}
        self.end = False


def add_word(root, word):
    node = root
    for c in word:
        if c not in node.children:
            node.children[c] = Trie()
        node = node.children[c]
    node.end = True


def has_word(root, word):
    node = root
    for c in word:
        if c not in node.children:
            return False
        node = node.children[c]
    return node.end


def words(given: list[str]) -> list[bool]:
    root = Trie()
    for w in given[::2]:
        add_word(root, w)
    return [has_word(root, w) for w in given]


class Part:
    def __init__(self, name: int):
        self.name = name
        self.parts: list["Part"] = []
        self.whole: "Part | None" = None

    def add(self, part):
        part.whole = self
        self.parts.append(part)

    def count(self):
        n = 1
        for p in self.parts:
            n += p.count()
        return n

    def level(self):
        k, part = 0, self
        while part.whole is not None:
            part = part.whole
            k += 1
        return k


def parts(n: int) -> tuple[int, int]:
    root = Part(0)
    level = [root]
    for _ in range(n):
        below = []
        for part in level:
            for j in range(2):
                child = Part(j)
                part.add(child)
                below.append(child)
        level = below
    return root.count(), level[-1].level()


class Graph:
    def __init__(self):
        self.nodes = {}

    def node(self, k):
        if k not in self.nodes:
            self.nodes[k] = Vertex(k)
        return self.nodes[k]


class Vertex:
    def __init__(self, k):
        self.k = k
        self.edges = []
        self.seen = False


class Edge:
    def __init__(self, to, cost):
        self.to = to
        self.cost = cost


def visit(v):
    v.seen = True
    s = 0.0
    for e in v.edges:
        s += e.cost
        if not e.to.seen:
            s += visit(e.to)
    return s


def graph(n: int) -> float:
    g = Graph()
    for i in range(n):
        a = g.node(i % 7)
        b = g.node((i * 3 + 1) % 7)
        a.edges.append(Edge(b, 0.5 * i))
    return visit(g.node(0))


class Entry:
    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.before = None
        self.after = None


class Cache:
    def __init__(self, most):
        self.most = most
        self.map = {}
        self.head = Entry(0, 0)
        self.tail = Entry(0, 0)
        self.head.after = self.tail
        self.tail.before = self.head

    def remove(self, e):
        before, after = e.before, e.after
        before.after = after
        after.before = before

    def add(self, e):
        before = self.tail.before
        before.after = e
        self.tail.before = e
        e.before = before
        e.after = self.tail

    def get(self, key):
        if key in self.map:
            e = self.map[key]
            self.remove(e)
            self.add(e)
            return e.value
        return -1

    def put(self, key, value):
        if key in self.map:
            self.remove(self.map[key])
        e = Entry(key, value)
        self.map[key] = e
        self.add(e)
        if len(self.map) > self.most:
            old = self.head.after
            self.remove(old)
            del self.map[old.key]


def cached(n: int) -> int:
    c = Cache(10)
    s = 0
    for i in range(n):
        c.put(i % 17, i)
        s += c.get((i * 7) % 17)
    return s


class Quad:
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size
        self.kids = [None, None, None, None]
        self.mass = 0.0
        self.cx = 0.0
        self.cy = 0.0

    def insert(self, px, py, m, depth):
        t = self.mass + m
        self.cx = (self.cx * self.mass + px * m) / t
        self.cy = (self.cy * self.mass + py * m) / t
        self.mass = t
        if depth == 0:
            return
        h = self.size / 2
        i = (1 if px > self.x + h else 0) + (2 if py > self.y + h else 0)
        if self.kids[i] is None:
            self.kids[i] = Quad(self.x + (h if i & 1 else 0.0), self.y + (h if i & 2 else 0.0), h)
        self.kids[i].insert(px, py, m, depth - 1)

    def pull(self, px, py):
        dx, dy = self.cx - px, self.cy - py
        d = (dx * dx + dy * dy + 1e-3) ** 0.5
        if self.size / d < 0.5:
            return self.mass * dx / d**3
        s = 0.0
        for k in self.kids:
            if k is not None:
                s += k.pull(px, py)
        return s


def bodies(x: f64[:], y: f64[:]) -> float:
    root = Quad(0.0, 0.0, 1.0)
    for i in range(len(x)):
        root.insert(x[i], y[i], 1.0, 6)
    return float(root.pull(0.5, 0.5))


class KD:
    def __init__(self, point, axis, left=None, right=None):
        self.point = point
        self.axis = axis
        self.left = left
        self.right = right


def build(points, depth):
    if not points:
        return None
    axis = depth % 2
    points = sorted(points, key=lambda p: p[axis])
    m = len(points) // 2
    return KD(points[m], axis, build(points[:m], depth + 1), build(points[m + 1:], depth + 1))


def nearest(node, x, y, best):
    if node is None:
        return best
    px, py = node.point
    d = (px - x) ** 2 + (py - y) ** 2
    if d < best:
        best = d
    delta = (x - px) if node.axis == 0 else (y - py)
    near, far = (node.left, node.right) if delta < 0 else (node.right, node.left)
    best = nearest(near, x, y, best)
    if delta * delta < best:
        best = nearest(far, x, y, best)
    return best


def kd(n: int) -> float:
    pts = [((i * 37 % 101) / 101, (i * 61 % 103) / 103) for i in range(n)]
    return nearest(build(pts, 0), 0.3, 0.7, 1e9)


class Item:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next


def merge(a, b):
    dummy = Item()
    tail = dummy
    while a and b:
        if a.val <= b.val:
            tail.next, a = a, a.next
        else:
            tail.next, b = b, b.next
        tail = tail.next
    tail.next = a or b
    return dummy.next


def sorted_items(head):
    if head is None or head.next is None:
        return head
    slow, fast = head, head.next
    while fast and fast.next:
        slow = slow.next
        fast = fast.next.next
    mid = slow.next
    slow.next = None
    return merge(sorted_items(head), sorted_items(mid))


def msort(xs: list[int]) -> list[int]:
    head = None
    for x in reversed(xs):
        head = Item(x, head)
    head = sorted_items(head)
    out = []
    while head:
        out.append(head.val)
        head = head.next
    return out


class Stack:
    def __init__(self):
        self.top = None

    def push(self, v):
        self.top = Item(v, self.top)

    def pop(self):
        if self.top is None:
            raise IndexError("empty")
        v = self.top.val
        self.top = self.top.next
        return v


def stack(n: int) -> int:
    s = Stack()
    for i in range(n):
        s.push(i)
    t = 0
    try:
        while True:
            t = t * 3 + s.pop()
    except IndexError:
        pass
    return t % 1000


class Huff:
    def __init__(self, w, sym, left, right):
        self.w, self.sym, self.left, self.right = w, sym, left, right

    def __lt__(self, other):
        return self.w < other.w


def depths(node, depth, out):
    if node.left is None:
        out[node.sym] = depth
    else:
        depths(node.left, depth + 1, out)
        depths(node.right, depth + 1, out)


def huff(ws: list[int]) -> list[int]:
    heap = [Huff(w, i, None, None) for i, w in enumerate(ws)]
    heapq.heapify(heap)
    while len(heap) > 1:
        a = heapq.heappop(heap)
        b = heapq.heappop(heap)
        heapq.heappush(heap, Huff(a.w + b.w, -1, a, b))
    out = [0] * len(ws)
    depths(heap[0], 0, out)
    return out


def values(node: Item) -> int:
    s = 0
    while node is not None:
        s += node.val
        node = node.next
    return s


def declared(n: int) -> int:
    return values(Item(n, Item(n + 1))) * 10 + values(Item(n))


class Branch:
    def __init__(self):
        self.children = []

    def count(self):
        return 1 + sum(c.count() for c in self.children)


def counted(n: int) -> int:
    root = Branch()
    node = root
    for i in range(n):
        node.children.append(Branch())
        node.children.append(Branch())
        node = node.children[i % 2]
    return root.count()


CASES = {
    "pushed": [(1,), (10,), (200000,)],
    "pushed_floats": [(0,), (7,)],
    "ring": [(1,), (50,)],
    "cells": [(0,), (1000,)],
    "searched": [(100,)],
    "ordered": [(0,), (100,)],
    "words": [(["ab", "abc", "xyz", "x", ""],)],
    "parts": [(5,)],
    "graph": [(40,)],
    "cached": [(100,)],
    "kd": [(1,), (30,)],
    "msort": [([3, 1, 2, 9, 5],), ([],)],
    "stack": [(9,)],
    "huff": [([5, 9, 12, 13, 16, 45],)],
    "declared": [(3,)],
    "counted": [(0,), (9,)],
    "bodies": [(np.arange(50) * 0.37 % 1.0, np.arange(50) * 0.61 % 1.0)],
}
