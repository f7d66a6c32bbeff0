"""New arrays, copies and reductions."""
import numpy as np


def allocate(n: int, a: 'f32[:, :]'):
    x = np.zeros(n)
    y = np.ones((n, 2), dtype=np.int32)
    z = np.full_like(a, 2.5)
    w = np.empty(a.shape, dtype=a.dtype, order='F')
    return x, y, z, w


def own_shape(n: int) -> int:
    x = np.zeros(n)
    x = np.zeros(len(x) + 1)
    return x.size


def copies(a: 'f64[:, :]'):
    return a.copy(), a.astype(np.float32)


def reductions(a: 'f64[:, :]', x: 'i8[:]'):
    return a.sum(), a.max(), sum(x), min(x), np.sum(x)


def extents(a: 'f64[:, :]'):
    return a.ndim, a.size, len(a), a.shape, np.size(a)


def filled(a: 'i32[:]', n: int) -> None:
    a.fill(n)
