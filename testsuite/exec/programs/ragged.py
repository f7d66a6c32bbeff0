"""Nested sequences: rows of different lengths, in serial and parallel loops."""
import numpy as np
import pycc
from pycc import f32, f64, i32, i64, nested, prange


def lengths(xs: nested[f64]):
    return len(xs), [len(row) for row in xs]


def row(xs: nested[f64], i: int):
    return xs[i]


def item(xs: nested[f32, i32], i: int, j: int):
    return xs[i][j] + 1, xs[i][-1]


def sums(xs: nested[f64]) -> f64[:]:
    out = np.zeros(len(xs))
    for i in prange(len(xs)):
        s = 0.0
        for x in xs[i]:
            s += x
        out[i] = s
    return out


def sums_f32(xs: nested[f32, i32]) -> f32[:]:
    out = np.empty(len(xs), np.float32)
    for i in prange(len(xs)):
        out[i] = xs[i].sum()
    return out


def extremes(xs: nested[i64]):
    return [max(row) - min(row) for row in xs if len(row) > 0]


def spmv(vals: nested[f64, i32], cols: nested[i32, i32], x: f64[:]) -> f64[:]:
    y = np.empty(len(vals))
    for i in prange(len(vals)):
        s = 0.0
        for v, j in zip(vals[i], cols[i]):
            s += v * x[j]
        y[i] = s
    return y


def spmv_rows(vals: nested[f64], cols: nested[i64], x: f64[:]) -> f64[:]:
    y = np.empty(len(vals))
    for i, (row, j) in enumerate(zip(vals, cols)):
        y[i] = (row * x[j]).sum()
    return y


def scaled(xs: nested[f64], a: f64[:]) -> None:
    for i in prange(len(xs)):
        row = xs[i]
        for k in range(len(row)):
            row[k] = row[k] * a[i] + k


def filled(xs: nested[f64]) -> None:
    for i, row in enumerate(xs):
        row[...] = i
        xs[i][:1] = -1


def made(data: f64[:], offsets: i32[:]) -> nested[f64, i32]:
    return pycc.nested(data, offsets)


def remade(xs: nested[f64]):
    ys = nested(xs.data * 2, xs.offsets)
    n = 0
    for row in ys:
        ys = xs
        n += len(row)
    return ys, n, len(xs.data), xs.offsets[-1]


def deep(xs: nested[nested[i64]]):
    n = 0
    for i, rows in enumerate(xs):
        for row in rows:
            for x in row:
                n += x * len(row) + i
    return int(n)


def deep_row(xs: nested[nested[i64]], i: int):
    rows = xs[i]
    return rows, len(rows), rows[-1]


def points(xs: nested[f64[:]]):
    y = np.zeros((len(xs), 2))
    for i in prange(len(xs)):
        for p in xs[i]:
            y[i] += p
    return y


def _longest(xs):
    best = 0
    for i in range(len(xs)):
        if len(xs[i]) > len(xs[best]):
            best = i
    return best


def longest(xs: nested[f64], ys: nested[i64]):
    return _longest(xs), _longest(ys), isinstance(xs, dict), isinstance(xs, list), isinstance(xs, nested), isinstance(xs.data, nested)


def between(at: i64[:], data: f64[:], y: f64[:]) -> None:  # indices that wrap, or leave the data, in some iteration
    for i in prange(len(at) - 1):
        s = 0.0
        for k in range(at[i], at[i + 1]):
            s += data[k]
        y[i] = s


def between_views(at: i64[:], data: f64[:], y: f64[:]) -> None:
    starts = at[:-1]
    ends = at[1:]
    for i in prange(len(y)):
        for k in range(starts[i], ends[i]):
            y[i] += data[k]


def between_two(starts: i32[:], ends: i32[:], data: f64[:]) -> f64[:]:  # of one array, or of two
    y = np.zeros(len(starts) - 1)
    for i in prange(len(y)):
        for k in range(starts[i + 1], ends[i + 1]):
            y[i] += data[k]
    return y


def between_serial(at: i64[:], data: f32[:], w: i32[:], y: f64[:]):
    last = np.float32(0)
    for i in range(len(at) - 1):
        n = 0
        for k in range(at[i], at[i + 1]):
            last = data[k]
            if data[k] > 2:
                n += w[k] * k
            y[i] = n
    return last


def shown(a: f64[:], n: i64, m: i64):
    s = 0.0
    for i in range(n, m):
        s += a[1:][i] * a[i]
    return s


