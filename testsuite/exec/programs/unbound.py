"""Variables that only some paths give a value: read where that was not taken, UnboundLocalError."""
import math

import numpy as np

from pycc import f32, f64, i64, prange


def one_branch(n: int):
    if n > 0:
        b = n * 2
    return b


def zero_trips(x: f64[:]):
    for i in range(len(x)):
        y = x[i] * i
    return y, i


def after_while(n: int):
    while n > 3:
        b = n / 2
        n -= 1
    return b


def turn_before(x: f64[:], k: int):
    t = 0.0
    for i in range(len(x)):
        if i > k:
            t += last
        if i >= k + 1 or x[i] > 2:
            last = x[i]
    return t


def array(x: f64[:], n: int):
    if n > 0:
        y = x * n
    if n > 1:
        y[0] = 7
    return y.sum() + y[0]


def in_place(x: f64[:], n: int):
    if n > 0:
        y = x.copy()
    y += n
    return y


def broken(x: f64[:], v: float):
    for i in range(len(x)):
        if x[i] == v:
            found = i
            break
    return found


def known(n: int):
    if n > 0:
        b = 1
    if n > -5:
        if b == 1:
            return 2
    return 0


def tuples(n: int):
    if n:
        t = (n, 0.5)
    return t[0] + t[1]


def lists(n: int):
    if n:
        xs = [n, 2]
    xs.append(n)
    return xs


def short(n: int):
    if n > 2:
        b = n
    return n > 1 and b > 0, (b if n > 0 else 0)


def while_condition(n: int):
    k = 0
    while True:
        if k > n or (k > 2 and last > 0):
            return k
        if k == 1 or n > 3:
            last = n - k
        k += 1


def order(x: f64[:], n: int, i: int):
    if n > 0:
        b = 2.0
    x[0] = 5
    return x[i] * b


def elements(x: f64[:], n: int):
    if n > 0:
        b = 2.0
        c = x[::-1]
    x[0] = 5
    return (x * b - c) * n


def rebound(x: f64[:, :], n: int):
    if n > 0:
        y = x[0]
        s = y.sum()
    y = n
    if n > 1:
        s = s * y
    return s


def nested(a: f64[:, :]):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] > 1:
                best = a[i, j]
        s += best
    return s, best


def helper(x, n):
    for k in range(n):
        y = x * k
    return y


def helped(x: f64[:], n: int):
    return helper(x, n), helper(n, n)


def unpacked(x: f64[:], n: int):
    for k, (a, b) in enumerate(zip(x, x[1:])):
        if k == n:
            break
    return k, a, b


def parallel(x: f64[:], y: f64[:], n: int):
    if n > 0:
        w = n * 0.5
    for i in prange(len(x)):
        y[i] = x[i] * w
    return y


def lent(x: f64[:], n: int):
    if n > 0:
        m = len(x)
    s = 0.0
    for i in range(m):
        s += x[i]
    return s


def raised(n: int):
    if n == 1:
        raise UnboundLocalError("mine")
    return n


V, M = np.array([3.0, -1.0, 2.5, 4.0]), np.arange(6.0).reshape(2, 3)


def assigned_behind(c: int, x: int) -> int:
    if c:
        v5, v6 = x, 2
    elif v5 > 0:
        v6, x = (x, v6)
    return x


def swapped_late(c: int, x: int) -> int:
    if c > 1:
        a = x
    elif c > 0:
        x, a = a, x
    return x


def three_ways(c: int, x: int) -> int:
    for i in range(c):
        if i == 2:
            b = x
        elif i == 1:
            x += b
            b = 3
        else:
            x += 1
    return x


def extents_of_a_branch(q: i64[:], b: i64[:], k: int):
    if 1:
        v = (q.flatten() >= q[::-1]) % q
    else:
        xs = list(range(k))
    if k == v.size and b[2] <= 3:
        v <<= 2
        b[v.sum() % 3] = 7
    return b.sum()


CASES = {
    "extents_of_a_branch": [(np.arange(1, 6), np.arange(3), 5), (np.arange(1, 6), np.arange(4), 1)],
    "one_branch": [0, 3], "zero_trips": [V, V[:0]], "after_while": [3, 6], "turn_before": [(V, 0), (V, 2), (V - 9, 1), (V[:1], 0)],
    "array": [(V, 0), (V, 1), (V, 2)], "in_place": [(V, 0), (V, 2)], "broken": [(V, 2.5), (V, 0.0)], "known": [-9, 0, 1],
    "tuples": [0, 2], "lists": [0, 2], "short": [0, 2, 1, 3], "while_condition": [0, 2, 3, 7], "order": [(V.copy(), 0, 0), (V.copy(), 1, 1), (V.copy(), 0, 9)],
    "elements": [(V.copy(), 0), (V.copy(), 2)], "rebound": [(M, 0), (M, 1), (M, 2)], "nested": [M, M[::-1], M * 0, M[:0]],
    "helped": [(V, 0), (V, 2)], "unpacked": [(V, 1), (V, 9), (V[:1], 1)], "parallel": [(V, V * 0, 0), (V, V * 0, 3)], "lent": [(V, 0), (V, 1)],
    "raised": [0, 1],
    "assigned_behind": [(0, 1), (1, 1)], "swapped_late": [(0, 1), (1, 1), (2, 1)], "three_ways": [(0, 1), (1, 1), (2, 1), (3, 1)],
}
ONE_TYPE = ["turn_before"]
