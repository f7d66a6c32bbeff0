"""scipy.sparse: matrices by rows (csr) or by columns (csc), named tuples of their arrays and their shape. `major` is the
axis of indptr, `minor` that of indices; what is by columns is by rows of the transpose."""
from typing import NamedTuple

import numpy as np
import pycc
from pycc import static


class _sparse(NamedTuple):
    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray
    shape: tuple
    ndim = 2

    @property
    def nnz(self):
        return int(self.indptr[-1])

    @property
    def size(self):
        return int(self.indptr[-1])

    @property
    def dtype(self):
        return self.data.dtype

    @property
    def T(self):
        return self._mirror()

    def _mirror(self):
        return self._other(self.data, self.indices, self.indptr, (self.shape[1], self.shape[0]))

    def _with(self, data):
        return self._same(data, self.indices.copy(), self.indptr.copy(), self.shape)

    def transpose(self):
        return self._mirror()

    def copy(self):
        return self._with(self.data.copy())

    def astype(self, dtype: static):
        return self._with(self.data.astype(dtype))

    def conj(self):
        return self._with(_conjugate(self.data))

    def conjugate(self):
        return self._with(_conjugate(self.data))

    def toarray(self):
        out = np.zeros(self.shape, self.data.dtype)
        _sparse_add(self, out if self.by_rows else out.T)
        return out

    def dot(self, other):
        return self @ other

    def __matmul__(self, other):
        if hasattr(other, "object.nnz"):
            return _sparse_sparse(self, other)
        elif np.ndim(other) == 0:
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        elif self.shape[1] != other.shape[0]:
            if other.ndim == 1:
                raise ValueError(f"matmul: dimension mismatch with signature (n,k={self.shape[1]}),(k={other.shape[0]},1?)->(n,1?)")
            raise ValueError(f"matmul: dimension mismatch with signature (n,k={self.shape[1]}),(k={other.shape[0]},m)->(n,m)")
        elif other.ndim == 1:
            return self._vector(other)
        elif other.ndim == 2:
            return self._matrix(other)
        else:
            raise ValueError("could not interpret dimensions")

    def __rmatmul__(self, other):
        if other.ndim == 1:
            return self.T @ other
        else:
            return (self.T @ other.T).T

    def __mul__(self, other):
        if hasattr(other, "object.nnz"):
            if hasattr(self, "object.getnnz"):
                return self @ other
            raise NotImplementedError("a product of sparse arrays element by element is not supported: write a loop over the rows")
        elif np.ndim(other) == 0:
            return self._with(self.data * other)
        elif hasattr(self, "object.getnnz"):
            return self @ other
        else:
            raise NotImplementedError("a product of a sparse array with an array element by element is not supported: write a loop over the rows")

    def __rmul__(self, other):
        if np.ndim(other) == 0:
            return self._with(self.data * other)
        elif hasattr(self, "object.getnnz"):
            return other @ self
        else:
            raise NotImplementedError("a product of a sparse array with an array element by element is not supported: write a loop over the rows")

    def __truediv__(self, other):
        if hasattr(other, "object.nnz") or np.ndim(other) != 0:
            raise NotImplementedError("a sparse matrix is divided by numbers here: write a loop over the rows")
        return self._with((self.data + 0.0 if self.data.dtype.kind in "iub" else self.data) * (1 / other))

    def __neg__(self):
        return self._with(-self.data)

    def __add__(self, other):
        if hasattr(other, "object.nnz"):
            return _sparse_sum(self, other, 1)
        elif np.ndim(other) == 0 or hasattr(self, "object.getnnz"):
            raise NotImplementedError("to a sparse array a sparse one or an array is added: write a.toarray() + x")
        else:
            return self.toarray() + other

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        if hasattr(other, "object.nnz"):
            return _sparse_sum(self, other, -1)
        elif np.ndim(other) == 0 or hasattr(self, "object.getnnz"):
            raise NotImplementedError("from a sparse array a sparse one or an array is subtracted: write a.toarray() - x")
        else:
            return self.toarray() - other

    def __rsub__(self, other):
        return -(self - other)

    def __eq__(self, other):
        raise NotImplementedError("comparisons of sparse matrices are not supported: compare a.toarray(), or a.data")

    def __len__(self):
        raise TypeError("sparse array length is ambiguous; use a.nnz or a.shape[0]")

    def __bool__(self):
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all().")

    def __repr__(self):
        raise NotImplementedError("texts of sparse matrices are not supported: show a.toarray()")

    def __iter__(self):
        raise NotImplementedError("the rows of a sparse matrix are no arrays: write a.data[a.indptr[i]:a.indptr[i + 1]]")

    def __getitem__(self, place):
        if np.ndim(place) != 1 or not isinstance(place, tuple):
            raise NotImplementedError("a sparse matrix has elements a[i, j] here: write a.data[a.indptr[i]:a.indptr[i + 1]] for a row")
        row = _sparse_place(place[0], self.shape[0])
        column = _sparse_place(place[1], self.shape[1])
        major = row if self.by_rows else column
        minor = column if self.by_rows else row
        s = np.zeros((), self.data.dtype)[()]
        for k in range(self.indptr[major], self.indptr[major + 1]):
            if self.indices[k] == minor:
                s += self.data[k]
        return s

    def diagonal(self, k=0):
        return _sparse_diagonal(self, k if self.by_rows else -k)

    def trace(self, offset=0):
        return self.diagonal(offset).sum()

    def sum(self, axis: static = None):
        if axis is None:
            return self.data.sum()
        elif hasattr(self, "object.getnnz"):
            raise NotImplementedError("sums of csr_matrix and csc_matrix along an axis are np.matrix: use csr_array or csc_array")
        elif (axis == 1 or axis == -1) == self.by_rows:
            return _major_sums(self)
        else:
            return _minor_sums(self, self.shape[1] if self.by_rows else self.shape[0])

    def mean(self, axis: static = None):
        x = self if self.data.dtype.kind in "fc" else self.astype(np.float64)
        if axis is None:
            return (x * (1.0 / (self.shape[0] * self.shape[1]))).sum()
        else:
            return (x * (1.0 / self.shape[axis])).sum(axis)


