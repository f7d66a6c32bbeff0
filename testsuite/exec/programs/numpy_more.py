"""More of NumPy as its own tests call it: indices without axes, attributes of numbers."""
import numpy as np

from pycc import f64, i64


def boxed_read(a: f64[:, :], n: int):
    i = np.array(n)
    row = a[i]
    row[0] = 99
    return row, a[i, i], a[:, i], a[i, 1:], a[np.array(-1), np.array(0)], a[i].sum(), a


def boxed_write(a: f64[:, :], i: i64[()]):
    a[i] = 5
    a[i, 1] = 77
    a[np.array(0), 1:] += 2
    return a


def boxed_bounds(a: f64[:, :], i: i64[()]):
    return a[i]


def attributes(v: f64[:], p: i64[:], n: int):
    x = v[0]
    return x.ndim, x.size, x.shape, x.itemsize, x.nbytes, np.float32(n).itemsize, p.sum().nbytes, v.max().ndim + n


_A = np.arange(12.0).reshape(3, 4)
_V = np.array([3.0, -1.5, 2.0])
_P = np.array([0, 2, 1])

CASES = {
    "boxed_read": [(_A, 1), (_A, -1), (_A, 0), (_A, 3)],
    "boxed_write": [(_A, np.array(1)), (_A, np.array(-3)), (_A, np.array(3))],
    "boxed_bounds": [(_A, np.array(2)), (_A, np.array(-4))],
    "attributes": [(_V, _P, 2)],
}
