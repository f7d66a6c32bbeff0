"""Loops over tuples whose items have several types, each of whose iterations has its own; helpers in a circle of calls."""
import numpy as np

from pycc import f64


def texts(n: int):
    t = (n, 2.5, "a", None)
    out = []
    for x in t:
        out.append(str(x))
    return out, [str(x) for x in (*t, True)], "".join(repr(x) for x in t)


def added(n: int, x: float):
    t = (n, x, True)
    s = 0.0
    for y in (*t, 3):
        s += y * 2
    return s, sum(y * 0.5 for y in t), max(y * 1.5 for y in t), any(y > 2 for y in t)


def joined(*items):
    s = ""
    for a in items:
        s += str(a) + ","
    return s


def helper(n: int):
    return joined(n, "a"), joined(1, 2), joined(2.5, n, "b", True), joined(), joined("x")


def stopped_at(t):
    for i, x in enumerate(t):
        if isinstance(x, str):
            return i
        if x > 4:
            break
        if x < 0:
            continue
        n = i
    else:
        return -1
    return 100 + n


def stopped(n: int):
    return stopped_at((0, n, "a")), stopped_at((1, n * 0.5)), stopped_at([0, n]), stopped_at((0, n, 2)), stopped_at((2.5, n, True, 7))


def pairs(n: int):
    t = (n, 2.5)
    out = [""]
    for x, y in zip(t, [1, 2, 3]):
        out.append(str(x) + str(y))
    for x, y in zip(range(n), t):
        out.append(str(x) + str(y))
    for k, (name, v) in enumerate((("a", 1), ("b", 2.5))):
        out.append(name * k + str(v))
    named = (("a", n), ("b", 2.5), ("c", "d"))
    for name, v in named:
        out.append(name + str(v))
    return out


class Square:
    def __init__(self, a):
        self.a = a

    def area(self):
        return self.a * self.a


class Circle:
    def __init__(self, r):
        self.r = r

    def area(self):
        return 3 * self.r * self.r


def total(shapes):
    s = 0
    for p in shapes:
        s += p.area()
    return s


def shapes(n: int):
    both = (Square(n), Circle(2))
    return total(both), total([Square(1), Square(n)]), max(p.area() for p in both)


def arrays(a: f64[:], b: f64[:, :]):
    s = 0.0
    for x in (a, b, 2.0):
        s += np.sum(x)
    t = (a, b)
    for x in t:
        x[...] *= 2
        for y in t:
            s += x.sum() * y.sum()
    return s, a, b, [x.ndim for x in t]


def given(t: tuple[int, float, str], n: int):
    s = ""
    for i in range(n):
        for x in t:
            if isinstance(x, float) and i == 1:
                continue
            s += str(x)
    return s


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def hanoi(n, a, b, c, moves):
    if n == 0:
        return
    hanoi(n - 1, a, c, b, moves)
    moves.append((a, c))
    hanoi(n - 1, b, a, c, moves)


def circle(n: int):
    """Each order of the three texts is an instance of its own, and all call each other."""
    moves = []
    hanoi(n, "A", "B", "C", moves)
    return moves, even(n), odd(n)


CASES = {
    "texts": [4, -1],
    "added": [(3, 0.5), (-2, 4.25)],
    "helper": [3],
    "stopped": [3, 9, -1],
    "pairs": [0, 1, 4],
    "shapes": [3],
    "arrays": [(np.arange(3.0), np.ones((2, 2)))],
    "given": [((1, 2.5, "q"), 2), ((1, 2.5, ""), 0)],
    "circle": [0, 1, 4],
}
