"""Numbers, and arrays without axes, where NumPy's functions take arrays; arrays where they take
sequences of arrays; einsum that only turns axes."""
import numpy as np

from pycc import bool_, c128, f32, f64, i8, i32, i64


def sums(x: float, n: int, z: complex, b: bool):
    return np.sum(x), np.sum(n), np.sum(z), np.sum(b), np.prod(x), np.prod(n), np.prod(b), np.sum(n, dtype=np.float32)


def extremes(x: float, n: int, z: complex, b: bool):
    return np.max(x), np.min(n), np.max(b), np.min(z), np.amax(b, keepdims=True), np.max(n, initial=7), np.min(x, axis=())


def places(x: float, n: int, z: complex, b: bool):
    return np.argmax(x), np.argmin(n), np.argmax(z), np.argmin(b)


def truths(x: float, n: int, z: complex, b: bool):
    return np.any(x), np.all(n), np.any(z), np.all(b), np.count_nonzero(x), np.count_nonzero(n), np.count_nonzero(z)


def scans(x: float, n: int, z: complex, b: bool):
    return np.cumsum(x), np.cumsum(n), np.cumprod(z), np.cumsum(b), np.cumulative_sum(x), np.cumulative_prod(n), np.cumsum(x, axis=0)


def moments(x: float, n: int, z: complex, b: bool):
    return np.mean(x), np.mean(n), np.mean(z), np.mean(b), np.std(x), np.var(n), np.var(z), np.std(b), np.ptp(x), np.average(x)


def without_nan(x: float, n: int, b: bool):
    return np.nansum(x), np.nansum(n), np.nansum(b), np.nanprod(x), np.nanmin(n), np.nanmax(x), np.nanmin(x), np.nanmean(x), np.nanvar(n), np.nancumsum(x), np.nanmin(n, keepdims=True)


def along_none(x: float, a: f64[()], k: i64[()]):
    return np.sum(x, axis=0), np.max(x, axis=-1), np.sum(a, axis=0), np.add.reduce(a), a.sum(), k.cumsum(), a.sum(keepdims=True), np.argmax(k, axis=-1)


def views(x: float, n: int, z: complex, b: bool):
    return np.expand_dims(x, 0), np.expand_dims(n, (0, 1)), np.transpose(z), np.permute_dims(b)


def products(x: float, n: int, z: complex, a: f64[:, :], v: i8[:], f: f32[:]):
    return np.dot(a, x), np.dot(n, v), np.dot(f, x), a.dot(n), np.inner(a, n), np.inner(z, v), np.kron(v, n), np.kron(x, [1, 2])


def products_of_numbers(x: float, n: int, z: complex):
    return np.dot(x, n), np.dot(n, n), np.inner(z, x), np.kron(n, n)


def products_without_axes(d: f64[()], v: f32[:], a: i64[:, :]):
    return np.dot(d, v), np.dot(a, d), np.inner(v, d)


def sets(x: float, n: int, v: i64[:]):
    return np.unique(x), np.union1d(x, v), np.setdiff1d(v, n), np.intersect1d(v, n), np.setxor1d(n, v), np.isin(v, n)


def uniques(n: int, d: f64[()]):
    values, counts = np.unique(n, return_counts=True)
    return values, counts, np.unique(d)


def orders(x: float, n: int, d: f64[()]):
    return np.median(x), np.median(n), np.quantile(x, 0.5), np.percentile(n, 30), np.median(d), np.percentile(d, [10, 20])


def norms(x: float, n: int, z: complex):
    return np.linalg.norm(x), np.linalg.norm(n), np.linalg.norm(z)


def ranks(v: f64[:], z: c128[:], n: int):
    return np.linalg.matrix_rank(v), np.linalg.matrix_rank(z), np.linalg.matrix_rank(n)


def fused(x: float, a: f64[:]):
    return np.sum(x * 2 + 1), np.sum(np.max(a)), np.mean(a.sum() - x)


