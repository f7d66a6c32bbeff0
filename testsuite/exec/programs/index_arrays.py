"""Arrays of integers as indices: reads within expressions, writes with duplicates, updates, parallel loops."""
import numpy as np

from pycc import f32, f64, i32, i64, prange, u8


def gather(a: f64[:], i: i64[:]):
    return a[i]


def product(val: f64[:], x: f64[:], col: i32[:]):
    return val * x[col] + 1


def total(val: f64[:], x: f64[:], col: i64[:]):
    return np.max(val * x[col]), np.any(x[col] > 1)


def nested(x: f64[:], i: i64[:], j: i64[:]):
    return x[i[j]], x[i][j]


def computed(x: f64[:], i: i64[:]):
    return x[i % len(x)] - x[-1 - i % len(x)]


def small_indices(a: f32[:], i: u8[:]):
    return a[i], a[i * 2]


def placed(a: f64[:, :, :], i: i64[:], j: i64[:]):
    return a[i, :, j], a[:, i, j], a[i, j], a[0, :, i], a[..., i], a[:, None, i], a[i, 1:, j], a[i[:, None], j]


def rows(a: f64[:, :], i: i64[:]):
    return a[i] * 2 + a[0], a[i, 0], a[i][:, 0]


def chained(a: f64[:, :], k: int, i: i64[:]) -> None:
    a[k][i] = a[0][i] + 1


def write(a: f64[:], i: i64[:], v: f64[:]) -> None:
    a[i] = v


def write_scalar(a: u8[:], i: i64[:], v: int) -> None:
    a[i] = v


def write_expression(a: f64[:], i: i64[:], v: f64[:]) -> None:
    a[i] = v * 2 + 1


def write_rows(a: f64[:, :], i: i64[:], v: f64[:]) -> None:
    a[i] = v
    a[i, 1:] = 3


def update(a: f64[:], i: i64[:], v: f64[:]) -> None:
    a[i] += v
    a[i] *= 2


def permute(a: f64[:], i: i64[:]) -> None:
    a[i] = a[::-1]
    a[:] = a[i]


def index_itself(i: i64[:]):
    i[i] = i[::-1]
    return i[i]


def into_rows(a: f64[:, :], i: i64[:], b: f64[:]) -> None:
    a[1:] = b[i] + a[:-1]


def sparse_product(ptr: i64[:], col: i64[:], val: f64[:], x: f64[:], y: f64[:]) -> None:
    for r in prange(len(y)):
        y[r] = np.sum(val[ptr[r]:ptr[r + 1]] * x[col[ptr[r]:ptr[r + 1]]])


def rows_in_parallel(a: f64[:, :], i: i64[:], out: f64[:, :]) -> None:
    for r in prange(len(a)):
        out[r] = a[r][i]


def rows_scattered(a: f64[:, :], i: i64[:]) -> None:
    for r in prange(len(a)):
        a[r][i] = r
        a[r][i] += a[r][0]


def counted_in_parallel(a: f64[:], i: i64[:, :]) -> None:
    for r in prange(len(i)):
        np.add.at(a, i[r], 1)


def in_loop(a: f64[:], i: i64[:], n: int):
    total = np.zeros(len(i))
    for _ in range(n):
        total += a[i]
        a[i] -= 1
    return total


def add_at(a: f64[:], i: i64[:], v: f64[:]) -> None:
    np.add.at(a, i, v)
    np.subtract.at(a, i, 1)


def extremes_at(a: f64[:], i: i64[:], v: f64[:]) -> None:
    np.maximum.at(a, i, v)
    np.minimum.at(a, i, v + 3)
    np.multiply.at(a, i, a[i])


def pairs_at(a: i64[:, :], i: i64[:], j: i64[:]) -> None:
    np.add.at(a, (i, j), 1)
    np.add.at(a, i, j[:1])
    np.add.at(a, a > 3, 2)


def places(a: f64[:, :]):
    return np.nonzero(a), np.where(a > 1), a[np.nonzero(a > 2)], a.nonzero()[0]


def with_number(a: f64[:, :, :], k: int, i: i64[:]):
    return a[i, k], a[k, :, i]


