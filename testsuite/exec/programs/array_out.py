"""out= and where= of element-wise functions; forms of clip; names that are other ones'."""
import numpy as np

from pycc import bool_, f32, f64, i32


def into(a: f64[:, :], b: f64[:], o: f64[:, :], k: i32[:, :]):
    x = np.add(a, b, out=o)
    np.multiply(a, 2.0, out=a)
    np.sqrt(np.abs(a), out=o[:, ::-1])
    np.add(k, 1, out=o, where=k > 0)
    return x


def overlap(a: f64[:]):
    return np.add(a[:-1], a[1:], out=a[1:])


def chosen(a: f64[:, :], m: bool_[:, :], r: bool_[:]):
    np.divide(1.0, a, out=a, where=m)
    np.exp(a, out=a, where=r)
    return np.negative(a, out=a)


def narrow(a: f64[:, :], o: f32[:, :]):
    return np.sin(a, out=o)


def alias(k: i32[:, :]):
    return np.bitwise_invert(k), np.bitwise_left_shift(k, 2), np.pow(k, 2)


def clips(a: f64[:, :], b: f64[:], k: i32[:, :]):
    return (np.clip(a, None, 2.0), a.clip(-1, 1), np.clip(a, b, None), a.clip(min=0), k.clip(max=3), k.clip(0, 3),
            np.clip(a * 2, b, b + 1), np.clip(k, a_min=-1, a_max=1))


RNG = np.random.default_rng(2)
A = RNG.integers(-3, 4, (3, 4)) * 1.5
K = RNG.integers(-5, 6, (3, 4)).astype(np.int32)
M = RNG.random((3, 4)) < 0.6

CASES = {
    "into": [(A, A[0].copy(), np.zeros((3, 4)), K), (A[:0], A[0].copy(), np.zeros((0, 4)), K[:0])],
    "overlap": [(np.arange(5.0),), (np.zeros(1),)],
    "chosen": [(A, M, M[0])],
    "narrow": [(A, np.zeros((3, 4), np.float32))],
    "alias": [(K,)],
    "clips": [(A, A[1].copy(), K)],
}

ROUNDED = ("chosen", "narrow")
