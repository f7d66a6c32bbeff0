"""Loops over reversed(xs) of lists, whose bodies change these."""


def popped(xs: list[int]) -> tuple[list[int], list[int]]:
    out = []
    for x in reversed(xs):
        out.append(x)
        if len(xs) > 1:
            xs.pop(0)
    return out, xs


def written(xs: list[int]) -> list[int]:
    out = []
    for x in reversed(xs):
        xs[0] = 99
        out.append(x)
    return out


def written_only(xs: list[float]) -> float:
    t = 0.0
    for x in reversed(xs):
        xs[0] = 99.0
        t = t / 2 + x
    return t


def grown(xs: list[str]) -> tuple[str, int]:
    text = ""
    for x in reversed(xs):
        text += x
        xs.append(x)
    return text, len(xs)


def both(xs: list[int]) -> list[tuple[int, int]]:
    out = []
    for x, y in zip(xs, reversed(xs)):
        out.append((x, y))
        xs[-1] = x + y
    return out


def both_read(xs: list[int]) -> int:
    t = 0
    for x, y in zip(xs, reversed(xs)):
        xs[0] += 1
        t = 3 * t + x * y
    return t


def numbered(xs: list[int]) -> int:
    t = 0
    for i, x in enumerate(reversed(xs)):
        t += i * x
        xs.clear()
    return t


def rebound(xs: list[int]) -> int:
    t = 0
    for x in reversed(xs):
        xs = [x, 2 * x]
        t += x + sum(xs)
    return t


class Node:
    def __init__(self, n):
        self.rows = [[i, i + 1] for i in range(n)]


def of_lists(n: int) -> list[int]:
    node = Node(n)
    out = []
    for row in reversed(node.rows):
        for x in reversed(row):
            out.append(x)
            node.rows[0][0] = 7
    return out


def of_other(n: int) -> list[int]:
    d = {i: i * i for i in range(n)}
    out = [x for x in reversed([1, 2, n])]
    for k in reversed(d):
        out.append(k)
    for v in reversed(list(d.values())):
        out.append(v)
    for x in reversed((n, 1)):
        out.append(x)
    for x in reversed(range(n)):
        out.append(x)
    for c in reversed("abc"):
        out.append(ord(c))
    return out


CASES = {
    "popped": [([3, 1, 2],), ([],), ([5],), ([1, 2, 3, 4, 5, 6],)],
    "written": [([1, -2, 3],), ([],), ([4],)],
    "written_only": [([1.0, 2.5, 3.0],), ([],)],
    "grown": [(["a", "b"],), ([],)],
    "both": [([1, 2, 3, 4],), ([],)],
    "both_read": [([1, 2, 3, 4],), ([],)],
    "numbered": [([1, 2, 3, 4],), ([],)],
    "rebound": [([1, 2, 3],), ([],)],
    "of_lists": [(3,), (0,)],
    "of_other": [(3,), (0,)],
}
