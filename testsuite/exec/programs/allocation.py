"""np.zeros, ones, empty, full and their _like; dtype spellings; arrays returned and made in loops."""
import numpy as np

from pycc import c64, f32, f64, i8, i32, i64, prange, u16


def zeros_default(n: int):
    return np.zeros(n)


def zeros_shape(n: int, m: int):
    return np.zeros((n, m))


def large_again(n: int, x: float):
    """Arrays that are zero, although the call before has left others in memory of this size."""
    a = np.zeros(n)
    before = a.sum()
    a[::2] = x
    b = np.zeros((n, 2), np.float32)
    c = np.empty(n)
    c[:] = x
    b[:, 0] += np.float32(x)
    return before, a.sum(), b[:4], b.max(), c + a


def zeros_dtype_object(n: int):
    return np.zeros(n, dtype=np.float32)


def zeros_dtype_string(n: int):
    return np.zeros(n, dtype='int16')


def zeros_dtype_builtin(n: int):
    return np.zeros(n, dtype=int), np.zeros(n, float), np.zeros(n, dtype=bool), np.zeros(n, complex)


def zeros_dtype_positional(n: int):
    return np.zeros((2, n), np.uint8)


def ones_all(n: int):
    return np.ones(n), np.ones((n, 2), dtype=np.int64), np.ones(n, np.complex64), np.ones(n, dtype='bool')


def empty_filled(n: int):
    x = np.empty(n, dtype=np.float64)
    for i in range(n):
        x[i] = i * i
    return x


def full_weak(n: int):
    return np.full(n, 7), np.full(n, 2.5), np.full(n, True), np.full((n, 2), 1 + 2j)


def full_dtype(n: int, v: float):
    return np.full(n, v, dtype=np.float32), np.full((2, n), 3, np.uint8), np.full(n, v)


def full_strong(n: int, v: i8):
    return np.full(n, v)


def like_default(x: f32[:, :]):
    return np.zeros_like(x), np.ones_like(x), np.full_like(x, 2.5)


def like_dtype(x: i32[:]):
    return np.zeros_like(x, dtype=np.float64), np.ones_like(x, dtype=bool), np.full_like(x, 3, dtype=np.int8)


def empty_like_filled(x: u16[:]):
    y = np.empty_like(x)
    for i in range(len(x)):
        y[i] = x[i] + 1
    return y


def shape_of_other(x: f64[:, :]):
    y = np.zeros(x.shape)
    z = np.ones((x.shape[1], x.shape[0]), dtype=np.int32)
    return y, z


#pythran export no_dimensions()
def no_dimensions():
    return np.zeros(()), np.zeros((3,))


def rank_four(n: int):
    x = np.zeros((n, 2, 1, 3), dtype=np.int64)
    x[0, 1, 0, 2] = 5
    return x


def fortran_order(n: int):
    x = np.zeros((n, 3), order='F')
    x[0, 1] = 1.0
    return x


def in_a_loop(n: int) -> float:
    s = 0.0
    for i in range(n):
        x = np.ones(i + 1)
        for v in x:
            s += float(v)
    return s


def grow(n: int):
    """A variable bound to one new array after another."""
    x = np.zeros(1, dtype=np.int64)
    for k in range(1, n):
        y = np.zeros(k + 1, dtype=np.int64)
        for i in range(k + 1):
            y[i] = (x[i] if i < k else 0) + (x[i - 1] if i > 0 else 1)
        x = y
    return x


def make_vector(n, v):
    x = np.empty(n)
    for i in range(n):
        x[i] = v * i
    return x


def from_helper(n: int):
    a = make_vector(n, 1.5)
    b = make_vector(n, 2)
    s = 0.0
    for i in range(n):
        s += a[i] * b[i]
    return s


def returned_pair(n: int):
    x = np.zeros(n)
    y = np.ones(n, dtype=np.int32)
    return x, y


def returned_view_of_new(n: int):
    x = np.ones(n)
    return x[1:]


def dropped(n: int) -> int:
    np.zeros(n)
    x = np.zeros(n)
    x = np.ones(n)
    return len(x)


