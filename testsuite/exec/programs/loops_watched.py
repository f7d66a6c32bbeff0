"""Loops over sets and dictionaries that an expression gives, evaluated once, whose bodies change others."""
from collections import deque


class States:
    def __init__(self):
        self.next = []

    def closure(self, states):
        seen = set(states)
        stack = list(states)
        while stack:
            for t in self.next[stack.pop()]:
                if t not in seen:
                    seen.add(t)
                    stack.append(t)
        return seen


def closed(n: int) -> list[int]:
    m = States()
    for i in range(n):
        m.next.append({(i + 1) % n, (i * 2) % n})
    return sorted(m.closure({0}))


def popped(n: int) -> tuple[list[int], int]:
    edges = [{"a": i + 1, "b": (i + 2) % n} for i in range(n)]
    todo, seen = [0], []
    while todo:
        for key, to in edges[todo.pop()].items():
            if to < n and to not in seen:
                seen.append(to)
                todo.append(to)
    return seen, len(todo)


def queued(n: int) -> list[int]:
    rows = [deque([i + 1, i + 2]) for i in range(n)]
    todo, out = [0], []
    while todo:
        for to in rows[todo.pop()]:
            out.append(to)
            if to < n and len(out) < 20:
                todo.append(to)
    return out


def made(calls, n):
    calls.append(n)
    return {n: 1, n + 1: 2}


def called(n: int) -> tuple[list[int], list[int]]:
    calls, out = [], []
    for k, v in made(calls, n).items():
        out.append(k + v)
    for k in made(calls, n + 5):
        out.append(k)
    return calls, out


def changed(n: int) -> int:
    rows, at = [{0, 1, 2}, {3}], [0]
    s = 0
    for k in rows[at.pop()]:
        s += k
        if k == n:
            rows[0].add(9)
    return s


CASES = {
    "closed": [(1,), (5,), (8,)],
    "popped": [(1,), (6,)],
    "queued": [(1,), (4,)],
    "called": [(3,)],
    "changed": [(1,), (5,)],
}
