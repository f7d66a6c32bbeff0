"""Extents that change, in loops and branches: what is known of them holds where it is used."""
import numpy as np

from pycc import f64


def grows(n: int) -> f64:
    """An array of another extent in each iteration; the one before is still there."""
    s = 0.0
    last = np.ones(1)
    for i in range(1, n):
        now = np.full(i, 1.0 * i)
        if i % 2 == 1:
            s += np.sum(last[:1] + now)
        else:
            s += np.sum(now * 2.0)
        last = now
    return np.float64(s + last.shape[0])


def late_extent(n: int) -> f64[:]:
    """The extent is assigned anew after the array is made."""
    m = n
    a = np.ones(m)
    for i in range(2):
        m = m + 1
        b = np.zeros(m)
        b[:n] = a + i
        a = b[:n] + np.ones(n)
    return a + np.float64(m)


def in_branches(x: f64[:, :], k: int) -> f64[:, :]:
    if k == 0:
        y = np.ones((1, x.shape[1]))
    elif k == 1:
        y = np.ones((x.shape[0], 1)) * 2.0
    else:
        y = np.ones((1, 1)) * 3.0
    z = x + y
    return z - np.max(z, axis=0, keepdims=True) + np.sum(y)


def column_and_row(x: f64[:, :]) -> f64[:, :]:
    rows = np.sum(x, axis=1, keepdims=True)
    columns = np.sum(x, axis=0)
    return x * rows - columns + rows * columns


def writes_through(x: f64[:, :]) -> f64[:, :]:
    """What is read through a view is written through another."""
    y = np.zeros(x.shape)
    top = y[:, :]
    top[:, :] = x + 1.0
    y[:, :] = top + y * x
    top += y[:, ::-1]
    return y


def does_not_fit(x: f64[:, :], n: int) -> f64[:, :]:
    y = np.ones((n, n))
    return x + y


def empty_rows(n: int) -> f64[:, :]:
    a = np.zeros((n, 0))
    return a + np.sum(a, axis=1, keepdims=True)


def broadcast_column(a: f64[:, :], c: f64[:], d: f64[:, :]) -> f64[:, :]:
    """Operands that stay at one element along the last axis."""
    return (a * 0.5 + c[:, None]) * d


def all_pairs(p: f64[:, :]) -> f64[:, :]:
    x = p[:, 0:1]
    y = p[:, 1:2]
    return (x.T - x) ** 2 + (y.T - y) ** 2


def first_column(a: f64[:, :], c: f64[:, :]) -> None:
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] += c[i, 0]


def outer_steps(p: f64[:, :]) -> f64[:, :]:
    for k in range(p.shape[0]):
        p[:, :] = np.minimum(p, np.add.outer(p[:, k], p[k]))
        p[:, :] = np.maximum(p * 0.5, p[:, k].reshape(-1, 1) * p[k])
    return np.minimum(p, p[:, :1].T) - p.T[-2:-1]


def second_names(a: f64[:, :], b: f64[:], n: int) -> f64[:, :]:
    column = a[:, 1:2]
    other = column
    out = np.zeros((a.shape[0], n))
    out += other * b
    column = a[:, 2:4:2] + out
    return column + other


rng = np.random.default_rng(3)
CASES = {
    "outer_steps": [(rng.random((n, n)),) for n in (1, 2, 7)],
    "second_names": [
        (rng.random(s), rng.random(n), n)
        for s, n in (((3, 4), 3), ((3, 4), 1), ((3, 1), 0), ((3, 1), 1), ((3, 0), 0), ((0, 4), 5), ((3, 1), 4), ((1, 2), 3))
    ],
    "broadcast_column": [
        (rng.random(s), rng.random(n), rng.random(t))
        for s, n, t in (((3, 4), 3, (3, 1)), ((3, 4), 1, (1, 4)), ((1, 4), 3, (1, 1)), ((3, 1), 3, (3, 5)), ((3, 4), 2, (3, 4)))
    ],
    "all_pairs": [(rng.random((n, 3)),) for n in (0, 1, 5)],
    "first_column": [(rng.random(s), rng.random(t)) for s, t in (((3, 4), (3, 2)), ((3, 4), (3, 1)), ((3, 4), (2, 1)), ((3, 4), (3, 0)), ((0, 4), (0, 0)))],
    "grows": [(n,) for n in (0, 1, 2, 7)],
    "late_extent": [(n,) for n in (0, 1, 5)],
    "in_branches": [(rng.random((3, 4)), k) for k in (0, 1, 2)] + [(rng.random((1, 1)), 1)],
    "column_and_row": [(rng.random(s),) for s in ((3, 4), (1, 1), (1, 5), (5, 1), (0, 3), (3, 0))],
    "writes_through": [(rng.random(s),) for s in ((3, 4), (1, 1), (0, 2))],
    "does_not_fit": [(rng.random(s), n) for s, n in (((3, 3), 3), ((1, 3), 3), ((3, 1), 3), ((2, 3), 3), ((3, 3), 1), ((3, 3), -1))],
    "empty_rows": [(n,) for n in (0, 1, 3)],
}
ROUNDED = ("grows", "column_and_row", "in_branches", "empty_rows")
