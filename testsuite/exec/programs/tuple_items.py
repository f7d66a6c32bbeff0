"""Tuples as sequences: items by variables, membership, order, repetition, min, max and sum."""
import numpy as np

from pycc import f64, i64

W = (0.5, 0.25, 0.125)
MOVES = ((1, 0), (0, 1), (-1, 0), (0, -1))


def item(i: int):
    t = (1, 5, 9)
    return t[i]


def of_module(i: int):
    return W[i]


def unsigned(i: i64[:], k: int):
    return W[i[k]] + W[np.uint8(k)]


def walk(steps: i64[:]):
    y, x = 0, 0
    for s in steps:
        y += MOVES[s][0]
        x += MOVES[s % 4][1]
        dy, dx = MOVES[s]
        y, x = y * 2 + dy, x * 3 + dx
    return y, x


def arrays(x: f64[:], i: int):
    t = (x, x * 2, x[::-1])
    y = t[i]
    y[0] += 1
    return y, x


def given(t: tuple[float, float, float], i: int):
    s = 0.0
    for k in range(len(t)):
        s = s * 3 + t[k]
    return s, t[i]


def mixed(x: float, n: int, i: int):
    t = (1, n, 4)
    u = (x, 0.5)
    return t[i] * u[i % 2]


def weights(x: f64[:]):
    y = np.zeros(len(x))
    for i in range(len(x)):
        for k in range(3):
            if i + k < len(x):
                y[i] += W[k] * x[i + k]
    return y


def inside(n: int, x: float):
    t = (1, n, 7)
    return 7 in t, n + 1 in t, x in t, n in (1, 2, x), n not in [3, 4], 2 in (1, 2), n in MOVES[0]


def branches(n: int):
    if n in (1, 2):
        return 1
    elif n not in (3, 5, 7) and n in W:
        return 2
    return 3


def once(x: f64[:]):
    k = [0]

    def count():
        k.append(1)
        return len(k)
    return count() in (5, count(), 2), len(k), x[0] in (x[1], x[2])


def order(n: int, m: int, x: float):
    a, b = (n, m), (m, x)
    return (a < b, a <= b, a > b, a >= b, a == b, a != b, a < (n, m, 1), a <= (n,), (n, m, 1) > a, (n,) >= (n, m), (m,) < a,
            (n, x) <= (n, x))


def repeated(n: int):
    t = (n, 1.5)
    return t * 2, 3 * t, (0,) * 4, t * 0, t * -1, t + (1,) * 2


def shapes(x: f64[:, :]):
    y = np.zeros((2,) * x.ndim)
    s = tuple(x.shape)
    return y, s, tuple(x.shape[1:]) + (1,), np.ones(x.shape[::-1]), (x.shape[0],) * 2 == x.shape, max(x.shape), min(x.shape)


def extremes(n: int, x: float):
    t = (1, n, 7)
    u = (x, x * 2, -x)
    return min(t), max(t), sum(t), min(u), max(u), sum(u), sorted(t), sorted(u, reverse=True), sum(W), sum((n, x)), max(W)


def listed(n: int):
    t = (n, 2, n + 1)
    return list(t), any(t), all(t), list(reversed(t)), t.count(2), t.index(2), len(t)


def total(*args):
    s = 0.0
    for a in args:
        s += a
    return s


def opt(a, b=2, *rest, scale=1.0):
    return (a + b + sum(rest)) * scale + len(rest)


def mean(*arrays: float, n: int = 2):
    s = arrays[0] * 0
    for a in arrays:
        s = s + a
    return s / n, max(len(a) for a in arrays)


def rests(x: float, y: f64[:]):
    def inner(*q):
        return q[-1], len(q), q[1:]
    return (total(x, 2.0, x), total(x), opt(x), opt(x, 1), opt(x, 1, 2), opt(x, 1, x, 3, scale=x), opt(b=x, a=1), mean(y, y * 2), mean(y, n=1),
            inner(1, y, 2.5), inner(range(3), 2), inner(x))


def empty(x: float):
    t = ()
    return len(t), x in t, sum(t), t + (x,), t == (), (x,) > t, () * 2, np.zeros(()) + x, ()


def stars(x: float):
    s = 0.0
    t = 1, *(x, 2), *(3,)
    for v in *(x, 1), *[2, x], 3:
        s = s * 2 + v
    return *(x, s), 1, *t


def loop_stars(p: list[tuple[float, float, float]], x: f64[:, :]):
    s = 0.0
    for a, *b in p:
        s = s * 2 + a + len(b) * b[-1]
    for *a, b in x:
        s = s * 2 + b + sum(a)
    else:
        s += 1
    for a, *_, c in [(1, 2, 3), (4, 5, 6)]:
        s += s * a + c
    return s


def listed_stars(y: list[float]):
    return [*(1.0, 2.0), *y, *[3.0, *y]]


V = np.array([3.0, -1.0, 2.5, 4.0])

CASES = {
    "item": [0, 2, -1, -3, 3, -4], "of_module": [1, -3, 9], "unsigned": [(np.array([2, 0, -1]), 1), (np.array([2, 9]), 1)],
    "walk": [np.array([0, 1, 2, 3, 3, -1, -4]), np.array([0, 4])], "arrays": [(V.copy(), 0), (V.copy(), -1), (V.copy(), 3)],
    "given": [((1.0, 2.0, 4.5), 1), ((1.0, 2.0, 4.5), 3)], "mixed": [(0.5, 3, 1), (0.5, 3, 3)],
    "weights": [V], "inside": [(2, 7.0), (6, 3.0), (0, 0.5)], "branches": [1, 2, 3, 0], "once": [V, V * 0],
    "order": [(1, 2, 2.0), (2, 1, 0.5), (1, 1, 1.0)], "repeated": [3], "shapes": [np.ones((2, 3))],
    "rests": [(1.5, V)], "empty": [2.5], "stars": [1.5], "loop_stars": [([(1.0, 2.0, 3.0), (2.0, 5.0, 7.0)], np.arange(6.0).reshape(2, 3)), ([], np.ones((1, 0)))], "listed_stars": [([1.5, 2.0],), ([],)],
    "extremes": [(3, 0.5), (-3, -1.5)], "listed": [4, -1],
}
