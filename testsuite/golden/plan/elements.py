"""Reductions into array elements."""
from pycc import f64, i64, prange


def histogram(g: i64[:], h: i64[:]) -> None:
    for i in prange(len(g)):
        h[g[i]] += 1


def own_elements(x: f64[:], y: f64[:]) -> None:
    """Independent: no copies."""
    for i in prange(len(x)):
        y[i] += x[i]


def columns(a: f64[:, :], total: f64[:]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            total[j] += a[i, j]


def rows(a: f64[:, :], total: f64[:]) -> None:
    """Not collapsed: chunks would meet in total[i]."""
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            total[i] += a[i, j]


def groups(g: i64[:], x: f64[:], low: f64[:], high: f64[:]) -> f64:
    s = 0.0
    for i in prange(len(x)):
        s += x[i]
        if x[i] < low[g[i]]:
            low[g[i]] = x[i]
        high[g[i]] = max(high[g[i]], x[i])
    return s


def forgets_nan(g: i64[:], x: f64[:], high: f64[:]) -> None:
    """max(x, h) keeps its order."""
    for i in prange(len(x)):
        high[g[i]] = max(x[i], high[g[i]])


def scatter_and_count(g: i64[:], p: i64[:], y: f64[:], h: i64[:]) -> None:
    """y is checked when called."""
    for i in prange(len(g)):
        y[p[i]] = 1.0 * i
        h[g[i]] += 1
