"""Array statements in loops over time: of arrays that overlap and change places, in loops that do not run, that raise;
and arrays filled before they are written or read."""
import numpy as np
from pycc import f64


def nested(u: f64[:, :], a: f64[:, :], n: int):
    s = 0.0
    for t in range(n):
        for k in range(2):
            u[:] = np.minimum(u + a * a[::-1], 9.0) - t
        s += np.max(u * (a * a[::-1]))
    return s


def through_a_view(u: f64[:], a: f64[:], b: f64[:], n: int) -> None:
    v = a[::-1]
    for t in range(n):
        u += a * b
        v -= 1


def swaps(u: f64[:], v: f64[:], a: f64[:], n: int):
    for t in range(n):
        v[:] = u + a * a * (a + 1)
        u, v = v, u
    return u


def swapped_copies(a: f64[:], b: f64[:], n: int):
    u, v = a.copy(), b.copy()
    for t in range(n):
        v[:] = u + a * b
        u, v = v, u
    return u, v


def swapped(u: f64[:], v: f64[:], a: f64[:], b: f64[:], n: int):
    for t in range(n):
        v[1:-1] = u[2:] + a[1:-1] * b[1:-1] * (a[1:-1] + 1)
        u, v = v, u
    return u


def three_ways(u: f64[:], v: f64[:], w: f64[:], a: f64[:], n: int):
    for t in range(n):
        w[:] = u - v + np.sqrt(np.abs(a))
        u, v, w = v, w, u
    return u


def raises(u: f64[:], a: f64[:], b: f64[:], n: int) -> None:
    for t in range(n):
        u += 1
        u *= a * b + t


def rows(x: f64[:, :], n: int):
    for t in range(n):
        w = np.minimum(abs(x), 4.0)
        x -= w * (w.max(axis=1, keepdims=True) - t)
    return x


def filled(a: f64[:]):
    out = np.zeros(len(a))
    out[:] = a * 2
    ones = np.ones(a.shape)
    ones += a
    seven = np.full(len(a), 7.0)
    return out, ones, seven[::-1] - a, seven


def filled_parts(a: f64[:, :]):
    out = np.zeros(a.shape)
    out[1:-1] = a[1:-1]
    other = np.zeros(a.shape)
    other[:1, :] = 3.0
    sums = other + a
    last = np.zeros((a.shape[1], a.shape[0]))
    last.T[:] = a
    return out, other, sums, last


def triples(*lengths):
    """Three vectors apart, overlapping, of extent 1 and of extents that do not fit."""
    for n in lengths:
        a, b, u, big = np.arange(n) * 1.0 - 2, np.arange(n) % 3 * 2.0, np.ones(n), np.arange(n + 1) % 5 - 1.0
        yield from [(u, a, b), (u, u, b), (u, a, u[::-1]), (big[1:], big[:-1], b), (u, a[:1], b), (u, a, b[:-1]),
                    (u[:1], a, b)]


V, BIG = np.arange(9.0) - 3, np.arange(10) % 4 - 1.5
VECTORS = [np.arange(9.0) - 3, np.zeros(0), np.ones(1), np.arange(20000) % 7 * 1.0]
MATRICES = [np.arange(12.0).reshape(3, 4), np.zeros((0, 3)), np.arange(2.0).reshape(2, 1),
            np.arange(1200).reshape(200, 6) % 7 * 0.5]
CASES = {
    "nested": [(m, other, n) for m in MATRICES for other in (m * 3, m, m[::-1], m[:, :1] + 1) for n in (1, 3) if m.size],
    "through_a_view": [(*v, n) for v in triples(1, 5) for n in (0, 3)],
    "swaps": [(*v, n) for v in triples(1, 5) for n in (0, 3, 4)],
    "swapped": [(u.copy() - 1, u, a, b, n) for u, a, b in triples(3, 7) if len(a) > 2 and len(b) > 2 for n in (0, 1, 4)]
    + [(BIG[1:], BIG[:-1], V, V + 1, 4), (BIG[:-1].copy(), BIG[1:], BIG[:-1], V, 4), (V, V[:-1].copy(), V, V + 1, 4)],
    "three_ways": [(V + 1, V + 2, V + 3, V, n) for n in (0, 1, 5)] + [(V + 1, BIG[1:], V + 3, BIG[:-1], 5),
                                                                      (BIG[1:], BIG[1:], V, V, 3)],
    "swapped_copies": [(v, v * 2, n) for v in VECTORS for n in (0, 3, 4)],
    "raises": [(*v, n) for v in triples(1, 5) for n in (0, 3)],
    "rows": [(m, n) for m in MATRICES if m.size for n in (0, 3)],
    "filled": [(v,) for v in VECTORS],
    "filled_parts": [(m,) for m in MATRICES],
}
