"""Products of sparse matrices with vectors: rows (CSR), rows by their offsets, columns of equally long rows (ELL)."""
import numpy as np

from pycc.copperhead import *


@cu
def spmv_csr(vals, cols, x):
    """Rows of values and of their columns."""
    def spvv(Ai, j):
        return sum(map(lambda Aij, xj: Aij * xj, Ai, gather(x, j)))
    return map(spvv, vals, cols)


@cu
def spmv_csr_flat(vals, cols, offsets, x):
    """All values, all columns, and where rows begin."""
    def row(lo, hi):
        return sum(map(lambda v, c: v * x[c], vals[lo:hi], cols[lo:hi]))
    return map(row, offsets[:-1], offsets[1:])


@cu
def spmv_ell(vals, cols, x):
    """The k-th values of all rows together: matrices of as many rows as a row of the sparse one has values, padded with 0."""
    def row(i):
        return sum(map(lambda v, c: v[i] * x[c[i]], vals, cols))
    return map(row, indices(x))


def matrix(n, each=7):
    """A matrix of n rows: values, columns and offsets."""
    rng = np.random.default_rng(3)
    lengths = rng.integers(0, 2 * each, n)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    return rng.random(offsets[-1]), rng.integers(0, n, offsets[-1]), offsets


def rows_of(data, offsets):
    """The list of rows."""
    return [data[a:b] for a, b in zip(offsets[:-1], offsets[1:])]


def ell(vals, cols, offsets):
    """The same matrix by columns, as long as the longest row."""
    n, width = len(offsets) - 1, int(max(offsets[1:] - offsets[:-1]))
    v, c = np.zeros((width, n)), np.zeros((width, n), int)
    for i in range(n):
        for k in range(int(offsets[i + 1] - offsets[i])):
            v[k, i], c[k, i] = vals[offsets[i] + k], cols[offsets[i] + k]
    return v, c


def by_loop(vals, cols, offsets, x):
    """The product."""
    return np.array([np.sum(vals[a:b] * x[cols[a:b]]) for a, b in zip(offsets[:-1], offsets[1:])])


N = 60
V, C, O = matrix(N)
XS = np.random.default_rng(4).random(N)
CHECKS = {
    "spmv_csr": ((rows_of(V, O), rows_of(C, O), XS), by_loop(V, C, O, XS)),
    "spmv_csr_flat": ((V, C, O, XS), by_loop(V, C, O, XS)),
    "spmv_ell": ((*ell(V, C, O), XS), by_loop(V, C, O, XS)),
}