class _csr_array(_sparse):
    by_rows = True
    format = "csr"

    def _same(self, data, indices, indptr, shape):
        return _csr_array(data, indices, indptr, shape)

    def _other(self, data, indices, indptr, shape):
        return _csc_array(data, indices, indptr, shape)

    def _vector(self, x):
        return _rows_vector(self, x)

    def _matrix(self, x):
        return _rows_matrix(self, x)

    def tocsr(self):
        return self

    def tocsc(self):
        return _sparse_turned(self)


class _csc_array(_sparse):
    by_rows = False
    format = "csc"

    def _same(self, data, indices, indptr, shape):
        return _csc_array(data, indices, indptr, shape)

    def _other(self, data, indices, indptr, shape):
        return _csr_array(data, indices, indptr, shape)

    def _vector(self, x):
        return _columns_vector(self, x)

    def _matrix(self, x):
        return _columns_matrix(self, x)

    def tocsr(self):
        return _sparse_turned(self)

    def tocsc(self):
        return self


class _csr_matrix(_csr_array):

    def _same(self, data, indices, indptr, shape):
        return _csr_matrix(data, indices, indptr, shape)

    def _other(self, data, indices, indptr, shape):
        return _csc_matrix(data, indices, indptr, shape)

    def getnnz(self):
        return self.nnz

    def getrow(self, i):
        p = _sparse_place(i, self.shape[0])
        lo = self.indptr[p]
        hi = self.indptr[p + 1]
        ends = np.zeros(2, self.indptr.dtype)
        ends[1] = hi - lo
        return _csr_matrix(self.data[lo:hi].copy(), self.indices[lo:hi].copy(), ends, (1, self.shape[1]))


class _csc_matrix(_csc_array):

    def _same(self, data, indices, indptr, shape):
        return _csc_matrix(data, indices, indptr, shape)

    def _other(self, data, indices, indptr, shape):
        return _csr_matrix(data, indices, indptr, shape)

    def getnnz(self):
        return self.nnz


def _sparse_place(i, n):
    if i < -n or i >= n:
        raise IndexError(f"index ({i}) out of range")
    return i + n if i < 0 else i


def _sparse_diagonal(a, k):
    """Of the elements (i, i + k), rows being those of indptr."""
    data = a.data
    indices = a.indices
    indptr = a.indptr
    rows = len(indptr) - 1
    first = max(-k, 0)
    columns = a.shape[1] if a.by_rows else a.shape[0]
    out = np.zeros(max(min(rows - first, columns - max(k, 0)), 0), data.dtype)
    zero = np.zeros((), data.dtype)[()]
    for i in pycc.prange(len(out)):
        s = zero
        for j in range(indptr[first + i], indptr[first + i + 1]):
            if indices[j] == first + i + k:
                s += data[j]
        out[i] = s
    return out


