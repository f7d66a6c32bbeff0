"""Masks as indices: reads, writes of scalars and of arrays, updates, masks that are expressions."""
import numpy as np

from pycc import bool_, f64, i32, i64, prange


def positive(a: f64[:]):
    return a[a > 0]


def chosen(a: i64[:], m: bool_[:]):
    return a[m] * 2 + 1, a[~m]


def summed(a: f64[:], m: bool_[:]):
    return np.max(a[m]), len(a[m])


def full(a: f64[:, :]):
    return a[a > 2], a[(a > 0) & (a < 5)]


def leading(a: f64[:, :], m: bool_[:]):
    return a[m], a[m, :], a[m, 0], a[m, 1:]


def trailing(a: f64[:, :], m: bool_[:]):
    return a[:, m], a[1, m], a[..., m], a[None, m[:len(a)]]


def beside_indices(a: f64[:, :], m: bool_[:], i: i64[:]):
    return a[m, i]


def clear(a: f64[:]) -> None:
    a[a > 0] = 0


def clear_part(a: f64[:, :], k: int) -> None:
    a[1:][a[1:] > 2] = k
    a[0, a[0] < 0] = 1.5


def scale(a: f64[:], x: f64[:], y: f64[:]) -> None:
    a[(x > 0) & (y < 1)] *= 2


def write(a: f64[:], m: bool_[:], v: f64[:]) -> None:
    a[m] = v


def write_expression(a: f64[:], v: f64[:]) -> None:
    a[a > 0] = v * 2 + 1


def write_rows(a: f64[:, :], m: bool_[:], v: f64[:]) -> None:
    a[m] = v
    a[m, 0] = 7
    a[:, m[:1]] = 2


def write_blocks(a: f64[:, :], m: bool_[:], v: f64[:, :]) -> None:
    a[m] = v


def write_integers(a: i32[:], m: bool_[:], v: int) -> None:
    a[m] = v


def update(a: f64[:], m: bool_[:], v: f64[:]) -> None:
    a[m] += v


def under_masks(a: f64[:], m: bool_[:], d: f64[:, :]):  # one pass over a each, nothing packed
    out = np.zeros(1)
    np.sum(a[m], out=out[0:1], keepdims=True)
    return (a[m].mean(), np.prod(a[a > 0.5]), np.any(m[a > 0]), np.all(m[~m]), d[d > d.mean()].sum(), np.sum(d[m[:len(d)]]),
            np.sum(a[m], initial=3.0), (a * 2)[m & (a < 1)].sum(), np.sum(m[m]), out)


def update_full(a: i64[:, :], k: int) -> None:
    a[a > 0] -= k
    a[a < 0] //= 2


def move(a: f64[:], m: bool_[:]) -> None:
    a[m] = a[m][::-1]
    a[~m] = a[::-1][~m]


def mask_itself(m: bool_[:]):
    m[m] = False
    return m[~m]


def in_parallel(a: f64[:, :], low: float) -> None:
    for r in prange(len(a)):
        row = a[r]
        row[row < low] = low


def counts_in_parallel(a: f64[:, :], n: i64[:]) -> None:
    for r in prange(len(a)):
        n[r] = len(a[r][a[r] > 0])


R = np.random.default_rng(4)
A, B = R.integers(-9, 9, 7).astype(float), R.integers(-9, 9, 7).astype(float)
M = np.array([True, False, True, True, False, False, True])
NEVER = np.zeros(7, bool)
D = R.integers(-9, 9, (4, 5)).astype(float)
D4, D5 = np.array([True, False, False, True]), np.array([False, True, True, False, True])

CASES = {
    "positive": [(A,), (-np.abs(A),), (A[:0],), (A[:1],), (R.normal(size=5000),)],
    "chosen": [(A.astype(int), M), (A.astype(int), NEVER), (A.astype(int), M[:6])],
    "summed": [(A, M), (A, NEVER)],
    "under_masks": [(A, M, D), (A, NEVER, D), (A, M[:6], D), (A[:0], M[:0], D[:0])],
    "full": [(D,), (D[:0],), (np.zeros((0, 3)),)],
    "leading": [(D, D4), (D, np.zeros(4, bool)), (D, M), (D[:, :0], D4)],
    "trailing": [(D[:, :4], D4), (D, D5), (D, D4)],
    "beside_indices": [(D, D4, np.array([0, -1])), (D, D4, np.array([2])), (D, D4, np.array([0, 1, 2])),
                       (D, D4, np.array([0, 9]))],
    "clear": [(A,), (A[:0],), (R.normal(size=5000),)],
    "clear_part": [(D, 3), (D, -1)],
    "scale": [(A, A, B), (A, B[:1], B), (A, A, A[::-1]), (A, A[1:], A[:-1])],
    "write": [(A, M, B[:4]), (A, M, B[:1]), (A, M, B[:3]), (A, NEVER, B[:0]), (A, NEVER, B[:1]), (A, NEVER, B),
              (A, M[:5], B), (A, M, A[1:5])],
    "write_expression": [(A, np.arange(float(np.sum(A > 0)))), (A, B[:1]), (A, A)],
    "write_rows": [(D, D4, A[:5]), (D, D4, A[:1]), (D, D4, A[:3]), (D, M, A)],
    "write_blocks": [(D, D4, np.ones((2, 5))), (D, D4, np.ones((1, 5))), (D, D4, D[1:3]), (D, D4, np.ones((3, 5)))],
    "write_integers": [(A.astype(np.int32), M, 4), (A.astype(np.int32), M, 2**40), (A.astype(np.int32), NEVER, 2**40)],
    "update": [(A, M, B[:4]), (A, M, B[:1]), (A, M, B[:3]), (A, M, A[:4])],
    "update_full": [(D.astype(int), 2), (D[:0].astype(int), 1)],
    "move": [(A, M), (A, NEVER)],
    "mask_itself": [(M,), (NEVER,)],
    "in_parallel": [(D, 0.0), (R.normal(size=(50, 300)), 0.5)],
    "counts_in_parallel": [(D, np.zeros(4, int))],
}
