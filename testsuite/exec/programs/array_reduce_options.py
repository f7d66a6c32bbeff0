"""axis= as a tuple, initial=, where=, out= of reductions; methods of ufuncs; cumsum and cumprod."""
import numpy as np

from pycc import f64, f32, i32, bool_, c128


def tuple_axis(a: f64[:, :, :]):
    return a.sum(axis=(0, 2)), a.max(axis=(1, 2)), a.mean(axis=(0, -1), keepdims=True), a.sum(axis=()), np.prod(a, (0, 1, 2))


def initials(a: f64[:, :], k: i32[:]):
    return a.sum(axis=0, initial=2.5), a.max(initial=100), a.min(axis=1, initial=0.5), k.sum(initial=7), k.max(initial=-3), np.prod(k, initial=2)


def masks(a: f64[:, :], m: bool_[:, :], r: bool_[:]):
    return (a.sum(where=m), a.sum(axis=0, where=m), a.mean(axis=1, where=r), a.mean(where=m), np.max(a, axis=0, where=m, initial=-1.0),
            np.any(a, where=m), np.all(a > 0, axis=0, where=m), np.prod(a, axis=1, where=a > 0), a.mean(axis=0, keepdims=True, where=m))


def outs(a: f64[:, :], o: f64[:]):
    x = np.sum(a, axis=0, out=o)
    return x, np.max(a, axis=0, out=o), np.cumsum(o, out=o)


def ufuncs(a: f64[:, :], k: i32[:, :]):
    return (np.add.reduce(a), np.multiply.reduce(a, 1), np.maximum.reduce(a, axis=None), np.minimum.reduce(a, axis=(0, 1)),
            np.logical_and.reduce(a), np.logical_or.reduce(k > 1, 1), np.add.accumulate(a), np.maximum.accumulate(a, 1),
            np.minimum.accumulate(k), np.multiply.accumulate(k, axis=1), np.add.reduce(k, dtype=np.float64), np.add.reduce(a, keepdims=True))


def cums(a: f64[:, :], k: i32[:, :, :], b: bool_[:], z: c128[:], s: f32[:]):
    return (np.cumsum(a), a.cumsum(axis=0), a.cumsum(axis=1), np.cumprod(a, axis=-1), k.cumsum(), k.cumsum(1), k.cumprod(axis=0),
            np.cumsum(k, axis=2, dtype=np.float32), b.cumsum(), z.cumsum(), z.cumprod(), s.cumsum(), np.cumsum(s, dtype=np.float64), np.cumsum(a * 2, axis=0))


RNG = np.random.default_rng(1)
A = RNG.integers(-3, 4, (3, 4)) * 1.5
T = RNG.integers(-3, 4, (2, 3, 4)) * 0.5
K = RNG.integers(-5, 6, (3, 4)).astype(np.int32)
K3 = RNG.integers(-5, 6, (2, 3, 4)).astype(np.int32)
M = RNG.random((3, 4)) < 0.6
N = A.copy()
N[1, 2] = np.nan
Z = np.array([1 + 2j, -3j, 2.5])
S = np.float32([0.1, 0.2, -0.0, 4])

CASES = {
    "tuple_axis": [(T,), (T[:, :0],), (T[:0],)],
    "initials": [(A, K[0]), (A[:0], K[0, :0]), (N, K[1])],
    "masks": [(A, M, M[0]), (N, M, M[1]), (A, np.zeros_like(M), M[0])],
    "outs": [(A, np.zeros(4))],
    "ufuncs": [(A, K), (N, K)],
    "cums": [(A, K3, M[0], Z, S), (A[:0], K3[:, :0], M[0, :0], Z[:0], S[:0]), (N, K3, M[1], Z, S)],
}

ROUNDED = tuple(CASES)
