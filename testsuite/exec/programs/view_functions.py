"""NumPy's functions that give views: other axes, other shapes, diagonals, parts of complex numbers; written through."""
import numpy as np

from pycc import c64, c128, f32, f64, i8, i16, i32, i64, prange


def reshape_two(a: f64[:, :], n: int, m: int):
    b = a.reshape(n, m)
    b[0, 0] = 99
    return b, b.shape


def reshape_written(a: f64[:, :]):
    a.reshape(-1)[::2] = 5.0
    a.ravel()[1::2] *= 2
    return a.ravel(), a.flatten(), a.reshape((-1, 1)), np.reshape(a, [a.size])


def reshape_split(a: i32[:], n: int):
    b = a.reshape(n, -1, 2)
    b[:, :, 0] += 1
    return b.sum(axis=2), b


def reshape_columns(a: f64[:, :, :]):
    b = a[:, ::2].reshape(a.shape[0], -1)
    b[...] = 1
    c = a.transpose(0, 2, 1).reshape(-1)
    c[...] = 2
    return b, c


def reshape_ones(a: f64[:, :]):
    return a.reshape(1, -1, 1, a.shape[1]), a.reshape(a.shape), a.reshape(a.shape[0], a.shape[1], 1)


def flatten_is_a_copy(a: i64[:, :]):
    b = a.flatten()
    b[:] = 0
    return b


def transposes(a: f64[:, :, :]):
    b = np.transpose(a, (1, 2, 0))
    b[0] += 1
    return (b, a.transpose(2, 0, 1) * 2, a.swapaxes(0, -1), np.moveaxis(a, 0, -1), np.rollaxis(a, 2),
            np.moveaxis(a, (0, 1), (-1, -2)), np.rollaxis(a, 0, 3), np.permute_dims(a, [2, 1, 0]), np.transpose(a),
            a.transpose(), a.mT, np.matrix_transpose(a), a.transpose((0, 2, 1)))


def flips(a: f32[:, :]):
    np.flip(a)[0] = 7
    return (np.fliplr(a), np.flipud(a) + 1, np.rot90(a), np.rot90(a, 2), np.rot90(a, -1), np.flip(a, 1),
            np.flip(a, axis=(0, -1)), np.rot90(a, k=1, axes=(1, 0)), np.rot90(a, 4))


def broadcast(a: f64[:], n: int):
    return np.broadcast_to(a, (n, len(a))) * 2, np.broadcast_to(a, (n, 3))


def broadcast_two(a: f64[:], b: i16[:, :]):
    x, y = np.broadcast_arrays(a, b)
    return x + y, x, y


def diagonals(a: f64[:, :], k: int):
    np.fill_diagonal(a, 3)
    return a.diagonal(), np.diagonal(a, k) * 2, np.diagonal(a, offset=k, axis1=1, axis2=0)


def diagonal_of_three(a: i32[:, :, :]):
    return a.diagonal(), a.diagonal(1, 0, 2), np.diagonal(a, -1, 2, 1), np.diagonal(a, 0, -1, -2).sum(axis=-1)


def diagonal_by_ravel(a: f64[:, :], n: int):
    a.ravel()[::n + 1] = 1.0


def fill_diagonal_of_three(a: f64[:, :, :]):
    np.fill_diagonal(a, -1)


def more_axes(a: f64[:, :]):
    return (np.squeeze(a[:1], 0), np.expand_dims(a, 1), np.expand_dims(a, (0, -1)), np.atleast_3d(a[0]), np.atleast_3d(a),
            np.atleast_2d(a[0]), np.atleast_1d(a))


def squeezed(a: f64[:, :]):
    b = a.squeeze(axis=1)
    b[:] += 1
    return b


def parts(z: c128[:]):
    z.real[...] = z.imag * 2
    z.imag[1:] += 3
    w = z.real
    w[0] = 42
    return z.real, z.imag[::2], w + 1, z.real.copy()


def parts_of_rows(z: c64[:, :], x: f32[:, :]):
    z.real[...] = x
    z.T.imag[...] = x.T
    return z, (z.real ** 2 + z.imag ** 2).sum()


def copied(a: f64[:, :], b: f64[:]):
    np.copyto(a, b)
    np.copyto(a[0], 3)


