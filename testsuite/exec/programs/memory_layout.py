"""How arrays lie in memory, as NumPy tells it, and files of numbers."""
import os
import tempfile

import numpy as np

from pycc import c128, f32, f64, i16, i64, u8


def strides(a: f64[:, :], b: i16[:], c: c128[:, :, :]):
    return a.strides, b.strides, c.strides, a.T.strides, a[1:, ::2].strides, b[::-1].strides, a.strides[0]


def strides_made(n: int):
    a, f = np.zeros((n, 3)), np.ones((n, 2, 3), np.float32, order="F")
    return a.strides, f.strides, a.astype(np.int8).strides, f.T.strides, np.arange(n)[::2].strides, a.reshape(3, n).strides


def flags(a: f64[:, :]):
    return (a.flags.c_contiguous, a.flags.f_contiguous, a.flags.forc, a.flags.fnc, a.flags.contiguous,
            a.flags["C_CONTIGUOUS"], a.flags["F_CONTIGUOUS"], a.flags["C"], a.flags["F"], a.flags["FORC"], a.flags["FNC"])


def flags_of_views(a: f64[:, :], b: i64[:]):
    return (a.T.flags.f_contiguous, a[:, 1:].flags.c_contiguous, a[1:].flags.c_contiguous, a[:1].flags.fortran,
            a[:, :1].flags.f_contiguous, b.flags.f_contiguous, b[::2].flags.c_contiguous, b[:1:].flags.c_contiguous)


def flags_used(a: f64[:, :]) -> float:
    total = 0.0
    if a.flags.c_contiguous:
        total += 1.0
    if np.isfortran(a) or np.isfortran(a.T):
        total += 10.0
    return total


def shared(a: f64[:, :], b: f64[:]):
    c = a[1:]
    return (np.shares_memory(a, c), np.may_share_memory(a, b), np.shares_memory(a[:, ::2], a[:, 1::2]), np.may_share_memory(a[:, ::2], a[:, 1::2]),
            np.shares_memory(a, a.copy()), np.may_share_memory(a, a.T), np.shares_memory(b, b[::-1]))


def swapped(a: i16[:, :], b: f64[:], c: u8[:]):
    d = a.byteswap()
    return d, d.byteswap(), b.byteswap().byteswap(), c.byteswap()


def whole_files(path: str, a: f64[:, :], b: i64[:]):
    a.tofile(path)
    x = np.fromfile(path)
    b.tofile(path)
    y = np.fromfile(path, dtype=np.int64)
    return x, y, np.fromfile(path, np.int64, 1), np.fromfile(path, dtype=np.int64, offset=8)


def text_files(path: str, a: f64[:, :], b: i64[:]):
    b.tofile(path, sep=" ")
    x = np.fromfile(path, dtype=np.int64, sep=" ")
    np.savetxt(path, a)
    y = np.loadtxt(path, ndmin=2)
    np.savetxt(path, a, fmt="%.3f", delimiter=",")
    return x, y, np.loadtxt(path, delimiter=",", ndmin=2), np.loadtxt(path, delimiter=",", ndmin=2, skiprows=1, dtype=np.float32)


def saved(path: str, a: f32[:, :]) -> int:
    np.save(path, a)
    return np.fromfile(path + ".npy", dtype=np.uint8).size


def no_file(path: str):
    return np.fromfile(path + "/none")


def from_texts(text: str):
    return np.fromstring(text, sep=","), np.fromstring("1 2 3", dtype=int, sep=" "), np.fromstring(text, np.float32, 2, sep=",")


def flattened(a: f64[:, :], t: i64[:, :, :]):
    return (a.flatten("A"), a.T.flatten("A"), a.T.flatten("K"), a[:, ::2].flatten(order="K"), t.transpose(1, 0, 2).flatten("K"),
            t.transpose(2, 0, 1).flatten("A"), t[::-1].flatten("K"), t.flatten("C"), t.flatten("F"))


def filled(a: f64[:, :], b: f64[:], n: int):
    return (np.full((2, 3), [1, 2, 3]), np.full((n, 3), fill_value=(1.5, 2, n)), np.full((2, 3), [1.5, 2.5, -1], dtype=int),
            np.full_like(a, b[:1]), np.full_like(a, a[0]), np.full_like([1, 2, 3], 4), np.full_like(a, [[n]] * 1))


def extents(n: int):
    return (np.shape([[1, 2]]), np.shape([n, 2, 3]), np.shape((1.5, n)), np.ndim([[1, n]]), np.size([1, 2, n]), np.size([[1, 2], [3, 4]]))


def by_type(a: f32[:]) -> int:
    if a.dtype.name == "float32":
        return a.dtype.itemsize + np.result_type(a, np.float64).itemsize
    return 0


_FILE = os.path.join(tempfile.mkdtemp(), "numbers")
_A = np.arange(12.0).reshape(3, 4) / 7
_B = np.arange(-3, 4)

CASES = {
    "flattened": [(_A, np.arange(24).reshape(2, 3, 4)), (_A[:1], np.zeros((0, 1, 2), np.int64))],
    "filled": [(_A, _A[0], 2), (_A[:, :1], _A[0], 1)],
    "extents": [(3,)],
    "by_type": [(np.zeros(2, np.float32),)],
    "strides": [(_A, _B.astype(np.int16), np.zeros((2, 3, 4), np.complex128))],
    "strides_made": [(1,), (2,), (5,)],
    "flags": [(_A,), (_A[:1],), (_A[:, :1],), (np.zeros((0, 3)),), (np.zeros((1, 1)),)],
    "flags_of_views": [(_A, _B), (_A[:1], _B[:1]), (_A[:, :2], _B[:2])],
    "flags_used": [(_A,), (_A[:, :1],)],
    "shared": [(_A, _A[0])],
    "swapped": [(np.arange(6, dtype=np.int16).reshape(2, 3), _A[0], np.arange(3, dtype=np.uint8)), (np.zeros((0, 3), np.int16), _A[0, :0], np.zeros(0, np.uint8))],
    "whole_files": [(_FILE, _A, _B), (_FILE, _A[:1], _B[:1])],
    "text_files": [(_FILE, _A, _B)],
    "saved": [(_FILE, _A.astype(np.float32))],
    "no_file": [(_FILE,)],
    "from_texts": [("1,2.5,-3",), ("7,8",)],
}
