"""Slices as views: every kind of slice, transposes, rows, writes through views, returned views."""
import numpy as np

from pycc import f64, i32, i64, u32


def slice_sum(x: i64[:], a: int, b: int) -> i64:
    s = np.int64(0)
    for v in x[a:b]:
        s = s * 10 + v
    return s


def slice_step(x: i64[:], a: int, b: int, c: int):
    y = x[a:b:c]
    s = np.int64(0)
    for i in range(len(y)):
        s = s * 10 + y[i]
    return s, len(y)


def slice_open(x: i64[:], k: int):
    return len(x[k:]), len(x[:k]), len(x[::k]), len(x[k::-1]), len(x[:])


def reversed_copy(x: i64[:], y: i64[:]) -> None:
    r = x[::-1]
    for i in range(len(r)):
        y[i] = r[i]


def return_slice(x: f64[:], a: int, b: int):
    return x[a:b]


def return_reversed(x: f64[:]):
    return x[::-1]


def return_itself(x: f64[:, :]):
    return x


def return_row(a: f64[:, :], i: int):
    return a[i]


def return_column(a: f64[:, :], j: int):
    return a[:, j]


def return_block(a: f64[:, :], i: int, j: int):
    return a[i:i + 2, j:j + 2]


def return_transposed(a: f64[:, :]):
    return a.T


def return_interior(a: f64[:, :]):
    return a[1:-1, 1:-1]


def transpose_sum(a: f64[:, :]):
    t = a.T
    s = np.float64(0)
    for i in range(t.shape[0]):
        for j in range(t.shape[1]):
            s = s * 0.5 + t[i, j]
    return s


def transpose_three(a: i32[:, :, :]):
    t = a.T
    return t[2, 1, 0], t.shape


def write_through_slice(x: f64[:], a: int, b: int) -> None:
    y = x[a:b]
    for i in range(len(y)):
        y[i] = -1.0


def write_through_row(a: f64[:, :], i: int) -> None:
    row = a[i]
    for j in range(len(row)):
        row[j] += j


def write_through_column(a: f64[:, :], j: int) -> None:
    c = a[:, j]
    c[0] = 100.0
    c[-1] = 200.0


def write_through_reversed(x: f64[:]) -> None:
    r = x[::-1]
    for i in range(len(r)):
        r[i] = i


def write_through_transposed(a: f64[:, :]) -> None:
    t = a.T
    for i in range(t.shape[0]):
        t[i, 0] = i + 1


def view_of_view(x: i64[:], k: int):
    y = x[1:]
    z = y[::2]
    w = z[:-1]
    w[k] = 99
    return w


def mixed_index_slice(a: i32[:, :, :], i: int, k: int):
    b = a[i, :, k]
    c = a[:, i, 1:]
    d = a[:, :, k]
    return b[0] + c[0, 0] * 10 + d[0, 0] * 100, b.shape, c.shape, d.shape


def negative_step_rows(a: f64[:, :]):
    return a[::-1, ::-2]


def alias_sees_writes(x: f64[:]):
    y = x
    z = x[1:3]
    x[1] = 42.0
    z[1] = 43.0
    return y[1], z[0], x[2]


def rebind_view(x: f64[:], n: int):
    """A variable that names a smaller and smaller part of an array."""
    y = x
    s = np.float64(0)
    for _ in range(n):
        y = y[1:]
        if len(y) == 0:
            break
        s += y[0]
    return s


def choose_view(x: f64[:], y: f64[:], first: bool):
    z = x if first else y
    z[0] = 7.0
    return z


def swap_views(x: f64[:], y: f64[:], n: int) -> None:
    """The two buffers of a time loop."""
    a, b = x, y
    for _ in range(n):
        for i in range(len(a)):
            b[i] = a[i] * 0.5 + 1.0
        a, b = b, a


def slice_of_slice_argument(x: f64[:]):
    return tail_sum(x[2:]) + tail_sum(x[:2])


def tail_sum(y):
    s = np.float64(0)
    for v in y:
        s += v
    return s


def step_zero(x: f64[:], c: int):
    return x[::c]


def row_out_of_range(a: f64[:, :], i: int) -> float:
    row = a[i]
    return 1.5