def conditional_allocation(x: f64[:], copy: bool):
    y = np.zeros(len(x)) if copy else x
    for i in range(len(x)):
        y[i] = i
    return y


def early_exit(n: int):
    x = np.zeros(n)
    if n > 3:
        return x
    y = np.zeros(n + 1)
    if n > 1:
        return y
    return x


def prefix_sums(x: f64[:]):
    out = np.zeros(len(x) + 1)
    for i in range(len(x)):
        out[i + 1] = out[i] + x[i]
    return out


def matrix_product(a: f64[:, :], b: f64[:, :]) -> f64[:, :]:
    c = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            for j in range(b.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
    return c


def raises_while_holding(n: int):
    x = np.zeros(4)
    y = x[1:]
    y[n] = 1.0
    return y


rng = np.random.default_rng(7)
SIZES = [(n,) for n in (0, 1, 5, 100)]
BAD = [(-1,), (-100,)]
def assigned_in_two_loops(a: f64[:], repeats: i64[:]) -> f64[:]:
    """n is the first loop's own, and assigned again outside of it."""
    total = 0
    for j in range(len(a)):
        n = int(repeats[j if len(repeats) > 1 else 0])
        if n < 0:
            raise ValueError("negative")
        total += n
    out = np.empty(total)
    at = 0
    for j in range(len(a)):
        n = int(repeats[j if len(repeats) > 1 else 0])
        part = out[at:at + n]
        part[...] = a[j:j + 1]
        at += n
    return out


def rows_of_two_loops(a: f64[:, :], m: int):
    s = 0.0
    for k in range(m):
        row = a[k % len(a)] + 1.0
        s += row.sum()
    for i in prange(len(a)):
        row = a[i] * 2.0
        s += row[0]
    return s


CASES = {
    "assigned_in_two_loops": [(np.arange(3.0), np.array(r)) for r in ([1, 0, 3], [2, -1, 1], [2])],
    "rows_of_two_loops": [(np.arange(12.0).reshape(4, 3), m) for m in (0, 3, 9)],
    "zeros_default": SIZES + BAD,
    "zeros_shape": [(0, 0), (0, 3), (2, 0), (3, 4), (-1, 2), (2, -1)],
    "zeros_dtype_object": SIZES + BAD,
    "zeros_dtype_string": SIZES,
    "zeros_dtype_builtin": SIZES,
    "zeros_dtype_positional": SIZES,
    "ones_all": SIZES,
    "empty_filled": SIZES + BAD,
    "full_weak": SIZES,
    "full_dtype": [(n, v) for n in (0, 1, 4) for v in (0.1, -2.5)],
    "full_strong": [(3, np.int8(-7)), (0, np.int8(1))],
    "like_default": [(rng.random(s).astype(np.float32),) for s in ((0, 2), (3, 4))],
    "like_dtype": [(np.arange(n, dtype=np.int32),) for n in (0, 3)],
    "empty_like_filled": [(np.arange(n, dtype=np.uint16) + np.uint16(65530),) for n in (0, 9)],
    "shape_of_other": [(np.zeros(s),) for s in ((0, 2), (3, 4))],
    "large_again": [(n, x) for n in (20000, 20000, 3, 1000000, 20000, 1000000) for x in (1.0, 7.0)],
    "no_dimensions": [()],
    "rank_four": [(1,), (4,), (0,)],
    "fortran_order": [(1,), (4,)],
    "in_a_loop": SIZES,
    "grow": [(n,) for n in (0, 1, 2, 20)],
    "from_helper": SIZES,
    "returned_pair": SIZES,
    "returned_view_of_new": SIZES,
    "dropped": SIZES,
    "conditional_allocation": [(rng.random(n), b) for n in (0, 4) for b in (True, False)],
    "early_exit": [(n,) for n in (0, 1, 2, 3, 4)],
    "prefix_sums": [(rng.random(n),) for n in (0, 1, 50)],
    "matrix_product": [(rng.random(a), rng.random(b)) for a, b in (((2, 3), (3, 4)), ((1, 1), (1, 1)), ((2, 0), (0, 3)))],
    "raises_while_holding": [(0,), (2,), (3,), (-4,)],
}
ONE_TYPE = {"from_helper"}
