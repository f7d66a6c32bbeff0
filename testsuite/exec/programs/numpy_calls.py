"""NumPy as its own tests call it: indices, methods, types of results, creation, joining, statistics, linear algebra."""
import numpy as np

from pycc import bool_, c128, c64, f32, f64, i16, i32, i64, i8, u32, u64, u8


def elements_1(a: f64[:, :], t: f64[:, :, :], mask: bool_[:, :]):
    return (a[1, ...],
            t[..., 0, :],
            t[0, [0, 2], 1:],
            t[[1, 0], :, [2, 0]],
            a[[True, False, True]],
            a[mask[:, 0], 1],
            a[np.array([[0, 1], [2, 0]])],
            a[-1, -2],
            a[::-1, ::-2],
            t[1][2][3],
            t[0, slice(None), 1])


def elements_2(t: f64[:, :, :], v: f64[:], p: i64[:], a: f64[:, :], c: c128[:]):
    return (t[None, ..., 0].shape,
            v[p[p < 3]],
            a[[0, 2]][:, [1, 3]],
            a.all(axis=1),
            a.argmax(axis=1),
            a.argsort(axis=0),
            a.clip(min=0),
            v.compress([True, False, True]),
            c.conj(),
            a.cumsum(),
            a.diagonal(1))


def elements_3(a: f64[:, :], s: f64[:], mask: bool_[:, :]):
    return (a.flatten(),
            a.item(3),
            a.max(axis=0),
            a.mean(axis=1, keepdims=True),
            a.min(initial=-5),
            a.prod(axis=0),
            a.repeat(2, axis=1),
            a.reshape(2, -1),
            a.round(1),
            s.searchsorted(2.0, side='right'),
            a.sum(axis=0, where=mask))


def elements_4(a: f64[:, :], t: f64[:, :, :], c: c128[:]):
    return (a.take([0, 5]),
            a.take([0, 9], mode='clip'),
            a.trace(offset=1),
            t.transpose(2, 0, 1),
            a.var(axis=1),
            a.astype('f4'),
            a.real,
            c.real.sum(),
            a.T.shape,
            a.itemsize,
            a.flat[1:4])


def elements_5(i_8: i8[:], f: f32[:], v: f64[:], u_8: u8[:], u_32: u32[:], i_32: i32[:], u_64: u64[:], i: i64[:], c_64: c64[:]):
    return (i_8 + np.int8(100),
            f * 2,
            f + v,
            u_8 + 1,
            u_8 + i_8,
            u_32 + i_32,
            u_64 + i,
            i_8 // 3,
            i_8 ** 2,
            i ** 2.0,
            c_64 + f)


def elements_6(f: f32[:], b: bool_[:], i_8: i8[:], u_8: u8[:], i_16: i16[:], v: f64[:], w: f64[:]):
    return (f * 1j,
            b + b,
            b & b,
            ~b,
            ~i_8,
            u_8 >> 2,
            np.add(i_8, i_16),
            np.true_divide(i_8, i_8),
            np.remainder(v, w),
            np.sqrt(f),
            np.hypot(f, v))


def elements_7(i_8: i8[:], nans: f64[:], f: f32[:], v: f64[:], c: c128[:], b: bool_[:], i: i64[:]):
    return (np.maximum(i_8, 3),
            np.fmax(nans, 1),
            np.isfinite(f),
            np.sign(i_8),
            np.abs(i_8),
            np.square(i_8),
            np.rint(f),
            np.trunc(v),
            np.conj(c),
            np.logical_xor(b, i),
            np.equal(i_8, i))


def elements_8(i_8: i8[:], i_16: i16[:], i: i64[:], v: f64[:], f: f32[:]):
    return (np.bitwise_and(i_8, i_16),
            np.left_shift(i_8, 2),
            np.lcm(i, 4),
            np.deg2rad(v),
            np.heaviside(v, 0.5),
            np.nextafter(f, np.float32(10)),
            np.modf(f),
            np.ldexp(v, 2),
            np.divmod(i, 3),
            np.cbrt(v),
            np.positive(v))


def elements_9(i: i64[:]):
    return (np.fabs(i))


def functions_1(a: f64[:, :]):
    return (np.zeros([2, 3]),
            np.zeros(3, dtype='complex64'),
            np.ones((2,), int),
            np.full((2, 2), 1 + 2j),
            np.full((2, 3), np.inf),
            np.full_like(a, 3, dtype=int),
            np.ones_like([1, 2, 3]),
            np.arange(5),
            np.arange(5.0),
            np.arange(10, 0, -3),
            np.arange(0, 1, 0.1)[3])


def functions_2(a: f64[:, :], v: f64[:], t: f64[:, :, :]):
    return (np.linspace(0, 1, 5, endpoint=False),
            np.logspace(0, 2, 3),
            np.geomspace(1, 1000, 4),
            np.eye(2, 3, k=1),
            np.identity(2),
            np.diag(a),
            np.diag(v, -1),
            np.tri(3),
            np.tril(a),
            np.triu(t),
            np.vander(v[:3], 2, increasing=True))


