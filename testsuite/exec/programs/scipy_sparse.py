"""scipy.sparse: matrices by rows and by columns as arguments and results."""
import numpy as np
import scipy.sparse as sp
from scipy.sparse import csc_array, csc_matrix, csr_array, csr_matrix

from pycc import c128, f32, f64, i32, i64, prange


def products(a: csr_array[f64], x: f64[:], y: f64[:, :], u: f64[:]):
    return a @ x, a @ y, u @ a, y.T @ a.T, a.T @ u, a.T.dot(u)


def products_wide(a: csr_array[f64], x: f64[:, :], y: f64[:, :]):
    return a @ x, a.T @ y, a.tocsc() @ x, x.T @ a.T, a @ x.astype(np.float32), a.astype(np.float32) @ x, a @ (x * 1j)


def products_columns(a: "csc_array[f64]", x: f64[:], y: f64[:, :], u: f64[:]):
    return a @ x, a @ y, u @ a, a.tocsr().dot(x)


def matrix(a: csr_matrix[f64], x: f64[:], y: f64[:, :]):
    return a * x, a * y, 3.0 * a, a.getnnz(), a.getrow(1), a.sum(), a.T * np.ones(a.shape[0])


def columns(a: sp.csc_matrix[f64], x: f64[:]):
    return a * x, a.toarray(), a.diagonal(), a.nnz, a.tocsr()


def numbers(a: csr_array[f64]):
    return a.nnz, a.shape, a.ndim, a.size, a.data, a.indices, a.indptr, a.format, a.toarray(), a.tocsc()


def diagonals(a: csr_array[f64]):
    return a.diagonal(), a.diagonal(1), a.diagonal(-2), a.T.diagonal(1), a.trace()


def sums(a: csr_array[f64]):
    return a.sum(), a.sum(axis=0), a.sum(axis=1), a.mean(), a.mean(axis=0), a.mean(axis=1), a.T.sum(axis=0), a.T.sum(axis=-1)


def scaled(a: csr_array[f64], k: float):
    return a * 2, k * a, a / k, -a, a.T * k, a.copy(), a.astype(np.float32), a.conj()


def added(a: csr_array[f64], b: csr_array[f64]):
    return a + b, a - b.tocsc(), a.T - b.T, a + b.toarray(), b.toarray() - a, a - a


def multiplied(a: csr_array[f64], b: csr_array[f64]):
    return a @ b.T, a.tocsc() @ b.T, (a @ b.T) @ a


def elements(a: csr_array[f64], b: csc_array[f64], i: int, j: int):
    return a[i, j], b[i, j]


def rows(a: csr_array[f64], x: f64[:]):
    out = np.zeros(a.shape[0])
    for i in prange(a.shape[0]):
        for k in range(a.indptr[i], a.indptr[i + 1]):
            out[i] += a.data[k] * x[a.indices[k]]
    return out


def changed(a: csr_array[f64], k: int):
    b = a
    for i in range(k):
        a.data[i] = -1.0
        b = b + a if i > 0 else b
    return b, a.sum()


def made(data: f64[:], indices: i32[:], indptr: i64[:], row: i64[:], column: i64[:]):
    n = len(indptr) - 1
    return (csr_array((data, indices, indptr), shape=(n, 9)), csr_array((data, indices, indptr)), csc_array((data, indices, indptr), shape=(9, n)),
            csr_array((data, (row, column)), shape=(6, 7)), csc_array((data, (row, column))), csr_matrix((data, (row, column)), shape=(6, 7)))


def made_wrong(data: f64[:], indices: i32[:], indptr: i32[:], n: int):
    return csr_array((data, indices, indptr), shape=(n, 9))


def made_of_arrays(m: f64[:, :], n: int):
    return csr_array(m), csc_matrix(m), csr_array((n, 4)), csc_array((n, 4), dtype=np.int32), csr_array(csc_array(m)), csr_array(m, dtype=np.float32)


def narrow(a: csr_array[f32], x: f32[:], y: f64[:]):
    return a @ x, a @ y, a.sum(), a.sum(axis=0), a * 2.0, a.mean(axis=1)


def whole(a: csr_array[i32], x: i64[:], y: f64[:]):
    return a @ x, a @ y, a.sum(), a.sum(axis=0), a * 0.5, a.mean(axis=1), a / 2


