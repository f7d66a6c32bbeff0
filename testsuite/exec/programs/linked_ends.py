"""Linked structures with ends that hold None where the others hold values, and objects that may be None told apart by `is`."""
from dataclasses import dataclass


class Node:
    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.prev = None
        self.next = None


class Cache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.table = {}
        self.head = Node(None, None)
        self.tail = Node(None, None)
        self.head.next = self.tail
        self.tail.prev = self.head

    def unlink(self, node):
        node.prev.next = node.next
        node.next.prev = node.prev

    def front(self, node):
        node.next = self.head.next
        node.prev = self.head
        self.head.next.prev = node
        self.head.next = node

    def get(self, key, default=None):
        node = self.table.get(key)
        if node is None:
            return default
        self.unlink(node)
        self.front(node)
        return node.value

    def put(self, key, value):
        if key in self.table:
            node = self.table[key]
            node.value = value
            self.unlink(node)
            self.front(node)
            return
        if len(self.table) >= self.capacity:
            last = self.tail.prev
            self.unlink(last)
            del self.table[last.key]
        node = Node(key, value)
        self.table[key] = node
        self.front(node)

    def keys(self):
        node = self.head.next
        while node is not self.tail:
            yield node.key
            node = node.next

    def back(self):
        out, node = [], self.tail.prev
        while node is not self.head:
            out.append(node.value)
            node = node.prev
        return out


def used(capacity: int, steps: list[tuple[str, int]]):
    c = Cache(capacity)
    got = []
    for key, value in steps:
        if value < 0:
            got.append(c.get(key))
        else:
            c.put(key, value)
    return got, list(c.keys()), c.back()


def counted(n: int):
    c = Cache(3)
    for i in range(n):
        c.put(i % 5, i)
    return list(c.keys()), c.get(0, -1)


@dataclass
class Point:
    x: int

    def among(self, points, k):
        return points[k] if k < len(points) else None


class Plain:
    def __init__(self, x):
        self.x = x


def picked(plain, k):
    return plain[k] if k < len(plain) else None


def are_one(k: int, j: int):
    points = [Point(1), Point(2), Point(1)]
    a, b = points[0].among(points, k), points[0].among(points, j)
    return a is b, a is not b, a is points[0], points[2] is not b


def plain_ones(k: int, j: int):
    plain = [Plain(1), Plain(2), Plain(1)]
    a, b = picked(plain, k), picked(plain, j)
    return a is b, a is not b, a is plain[0], plain[1] is not a


def circle(n: int):
    a, b = Node(1, 2), Node(1, 2)
    a.next = b
    b.next = a if n else None
    return a.next is b, b.next is a, b.next is not a, a.next.next is a.next, a.prev is b.prev


STEPS = [("a", 1), ("b", 2), ("a", -1), ("c", 3), ("b", -1), ("a", -1), ("d", 4), ("c", -1), ("a", 9), ("a", -1)]
CASES = {
    "used": [(2, STEPS), (5, STEPS), (1, [])],
    "counted": [(4,), (12,)],
    "circle": [(0,), (1,)],
    "are_one": [(0, 0), (0, 2), (1, 3), (3, 4)],
    "plain_ones": [(0, 0), (0, 2), (1, 5), (3, 3)],
}