def same_twice(a: i64[:], b: i64[:, :], n: int):
    """Views that are the same, and those that look so."""
    a[1:-1] = a[1:-1] - 2 * a[1:-1] + a[:-2] * a[:-2] + a[2:]  # reads what it writes, more than once
    x, out = 1, np.int64(0)
    for k in range(n):
        if k > 0:
            out += (a[x:] * a[x:]).sum()
        x = (k * 7) % 5
        b[:, 1:] += b[:, :-1] * b[:, :-1] + a[x:].sum()
        a[:3] = b[0, :3] + b[0, :3]
        out += (a[x:] * b[k % 2, 0]).sum()
    b[1:] = b[:-1]
    b[1:] = b[:-1] + b[1:, ::-1] * b[1:, ::-1]
    return out, a, b, a[1:], a[1:]


def same_extents(a: f64[:], b: f64[:], k: int):
    """Extents that are equal for all lengths, and those that are for some."""
    c = a[2:] + a[1:-1] * a[:-2]
    d = a[3:-1] - a[1:-3] if k else a[1:-3] * 2
    e = b[1:] + b[:-1]
    return c, d, e, a[k:][1:] + a[k:][:-1], a[1:] + b[1:]


def time_steps(a: f64[:], b: f64[:], n: int, k: int):
    """Views that no turn of a loop changes, and those that one does."""
    c = a
    for t in range(n):
        b[1:-1] = a[:-2] + a[2:]
        if t % 2 == 0:
            a[1:-1] = b[:-2] - b[1:-1]
        c[:2] += b[:2]
        c = b if t == 1 else a
        d = b[k:] * 2.0
        k = (k + 1) % 3
        a[:1] += d[-1:] * 0.5 + a[::k - 3][:1]
        while a[0] > 8.0:
            a[:] = a[:] * 0.5
    return a, b, c


def same_part_over_time(a: f64[:], n: int):
    """The view leaves a loop of which a parallel copy is tried and given up."""
    for t in range(n):
        a[-3:] = t * 2.0
    for x in a[:2]:
        a[1:] += x
    return a


def steps_of_views(a: f64[:, :], n: int, s: int):
    inner = a[1:-1, 1:-1]
    for _ in range(n):
        for _ in range(2):
            inner[:, 1:] = inner[:, :-1] + a[1:-1, 3:]
        rows = a[::s]
        rows[:1] = inner[:1, :1] * 0.5
    return a

rng = np.random.default_rng(6)
D = np.arange(1, 8)
ENDS = [(0, 7), (2, 5), (-3, 7), (0, -2), (5, 2), (-100, 100), (7, 9), (3, 3), (-1, -4), (2**62, 0), (-2**63, 2**63 - 1)]
V, M = np.arange(6.0), np.arange(20.0).reshape(4, 5)
T = np.arange(60, dtype=np.int32).reshape(3, 4, 5)


def without_axes(a: f64[:, :]):
    if a.shape[0] > 2:
        return a[0, 0, ...]
    elif a.shape[1] > 3:
        return a[1, 1, ...]
    return a[0, 1, ...]


def written_without_axes(a: f64[:, :]):
    b = a[0, 0, ...]
    b[...] = 5
    c = a[0, ..., 1]
    c += 1
    return a, b, c


def updated_without_axes(a: u32[:], b: i32[:], m: f64[:, :]):
    b[..., 1] &= a[-1]
    m[1, ..., 1] **= 2
    m[0, ..., -1] /= a[0]


def reshaped_to_none(v: f64[:], m: f64[:, :]):
    one = v.reshape(())
    one[()] += 0.5
    return m.T.reshape(()) + 1.0, one, v, np.reshape(one, ()), np.reshape(m, (), order="F")


def read_beside_another_name(idx: i64[:], other: i64[:], y: f64[:]) -> f64:
    s = np.float64(0.0)
    for i in range(len(y)):
        if i % 2 == 0:
            p = idx
        else:
            p = other
        s += y[idx[0]]
        p[0] = i
    return s


def read_beside_a_view(a: f64[:, :]) -> f64:
    s = np.float64(0.0)
    for i in range(a.shape[0]):
        row = a[i]
        for j in range(1, a.shape[1]):
            s += a[i, j - 1] + a[i, j]
            row[j] = s
            row[j - 1] += a[i, j]
    return s


def itself(x):
    x[-1] += 1
    return x


def read_beside_a_call(idx: i64[:], y: f64[:]) -> f64:
    s = np.float64(0.0)
    for i in range(len(y)):
        s += y[idx[0]] + idx[-1]
        itself(idx)[0] = i
    return s


