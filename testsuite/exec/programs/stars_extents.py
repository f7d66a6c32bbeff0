"""Extents given one by one by a star, where a tuple may stand as well."""
import numpy as np


def indices(n: int) -> int:
    x = np.arange(n * 3).reshape(n, 3)
    total = 0
    for i, j in np.ndindex(*x.shape):
        total += i * 10 + j * int(x[i, j])
    for ij in np.ndindex(2, *x.shape):
        total += ij[0] + ij[1] * ij[2]
    return total


def shaped(n: int):
    x = np.arange(n * 6.0)
    s = (n, 3)
    y = x.reshape(*s, 2)
    return y, y.reshape(*y.shape[:1], -1), x.reshape(1, *s, 2), y.transpose(*(2, 0, 1)), y[..., 0].reshape(*s, 1)


def drawn(n: int):
    np.random.seed(n)
    x = np.zeros((n, 2))
    a = np.random.rand(*x.shape)
    b = np.random.randn(*x.shape)
    c = np.random.rand(2, *x.shape)
    s = np.random.RandomState(n)
    return a, b, c, s.rand(*x.shape), s.randn(3, *x.shape)


CASES = {name: [(0,), (1,), (4,)] for name in ("indices", "drawn")}
CASES["shaped"] = [(1,), (4,)]