def functions_3(a: f64[:, :], x: float, k: int, v: f64[:], w: f64[:]):
    return (np.array([[1, 2], [3, 4]], dtype=float),
            np.array((1, 2, 3)),
            np.array([a, a]).shape,
            np.array(2.5, dtype=np.float32),
            np.array([x, 2, k]),
            np.asarray([1, 2]),
            np.ascontiguousarray(a.T),
            np.copy(a),
            np.fromfunction(lambda i, j: i + j, (2, 3)),
            np.indices((2, 3)),
            np.meshgrid(v, w[:2]))


def functions_4(v: f64[:], w: f64[:], x: float, a: f64[:, :], t: f64[:, :, :]):
    return (np.meshgrid(v, w[:2], sparse=True),
            np.ogrid[0:2, 0:3],
            np.c_[v, w],
            np.broadcast_to(x, (2, 2)),
            np.broadcast_shapes((2, 1), (1, 3)),
            np.expand_dims(a, (0, 3)).shape,
            np.squeeze(a[None], 0).shape,
            np.atleast_2d(v),
            np.moveaxis(t, 0, -1).shape,
            np.swapaxes(t, 0, 2).shape,
            np.concatenate((v, w)))


def functions_5(a: f64[:, :], v: f64[:], w: f64[:]):
    return (np.concatenate((a, a), axis=None),
            np.stack((v, w)),
            np.hstack((v, w)),
            np.dstack((a, a)).shape,
            np.block([[a, a], [a, a]]),
            np.append(a, [[1, 2, 3, 4]], axis=0),
            np.insert(a, 1, 9, axis=1),
            np.delete(v, 1),
            np.delete(v, slice(1, 3)),
            np.roll(a, 1, axis=0),
            np.tile(v, 2))


def functions_6(v: f64[:], a: f64[:, :], i: i64[:], j: i64[:, :]):
    return (np.repeat(v, 2),
            np.flip(a),
            np.flip(a, (0, 1)),
            np.rot90(a, 2),
            np.trim_zeros(np.array([0, 1, 2, 0])),
            np.unique(i, return_counts=True),
            np.unique(j, axis=0),
            np.pad(a, ((1, 2), (0, 1)), constant_values=9),
            np.pad(v, 2, 'reflect'),
            np.pad(v, 2, mode='linear_ramp', end_values=5),
            np.pad(v, 2, mode='maximum', stat_length=2))


def functions_7(v: f64[:], a: f64[:, :]):
    return (np.shape(v),
            np.mean([1, 2, 3]),
            np.sum((1.5, 2.5)),
            np.median([1, 3, 2]),
            np.var((1, 2, 3)),
            np.dot([1, 2], [3, 4]),
            np.argmax([1, 5, 2]),
            np.where(v > 1, v, [0] * 6),
            np.average(a, axis=1, weights=v[:4]),
            np.percentile(v, 30),
            np.quantile(v, 0.3, method='lower'))


def functions_8(nans: f64[:], nan_rows: f64[:, :], v: f64[:], p: i64[:], a: f64[:, :], w: f64[:]):
    return (np.nanmax(nans),
            np.nanpercentile(nan_rows, 50, axis=1),
            np.histogram(v, bins=[0, 1, 5]),
            np.histogram(v, 4, density=True),
            np.bincount(p),
            np.bincount(p, minlength=9),
            np.cov(a),
            np.corrcoef(a),
            np.convolve(v, w[:3], mode='same'),
            np.diff(v, 2),
            np.gradient(a))


def functions_9(v: f64[:], s: f64[:], w: f64[:], a: f64[:, :], m: f64[:, :]):
    return (np.trapezoid(v, s),
            np.cross(v[:3], w[:3]),
            np.tensordot(a, a, axes=([1], [1])),
            np.inner(v, w),
            np.matmul(a, a.T),
            np.linalg.norm(v),
            np.linalg.norm(a, 1),
            np.linalg.norm(a, 'fro'),
            np.linalg.norm(v, np.inf),
            np.linalg.inv(m),
            np.linalg.eigh(m)[0])


def functions_10(a: f64[:, :], m: f64[:, :], v: f64[:]):
    return (np.linalg.svd(a, compute_uv=False),
            np.linalg.cholesky(m),
            np.linalg.pinv(a),
            np.linalg.matrix_power(m, 3),
            np.linalg.multi_dot([a, a.T, m]),
            np.take(v, [0, 2]),
            np.take_along_axis(a, np.argsort(a, axis=1), axis=1),
            np.select([v > 2, v < 0], [v, -v], default=9),
            np.argwhere(a > 1),
            np.nonzero(a > 2),
            np.count_nonzero(a, axis=0))


