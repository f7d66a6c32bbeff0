"""Rows and columns of an array that the same statement writes: they are copied, and nothing else is. Parts that are read after the write,
in the next turn of a loop, of another array in the same memory, or that no statement with more axes reads."""
import numpy as np
from pycc import c128, f32, f64, i32, i64


def shortest(path: i32[:, :]):
    for k in range(path.shape[0]):
        path[:] = np.minimum(path[:], np.add.outer(path[:, k], path[k, :]))


def widest(path: f64[:, :]):
    for k in range(path.shape[0]):
        path[:] = np.maximum(path, np.minimum(path[:, k][:, None], path[k]))


def reached(path: i64[:, :]):
    for k in range(path.shape[0]):
        path[:] = path | (path[:, k, None] & path[None, k])


def without_mean(a: f32[:, :], j: int):
    column = a[:, j]
    a[:] = a * 2 - column[:, None]
    return a.sum()


def read_again(a: f64[:, :], k: int):
    row = a[k]
    a[:] = a - np.outer(a[:, k], row)
    return row + 1


def kept_row(a: f64[:, :], n: int):
    row = a[0]
    for k in range(n):
        a[:] = a + np.outer(a[:, k], row) / 8
    return row.sum()


def stored_between(a: f64[:, :], k: int):
    row = a[k]
    t = np.outer(row, row)
    a[k, 0] = 100
    u = t + row
    a[:] = u
    return t


def other_memory(a: f64[:, :], b: f64[:, :], k: int):
    a[:] = a + np.multiply.outer(b[:, k], b[k])


def inner_part(a: f64[:, :], k: int):
    a[1:, 1:] = a[1:, 1:] - np.outer(a[1:, k], a[k, 1:]) / 4


def planes(a: c128[:, :, :], k: int):
    a[:] = a * 2 - a[:, k][:, None, :].real * a[0, 0]


def turned_part(a: f64[:, :], k: int):
    a[:] = np.subtract.outer(a[k, ::-1], a[::-1, k])


def reshaped_part(a: f64[:, :], k: int):
    a[:] = a + a[:, k].reshape(-1, 1) * a[k].reshape(1, -1)


def empty_names(a: f64[:, :]):
    x = a[:, 0]
    y = x[:, None]
    z = y
    a[:] = z * a
    return z


def square(n, dtype=np.float64, step=1):
    a = (np.arange(n * n * step) * 7 % 23 % 11).astype(dtype).reshape(n, n * step)
    return a[:, ::step]


def shared(n):
    memory = np.arange(n * n + 5.0)
    return memory[:n * n].reshape(n, n), memory[5:].reshape(n, n), 2


def with_nan(n):
    a = square(n)
    a[1, 2] = np.nan
    a[0, 1] = np.inf
    return a


CASES = {
    "shortest": [(square(n, np.int32) + 1,) for n in (0, 1, 7, 33)] + [
        (square(9, np.int32, 3),), (square(9, np.int32).T,), (np.ones((3, 4), np.int32),)],
    "widest": [(square(20),), (with_nan(6),)],
    "reached": [(square(12, np.int64),)],
    "without_mean": [(square(5, np.float32), 2), (square(17, np.float32, 2), 16)],
    "read_again": [(square(6), 3), (with_nan(6), 1), (square(3), 5)],
    "kept_row": [(square(5), 4)],
    "stored_between": [(square(6), 2)],
    "other_memory": [(square(6), square(6) + 1, 3), shared(6)],
    "inner_part": [(square(8), 0), (square(8), 3), (square(1), 0)],
    "planes": [(square(8, complex).reshape(4, 4, 4) + 1j, 1)],
    "turned_part": [(square(7), 2)],
    "reshaped_part": [(square(7), 6), (square(7, step=2), 0)],
    "empty_names": [(square(4),)],
}
