"""NumPy's reductions: axes, dtypes, keepdims, empty arrays, fused operands."""
import numpy as np

from pycc import c128, f32, f64, i8, i32, i64, prange, u8


def sums(a: f64[:, :]):
    return np.sum(a), a.sum(axis=0), a.sum(axis=1), a.sum(-1), np.sum(a, axis=-2)


def sums_int(a: i8[:, :], b: u8[:]):
    return a.sum(), a.sum(axis=0), b.sum(), np.prod(a, axis=1), b.prod()


def sums_dtype(a: f32[:], k: i32[:]):
    return a.sum(dtype=np.float64), k.sum(dtype=np.float32), np.sum(k, dtype=np.int32)


def sums_f32(a: f32[:, :]):
    return a.sum(), a.sum(axis=0), a.mean(), a.mean(axis=1)


def sums_complex(z: c128[:]):
    return z.sum(), z.prod(), z.mean()


def keepdims(a: f64[:, :]):
    return a.sum(axis=0, keepdims=True), a.mean(axis=1, keepdims=True), a.max(keepdims=True)


def extremes(a: f64[:, :]):
    return a.min(), a.max(), a.min(axis=0), a.max(axis=1), np.min(a, 1), np.amax(a)


def extremes_int(k: i32[:, :]):
    return k.min(), k.max(axis=0), np.max(k, axis=1), (k > 0).max(), (k > 3).min(axis=0)


def where_extreme(a: f64[:, :]):
    return a.argmin(), a.argmax(), a.argmin(axis=0), np.argmax(a, axis=1)


def where_extreme_int(k: i32[:]):
    return k.argmin(), k.argmax(), (k > 0).argmax()


def truths(a: f64[:, :]):
    return (a > 3).any(), (a > 3).all(), (a > 3).any(axis=0), np.all(a, axis=1), np.any(a)


def decide(a: f64[:]):
    if (a > 10).any():
        return 1
    if np.all(a >= 0):
        return 2
    return 3


def means(a: f64[:, :], k: i32[:]):
    return a.mean(), a.mean(axis=0), np.mean(a, axis=1), k.mean()


def rank3(a: f64[:, :, :]):
    return a.sum(axis=0), a.sum(axis=1), a.sum(axis=2), a.max(axis=1), a.min(axis=-1, keepdims=True)


def lengths(a: f64[:], b: f32[:], i: i64[:], k: i8[:], z: c128[:]):  # a few in order, more in lanes, many in streams
    n = len(a) + 1
    out = np.zeros((n, 2))
    products = np.zeros(n, np.float32)
    ints = np.zeros((n, 6), np.int64)
    complexes = np.zeros(n, np.complex128)
    for m in range(n):
        out[m] = a[:m].sum(), a[:m] @ a[n - 1 - m:]
        products[m] = np.prod(b[:m])
        ints[m] = (i[:m].sum(), np.prod(i[:m]), np.bitwise_and.reduce(i[:m]), np.bitwise_or.reduce(k[:m]), np.bitwise_xor.reduce(k[:m]),
                   np.sum(k[:m] * i[:m]))
        complexes[m] = np.sum(z[:m])
    return out, products, ints, complexes


def rank1_axis(a: f64[:]):
    return a.sum(axis=0), a.max(axis=-1), a.argmax(axis=0)


def fused(a: f64[:], b: f64[:]):
    return np.sum(a * b), np.sum((a - b) ** 2), (a * b).max(), np.mean(a > b)


def norms(a: f64[:, :]):
    return np.sqrt((a * a).sum(axis=1)), np.sqrt(np.sum(a * a))


def centred(a: f64[:, :]):
    return a - a.mean(axis=0), a / a.sum(axis=1, keepdims=True)