def in_place_transpose(a: f64[:, :]):
    a.T[...] = a


def in_place_flips(a: f64[:, :], x: i64[:]):
    a[:] = a[::-1]
    x[1:] = x[:-1]
    x[:] = x[::-1]
    np.flip(a, 1)[...] = a
    a += np.rot90(a, 2)


def in_place_reshape(a: i64[:, :]):
    f = a.reshape(-1)
    f[1:] += f[:-1]
    a[...] = f[::-1].reshape(a.shape)


def loops(a: f64[:, :]):
    s = np.float64(0)
    f = a.reshape(-1)
    for i in range(len(f)):
        s += f[i] * i
    for i in range(a.shape[0]):
        r = a[i].reshape(-1, 1)
        for j in range(r.shape[0]):
            s += r[j, 0]
    d = a.diagonal()
    for i in range(len(d)):
        s += d[i]
    return s


def prange_flipped(a: f64[:, :]) -> None:
    f = np.flip(a, 0).T
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            f[j, i] = i * 10 + j


def prange_views_inside(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(a.shape[0]):
        r = a[::-1].T
        for j in range(a.shape[1]):
            r[j, i] += j
        y[i] = r[:, i].reshape(-1)[0]


def helper(x):
    x[0] = -1
    return x[::2]


def through_helpers(a: i32[:, :]):
    return helper(a.T), helper(a.reshape(-1)), helper(np.flipud(a))


def newaxis_targets(a: f64[:, :], x: f64[:]):
    a[:, None, 0][...] = 5
    a[None, ..., 1] = x
    a[..., None][1:] += x[:, None, None][:1]
    a[np.newaxis, 0, None, :, np.newaxis] = 2
    return a[..., None, 0].shape


I8 = np.arange(12, dtype=np.int8).reshape(3, 4)
M, Z, S = np.arange(20.0).reshape(4, 5), np.zeros((0, 3)), np.arange(9.0).reshape(3, 3)
T = np.arange(24.0).reshape(2, 3, 4)
C = np.arange(6) + 1j * np.arange(6, 12)
def flat_element(a: f64[:, :], i: int):
    a.flat[i] = 7
    a.flat[[1, 2]] = [3, 4]


def flat_slices(a: f64[:, :], v: f64[:]):
    a.flat[::a.shape[1] + 1] = 1
    a.flat[7:2:-2] = v
    s = 0.0
    for x in a.flat:
        s = 2 * s + x
    return s


def flat_vector(a: f64[:]):
    a.flat[1:] = 0
    a.flat[a.flat > 2] = 9


def flat_narrow(a: i8[:, :], i: int, v: int, x: float, y: f64):
    a.flat[i] = v
    a.flat[0] = x
    a.flat[1:4] = v
    a.flat[-1] = y


def flat_narrow_list(a: i8[:], b: i8[:, :], v: int):
    a.flat[3] = 5
    a.flat[1:3] = [v, 2]
    b.flat[1:3] = [v, 2]
    b.flat[3:6] = (7, v, 9)


def flat_updated(a: i8[:, :], i: int, v: int):
    a.flat[i] += v
    a.flat[1] -= 2.5
    a.flat[2] /= 2
    a.flat[3] //= 0
    a.flat[4] <<= 3
    a.flat[i] ^= 3


def flat_updated_parts(a: i8[:, :], b: i8[:], p: i64[:], v: int):
    m = a.ravel() > 4
    a.flat[v:9:2] += 100
    a.flat[::-1] *= 3
    a.flat[[1, 2, 2]] -= v
    a.flat[m] -= 2
    b.flat[p] |= 5
    b.flat[1:] -= 1


def flat_updated_views(a: f64[:, :, :], p: i64[:], v: float):
    a.T.flat[3] += v
    a[1].flat[p[0]] *= v
    a[:, 1].flat[p] -= v
    a.flat[p[1]:] **= 2
    for i in range(a.size):
        a.flat[i] += v * i + a.sum() * 1e-9


def flat_updated_in_parallel(a: f64[:, :, :], v: float):
    for i in prange(a.size - 1):
        a.flat[i + 1] += v * i


CASES = {
    "reshape_two": [(M, 5, 4), (M, 2, -1), (M, -1, -1), (M, 3, 4), (M, 0, -1), (Z, 0, 7), (Z, -1, 2), (M, -2, 10),
                    (M, -1, 0), (M, 2**62, 4), (M[:1, :1], 1, 1)],
    "reshape_written": [(M,), (Z,), (S,)],
    "reshape_split": [(np.arange(12, dtype=np.int32), 3), (np.arange(12, dtype=np.int32), 5)],
    "reshape_columns": [(T,), (np.zeros((2, 0, 3)),), (np.ones((1, 1, 1)),)],
    "reshape_ones": [(M,), (S[:1],), (Z,)],
    "flatten_is_a_copy": [(np.arange(6).reshape(2, 3),)],
    "transposes": [(T,), (np.ones((1, 1, 1)),)],
    "flips": [(M.astype(np.float32),), (S.astype(np.float32),), (np.zeros((1, 1), np.float32),)],
    "broadcast": [(np.arange(3.0), 4), (np.arange(2.0), 4), (np.arange(3.0), 0), (np.arange(1.0), 2), (np.arange(3.0), -1)],
    "broadcast_two": [(np.arange(float(n)), np.ones(s, np.int16))
                      for n, s in ((3, (2, 3)), (3, (2, 1)), (1, (2, 4)), (3, (2, 4)), (0, (2, 1)))],
    "diagonals": [(M, k) for k in (0, 1, -2, 9, -9)] + [(S, 1), (M.T.copy(), -1)],
    "diagonal_of_three": [(T.astype(np.int32),), (np.zeros((2, 1, 0), np.int32),)],
    "diagonal_by_ravel": [(S, 3), (M, 5)],
    "flat_element": [(M, 5), (M, -1)],
    "flat_slices": [(M, np.arange(3.0)), (M.T.copy(), np.arange(3.0))],
    "flat_narrow": [(I8, i, v, x, y) for i, v, x, y in ((3, 9, -128.5, 127.5), (-12, 127, 0.0, 1.0), (3, 128, 0.0, 0.0), (-12, -129, 0.0, 0.0),
                                                         (12, 0, 0.0, 0.0), (-13, 0, 0.0, 0.0), (0, 0, 128.0, 0.0), (0, 0, -129.0, 0.0),
                                                         (0, 0, np.nan, 0.0), (0, 0, np.inf, 0.0), (0, 0, 0.0, np.nan), (0, 0, 0.0, 1e300))],
    "flat_narrow_list": [(I8[0], I8, v) for v in (100, 200, -200)],
    "flat_updated": [(I8, i, v) for i in (0, 5, -12, 12, -13) for v in (3, 127, 128, -129)],
    "flat_updated_parts": [(I8, I8[1], np.array(p), v) for p in ((0, 2), (-1, 3, 3), (4, 0), (-5,)) for v in (0, 2)],
    "flat_updated_views": [(T, np.array(p), 2.5) for p in ((0, 1), (5, 2), (-1, 3, 2), (2, 77))],
    "flat_updated_in_parallel": [(T, 0.5), (T[:1, :1, :1], 0.5), (np.ones((20, 30, 41)), 0.5)],
    "flat_vector": [(np.arange(5.0),)],
    "fill_diagonal_of_three": [(np.zeros((3, 3, 3)),), (T,)],
    "more_axes": [(M,), (S,)],
    "squeezed": [(M,), (M[:, :1],)],
    "parts": [(C,), (C[:1],)],
    "parts_of_rows": [(C.reshape(2, 3).astype(np.complex64), np.ones((2, 3), np.float32))],
    "copied": [(M, np.arange(5.0)), (M, np.arange(4.0))],
    "in_place_transpose": [(S,), (M,)],
    "in_place_flips": [(M, np.arange(7)), (S, np.arange(1))],
    "in_place_reshape": [(np.arange(12).reshape(3, 4),), (np.arange(1).reshape(1, 1),)],
    "loops": [(M,), (S,)],
    "prange_flipped": [(M,), (S,), (Z,)],
    "prange_views_inside": [(M, np.zeros(4)), (S, np.zeros(3))],
    "through_helpers": [(M.astype(np.int32),)],
    "newaxis_targets": [(M, np.arange(4.0)), (M, np.arange(3.0))],
}
ONE_TYPE = ["loops"]
ROUNDED = ["parts_of_rows"]
