"""Temporaries whose names several loops use, read behind them or not; sections of one array at indices that differ, or do not."""
import numpy as np
from pycc import f32, f64, i64


def two_loops(a: f64[:, :], b: f64[:, :], c: f64[:, :], n: int):
    for k in range(n):
        g = a[1:] + b[:-1]
        h = g * 0.5
        c[1:] += h * g
    for k in range(n):
        g = a[1:] - b[:-1]
        h = g * 0.25
        c[1:] -= h + g


def read_behind(a: f64[:, :], b: f64[:, :], n: int):
    g = a * 2.0
    h = g + b
    for k in range(n):
        g = a + k
        h = g * b
        if k == 2:
            break
    return g + h


def next_turn(a: f64[:, :], n: int):
    g = a * 1.0
    h = g + 1.0
    for k in range(n):
        h = g * 0.5
        g = h + a
        h = g - h
    g = h + 1.0
    h = g * a
    return h


def some_turns(a: f64[:, :], b: f64[:, :], n: int):
    total = 0.0
    for k in range(n):
        if k % 2 == 0:
            g = a * k
            h = g + b
            total += h.sum()
            if k == 4:
                continue
        total += g[0, 0] + h.shape[0]
    g = a - b
    h = g * g
    return total + h.sum() * g.sum()


def while_last(a: f64[:, :]):
    g = a + 1.0
    h = g * 0.5
    while h.sum() > 1.0:
        g = h * 0.5
        h = g * 0.5
    g = a * 3.0
    h = g - 1.0
    return h


def caught(a: f64[:, :], b: f64[:, :], n: int):
    g = a * 1.0
    try:
        g = a + 1.0
        h = g * 2.0
        g = h + b
    except ValueError:
        h = g - 1.0
        g = h * 2.0
    if n > 0:
        g = a * 4.0
        h = g + 1.0
        return g + h
    return g


def kept_shape(a: f64[:, :], b: f64[:, :]):
    t = a * 2.0
    u = t + a
    a[:] = u
    n = t.shape[0]
    t = b * 3.0
    u = t + b
    b[:] = u
    return n + t.shape[1]


def other_name(a: f64[:, :], b: f64[:, :], n: int):
    kept = a
    for k in range(n):
        t = a + k
        u = t * 2.0
        kept = t
        b[:] = u
    t = b + 1.0
    u = t * t
    b[:] = u
    return kept


def sweep(u: f64[:, :, :], w: f64[:, :, :], first: int, last: int):
    c = np.zeros_like(u)
    d = np.ones_like(u)
    for k in range(first, last):
        t = 0.25 * (w[:, :, k] + u[:, :, k])
        c[:, :, k] = t * 0.5
        s = 1.0 / (2.0 + t - c[:, :, k - 1] * 0.1)
        c[:, :, k] = c[:, :, k] * s
        d[:, :, k] = (d[:, :, k] - d[:, :, k - 1] * t) * s
    return c, d


def planes(u: i64[:, :, :], i: int, j: int):
    t = u[i] * 2 + u[j]
    u[i] = t + 1
    u[j] = u[i] - u[j]
    u[i] = u[j] * t


def stacked(u: f32[:, :, :], n: int):
    for k in range(1, n):
        now, before = u[k], u[k - 1]
        t = before * 0.5
        now[1:] = now[1:] + t[:-1]
        now[:] = now - t
        before[0] = now[0]


def constants(u: f64[:, :, :]):
    u[0] = u[1] * 2.0
    u[1] = u[0] + u[-1]
    u[-1] = u[0] - u[1]


def table(n, m, k=1, t=np.float64):
    return (np.arange(n * m * k) * 7 % 13 - 5).astype(t).reshape((n, m, k) if k > 1 else (n, m))


PAIRS = [(table(n, m), table(p, q) * 0.5) for n, m, p, q in ((5, 6, 5, 6), (1, 3, 1, 3), (0, 4, 0, 4), (5, 6, 5, 1), (5, 6, 4, 6), (40, 33, 40, 33))]
CASES = {
    "two_loops": [(a, b, c, n) for a, b in PAIRS for n in (0, 1, 3) for c in (np.zeros_like(a), np.zeros_like(a.T).T, a)] + [(table(3, 4), table(3, 4), np.zeros((4, 4)), 1)],
    "read_behind": [(a, b, n) for a, b in PAIRS for n in (0, 1, 2, 5)],
    "next_turn": [(a, n) for a, _ in PAIRS for n in (0, 1, 2, 4)],
    "some_turns": [(a, b, n) for a, b in PAIRS[:2] + PAIRS[3:] for n in (0, 1, 2, 5, 7)],
    "while_last": [(np.abs(a),) for a, _ in PAIRS],
    "caught": [(a, b, n) for a, b in PAIRS for n in (0, 1)],
    "kept_shape": [*PAIRS],
    "other_name": [(a, b, n) for a, b in PAIRS for n in (0, 1, 3)],
    "sweep": [(table(4, 5, k + 1)[..., :k] * 0.1, table(4, 5, k + 1)[..., :k] * 0.2, first, last) for k in (1, 2, 7) for first in (-k, 0, 1) for last in (k - 1, k, k + 1)] + [(np.ones((3, 4, 5)), np.ones((3, 1, 5)), 1, 5)],
    "planes": [(table(4, 5, 3, np.int64), i, j) for i in (0, 1, 3, -1, -4, 4) for j in (0, 1, -3, -1, -5)],
    "stacked": [(table(n, 5, 3, np.float32), n + k) for n in (1, 2, 6) for k in (0, 1)],
    "constants": [(table(n, 4, 3),) for n in (0, 1, 2, 3, 5)],
}