def _sparse_add(a, out):
    """Adds the elements to an array whose rows are those of indptr."""
    data = a.data
    indices = a.indices
    indptr = a.indptr
    for i in pycc.prange(len(indptr) - 1):
        for k in range(indptr[i], indptr[i + 1]):
            out[i, indices[k]] += data[k]


def _rows_vector(a, x):
    data = a.data
    indices = a.indices
    indptr = a.indptr
    rows = a.shape[0]
    y = np.empty(rows, np.result_type(data, x))
    zero = np.zeros((), y.dtype)[()]
    for i in pycc.prange(rows):
        s = zero
        for k in range(indptr[i], indptr[i + 1]):
            s += data[k] * x[indices[k]]
        y[i] = s
    return y


def _columns_vector(a, x):
    data = a.data
    indices = a.indices
    indptr = a.indptr
    columns = a.shape[1]
    y = np.zeros(a.shape[0], np.result_type(data, x))
    for j in range(columns):
        for k in range(indptr[j], indptr[j + 1]):
            y[indices[k]] += data[k] * x[j]
    return y


def _rows_matrix(a, x):
    data = a.data
    indices = a.indices
    indptr = a.indptr
    rows = a.shape[0]
    y = np.zeros((rows, x.shape[1]), np.result_type(data, x))
    zero = np.zeros((), y.dtype)[()]
    if x.shape[1] < 5:
        for i in pycc.prange(rows):
            for j in range(x.shape[1]):
                s = zero
                for k in range(indptr[i], indptr[i + 1]):
                    s += data[k] * x[indices[k], j]
                y[i, j] = s
    else:
        lines = np.ascontiguousarray(x)
        for i in pycc.prange(rows):
            out = y[i]
            for k in range(indptr[i], indptr[i + 1]):
                line = lines[indices[k]]
                v = data[k]
                for j in range(len(out)):
                    out[j] += v * line[j]
    return y


def _columns_matrix(a, x):
    data = a.data
    indices = a.indices
    indptr = a.indptr
    columns = a.shape[1]
    y = np.zeros((a.shape[0], x.shape[1]), np.result_type(data, x))
    lines = np.ascontiguousarray(x)
    for i in range(columns):
        line = lines[i]
        for k in range(indptr[i], indptr[i + 1]):
            out = y[indices[k]]
            v = data[k]
            for j in range(len(line)):
                out[j] += v * line[j]
    return y


def _major_sums(a):
    data = a.data
    indptr = a.indptr
    y = np.empty(len(indptr) - 1, _total_dtype(data.dtype))
    zero = np.zeros((), y.dtype)[()]
    for i in pycc.prange(len(y)):
        s = zero
        for k in range(indptr[i], indptr[i + 1]):
            s += data[k]
        y[i] = s
    return y


def _minor_sums(a, n):
    y = np.zeros(n, _total_dtype(a.data.dtype))
    data = a.data
    indices = a.indices
    for k in range(a.nnz):
        y[indices[k]] += data[k]
    return y


def _sparse_turned(a):
    """By rows what is by columns, and the other way round; indices of each row rise."""
    a_data = a.data
    a_indices = a.indices
    a_indptr = a.indptr
    n = a.shape[1] if a.by_rows else a.shape[0]
    at = np.zeros(n + 1, a_indptr.dtype)
    nnz = a.nnz
    for k in range(nnz):
        at[a_indices[k] + 1] += 1
    for i in range(n):
        at[i + 1] += at[i]
    next = at.copy()
    data = np.empty(nnz, a_data.dtype)
    indices = np.empty(nnz, a_indptr.dtype)
    for i in range(len(a_indptr) - 1):
        for k in range(a_indptr[i], a_indptr[i + 1]):
            p = next[a_indices[k]]
            indices[p] = i
            data[p] = a_data[k]
            next[a_indices[k]] = p + 1
    return a._other(data, indices, at, a.shape)


def _sparse_like(a, b):
    """b in the format of a."""
    if a.by_rows == b.by_rows:
        return a._same(b.data, b.indices, b.indptr, b.shape)
    else:
        t = _sparse_turned(b)
        return a._same(t.data, t.indices, t.indptr, b.shape)


