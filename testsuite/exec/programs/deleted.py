"""del of names, and targets with a star."""
import numpy as np

from pycc import f64, prange


def plain(n: int, x: f64[:]):
    a = n * 2
    b = x + a
    c = b.sum()
    del a, b
    return c


def on_a_path(n: int):
    x = n * 2
    if n > 2:
        del x
    return x


def twice(n: int):
    x = n
    if n > 1:
        del x
    if n > 2:
        del x
    x = 3
    return x


def bound_again(n: int):
    x = n * 2
    y = x
    del x
    x = y * 0.5
    z = x
    del x
    x = np.ones(n)
    return x * z


def always(n: int):
    x = 1
    y = x + n
    x = 2.5
    y += int(x)
    del x
    if n > y:
        x = 7.5
    return x


def parameter(n: int, x: f64[:]):
    if n > 0:
        s = x[0] + n
        del n
    else:
        s = -1.0
    return float(s + n)


def in_loop(x: f64[:], n: int):
    s = 0.0
    for i in range(n):
        t = x[i] * 2
        s += t
        if i == 2:
            del t
    return s, t


def each_turn(x: f64[:]):
    y = np.zeros(len(x))
    for i in range(len(x)):
        t = x[i] + 1
        y[i] = t
        del t
    for i in prange(len(x)):
        u = y[i] * 2
        y[i] = u
        del u
    return y


def counter(n: int):
    for i in range(n):
        if i == 3:
            del i
            break
    return i


def until(n: int):
    while True:
        k = n
        n -= 1
        if n < 0:
            break
        del k
    return k


def stars(n: int):
    t = (1, 2, n, 4)
    a, *b = t
    *c, d = t
    e, *f, g = t
    [h, *i] = t
    return a, b, c, d, e, f, g, h, i


def of_array(x: f64[:]):
    a, *b = x
    first, second, *rest = x * 2
    *c, d = x[0], x[1], x[2]
    return a, b, first, second, rest, c, d


def of_list(n: int):
    xs = [k * k for k in range(n)]
    a, *xs, b = xs
    return a, xs, b


def in_turn(x: f64[:]):
    *y, k = x[1:], x[:1] * 2, len(x)
    y[0][0] = 9
    a, *k = k, k + 1, 3
    return y, a, k, x


def swapped(n: int):
    a, b, *c = n, n + 1, n + 2
    b, *c, a = [a, b] + c
    return a, b, c


V = np.array([3.0, -1.0, 2.5, 4.0])

CASES = {
    "plain": [(3, V)], "on_a_path": [1, 3], "twice": [1, 2, 3], "bound_again": [3], "always": [1, 9], "parameter": [(1, V), (0, V)],
    "in_loop": [(V, 2), (V, 3), (V, 4), (V, 0)], "each_turn": [V], "counter": [3, 4, 9, 0], "until": [3], "stars": [5],
    "of_array": [V, V[:3], V[:2], V[:1], V[:0]], "of_list": [5, 2, 1, 0], "in_turn": [V.copy()], "swapped": [4],
}