def stacked(a: f64[:, :], b: bool_[:, :]):
    return np.vstack(a), np.hstack(a), np.dstack(a), np.column_stack(a), np.stack(a), np.stack(a, axis=1), np.concatenate(a), np.vstack(b)


def stacked_cubes(a: i32[:, :, :]):
    return np.vstack(a), np.hstack(a), np.dstack(a), np.column_stack(a), np.stack(a, axis=-1), np.concatenate(a), np.concatenate(a, axis=1), np.concatenate(a, axis=None)


def stacked_vectors(a: f64[:]):
    return np.vstack(a), np.hstack(a), np.dstack(a), np.column_stack(a), np.stack(a)


def stacked_is_new(a: f64[:, :]):
    s = np.stack(a)
    s[0, 0] = 99.0
    return a[0, 0], s


def turned(a: f64[:, :], q: i32[:, :, :]):
    return (np.einsum('ij->ji', a), np.einsum('ji', a), np.einsum('ij', a), np.einsum('ij -> ij', a), np.einsum('ijk->kij', q),
            np.einsum('kij', q), np.einsum('bAc', q), np.einsum('abc->cba', q + 1))


def turned_is_a_view(a: f64[:, :]):
    v = np.einsum('ij->ji', a)
    v[0, 1] = 99.0
    a[0, 0] = -5.0
    return v, a


_NUMBERS = [(2.5, 3, 1 + 2j, True), (-0.0, 0, 0j, False), (np.inf, -7, -1.5 - 0.5j, True), (np.nan, 2**40, complex(np.nan, 1), False)]
_REALS = [(x, n, b) for x, n, _, b in _NUMBERS]
_V = np.array([3, -2, 3, 0, 7])
_A = np.array([[1.5, -2.0, 0.25], [4.0, 0.0, 1.0]])
CASES = {
    "sums": _NUMBERS,
    "extremes": _NUMBERS,
    "places": _NUMBERS,
    "truths": _NUMBERS,
    "scans": _NUMBERS,
    "moments": _NUMBERS,
    "without_nan": _REALS,
    "along_none": [(2.5, np.array(1.5), np.array(4)), (-1.0, np.array(np.nan), np.array(0))],
    "views": _NUMBERS,
    "products": [(x, n % 100, z, _A, _V.astype(np.int8), np.float32([1.5, 2.5])) for x, n, z, _ in _NUMBERS[:3]],
    "products_of_numbers": [(x, n, z) for x, n, z, _ in _NUMBERS[:3]],
    "products_without_axes": [(np.array(2.5), np.float32([1.5, -2.0]), np.array([[1, 2], [3, 4]])), (np.array(0.0), np.float32([]), np.array([[1, 2]]))],
    "sets": [(2.5, 3, _V), (3.0, 8, _V), (0.0, 0, np.array([], np.int64))],
    "uniques": [(3, np.array(1.5)), (-1, np.array(np.nan))],
    "orders": [(2.5, 3, np.array(1.5)), (-1.0, 0, np.array(2.0))],
    "norms": [(x, n, z) for x, n, z, _ in _NUMBERS],
    "ranks": [(np.array([1.0, 0.0]), np.array([1j]), 3), (np.zeros(2), np.array([0j, 0j]), 0)],
    "fused": [(2.5, np.array([1.0, 4.0])), (-1.0, np.array([0.5]))],
    "stacked": [(_A, _A > 0), (_A[:, ::-2], _A[:1] > 0), (np.zeros((1, 0)), np.zeros((2, 0), bool))],
    "stacked_cubes": [(np.arange(12, dtype=np.int32).reshape(2, 3, 2),), (np.arange(8, dtype=np.int32).reshape(2, 2, 2).T,)],
    "stacked_vectors": [(np.array([1.0, 2.0, 5.0]),), (np.array([1.0]),)],
    "turned": [(_A, np.arange(12, dtype=np.int32).reshape(2, 3, 2)), (_A[:, ::-2], np.arange(8, dtype=np.int32).reshape(2, 2, 2).T)],
    "turned_is_a_view": [(_A,), (_A[:, 1:],)],
    "stacked_is_new": [(_A,)],
}