def _rows(n, most, dtype=np.float64, offset=np.int64, seed=1):
    rng = np.random.default_rng(seed)
    size = rng.integers(0, most, n)
    size[:n // 50] *= 40
    data = rng.integers(0, 9, size.sum()).astype(dtype)
    return pycc.nested(data, np.concatenate([[0], np.cumsum(size)]).astype(offset))


_X = pycc.nested(np.array([3.0, -1.5, 2.0, 8.0, 0.5]), np.array([0, 2, 2, 5]))
_ONE = pycc.nested(np.arange(4.0), np.array([0, 4]))
_NONE = pycc.nested(np.zeros(0), np.array([0]))
_EMPTY = pycc.nested(np.arange(3.0), np.array([1, 1, 1]))
_PART = pycc.nested(np.arange(9.0), np.array([2, 4, 7]))
_BIG = _rows(3000, 60)
_AT = _BIG.offsets.astype(np.int32)
_I32 = pycc.nested(np.float32([0.5, 2, 3]), np.int32([0, 1, 3]))
_DEEP = pycc.nested.from_lists([[[1, 2], []], [], [[3], [4, 5, 6]]])
_COLS = pycc.nested(_BIG.data.astype(np.int32), _BIG.offsets.astype(np.int32))
_VALS = pycc.nested(_BIG.data + 0.5, _BIG.offsets.astype(np.int32))
_POINTS = pycc.nested(np.arange(10.0).reshape(5, 2), np.array([0, 3, 3, 5]))

CASES = {
    "lengths": [_X, _ONE, _NONE, _EMPTY, _PART],
    "row": [(_X, 0), (_X, 1), (_X, -1), (_X, 3), (_X, -4), (_NONE, 0), (_PART, -2)],
    "item": [(_I32, 1, 0), (_I32, 0, -1), (_I32, 0, 1), (_I32, 2, 0)],
    "sums": [_X, _ONE, _NONE, _EMPTY, _PART, _BIG, _rows(3, 100000)],
    "sums_f32": [_I32, pycc.nested(np.float32([]), np.int32([0])), _rows(500, 40, np.float32, np.int32)],
    "extremes": [pycc.nested(np.array([3, 1, 7, 7]), np.array([0, 3, 3, 4]))],
    "spmv": [(_VALS, _COLS, np.arange(9.0)), (_VALS, _COLS, np.arange(8.0))],
    "spmv_rows": [(_BIG, pycc.nested(_BIG.data.astype(np.int64), _BIG.offsets), np.arange(9.0)),
                  (_X, pycc.nested(np.array([0, 1, 1, 2]), np.array([0, 2, 2, 4])), np.arange(3.0))],
    "scaled": [(_X, np.arange(1.0, 4.0)), (_PART, np.ones(2)), (_PART, np.ones(1)), (_BIG, np.ones(3000))],
    "filled": [_X, _ONE, _NONE, _PART],
    "made": [(np.arange(4.0), np.int32([0, 1, 4])), (np.arange(4.0), np.int32([0, 3, 2])), (np.arange(4.0), np.int32([-1, 3])),
             (np.arange(4.0), np.int32([0, 5])), (np.arange(4.0), np.int32([]))],
    "remade": [_X, _PART, _NONE],
    "deep": [_DEEP, pycc.nested.from_lists([[], []], np.int64, 2)],
    "deep_row": [(_DEEP, 0), (_DEEP, -1), (_DEEP, 1), (_DEEP, 3)],
    "points": [_POINTS, pycc.nested(np.zeros((0, 2)), np.array([0, 0]))],
    "between": [(_X.offsets, _X.data, np.zeros(3)), (np.array([-3, 0, 5, 2]), _X.data, np.zeros(3)),
                (np.array([1, 4, 6, 0]), _X.data, np.zeros(3)), (np.array([0, -7, 3]), _X.data, np.zeros(2)),
                (np.array([-9, 3]), _X.data, np.zeros(2)), (_BIG.offsets, _BIG.data, np.zeros(3000)),
                (_BIG.offsets, _BIG.data[:-5], np.zeros(3000)), (_BIG.offsets - 20, _BIG.data, np.zeros(3000))],
    "between_views": [(at, _BIG.data, np.zeros(n)) for at, n in
                      ((_BIG.offsets, 3000), (_BIG.offsets, 2990), (_BIG.offsets, 3001), (_BIG.offsets[::-1], 3000), (_BIG.offsets[::3], 1000),
                       (_BIG.offsets[:2], 1), (_BIG.offsets[:1], 0), (_BIG.offsets[:0], 0))],
    "between_two": [(_AT[:-1], _AT[1:], _BIG.data), (_AT[:-1], _AT[1:].copy(), _BIG.data), (_AT[:-1], _AT[:-1] + np.int32(2), _BIG.data),
                    (_AT[1:], _AT[:-1], _BIG.data), (_AT[:-2], _AT[2:], _BIG.data), (_AT[:-1:2], _AT[1::2], _BIG.data),
                    (_AT[-2::-1], _AT[:0:-1], _BIG.data), (_AT[:1], _AT[1:2], _BIG.data), (_AT[:5], _AT[1:3], _BIG.data)],
    "between_serial": [(_I32.offsets.astype(int), _I32.data, np.arange(3, dtype=np.int32), np.zeros(2)),
                       (np.array([-2, 3]), _I32.data, np.arange(3, dtype=np.int32), np.zeros(2)),
                       (np.array([0, 2, 4]), _I32.data, np.arange(3, dtype=np.int32), np.zeros(2)),
                       (np.array([0, 2, 3]), _I32.data, np.arange(2, dtype=np.int32), np.zeros(2)),
                       (np.arange(3), _I32.data[:0], np.arange(2, dtype=np.int32), np.zeros(2))],
    "shown": [(np.arange(50.0), 0, 40), (np.arange(9.0), -3, 3), (np.arange(9.0), 0, 9), (np.arange(50.0), 0, 50), (np.zeros(1), 0, 1)],
    "longest": [(_X, pycc.nested(np.arange(5), np.array([0, 1, 5])))],
}
