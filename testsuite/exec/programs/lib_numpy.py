"""NumPy's own functions, called: linear algebra, transforms, order, statistics."""
import numpy as np
import numpy.linalg as la
from numpy.fft import fft, ifft

from pycc import bool_, c64, c128, f32, f64, i16, i32, i64, prange, u8


def solve(a: f64[:, :], b: f64[:], c: f64[:, :]):
    return np.linalg.solve(a, b), la.solve(a, c)


def solve_types(a: f32[:, :], k: i32[:, :], z: c64[:, :], b: f64[:]):
    return la.solve(a, a), la.solve(k, b), la.solve(z, z), la.solve(a, b)


def inverses(a: f64[:, :], k: i32[:, :]):
    return la.inv(a), la.pinv(a), la.inv(k), la.pinv(a, 1e-3), la.pinv(a, rcond=0.1)


def determinants(a: f64[:, :], f: f32[:, :], z: c128[:, :], s: f64[:, :, :]):
    sign, log = la.slogdet(a)
    return la.det(a), la.det(f), la.det(z), la.det(s), sign, log, la.det(a) * 2 + 1


def ranks(a: f64[:, :]):
    return la.matrix_rank(a), la.matrix_power(a, 3), la.matrix_power(a, -1)


def cholesky(a: f64[:, :]):
    return la.cholesky(a), la.cholesky(a, upper=True)


def qr(a: f64[:, :]):
    q, r = la.qr(a)
    p, s = la.qr(a, mode="complete")
    return q, r, la.qr(a, "r"), p, s


def eigh(a: f64[:, :], z: c128[:, :]):
    w, v = la.eigh(a)
    x, y = la.eigh(z, UPLO="U")
    return w, v, x, y, la.eigvalsh(a)


def svd(a: f64[:, :]):
    u, s, vt = la.svd(a)
    p, q, r = la.svd(a, full_matrices=False)
    return u, s, vt, p, q, r, la.svd(a, compute_uv=False)


def lstsq(a: f64[:, :], b: f64[:]):
    x, residuals, rank, s = la.lstsq(a, b)
    y = la.lstsq(a, b, rcond=None)[0]
    return x, residuals, rank, s, y


def transforms(x: f64[:], f: f32[:], z: c128[:], n: int):
    return (fft(x), ifft(z), np.fft.rfft(x), np.fft.irfft(z), fft(x, n), np.fft.rfft(f), fft(f),
            np.fft.fft(x, norm="ortho"), np.fft.fftshift(x))


def transforms_2(a: f64[:, :], z: c64[:, :]):
    return np.fft.fft2(a), np.fft.ifft2(z), fft(a, axis=0), np.fft.rfft(a, axis=-2), np.fft.fftshift(a, axes=1)


def frequencies(n: int, d: float):
    return np.fft.fftfreq(n, d), np.fft.fftfreq(n), np.fft.rfftfreq(n, d)


def filtered(x: f64[:]):
    z = np.fft.rfft(x)
    z[3:] = 0
    return np.fft.irfft(z, len(x))


def sorts(a: f64[:, :], k: i16[:], u: u8[:]):
    return np.sort(a), np.sort(a, axis=0), np.sort(a, axis=None), np.sort(k), np.argsort(u, kind="stable"), a.argsort(0)


def stable_orders(a: f64[:], k: i64[:], n: int):
    """Of more numbers than NumPy is left with: keys that repeat, wide ones, reals with NaN and both zeros, strides, runs."""
    x = np.resize(a, n)
    wide = np.resize(k, n) * (np.arange(n) % 1013 - 500) * 1234567891011
    x[::7] = np.nan
    x[1::7] = -0.0
    x[2::7] = 0.0
    x[3::11] = -np.inf
    return (np.argsort(x, kind="stable"), x[::-1].argsort(kind="stable"), np.argsort(wide, kind="stable"), np.argsort(wide % 10, kind="stable"),
            np.argsort(wide.astype(np.uint64), kind="stable"), np.argsort(x.astype(np.float32), kind="stable"),
            np.argsort((wide % 1000 - 500).astype(np.int32), kind="stable"), np.argsort(np.arange(n), kind="stable"))


def sort_in_place(a: f64[:, :], k: i32[:]):
    a.sort()
    k.sort()
    a[:, 0].sort()
    a.sort(axis=0)


