"""a.view(t): the memory of an array as elements of another type, read, written, in loops and beside the array."""
import numpy as np

from pycc import bool_, c64, c128, f32, f64, i16, i32, i64, prange, u8, u32, u64


def of_one_size(a: f64[:, :], b: f32[:], c: u8[:], d: bool_[:]):
    return (a.view(np.int64), b.view(np.uint32), c.view(np.int8), d.view(np.uint8), a.T.view(np.uint64), a[:, ::2].view(np.int64),
            b[::-1].view("i4"), a.view(), a.view(dtype=np.complex64))


def of_other_sizes(a: f64[:, :], b: i32[:], z: c128[:]):
    return (a.view(np.float32), a.view(np.uint8), a.view(np.complex128), b.view(np.int16), b.view(np.int64), z.view(np.float64),
            z.view(np.complex64), z.view(np.float64).reshape(-1, 2), a[1:].view(np.int16), z.view(np.float64)[::2].sum())


def widened(b: u8[:], k: int):
    if k == 0:
        return b.view(np.uint16).astype(np.int64)
    elif k == 1:
        return b.view(np.uint32).astype(np.int64)
    return b[::2].view(np.uint16).astype(np.int64)


def narrowed(a: f64[:, :]):
    return a.T.view(np.int32)


def numbers(x: f64, y: f32, n: i64):
    return x.view(np.int64), y.view(np.uint32), n.view(np.float64), x.view(np.uint64) >> np.uint64(52), x.view()


def sign_flipped(x: f32[:]):
    bits = x.view(np.uint32)
    bits ^= np.uint32(1 << 31)
    return bits


def cleared(x: f64[:], mask: int):
    x.view(np.int64)[1:] &= mask
    return x.sum()


def beside(x: f64[:]):
    v = x.view(np.int64)
    w = x.view(np.uint64)
    v += 1 << 52
    x *= 3.0
    w -= np.uint64(1 << 52)
    first = x + 0.0
    v[0] = 0
    return first, v.copy(), x.sum(), w[-1]


def in_loop(x: f64[:]):
    v = x.view(np.int64)
    total = np.int64(0)
    for i in range(len(x)):
        x[i] = x[i] * 0.5
        total += v[i] >> 52
        v[i] = v[i] | 1
    return total


def halves(x: f64[:]):
    v = x.view(np.uint32)
    for i in range(len(x)):
        v[2 * i] = 0
        x[i] += 1.0
    return v.copy()


def interleaved(z: c128[:], k: float):
    v = z.view(np.float64)
    for i in range(len(z)):
        v[2 * i + 1] = z[i].real * k
    return z[0].imag


def parallel(x: f64[:], y: u64[:]) -> None:
    v = x.view(np.uint64)
    for i in prange(len(x)):
        y[i] = v[i] >> np.uint64(63)
        x[i] = -x[i]


def chained(x: f64[:, :]):
    return x.view(np.int64).T.view(np.float64), np.sqrt(np.abs(x.view(np.int64).view(np.float64))), (x + 1.0).view(np.int64)


def rsqrt(x: f32) -> f32:
    i = np.int32(0x5F3759DF) - (x.view(np.int32) >> np.int32(1))
    y = i.view(np.float32)
    return y * (np.float32(1.5) - np.float32(0.5) * x * y * y)


def typed_as(x: f64[:], like: i64[:], z: c64[:], s: i16[:]):
    return x.view(like.dtype), z.view(x.dtype), s.view(np.uint16)


def fields_cut(x: u8[:]):
    head = x[:4].view(np.uint32)
    rest = x[4:].view(np.float32)
    return head[0], rest


_X = np.array([3.0, -1.5, 0.0, 8.25, -0.0, 1e300])
_A = np.arange(12.0).reshape(3, 4) - 5
_Z = np.array([1 + 2j, -3j, 2.5])
_BYTES = np.arange(8, dtype=np.uint8)

CASES = {
    "of_one_size": [(_A, _X[:5].astype(np.float32), _BYTES, _BYTES > 3), (_A[:0], np.zeros(0, np.float32), _BYTES[:1], _BYTES[:1] > 3)],
    "of_other_sizes": [(_A, np.arange(6, dtype=np.int32), _Z), (_A[:0], np.zeros(0, np.int32), _Z[:1])],
    "widened": [(_BYTES, 0), (_BYTES, 1), (_BYTES[:6], 1), (_BYTES[:3], 0), (_BYTES, 2), (_BYTES[:1], 0), (_BYTES[:0], 1)],
    "narrowed": [(_A,), (_A[:1],), (_A[:0],)],
    "numbers": [(np.float64(-2.5), np.float32(0.1), np.int64(-1)), (np.float64(0), np.float32(1), np.int64(1))],
    "sign_flipped": [(_X[:5].astype(np.float32),), (np.zeros(0, np.float32),)],
    "cleared": [(_X, -16), (_X, 0), (_X[:1], 3)],
    "beside": [(_X[:4],), (np.array([2.0]),)],
    "in_loop": [(_X,), (_X[:0],)],
    "halves": [(_X,), (_X[:1],)],
    "interleaved": [(_Z, 2.0), (_Z[:1], 0.5)],
    "parallel": [(_X, np.zeros(6, np.uint64)), (np.linspace(-1, 1, 1000), np.zeros(1000, np.uint64))],
    "chained": [(_A,), (_A[:, :1],)],
    "rsqrt": [(np.float32(4.0),), (np.float32(0.3),)],
    "typed_as": [(_X, np.arange(2), _Z.astype(np.complex64), np.arange(-2, 2, dtype=np.int16))],
    "fields_cut": [(np.arange(12, dtype=np.uint8) + 1,), (np.arange(4, dtype=np.uint8),)],
}
