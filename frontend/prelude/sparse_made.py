"""scipy.sparse: what its classes are called with."""
import numpy as np
import pycc
from pycc import static


def _index_dtype(like, a, b):
    """In which type SciPy keeps indices given as these; those of matrices are as narrow as they may be."""
    if hasattr(like, "object.getnnz"):
        return np.int32
    else:
        return np.result_type(a.dtype, b.dtype, np.int32)


def _sparse_index(x, dtype: static):
    if dtype == np.int32 and x.size > 0 and x.max() > 2147483647:
        raise ValueError("indices of more than 32 bits are not made here")
    return x.astype(dtype)


def _sparse_checked(like, data, at, ends, shape):
    kind = _index_dtype(like, at, ends)
    indices = _sparse_index(at, kind)
    indptr = _sparse_index(ends, kind)
    majors = shape[0] if like.by_rows else shape[1]
    if len(indptr) != majors + 1:
        raise ValueError(f"index pointer size {len(indptr)} should be {majors + 1}")
    if indptr[0] != 0:
        raise ValueError("index pointer should start with 0")
    if len(indices) != len(data):
        raise ValueError("indices and data should have the same size")
    nnz = int(indptr[-1])
    if nnz > len(indices):
        raise ValueError("Last value of index pointer should be less than the size of index and data arrays")
    return like._same(data[:nnz], indices[:nnz], indptr, shape)


def _sparse_of_pairs(like, data, major, minor, shape):
    """Of elements at places: those at one place are added."""
    if len(data) != len(major) or len(data) != len(minor):
        raise ValueError("all index and data arrays must have the same length")
    n = shape[0] if like.by_rows else shape[1]
    kind = _index_dtype(like, major, minor)
    ends = np.zeros(n + 1, kind)
    for k in range(len(data)):
        ends[major[k] + 1] += 1
    for i in range(n):
        ends[i + 1] += ends[i]
    next = ends.copy()
    all = np.empty(len(data), data.dtype)
    at = np.empty(len(data), kind)
    for k in range(len(data)):
        p = next[major[k]]
        at[p] = minor[k]
        all[p] = data[k]
        next[major[k]] = p + 1
    x = _sparse_rising(like._same(all, at, ends, shape))
    x_data = x.data
    x_indices = x.indices
    x_indptr = x.indptr
    values = np.empty(len(data), data.dtype)
    indices = np.empty(len(data), kind)
    indptr = np.zeros(n + 1, kind)
    nnz = -1
    for i in range(n):
        for k in range(x_indptr[i], x_indptr[i + 1]):
            if k > x_indptr[i] and x_indices[k] == x_indices[k - 1]:
                values[nnz] += x_data[k]
            else:
                nnz += 1
                values[nnz] = x_data[k]
                indices[nnz] = x_indices[k]
        indptr[i + 1] = nnz + 1
    return like._same(values[:nnz + 1], indices[:nnz + 1], indptr, shape)


def _sparse_of_rows(like, rows, shape):
    """Of the elements of an array that are not 0."""
    indptr = np.zeros(rows.shape[0] + 1, np.int32)
    for i in range(rows.shape[0]):
        n = indptr[i]
        for j in range(rows.shape[1]):
            n += rows[i, j] != 0
        indptr[i + 1] = n
    data = np.empty(int(indptr[-1]), rows.dtype)
    indices = np.empty(int(indptr[-1]), np.int32)
    for i in pycc.prange(rows.shape[0]):
        k = int(indptr[i])
        for j in range(rows.shape[1]):
            if rows[i, j] != 0:
                data[k] = rows[i, j]
                indices[k] = j
                k += 1
    return like._same(data, indices, indptr, shape)


def _sparse_made(like, arg1, shape, dtype: static):
    if hasattr(arg1, "object.nnz"):
        return _sparse_like(like, arg1)
    elif not isinstance(arg1, tuple):
        if np.ndim(arg1) != 2:
            raise NotImplementedError("sparse matrices are made of arrays of two axes")
        return _sparse_of_rows(like, arg1 if like.by_rows else arg1.T, arg1.shape)
    elif len(arg1) == 3:
        if shape is None:
            n = len(arg1[2]) - 1
            m = int(arg1[1].max()) + 1
            return _sparse_checked(like, arg1[0], arg1[1], arg1[2], (n, m) if like.by_rows else (m, n))
        else:
            return _sparse_checked(like, arg1[0], arg1[1], arg1[2], shape)
    elif isinstance(arg1[1], tuple):
        row, column = arg1[1]
        size = (int(row.max()) + 1, int(column.max()) + 1) if shape is None else shape
        for axis in range(2):
            at = row if axis == 0 else column
            if at.size > 0 and at.max() >= size[axis]:
                raise ValueError(f"axis {axis} index {at.max()} exceeds matrix dimension {size[axis]}")
            if at.size > 0 and at.min() < 0:
                raise ValueError(f"negative axis {axis} index: {at.min()}")
        return _sparse_of_pairs(like, arg1[0], row if like.by_rows else column, column if like.by_rows else row, size)
    else:
        major = arg1[0] if like.by_rows else arg1[1]
        return like._same(np.zeros(0, np.float64 if dtype is None else dtype), np.zeros(0, np.int32), np.zeros(major + 1, np.int32), arg1)


def _sparse_typed(a, dtype: static):
    if dtype is None:
        return a
    else:
        return a._same(a.data.astype(dtype), a.indices, a.indptr, a.shape)


def scipy_sparse__csr_array(arg1, shape=None, dtype: static = None):
    none = np.zeros(0, np.int32)
    return _sparse_typed(_sparse_made(_csr_array(none, none, none, (0, 0)), arg1, shape, dtype), dtype)


def scipy_sparse__csc_array(arg1, shape=None, dtype: static = None):
    none = np.zeros(0, np.int32)
    return _sparse_typed(_sparse_made(_csc_array(none, none, none, (0, 0)), arg1, shape, dtype), dtype)


def scipy_sparse__csr_matrix(arg1, shape=None, dtype: static = None):
    none = np.zeros(0, np.int32)
    return _sparse_typed(_sparse_made(_csr_matrix(none, none, none, (0, 0)), arg1, shape, dtype), dtype)


def scipy_sparse__csc_matrix(arg1, shape=None, dtype: static = None):
    none = np.zeros(0, np.int32)
    return _sparse_typed(_sparse_made(_csc_matrix(none, none, none, (0, 0)), arg1, shape, dtype), dtype)
