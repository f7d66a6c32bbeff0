# Rows of a sparse matrix: an index that is data is checked in each turn, and turns are unrolled.
from pycc import f64, i64, prange


def times(data: f64[::1], idx: i64[::1], ptr: i64[::1], x: f64[::1], y: f64[::1]):
    for i in prange(len(y)):
        s = 0.0
        for k in range(ptr[i], ptr[i + 1]):
            s += data[k] * x[idx[k]]
        y[i] = s


def between(data: f64[::1], starts: i64[::1], ends: i64[::1], y: f64[::1]):
    for i in prange(len(y)):
        s = 0.0
        for k in range(starts[i], ends[i]):
            s += data[k]
        y[i] = s