def _sparse_sparse(a, b):
    if a.shape[1] != b.shape[0]:
        raise ValueError(f"matmul: dimension mismatch with signature (n,k={a.shape[1]}),(k={b.shape[0]},m)->(n,m)")
    same = _sparse_like(a, b)
    if a.by_rows:
        data, indices, indptr = _rows_rows(a, same, b.shape[1])
        return a._same(data, indices, indptr, (a.shape[0], b.shape[1]))
    else:
        data, indices, indptr = _rows_rows(same, a, a.shape[0])
        return a._same(data, indices, indptr, (a.shape[0], b.shape[1]))


def _rows_rows(a, b, n):
    """The arrays of a product by rows, of n columns; the columns of a row are those met last first, as SciPy has them."""
    a_data = a.data
    a_indices = a.indices
    a_indptr = a.indptr
    b_data = b.data
    b_indices = b.indices
    b_indptr = b.indptr
    n_rows = len(a_indptr) - 1
    last = np.full(n, -1)
    most = 0
    for i in range(n_rows):
        for k in range(a_indptr[i], a_indptr[i + 1]):
            for m in range(b_indptr[a_indices[k]], b_indptr[a_indices[k] + 1]):
                if last[b_indices[m]] != i:
                    last[b_indices[m]] = i
                    most += 1
    data = np.empty(most, np.result_type(a_data, b_data))
    kind = np.result_type(a_indptr, b_indptr)
    indices = np.empty(most, kind)
    indptr = np.zeros(n_rows + 1, kind)
    next = np.full(n, -1)
    sums = np.zeros(n, data.dtype)
    nnz = 0
    for i in range(n_rows):
        head = -2
        for k in range(a_indptr[i], a_indptr[i + 1]):
            for m in range(b_indptr[a_indices[k]], b_indptr[a_indices[k] + 1]):
                j = int(b_indices[m])
                sums[j] += a_data[k] * b_data[m]
                if next[j] == -1:
                    next[j] = head
                    head = j
        while head != -2:
            if sums[head] != 0:
                indices[nnz] = head
                data[nnz] = sums[head]
                nnz += 1
            before = int(next[head])
            next[head] = -1
            sums[head] = 0
            head = before
        indptr[i + 1] = nnz
    return data[:nnz], indices[:nnz], indptr


def _sparse_rising(a):
    """With indices that rise in each row."""
    a_indices = a.indices
    a_indptr = a.indptr
    rising = True
    for i in range(len(a_indptr) - 1):
        for k in range(a_indptr[i] + 1, a_indptr[i + 1]):
            rising = rising and a_indices[k] >= a_indices[k - 1]
    if rising:
        return a
    else:
        t = _sparse_turned(_sparse_turned(a))
        return a._same(t.data, t.indices, t.indptr, a.shape)


def _sparse_sum(a, b, sign):
    """a + sign * b"""
    if a.shape != b.shape:
        raise ValueError("inconsistent shapes")
    x = _sparse_rising(a)
    y = _sparse_rising(_sparse_like(a, b))
    x_data = x.data
    x_indices = x.indices
    x_indptr = x.indptr
    y_data = y.data
    y_indices = y.indices
    y_indptr = y.indptr
    data = np.empty(a.nnz + b.nnz, np.result_type(a.data, b.data))
    kind = np.result_type(a.indptr, b.indptr)
    indices = np.empty(len(data), kind)
    indptr = np.zeros(len(a.indptr), kind)
    zero = np.zeros((), data.dtype)[()]
    nnz = 0
    for i in range(len(a.indptr) - 1):
        k = int(x_indptr[i])
        m = int(y_indptr[i])
        while k < x_indptr[i + 1] or m < y_indptr[i + 1]:
            left = m == y_indptr[i + 1] or (k < x_indptr[i + 1] and x_indices[k] <= y_indices[m])
            j = x_indices[k] if left else y_indices[m]
            s = zero
            while k < x_indptr[i + 1] and x_indices[k] == j:
                s += x_data[k]
                k += 1
            while m < y_indptr[i + 1] and y_indices[m] == j:
                s += y_data[m] * sign
                m += 1
            if s != 0:
                indices[nnz] = j
                data[nnz] = s
                nnz += 1
        indptr[i + 1] = nnz
    return a._same(data[:nnz], indices[:nnz], indptr, a.shape)
