"""argmin and argmax of arrays longer than the blocks they are searched in: ties, NaN, rows, columns."""
import numpy as np

from pycc import f32, f64, i8, i16, i64, u8, u16


def of_vector(x: f64[:]):
    return np.argmax(x), np.argmin(x)


def of_ints(k: i64[:]):
    return k.argmax(), k.argmin()


def of_rows(a: f32[:, :]):
    return np.argmax(a, axis=1), np.argmin(a, axis=1), np.argmax(a)


def of_columns(a: f64[:, :]):
    return np.argmax(a, axis=0), np.argmin(a, axis=0)


def of_short_rows(a: f64[:, :]):
    f, k = a.astype(np.float32), np.int64(np.nan_to_num(a))
    return (a.argmax(axis=1), a.argmin(axis=1), a.max(axis=1), a.min(axis=1), f.argmax(axis=1), f.min(axis=1), k.argmax(axis=1), k.max(axis=1),
            np.nanmax(a, axis=1), np.nanmin(a, axis=1), np.nanmax(np.abs(f), axis=0), np.heaviside.accumulate(a, axis=1), np.fmin.accumulate(a))


def of_small_ints(x: u8[:], y: i16[:]):
    return x.max(), x.min(), y.max(), y.min(), x.argmax(), y.argmin()


def of_each_kind(x: i8[:], y: u16[:], z: i8[:, :], w: u16[:, :]):
    """Of every place of a vector's lanes the least and the greatest one."""
    return (x.max(), x.min(), y.max(), y.min(), x.argmax(), x.argmin(), y.argmax(), y.argmin(), z.max(axis=1), z.argmin(axis=1),
            z.argmax(axis=0), z.min(axis=0), w.argmin(axis=0), w.argmax(axis=1), w.max(axis=0), w.min(axis=1))


def of_strided(x: f64[:], y: i16[:]):
    return np.sum(x), x @ x, np.prod(x[:5]), x.max(), x.argmin(), np.nanmax(x), np.nanmin(x), y.sum(), y.max(), y.argmin(), np.bitwise_or.reduce(y)


def of_nan_anywhere(a: f64[:, :], b: f32[:, :]):
    """Each row has a NaN, at another place of the lanes; Python's max keeps a NaN only where it is the first."""
    most, least = np.zeros(len(a)), np.zeros(len(a), np.float32)
    for i in range(len(a)):
        most[i], least[i] = a[i, 0], b[i, 0]
        for j in range(a.shape[1]):
            most[i] = max(most[i], a[i, j])
            least[i] = min(least[i], b[i, j])
    return most, least, a.max(axis=1), a.min(axis=1), b.max(axis=1), b.min(axis=1), a.argmax(axis=1), b.argmin(axis=1)


def of_initial(x: f64[:], start: float):
    return x.max(initial=start), x.min(initial=start)


def repeated_operands(a: f64[:, :], m: f64[:], w: f64[:]):
    """A column and a row that a reduction repeats along the axis it walks innermost."""
    return (np.sum(a * m[:, None], axis=0), np.sum(a * w[None, :], axis=1), np.sum(a * w, axis=0),
            np.max(a + m[:, None], axis=1), np.sum((m[:, None] > 0) * a, axis=0))


V = np.arange(5000.0)
TIES = V % 1000.0
LATE = np.where(V == 4100.0, np.nan, V)
TWICE = np.where((V == 2047.0) | (V == 2048.0), np.nan, -V)
PEAK = np.where((V == 2048.0) | (V == 4096.0), 1e6, V)
A = (np.arange(7 * 3000.0).reshape(7, 3000) * 37.0) % 2999.0
B = (np.arange(35.0).reshape(5, 7) * 3.0) % 8.0
S = np.where(np.arange(33) == 20, np.nan, np.arange(33.0) * 11 % 33)
BYTES = np.arange(700) * 37 % 251
PEAKS = np.arange(2000) * 61 % 120
HOLES = np.where(np.eye(150) > 0, np.nan, np.arange(150.0) * 37 % 151 - 70)
CASES = {
    "of_nan_anywhere": [(a, np.float32(a)) for n in (9, 33, 40, 64, 150) for a in (HOLES[:n, :n], HOLES[:n, n - 1::-1], HOLES[:3, 1:n])],
    "of_initial": [(x, y) for x in (V, -V, LATE, V[:3], V[:0]) for y in (1.0, np.nan, np.inf, -np.inf, 9e9)],
    "of_short_rows": [(np.stack((S, -S, S[::-1]))[:, :n],) for n in (1, 3, 4, 7, 8, 10, 15, 16, 17, 19, 33)] + [(np.full((4, 3), -np.inf),), (np.zeros((0, 3)),)],
    "of_small_ints": [(x.astype(np.uint8), (x * 97 - 9000).astype(np.int16)) for n in (1, 15, 16, 31, 65, 255, 700) for x in (BYTES[:n],)],
    "of_each_kind": [(x.astype(np.int8), (x * 97).astype(np.uint16), z.astype(np.int8), (z.T * 97).astype(np.uint16))
                     for n in (1, 3, 15, 17, 63, 130, 257, 600) for x, z in ((PEAKS[n:2 * n], PEAKS[:3 * n].reshape(3, n)), (-PEAKS[:n], PEAKS[:3 * n].reshape(n, 3)))],
    "of_strided": [(V[:n * k:k] % 97 - 40, (V[:n * k:k] % 89).astype(np.int16)[::-1]) for n in (1, 7, 8, 9, 30, 1001) for k in (2, -1, 3) if n > 1 or k > 0]
                  + [(TWICE[::2], np.int16(V[::3])), (np.full(40, np.nan)[::2], np.int16(V[:9:2])), (np.full(9, -np.inf)[::2], np.int16(V[:9:2]))],
    "of_vector": [(x,) for x in (V, -V, TIES, LATE, TWICE, PEAK, V[::-1], PEAK[::2], V[:2048], V[:2049])],
    "of_ints": [(np.int64(x),) for x in (V, -V, TIES, PEAK, PEAK[::-1])],
    "of_rows": [(np.float32(x),) for x in (A, A[:, ::-1], A[:0], A.T)],
    "of_columns": [(x,) for x in (A, A[::-1], np.asfortranarray(A), A.T)],
    "repeated_operands": [(x, np.arange(5.0) - 2.0, np.arange(7.0)) for x in
                          (B, np.asfortranarray(B), B[::-1, ::-1])]
                         + [(np.ones((0, 7)), np.ones(0), np.ones(7))],
}
