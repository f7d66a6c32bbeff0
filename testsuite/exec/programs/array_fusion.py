"""Statements that share loops: names used again, loops, branches, arguments that overlap, what raises between."""
import numpy as np
from pycc import f64, i64, prange


def rows(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        t = a[i] * 2.0
        u = t + b[i]
        a[i] = u - t * np.sum(u)


def loop(a: f64[:], n: int):
    s = np.zeros(a.shape[0])
    for i in range(n):
        t = a * 2.0
        u = t + s
        s = u * 0.5
    return s


def swap(u: f64[:], n: int):
    a = u.copy()
    b = np.zeros_like(u)
    for i in range(n):
        b[1:-1] = 0.5 * (a[:-2] + a[2:])
        a, b = b, a
        a += 1.0
        b *= 0.5
    return a, b


def branch(a: f64[:], k: int):
    t = a + 1.0
    if k > 0:
        t = t * 2.0
        t = t + a
    else:
        u = t - 1.0
        t = u * t
    return t * 3.0


def asserted(a: f64[:], b: f64[:], n: int):
    a += 1.0
    assert n > 0
    a *= 2.0
    m = b.shape[0] if a.shape[0] == 1 else a.shape[0]
    c = np.zeros(m)
    c += 1.0
    d = c * 2.0
    return d


def neg(a: f64[:], n: int):
    t = np.empty(n)
    t[:] = 1.0
    u = t * 2.0
    return u.sum() + a.sum()


def alias(a: f64[:], b: f64[:]):
    v = a[::-1]
    a += b
    w = v + b
    v[:] = w
    return v, w


def tupled(a: f64[:]):
    c = a * 2.0
    p = (c, a)
    d = c + 1.0
    x, y = p
    x += 1.0
    return x * y + d


def twice(a: f64[:]):
    c = a * 2.0
    p = (c, c)
    d = c + 1.0
    e = d * 2.0
    return p[0] - p[1] * 2.0, e


def read_last(a: f64[:], b: f64[:]):
    t = a * 2.0  # three statements read it; those that share loops with it are not the last
    b[1:-1] = t[1:-1] + b[:-2]
    u = t + 1.0
    t = u * t
    return t, u


def rebound(a: f64[:], b: f64[:], i: i64[:]):
    a = b - a[i]  # the parameter that is read here is another array in the next statement
    s = a.sum()
    return a, s


def published(A: f64[:], E: f64[:], H: f64[:]):  # figure 21 of "Fusion of Array Operations at Runtime"
    A[:] = E[:-2]
    B = A * 2 + 3
    C = B + 99
    D = A[::-1] + A
    E[1:-1] = B + C * D
    F = E[1:-1] * 4 + 2
    G = E[1:-1] * 8 - 3
    H[:] = F + G * E[2:]


def backwards(a: f64[:], m: f64[:, :]):
    e = np.full(9, 2.0)
    b = a[::-1] * 2 + a
    n = m[::-1, ::-1] + m
    return b[::-1] - a, n * n[::-1], e[2:7] * e[-5:] + e[-20:5], e[7:3] + 1, np.sum(b * a[::-1])


def cases(*lengths):
    """Vectors apart, the same, reversed and shifted, of each length."""
    for n in lengths:
        a, b, big = np.arange(n) * 1.0 - 2, np.arange(n) % 3 * 2.0, np.arange(n + 1) % 5 - 1.0
        yield from [(a, b), (a, a), (a, a[::-1]), (big[1:], big[:-1]), (big[:-1], big[1:])]


MATRICES = [np.arange(12.0).reshape(3, 4), np.zeros((0, 3)), np.arange(2.0).reshape(2, 1)]
VECTORS = [np.arange(9.0) - 3, np.zeros(0), np.ones(1), np.arange(20000) % 7 * 1.0]
LONG = np.arange(60.0) % 7 - 3

CASES = {
    "published": [(np.zeros(n), np.arange(n + 2) % 5 - 1.0, np.zeros(n)) for n in (1, 2, 9, 3000)]
    + [(np.zeros(5), np.arange(8.0), np.zeros(5)), (LONG[:9], LONG[9:20], LONG[20:29]), (LONG[:9], LONG[:11], LONG[20:29]),
       (LONG[5:14], LONG[9:20], LONG[30:39]), (LONG[:9], LONG[9:20], LONG[13:22]), (np.zeros(0), np.arange(2.0), np.zeros(0))],
    "backwards": [(v, m) for v, m in ((np.arange(5.0), np.arange(12.0).reshape(3, 4)), (np.zeros(0), np.zeros((0, 3))),
                                      (np.arange(4000) % 9 * 1.0, np.ones((2, 1))), (np.ones(1), np.arange(16.0).reshape(4, 4)))],
    "rows": [(m, other) for m in MATRICES for other in (m * 3, m, m[::-1], m[:, :1] + 1)],
    "loop": [(v, n) for v in VECTORS for n in (0, 3)],
    "swap": [(v, n) for v in VECTORS for n in (3, 4)],
    "branch": [(v, n) for v in VECTORS for n in (0, 1)],
    "asserted": [(a, b, n) for a, b in cases(0, 1, 6) for n in (0, 1)] + [(np.ones(1), np.ones(4), 1)],
    "neg": [(v, n) for v in VECTORS for n in (4, -1)],
    "tupled": [(v,) for v in VECTORS],
    "twice": [(v,) for v in VECTORS],
    "read_last": [*cases(3, 8)],
    "rebound": [(v, v * 2, np.arange(len(v))[::-1].copy()) for v in VECTORS],
    "alias": [*cases(0, 1, 2, 7)],
}