def selections(a: f64[:], k: i64[:]):
    return np.partition(a, 2)[2], np.partition(k, 1)[1], np.sort(a[::-1])[:3]


def lexsort(x: i32[:], y: f64[:]):
    return np.lexsort((x, y))


def uniques(k: i32[:], a: f64[:, :], b: bool_[:]):
    values, index, inverse, counts = np.unique(k, return_index=True, return_inverse=True, return_counts=True)
    v, c = np.unique(a, return_counts=True)
    w, i = np.unique(a, return_inverse=True)
    return values, index, inverse, counts, v, c, w, i, np.unique(b), np.unique(a, axis=0)


def medians(a: f64[:, :], k: i32[:], f: f32[:]):
    return np.median(a), np.median(a, axis=0), np.median(a, axis=1, keepdims=True), np.median(k), np.median(f)


def medians_of_vectors(a: f64[:], k: i64[:], n: int):
    x = np.resize(a, n)
    y = x.copy()
    y[n // 2:] = np.inf
    z = x.copy()
    z[n // 3] = np.nan
    return (np.median(x), np.median(x[::-2]), np.median(y), np.median(z), np.median(np.resize(k, n)), np.median(np.resize(k, n) * 2 ** 55),
            np.median(x > 0), np.median(x.astype(np.float32)))


def quantiles(a: f64[:, :], k: i32[:], f: f32[:], q: f64[:]):
    return (np.quantile(a, 0.3), np.percentile(a, 30, axis=0), np.quantile(k, q), np.quantile(f, 0.5),
            np.percentile(f, 12.5), np.quantile(a, q, axis=1), np.quantile(a, 0.2, method="hazen"))


def quantile_error(a: f64[:], q: float):
    return np.quantile(a, q)


def histograms(x: f64[:], k: i32[:], edges: f64[:], n: int):
    h, e = np.histogram(x)
    i, f = np.histogram(k, n, (0, 10))
    j, g = np.histogram(x, bins=edges)
    d, _ = np.histogram(x, n, density=True)
    w, _ = np.histogram(x, n, weights=x)
    return h, e, i, f, j, g, d, w


def fused(a: f64[:, :], b: f64[:]):
    x = la.solve(a + 1, b * 2)
    return np.sum(x * x) + la.det(a.T)


def in_prange(a: f64[:, :, :], b: f64[:, :]):
    x = np.empty(b.shape)
    d = np.zeros(len(b))
    for i in prange(len(a)):
        x[i] = la.solve(a[i], b[i])
        d[i] = la.det(a[i]) + np.median(b[i])
    return x, d


def branches(a: f64[:, :], inverse: bool):
    b = a
    if inverse:
        b = la.inv(a)
    return b + 1


def kept(a: f64[:, :], n: int):
    b = a.copy()
    for _ in range(n):
        b = la.inv(b)
        b = np.sort(b, axis=1)
    return b, b[0], b.T


def _f(*shape, seed=0, dtype=np.float64):
    a = np.random.default_rng(seed).integers(-9, 9, shape) / 4
    if np.dtype(dtype).kind == "c":
        return (a + 1j * a[::-1]).astype(dtype)
    return (a if np.dtype(dtype).kind == "f" else 4 * a).astype(dtype)


def _symmetric(n, dtype=np.float64):
    a = _f(n, n, dtype=dtype)
    return a @ a.T.conj() + n * np.eye(n, dtype=dtype)


_SINGULAR = np.ones((3, 3))

CASES = {
    "solve": [(_symmetric(n), _f(n), _f(n, 2)) for n in (1, 3, 20)] + [(_SINGULAR, _f(3), _f(3, 2)), (_f(3, 4), _f(3), _f(3, 2)), (_f(0, 0), _f(0), _f(0, 2)), (_f(3, 3), _f(4), _f(3, 2))],
    "solve_types": [(_symmetric(3, np.float32), _symmetric(3, np.int32), _symmetric(3, np.complex64), _f(3))],
    "inverses": [(_symmetric(4), _symmetric(4, np.int32)), (_SINGULAR, _symmetric(3, np.int32)), (_f(2, 3), _symmetric(3, np.int32))],
    "determinants": [(_symmetric(4), _symmetric(4, np.float32), _symmetric(3, np.complex128), np.stack([_symmetric(3)] * 2)), (_SINGULAR, _symmetric(2, np.float32), _symmetric(1, np.complex128), _f(0, 2, 2)), (_f(2, 3), _symmetric(2, np.float32), _symmetric(1, np.complex128), _f(0, 2, 2))],
    "ranks": [(_symmetric(4),), (_SINGULAR,), (_f(2, 3),)],
    "cholesky": [(_symmetric(4),), (-_symmetric(4),), (_symmetric(1),), (_f(0, 0),)],
    "qr": [(_f(4, 3),), (_f(3, 5),), (_f(1, 1),)],
    "eigh": [(_symmetric(4), _symmetric(3, np.complex128)), (_symmetric(1), _symmetric(1, np.complex128))],
    "svd": [(_f(4, 3),), (_f(3, 5),), (_f(1, 1),)],
    "lstsq": [(_f(5, 3), _f(5)), (_f(3, 5), _f(3)), (_f(5, 3), _f(4))],
    "transforms": [(_f(8), _f(7, dtype=np.float32), _f(8, dtype=np.complex128), 5), (_f(1), _f(1, dtype=np.float32), _f(2, dtype=np.complex128), 16), (_f(0), _f(1, dtype=np.float32), _f(2, dtype=np.complex128), 16), (_f(4), _f(1, dtype=np.float32), _f(2, dtype=np.complex128), 0)],
    "transforms_2": [(_f(4, 6), _f(3, 5, dtype=np.complex64))],
    "frequencies": [(8, 0.1), (7, 2.0), (1, 1.0)],
    "filtered": [(_f(16),), (_f(9),)],
    "sorts": [(_f(4, 5), _f(7, dtype=np.int16), _f(9, dtype=np.uint8)), (_f(0, 5), _f(0, dtype=np.int16), _f(1, dtype=np.uint8)), (np.array([[np.nan, 1.0, -0.0], [0.0, np.inf, 2.0]]), _f(1, dtype=np.int16), _f(2, dtype=np.uint8))],
    "stable_orders": [(_f(37), _f(41, dtype=np.int64), n) for n in (3, 63, 64, 300, 1023, 1024, 1025, 5000)],
    "sort_in_place": [(_f(4, 5), _f(7, dtype=np.int32)), (_f(1, 1), _f(0, dtype=np.int32))],
    "selections": [(_f(9), _f(5, dtype=np.int64)), (_f(2), _f(5, dtype=np.int64))],
    "lexsort": [(_f(9, dtype=np.int32), _f(9, seed=1)), (_f(9, dtype=np.int32), _f(8, seed=1)), (_f(0, dtype=np.int32), _f(0, seed=1))],
    "uniques": [(_f(20, dtype=np.int32), _f(4, 5), _f(4, dtype=np.bool_)), (_f(0, dtype=np.int32), _f(1, 1), _f(0, dtype=np.bool_))],
    "medians": [(_f(4, 5), _f(7, dtype=np.int32), _f(6, dtype=np.float32)), (np.array([[np.nan, 1.0]]), _f(1, dtype=np.int32), _f(1, dtype=np.float32))],
    "medians_of_vectors": [(_f(37), _f(41, dtype=np.int64), n) for n in (1, 2, 3, 40, 64, 65, 1001)],
    "quantiles": [(_f(4, 5), _f(7, dtype=np.int32), _f(6, dtype=np.float32), np.array([0.1, 0.9])), (_f(1, 1), _f(1, dtype=np.int32), _f(1, dtype=np.float32), np.array([0.5]))],
    "quantile_error": [(_f(4), 0.5), (_f(4), 1.5), (_f(0), 0.5)],
    "histograms": [(_f(30), _f(20, dtype=np.int32), np.array([-2.0, 0.0, 1.0, 5.0]), 4), (_f(30), _f(20, dtype=np.int32), np.array([2.0, 0.0, 1.0]), 4), (_f(1), _f(2, dtype=np.int32), np.array([0.0, 1.0]), 0)],
    "fused": [(_symmetric(4), _f(4)), (_symmetric(4), _f(3))],
    "in_prange": [(np.stack([_symmetric(4)] * 50), _f(50, 4)), (np.stack([_symmetric(4)] * 20 + [np.ones((4, 4))] * 3 + [_symmetric(4)] * 9), _f(32, 4))],
    "branches": [(_symmetric(3), True), (_symmetric(3), False), (_SINGULAR, True)],
    "kept": [(_symmetric(3), 0), (_symmetric(3), 2)],
}
ROUNDED = list(CASES)