CASES = {
    "read_beside_another_name": [(np.zeros(3, int), np.zeros(3, int), np.arange(n) + 0.5) for n in (0, 1, 2, 40)],
    "read_beside_a_view": [(rng.random(s),) for s in ((0, 2), (3, 1), (5, 9))],
    "read_beside_a_call": [(np.zeros(3, int), np.arange(n) + 0.5) for n in (0, 1, 2, 40)],
    "updated_without_axes": [(np.array([3, 2**32 - k], np.uint32), np.array([5, -1], np.int32), np.arange(6.0).reshape(2, 3))
                             for k in (1, 2, 77)],
    "reshaped_to_none": [(np.arange(n) + 1.0, np.ones((k, 1))) for n, k in ((1, 1), (0, 1), (2, 1), (1, 0), (1, 3))],
    "without_axes": [np.arange(12.0).reshape(3, 4), np.arange(8.0).reshape(2, 4), np.arange(4.0).reshape(2, 2)],
    "written_without_axes": [np.arange(12.0).reshape(3, 4)],
    "slice_sum": [(D, *e) for e in ENDS] + [(np.zeros(0, int), 0, 4)],
    "slice_step": [(D, *e, c) for e in ENDS for c in (1, 2, -1, -3, 50, -50, 2**62)] + [(D, 6, -8, -1), (D, 0, 7, 0)],
    "slice_open": [(D, k) for k in (1, 3, -1, -2, 7, 8, 100, -100, 0)],
    "reversed_copy": [(np.arange(n), np.zeros(n, int)) for n in (0, 1, 5)],
    "return_slice": [(V, *e) for e in ENDS],
    "return_reversed": [(np.arange(float(n)),) for n in (0, 1, 4)],
    "return_itself": [(M,), (np.zeros((0, 2)),)],
    "return_row": [(M, i) for i in (0, 3, -1, -4, 4, -5)],
    "return_column": [(M, j) for j in (0, 4, -1, -5, 5, -6)],
    "return_block": [(M, 0, 0), (M, 3, 4), (M, 9, 0), (M, -2, -3)],
    "return_transposed": [(M,), (np.zeros((2, 0)),)],
    "return_interior": [(M,), (np.ones((2, 2)),), (np.ones((1, 9)),)],
    "transpose_sum": [(rng.random(s),) for s in ((3, 4), (1, 1), (0, 5))],
    "transpose_three": [(T,), (np.ones((1, 1, 1), np.int32),)],
    "write_through_slice": [(V, *e) for e in ENDS],
    "write_through_row": [(M, i) for i in (0, -1, 4)],
    "write_through_column": [(M, j) for j in (0, -1, 5)] + [(np.zeros((0, 2)), 0)],
    "write_through_reversed": [(np.zeros(n),) for n in (0, 1, 6)],
    "write_through_transposed": [(M,), (np.zeros((0, 3)),)],
    "view_of_view": [(np.arange(8), k) for k in (0, 2, -1, 3)] + [(np.arange(1), 0)],
    "mixed_index_slice": [(T, 0, 0), (T, 2, -1), (T, -1, 4), (T, 3, 0), (T, 0, 5)],
    "negative_step_rows": [(M,), (np.zeros((1, 1)),), (np.zeros((0, 3)),)],
    "alias_sees_writes": [(np.arange(4.0),)],
    "rebind_view": [(V, n) for n in (0, 2, 5, 6, 50)],
    "choose_view": [(np.zeros(2), np.ones(3), b) for b in (True, False)],
    "swap_views": [(rng.random(5), np.zeros(5), n) for n in (0, 1, 2, 5)],
    "slice_of_slice_argument": [(rng.random(n),) for n in (0, 1, 2, 9)],
    "step_zero": [(V, 1), (V, 0), (V, -2)],
    "row_out_of_range": [(M, 3), (M, 4), (M, -5)],
    "same_twice": [(rng.integers(-9, 9, n), rng.integers(-9, 9, (m, n)), k) for n, m, k in ((8, 3, 6), (3, 2, 2), (6, 1, 1), (9, 2, 0))],
    "same_extents": [(rng.random(n), rng.random(m), k) for n, m in ((7, 7), (7, 2), (2, 7), (3, 3), (1, 1), (4, 5)) for k in (0, 2)],
    "time_steps": [(np.arange(float(m)), np.ones(m), n, k) for m in (3, 4, 9) for n in (0, 1, 4) for k in (0, 2)],
    "same_part_over_time": [(V[:k].copy(), n) for k in (0, 1, 2, 6) for n in (0, 1, 3, 70)],
    "steps_of_views": [(rng.random(m), n, s) for m in ((4, 5), (2, 3), (3, 3)) for n, s in ((2, 1), (1, 2), (3, -1), (1, 0), (0, 0))],
}