def softmax(a: f64[:, :]):
    e = np.exp(a - a.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def of_views(a: f64[:, :]):
    return a[1:].sum(), a[:, 1].max(), a[::-1, ::2].sum(axis=0), a.T.sum(axis=0)


def empty_sum(a: f64[:, :]):
    return a.sum(), a.sum(axis=0), a.prod(axis=1), (a > 0).any(axis=0), a.all()


def empty_min(a: f64[:, :]):
    return a.min(axis=0)


def empty_max(a: f64[:]):
    return a.max()


def empty_argmin(a: f64[:, :]):
    return a.argmin(axis=1)


def rank0(a: f64[()]):
    return a.sum(), a.max(), a.argmin()


def reassigned(a: f64[:, :]):
    a = a.sum(axis=0, keepdims=True) + a
    return a


def builtins(a: f64[:], k: i64[:]):
    return sum(a), min(k), max(a)


def in_loop(a: f64[:, :], out: f64[:]) -> None:
    for i in range(a.shape[0]):
        out[i] = np.sum(a[i] * a[i])


A = np.array([[3.0, -1.5, 2.0, 8.0], [0.5, 4.0, -2.25, 1.0], [6.0, 0.0, 1.0, -3.0]])
NAN = np.array([[1.0, np.nan, 2.0], [np.nan, 5.0, 6.0]])
I8 = np.array([[100, 100, -50], [127, 2, 3]], dtype=np.int8)
K = np.array([[4, -2, 9], [0, 9, -2]], dtype=np.int32)
T = np.arange(24.0).reshape(2, 3, 4) - 11

def _short(d):
    rng = np.random.default_rng(d)
    return (rng.standard_normal((37, d)), rng.integers(-9, 9, (37, d), dtype=np.int32), rng.standard_normal((d, d)))


def short(a: f64[:, :], k: i32[:, :], c: f64[:, :]):
    d = np.sum((a[:, None, :] - c[None, :, :]) ** 2, axis=2)
    return (d, np.argmin(d, axis=1), a.sum(axis=1), k.sum(axis=1), a.min(axis=1), a.argmax(axis=1), k.argmin(axis=1),
            a.sum(axis=0), k.max(axis=0), np.sum(a * (k > 0), axis=0), (a > 0).any(axis=1))


def short_loops(a: f64[:, :], k: i32[:, :]):
    total = np.zeros(a.shape[1])
    most = np.zeros(len(k), dtype=np.int32)
    for i in prange(len(a)):
        for j in range(a.shape[1]):
            total[j] += a[i, j] * k[i, j]
            most[i] = max(most[i], k[i, j])
    return total, most


_RUN = np.arange(300)
CASES = {
    "lengths": [tuple(x[::step] for x in (np.sin(_RUN), (1 + np.cos(_RUN) / 50).astype(np.float32), _RUN * 77 - 9000,
                                          (_RUN * 31 % 251 - 125).astype(np.int8), np.exp(1j * _RUN))) for step in (1, 2, -3)]
    + [(np.where(_RUN == 200, np.nan, 0.5), np.full(300, -1, np.float32), _RUN | 64, np.full(300, -3, np.int8), _RUN * 1j)],
    "sums": [(A,), (NAN,)],
    "sums_int": [(I8, np.array([200, 100, 3], np.uint8))],
    "sums_dtype": [(np.float32([0.1, 0.2, 0.3]), np.array([2**30, 2**30, 2**30], np.int32))],
    "sums_f32": [(np.float32(A),)],
    "sums_complex": [(np.array([1 + 2j, -3j, 2.5]),)],
    "keepdims": [(A,)],
    "extremes": [(A,), (NAN,)],
    "extremes_int": [(K,)],
    "where_extreme": [(A,), (NAN,)],
    "where_extreme_int": [(K[0],), (K.reshape(6),)],
    "short": [_short(d) for d in (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 40)] + [(NAN, K, NAN)],
    "short_loops": [_short(d)[:2] for d in (1, 2, 3, 4, 8, 9, 16)],
    "truths": [(A,), (NAN,)],
    "decide": [(A[0].copy(),), (np.array([1.0, 11.0]),), (np.zeros(0),), (np.ones(3),)],
    "means": [(A, K[0]), (A[:0], K[0, :0])],
    "rank3": [(T,)],
    "rank1_axis": [(A[0].copy(),)],
    "fused": [(A[0].copy(), A[1].copy())],
    "norms": [(A,)],
    "centred": [(A,)],
    "softmax": [(A,)],
    "of_views": [(A,)],
    "empty_sum": [(A[:0],), (A[:, :0],), (A[:0, :0],)],
    "empty_min": [(A[:0],), (A[:, :0],), (A[:0, :0],), (A,)],
    "empty_max": [(np.zeros(0),), (np.ones(1),)],
    "empty_argmin": [(A[:0],), (A[:, :0],), (A,)],
    "rank0": [(np.array(2.5),)],
    "reassigned": [(A,)],
    "builtins": [(A[0].copy(), np.array([3, 1, 2]))],
    "in_loop": [(A, np.zeros(3))],
}

ROUNDED = ("sums", "short", "short_loops", "sums_dtype", "sums_f32", "sums_complex", "keepdims", "means", "rank3",
           "rank1_axis", "fused", "norms", "centred", "softmax", "of_views", "reassigned", "in_loop")