def complexes(a: csr_array[c128], x: f64[:]):
    return a @ x, a.T.conj() @ (a @ x), a.diagonal()


def wide(a: csr_array[f64, i64], x: f64[:]):
    return a @ x, a.indices, a.T @ a.sum(axis=1)


def either(a: csr_array[f64] | csr_array[f64, i64]):
    return a.T, a.indices[0]


RNG = np.random.default_rng(3)


def sparse(m, n, dtype=float, kind=csr_array):
    x = RNG.integers(-9, 9, (m, n)) + 0.25
    return kind(np.where(RNG.random((m, n)) < 0.3, x + 0.5j if dtype is complex else x, 0).astype(dtype))


A, B, W = sparse(6, 9), sparse(6, 9), sparse(4, 5)
NONE = csr_array((6, 9))
TWICE = csr_array((np.array([1.0, 2, 3, 4]), np.array([2, 0, 2, 1], np.int32), np.array([0, 3, 4], np.int32)), shape=(2, 3))
X, Y, U = RNG.random(9), RNG.random((9, 3)), RNG.random(6)
WIDE = np.random.default_rng(5).random((9, 40))
W.indices, W.indptr = W.indices.astype(np.int64), W.indptr.astype(np.int64)
DATA, INDICES, INDPTR = RNG.random(7), np.array([0, 3, 8, 1, 2, 2, 7], np.int32), np.array([0, 2, 2, 5, 7])
ROW, COLUMN = np.array([0, 5, 2, 2, 1, 2, 0]), np.array([3, 6, 1, 0, 2, 1, 0])

CASES = {
    "products": [(A, X, Y, U), (NONE, X, Y, U), (A, U, Y, U), (A, X, Y[:4].copy(), U), (A, X, Y, X), (TWICE, X[:3].copy(), Y[:3].copy(), X[:2].copy())],
    "products_wide": [(A, WIDE[:, :k], WIDE[:A.shape[0], k:2 * k]) for k in (1, 4, 5, 17)] + [(NONE, WIDE, WIDE[:NONE.shape[0]]), (A, WIDE[1:], WIDE[:A.shape[0]])],
    "products_columns": [(A.tocsc(), X, Y, U), (A.tocsc(), U, Y, U), (NONE.tocsc(), X, Y, U)],
    "matrix": [(csr_matrix(A), X, Y)],
    "columns": [(csc_matrix(A), X)],
    "numbers": [(A,), (NONE,), (TWICE,)],
    "diagonals": [(A,), (NONE,), (TWICE,), (A[:, :3],)],
    "sums": [(A,), (NONE,), (TWICE,)],
    "scaled": [(A, 0.3), (NONE, 2.0)],
    "added": [(A, B), (A, NONE), (A, csr_array(A[:3]))],
    "multiplied": [(A, B), (NONE, B), (A, TWICE)],
    "elements": [(A, A.tocsc(), i, j) for i, j in ((0, 0), (2, 3), (-1, -9), (5, 8), (6, 0), (0, -10))] + [(TWICE, TWICE.tocsc(), 0, 2)],
    "rows": [(A, X), (NONE, X)],
    "changed": [(A, 3), (A, 0)],
    "made": [(DATA, INDICES, INDPTR, ROW, COLUMN), (DATA, INDICES, INDPTR[:3].copy(), ROW, COLUMN), (DATA, INDICES, INDPTR, ROW[:3].copy(), COLUMN),
             (DATA, INDICES, INDPTR, ROW + 1, COLUMN), (DATA, INDICES, INDPTR, ROW, COLUMN - 1)],
    "made_wrong": [(DATA, INDICES, np.int32(INDPTR), n) for n in (4, 5)] + [(DATA[:5].copy(), INDICES, np.int32(INDPTR), 4),
                                                                          (DATA, INDICES, np.int32(INDPTR) + 1, 4), (DATA, INDICES, 2 * np.int32(INDPTR), 4)],
    "made_of_arrays": [(B.toarray(), 3), (np.zeros((2, 3)), 0)],
    "narrow": [(A.astype(np.float32), np.float32(X), X)],
    "whole": [(sparse(6, 9, np.int32), np.arange(9), X)],
    "complexes": [(sparse(6, 9, complex), X)],
    "wide": [(W, X[:5].copy())],
    "either": [(W,), (A,)],
}