def functions_11(i: i64[:], p: i64[:], v: f64[:], w: f64[:], c: c128[:], a: f64[:, :]):
    return (np.intersect1d(i, p),
            np.setdiff1d(i, p),
            np.partition(v, 2)[2],
            np.array_equal(v, w),
            np.clip(v, 0, None), np.clip(v, None, None), a.clip(None, None),
            np.around(v, 1),
            np.unwrap(v),
            np.i0(v),
            np.angle(c, deg=True),
            np.polyval([1, 2, 3], v),
            np.apply_along_axis(lambda r: r.sum(), 1, a))


def functions_12(v: f64[:], a: f64[:, :], nans: f64[:], m: f64[:, :], b: bool_[:], x: float):
    return (np.fft.rfft(v, n=8),
            np.fft.fft2(a),
            np.ptp(a, axis=0),
            np.nancumsum(nans),
            np.ravel_multi_index((1, 2), (2, 3)),
            np.triu_indices_from(m),
            np.packbits(b),
            np.finfo(np.float32).eps,
            np.isscalar(x),
            v.dtype == float,
            np.uint8(5) - np.uint8(3))


def functions_13(n: int):
    return (np.int64(3) / 2)


_V = np.array([3.0, -1.5, 2.0, 8.0, 0.5, 2.0])
_W = np.array([1.0, 2.5, -2.0, 4.0, 0.25, 7.0])
_S = np.array([-2.0, 0.5, 0.75, 2.0, 3.5, 7.0])
_A = np.array([[3.0, -1.5, 2.0, 8.0], [0.5, 4.0, -2.25, 1.0], [6.0, 0.0, 1.0, -3.0]])
_T = np.arange(24.0).reshape(2, 3, 4) ** 2 % 17 - 5
_M = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, -0.25], [0.5, -0.25, 2.0]])
_I = np.array([4, -2, 9, 0, 9, 3])
_P = np.array([0, 2, 1, 2, 4, 5])
_J = np.array([[4, -2, 9], [0, 9, -2]])
_B = np.array([True, False, False, True, True, False])
_MASK = np.array([[True, False, True, True], [False, False, True, False], [True] * 4])
_C = np.array([1 + 2j, -3j, 2.5, 0.5 - 1j, 3 + 0j, -1 + 1j])
_C_64 = _C.astype(np.complex64)
_F = np.float32([0.1, 0.25, -3.5, 2.0, 7, 1])
_I_8 = np.int8([4, -2, 9, 0, 100, 3])
_I_16 = np.int16([4, -2, 9, 0, 300, 3])
_I_32 = np.int32([4, -2, 9, 0, 9, 3])
_U_8 = np.array([200, 100, 3, 250, 0, 17], np.uint8)
_U_16 = np.uint16([4, 2, 9, 0, 300, 3])
_U_32 = np.uint32([4, 2, 9, 0, 300, 3])
_U_64 = np.uint64([4, 2, 9, 0, 300, 3])
_NANS = np.array([1.0, np.nan, 2.0, np.inf, -3.0, np.nan])
_NAN_ROWS = np.array([[1.0, np.nan, 2, 4], [3, 1, np.nan, 0.5], [2, 2, 2, 2]])
_R = np.cos(np.arange(50.0) ** 2)
_R2 = np.sin(np.arange(50.0) ** 2)
_N, _K, _X = 2, 1, 1.5

CASES = {
    "elements_1": [(_A, _T, _MASK,)],
    "elements_2": [(_T, _V, _P, _A, _C,)],
    "elements_3": [(_A, _S, _MASK,)],
    "elements_4": [(_A, _T, _C,)],
    "elements_5": [(_I_8, _F, _V, _U_8, _U_32, _I_32, _U_64, _I, _C_64,)],
    "elements_6": [(_F, _B, _I_8, _U_8, _I_16, _V, _W,)],
    "elements_7": [(_I_8, _NANS, _F, _V, _C, _B, _I,)],
    "elements_8": [(_I_8, _I_16, _I, _V, _F,)],
    "elements_9": [(_I,)],
    "functions_1": [(_A,)],
    "functions_2": [(_A, _V, _T,)],
    "functions_3": [(_A, _X, _K, _V, _W,)],
    "functions_4": [(_V, _W, _X, _A, _T,)],
    "functions_5": [(_A, _V, _W,)],
    "functions_6": [(_V, _A, _I, _J,)],
    "functions_7": [(_V, _A,)],
    "functions_8": [(_NANS, _NAN_ROWS, _V, _P, _A, _W,)],
    "functions_9": [(_V, _S, _W, _A, _M,)],
    "functions_10": [(_A, _M, _V,)],
    "functions_11": [(_I, _P, _V, _W, _C, _A,)],
    "functions_12": [(_V, _A, _NANS, _M, _B, _X,)],
    "functions_13": [(_N,)],
}
ROUNDED = tuple(CASES)
