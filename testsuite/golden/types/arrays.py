"""Ranks and layouts of views, of new arrays, and of loops over arrays."""
import numpy as np


def views(a: 'f64[:, :, ::1]', k: int):
    row = a[k]
    column = a[k, :, 0]
    last = a[..., 0]
    part = a[1:]
    inner = a[:, 1:]
    new = a[np.newaxis, k]
    turned = a.T
    row_of_turned = turned[0]
    return row[0, 0] + column[0] + last[0, 0] + part[0, 0, 0] + inner[0, 0, 0] + new[0, 0, 0]


def fortran(a: 'f32[::1, :]'):
    turned = a.T
    row = a[0]
    return turned[0][1] + row[0]


def loops(a: 'i32[:, ::1]', b: 'f64[:]'):
    s = 0
    for row in a:
        for x in row:
            s += x
    t = 0.0
    for i, (p, q) in enumerate(zip(b, a)):
        t += p * q[0] + i
    return s, t


def new_arrays(a: 'u8[:, :]', n: int):
    z = np.zeros((n, 3), dtype=np.float32)
    o = np.ones(n)
    e = np.empty(a.shape, 'i4')
    f = np.full([n, n], 7)
    g = np.full(n, 1.5, dtype=a.dtype)
    like = np.zeros_like(a)
    typed = np.full_like(a, 3, dtype=float)
    column_major = np.zeros((n, n), order='F')
    copied = a.copy()
    cast = a.astype(np.float64)
    return z[0, 0] + o[0] + e[0, 0] + f[0, 0] + g[0] + like[0, 0] + typed[0, 0] + cast[0, 0]


def attributes(a: 'f64[:, :]'):
    n, m = a.shape
    return n, m, a.shape[1], a.ndim, a.size, len(a), a.shape


def exchanged(a: 'f64[::1]', b: 'f64[:]'):
    c = a
    d = b
    c, d = d, c
    return c[0] + d[0]
