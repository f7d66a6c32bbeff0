"""zip(*rows): columns of lists, of tuples and of texts, whose items alone are looked at."""
import numpy as np


def transposed(a: list[list[int]]) -> list[list[int]]:
    return [list(c) for c in zip(*a)]


def mapped(a: list[list[int]]) -> list[list[int]]:
    return list(map(list, zip(*a)))


def product(a: list[list[float]], b: list[list[float]]) -> list[list[float]]:
    return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]


def pairs(ps: list[tuple[int, int]]) -> int:
    xs, ys = zip(*ps)
    return sum(xs) * 10 + max(ys)


def mixed(ps: list[tuple[str, float]]) -> tuple[int, float]:
    names, values = zip(*ps)
    n = 0
    for name in names:
        n += len(name)
    return n, sum(values) / len(values) + values[0]


def columns(a: list[list[int]]) -> list[int]:
    out = []
    for c in zip(*a):
        if 3 in c:
            continue
        out.append(max(c) - min(c) + c[-1] + len(c))
    return out


def unpacked(a: list[list[int]]) -> int:
    xs, ys, zs = zip(*a)
    return sum(xs) + 10 * sum(ys) + 100 * len(zs)


def letters(words: list[str]) -> list[str]:
    return ["".join(sorted(c)) for c in zip(*words)]


def places(m: "bool[:, :]") -> "list[tuple[int, int]]":
    """As many names as rows: arrays in a tuple."""
    found = []
    for i, j in zip(*np.nonzero(m)):
        found.append((int(i), int(j)))
    return found


def placed(m: "bool[:, :, :]") -> int:
    """Three of them, in a generator expression."""
    return sum(int(i * j + k) for i, j, k in zip(*np.where(m)))


def dot(rows: "list[list[float]]") -> float:
    """Lists in a list, of which there may be another number."""
    t = 0.0
    for x, y in zip(*rows):
        t += x * y
    return t


ROWS = [([],), ([[]],), ([[1, 2, 3]],), ([[1, 2, 3], [4, 5, 6]],), ([[1, 2], [4, 5, 6], [3, 8]],), ([[7]],)]
CASES = {
    **dict.fromkeys(["transposed", "mapped", "columns", "unpacked"], ROWS),
    "product": [([[1.0, 2.0], [0.5, -1.0]], [[3.0, 4.0], [5.0, 6.0]]), ([], [[1.0]]), ([[1.0]], [])],
    "pairs": [([],), ([(1, 2)],), ([(1, 2), (3, 9), (5, 4)],)],
    "mixed": [([("a", 1.5), ("bcd", 2.0)],)],
    "places": [(np.eye(3, 4) > 0,), (np.zeros((2, 2), dtype=bool),)],
    "placed": [(np.arange(24).reshape(2, 3, 4) % 3 == 1,)],
    "dot": [([[1.0, 2.0], [3.0, 4.0]],), ([[1.0, 2.0]],)],
    "letters": [([],), (["abc", "da"],), (["zx"],)],
}
