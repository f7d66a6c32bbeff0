"""argmin and argmax of arrays longer than the blocks they are searched in: ties, NaN, rows, columns."""
import numpy as np

from pycc import f32, f64, i64


def of_vector(x: f64[:]):
    return np.argmax(x), np.argmin(x)


def of_ints(k: i64[:]):
    return k.argmax(), k.argmin()


def of_rows(a: f32[:, :]):
    return np.argmax(a, axis=1), np.argmin(a, axis=1), np.argmax(a)


def of_columns(a: f64[:, :]):
    return np.argmax(a, axis=0), np.argmin(a, axis=0)


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
CASES = {
    "of_vector": [(x,) for x in (V, -V, TIES, LATE, TWICE, PEAK, V[::-1], PEAK[::2], V[:2048], V[:2049])],
    "of_ints": [(np.int64(x),) for x in (V, -V, TIES, PEAK, PEAK[::-1])],
    "of_rows": [(np.float32(x),) for x in (A, A[:, ::-1], A[:0], A.T)],
    "of_columns": [(x,) for x in (A, A[::-1], np.asfortranarray(A), A.T)],
    "repeated_operands": [(x, np.arange(5.0) - 2.0, np.arange(7.0)) for x in
                          (B, np.asfortranarray(B), B[::-1, ::-1])]
                         + [(np.ones((0, 7)), np.ones(0), np.ones(7))],
}
