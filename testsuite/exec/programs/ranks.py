"""Arrays of every rank from 0 to 8."""
import numpy as np

import pycc
from pycc import f32, f64, i16, i32, i64, prange


@pycc.type('ndarray[float64,0]', 'f64')
@pycc.type('ndarray[int32,0]', 'i32')
def rank_zero_read(x):
    return x[()] * 2


@pycc.type('ndarray[float64,0]', None)
def rank_zero_write(x):
    x[()] = x[()] + 1.5


def rank_zero_made(v: float):
    x = np.zeros(())
    x[()] = v
    return x


def rank_one(x: i16[:]):
    s = np.int64(0)
    for i in range(len(x)):
        s += x[i]
    return s


def rank_three(x: f32[:, :, :], y: f32[:, :, :]) -> None:
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            for k in range(x.shape[2]):
                y[i, j, k] = x[i, j, k] * 2 + i - j + k


def rank_four(x: f64[:, :, :, :]):
    s = np.float64(0)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            for k in range(x.shape[2]):
                for m in range(x.shape[3]):
                    s = s * 0.99 + x[i, j, k, m]
    return s


def rank_four_slices(x: f64[:, :, :, :], i: int, k: int):
    return x[i, 1:, k], x[:, :, k, -1], x[i, :, ::-1, :], x[i][0]


def rank_four_parallel(x: f64[:, :, :, :], y: f64[:, :, :, :]) -> None:
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            for k in range(x.shape[2]):
                for m in range(x.shape[3]):
                    y[i, j, k, m] = x[i, j, k, m] + i * j - k * m


def rank_five(x: i64[:, :, :, :, :]):
    y = x.T
    return y.shape, y[0, 0, 0, 0, x.shape[0] - 1], x[-1, -1, -1, -1, -1]


def rank_eight(x: i32[:, :, :, :, :, :, :, :]):
    n = 0
    s = np.int64(0)
    for a in range(x.shape[0]):
        for b in range(x.shape[1]):
            for c in range(x.shape[2]):
                for d in range(x.shape[3]):
                    for e in range(x.shape[4]):
                        for f in range(x.shape[5]):
                            for g in range(x.shape[6]):
                                for h in range(x.shape[7]):
                                    n += 1
                                    s += x[a, b, c, d, e, f, g, h] * n
    return s


def rank_eight_write(x: i32[:, :, :, :, :, :, :, :]) -> None:
    x[0, 0, 0, 0, 0, 0, 0, -1] = 7
    x[-1, 0, 0, 0, 0, 0, 0, 0] += 1


def rank_eight_out_of_range(x: i32[:, :, :, :, :, :, :, :], k: int):
    return x[0, 0, 0, 0, 0, 0, k, 0]


def tensor_contraction(a: f64[:, :, :], b: f64[:, :, :], c: f64[:, :]) -> None:
    for i in range(a.shape[0]):
        for j in range(b.shape[2]):
            for k in range(a.shape[1]):
                for m in range(a.shape[2]):
                    c[i, j] += a[i, k, m] * b[k, m, j]


def zero_size(x: f64[:, :, :]):
    n = 0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            for k in range(x.shape[2]):
                n += 1
    return n, x.size, x.shape


rng = np.random.default_rng(17)
EIGHT = np.arange(2 * 3 * 1 * 2 * 1 * 2 * 3 * 2, dtype=np.int32).reshape(2, 3, 1, 2, 1, 2, 3, 2)
CASES = {
    "rank_zero_read": [(np.array(2.5),), (np.array(7, np.int32),)],
    "rank_zero_write": [(np.array(2.5),)],
    "rank_zero_made": [(2.5,)],
    "rank_one": [(np.arange(n, dtype=np.int16),) for n in (0, 1, 100)],
    "rank_three": [(rng.random(s).astype(np.float32), np.zeros(s, np.float32)) for s in ((0, 1, 2), (1, 1, 1), (3, 4, 5))],
    "rank_four": [(rng.random(s),) for s in ((1, 1, 1, 1), (2, 3, 4, 5), (2, 0, 1, 3))],
    "rank_four_slices": [(rng.random((3, 4, 2, 3)), i, k) for i, k in ((0, 0), (-1, 1), (3, 0), (0, 2))],
    "rank_four_parallel": [(rng.random(s), np.zeros(s)) for s in ((1, 1, 1, 1), (4, 3, 5, 6), (0, 1, 1, 1))],
    "rank_five": [(np.arange(2 * 3 * 2 * 1 * 4).reshape(2, 3, 2, 1, 4),)],
    "rank_eight": [(EIGHT,), (np.zeros((1,) * 8, np.int32),), (np.zeros((1, 1, 1, 0, 1, 1, 1, 1), np.int32),)],
    "rank_eight_write": [(EIGHT,), (np.zeros((1,) * 8, np.int32),)],
    "rank_eight_out_of_range": [(EIGHT, k) for k in (0, 2, -3, 3, -4)],
    "tensor_contraction": [(rng.random((2, 3, 4)), rng.random((3, 4, 5)), np.zeros((2, 5)))],
    "zero_size": [(np.zeros(s),) for s in ((0, 1, 2), (1, 0, 2), (1, 2, 0), (1, 2, 3))],
}
