"""Shortest paths between all pairs of nodes."""
import numpy as np

from pycc import f64, prange


def floyd_warshall(d: f64[:, :]) -> f64[:, :]:
    """Lengths of the shortest paths for the lengths d of the edges (inf: no edge)."""
    n = d.shape[0]
    a = d.copy()
    b = d.copy()
    for k in range(n):
        for i in prange(n):
            through = a[i, k]
            for j in range(n):
                b[i, j] = min(a[i, j], through + a[k, j])
        a, b = b, a
    return a


def arguments(n):
    """A random graph of n nodes."""
    rng = np.random.default_rng(11)
    d = np.where(rng.random((n, n)) < 0.2, rng.random((n, n)), np.inf)
    np.fill_diagonal(d, 0.0)
    return (d,)


DEMO = "floyd_warshall", arguments, 100