def write_with_number(a: f64[:, :, :], i: i64[:], k: int):
    a[i, :, k] = 1.5


R = np.random.default_rng(3)
A, B = R.integers(-9, 9, 7).astype(float), R.integers(-9, 9, 4).astype(float)
I, J = np.array([1, -1, 3, 1]), np.array([0, 2, -3, 1])
BAD, NONE = np.array([0, 7, -8, 1]), np.array([], int)
M = R.integers(-9, 9, (4, 5)).astype(float)
C = R.integers(-9, 9, (4, 3, 5)).astype(float)
PTR = np.array([0, 2, 2, 3, 4])

CASES = {
    "gather": [(A, I), (A, BAD), (A, NONE), (A[:0], I), (A[:0], NONE), (A, I[::-1])],
    "product": [(B, A, I.astype(np.int32)), (B, A, BAD.astype(np.int32)), (B[:3], A, I.astype(np.int32)),
                (B[:1], A, I.astype(np.int32))],
    "total": [(B, A, I), (B, A, BAD)],
    "nested": [(A, I, J), (A, BAD, J), (A, I, BAD)],
    "computed": [(A, I), (A, BAD), (A, NONE)],
    "small_indices": [(A.astype(np.float32), np.array([0, 1, 2], np.uint8)),
                      (A.astype(np.float32), np.array([0, 1, 200], np.uint8))],
    "placed": [(C, J, np.array([2, 1, -1, 0])), (C, np.array([0, 1]), np.array([2, 1])), (C, J, I), (C, J, J[:3])],
    "rows": [(M, I), (M, BAD), (M, NONE)],
    "with_number": [(C, 1, I), (C, 7, NONE), (C, -1, NONE), (C, 7, BAD), (C, 1, BAD), (C[:0], 1, NONE)],
    "write_with_number": [(C, I, 2), (C, NONE, 7), (C, BAD, 7), (C, BAD, -1)],
    "chained": [(M, 1, I), (M, 0, J), (M, 5, I), (M, 1, BAD)],
    "write": [(A, I, B), (A, I, B[:1]), (A, I, B[:2]), (A, BAD, B), (A, NONE, B[:0]), (A, NONE, B[:1]), (A, I, A[:4])],
    "write_scalar": [(np.zeros(5, np.uint8), I, 7), (np.zeros(5, np.uint8), I, 300), (np.zeros(5, np.uint8), NONE, -1)],
    "write_expression": [(A, I, B), (A, I, A[3:])],
    "write_rows": [(M, I, A[:5]), (M, I, A[:1]), (M, I, B), (M, BAD, A[:5])],
    "update": [(A, I, B), (A, I, B[:1]), (A, I, B[:3]), (A, BAD, B), (A, I, A[:4])],
    "permute": [(A, np.array([6, 0, 1, 5, -3, 2, 3])), (A, np.zeros(7, int))],
    "index_itself": [(np.array([2, 0, 3, 1]),), (np.array([0, 0, 1]),), (np.array([5, 0]),)],
    "into_rows": [(M, np.array([0, 1, -1, 2, 3]), A), (M, I, A), (M, np.array([0, 1, -1, 2, 9]), A)],
    "sparse_product": [(PTR, J, B, A, np.zeros(4)), (PTR, BAD, B, A, np.zeros(4))],
    "rows_in_parallel": [(M, I, np.zeros((4, 4))), (M, BAD, np.zeros((4, 4)))],
    "add_at": [(A, I, B), (A, I, B[:1]), (A, I, B[:2]), (A, BAD, B), (A, NONE, B[:0]), (A, I, A[:4])],
    "extremes_at": [(A, I, B), (A, J, B)],
    "pairs_at": [(M.astype(int), I, J), (M.astype(int), I[:2], J[:3]), (M.astype(int), BAD, J)],
    "places": [(M,), (M[:0],), (M - M,)],
    "rows_scattered": [(M, I), (M, BAD), (np.zeros((300, 9)), I)],
    "counted_in_parallel": [(A, R.integers(-7, 7, (300, 20))), (A, R.integers(-9, 9, (3, 2)))],
    "in_loop": [(A, I, 3), (A, I, 0)],
}
ROUNDED = ("sparse_product",)
