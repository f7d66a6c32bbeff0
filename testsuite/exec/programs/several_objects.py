"""Values of several types in attributes, in lists that methods fill, and as arguments."""


class Cell:
    def __init__(self, name: str):
        self.name = name
        self.value = 0

    def put(self, v):
        self.value = v


class Node:
    def __init__(self, v):
        self.v = v


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()


def stacked(n: int):
    s = Stack()
    s.push(1)
    s.push("a")
    s.push(2.5)
    s.push(n)
    out = []
    while s.items:
        out.append(s.pop())
    return out


def nodes(n: int):
    xs = [Node(n), Node("a"), Node(2.5)]
    return [x.v for x in xs], xs[0].v + 1


def cells(n: int):
    a = Cell("x")
    before = a.value
    a.put(n)
    a.put("text")
    return a.value, before, a.name


def show(x: int | str):
    return x


def dec(x: int) -> int:
    return x - 1


def use(n: int):
    xs = [n, 'a']
    return [show(x) for x in xs], dec(xs[0])


def apply(f, x):
    return f(x)


def lam(n: int):
    xs = [n, 'a', 2.5]
    return [apply(lambda v: v * 2, x) for x in xs], list(map(lambda v: str(v), xs)), sorted(xs, key=lambda v: str(v)), [i for i, v in enumerate(xs) if v == 'a'], list(zip(xs, [1, 2, 3]))


def chars(n: int):
    xs = ['abc', n]
    out = []
    for c in xs[0]:
        out.append(c)
    return out


def match(v: int):
    xs = [v, 'a', None]
    r = []
    for x in xs:
        match x:
            case None:
                r.append('none')
            case 'a':
                r.append('letter')
            case int():
                r.append('int')
            case _:
                r.append('else')
    return r


def tuples(n: int):
    rows = [('a', 1), ('b', 'two'), (3, None)]
    out = {}
    for k, v in rows:
        out[k] = v
    rows.append((n, 2.5))
    return rows, out, rows[0] == ('a', 1)


def strs(n: int):
    xs = ['Abc', n]
    x = xs[0]
    return x.upper(), x.lower(), x.replace('b', 'c'), x.startswith('A'), x.split('b'), x[0], x[1:], x[::-1], len(x), 'b' in x, x + 'd', x * 2, x == 'Abc', x.find('b'), x.isdigit(), x.strip(), x.center(7), x.count('b'), x.join(['1', '2'])


CASES = {
    "stacked": [(3,)],
    "nodes": [(3,)],
    "cells": [(3,)],
    "use": [(3,)],
    "lam": [(3,)],
    "chars": [(3,)],
    "match": [(3,)],
    "tuples": [(3,)],
    "strs": [(3,)],
}
