"""Complex numbers in NumPy's order, by their real parts and then by the others; functions that have complex forms."""
import numpy as np


def compared(a, b):
    return a < b, a <= b, a > b, a >= b, np.less(a, b[0]), np.greater_equal(a, 1.0)


def compared_c64(a: 'c64[:]', b: 'c64[:]'):
    return compared(a, b)


def compared_c128(a: 'c128[:]', b: 'c128[:]'):
    return compared(a, b)


def chosen(a, b):
    return np.maximum(a, b), np.minimum(a, b), np.fmax(a, b), np.fmin(a, b), np.maximum(a, 0.5)


def chosen_c64(a: 'c64[:]', b: 'c64[:]'):
    return chosen(a, b)


def chosen_c128(a: 'c128[:]', b: 'c128[:]'):
    return chosen(a, b)


def extremes(a):
    return a.max(), a.min(), a.argmax(), a.argmin(), a.max(axis=0), a.min(axis=1), np.argmax(a, axis=0), np.argmin(a, axis=1)


def extremes_c64(a: 'c64[:, :]'):
    return extremes(a)


def extremes_c128(a: 'c128[:, :]'):
    return extremes(a)


def running(a):
    return np.maximum.accumulate(a), np.minimum.accumulate(a), a.astype(bool), np.rint(a)


def running_c64(a: 'c64[:]'):
    return running(a)


def running_c128(a: 'c128[:]'):
    return running(a)


def functions(a):
    return np.log2(a), np.log10(a), np.log1p(a), np.expm1(a), np.exp2(a)


def functions_c64(a: 'c64[:]'):
    return functions(a)


def functions_c128(a: 'c128[:]'):
    return functions(a)


def sizes_c64(a: 'c64[:]'):
    return np.abs(a), abs(a).sum()


def sizes_c128(a: 'c128[:]'):
    return np.abs(a), abs(a).sum()


def sums_c64(a: 'c64[:]'):
    return a.sum(), a[1::3].sum(), (a * a[::-1]).sum(), np.mean(a)


def sums_c128(a: 'c128[:]'):
    return a.sum(), a[1::3].sum(), (a * a[::-1]).sum(), np.mean(a)


def of_scalars(a: 'c128', b: 'c128'):
    return a < b, a >= b, np.maximum(a, b), np.log2(a), np.expm1(b)


ROUNDED = ("sizes_c64", "sizes_c128", "sums_c64", "sums_c128")
NAN = float('nan')
INF = float('inf')
Z = np.array([1 + 2j, 1 - 2j, -1 + 0j, 0j, 3 - 1j, 1 + 2j, 2j])
W = np.array([1 + 2j, 1 + 2j, 0j, 0j, 2 + 5j, complex(NAN, 0), complex(1, NAN)])
ENDS = np.array([[complex(-INF, -INF), complex(-INF, 1)], [complex(-INF, -2), complex(-INF, -1)]])
GRID = np.round(np.random.default_rng(3).standard_normal((5, 7)), 0) + 1j * np.arange(35.0).reshape(5, 7)[::-1]
WITH_NAN = GRID.copy()
WITH_NAN[2, 3] = complex(NAN, 1)

SHAPES = np.array([3 + 4j, 1j, -1, 5 - 12j, 0, complex(-0.0, -0.0), 1 + 1e-9j])
ODD = np.array([complex(x, y) for x in (NAN, INF, -INF, 1) for y in (NAN, INF, -INF, 0)])
LONG = np.exp(1j * np.arange(700.0)) + 0.25


def narrow(*arrays):
    return [tuple(a.astype(np.complex64) for a in arrays)]


def wide(*arrays):
    return [arrays]


CASES = {
    "compared_c64": narrow(Z, W) + narrow(W, Z) + narrow(Z, Z[::-1]),
    "compared_c128": wide(Z, W) + wide(W, Z) + wide(Z, Z[::-1]),
    "chosen_c64": narrow(Z, W) + narrow(W, Z) + narrow(Z, Z[::-1]),
    "chosen_c128": wide(Z, W) + wide(W, Z) + wide(Z, Z[::-1]),
    "extremes_c64": narrow(GRID) + narrow(WITH_NAN) + narrow(ENDS) + narrow(-ENDS) + narrow(GRID[::2, ::-1]) + narrow(GRID[:1, :1]) + narrow(GRID[:0]),
    "extremes_c128": wide(GRID) + wide(WITH_NAN) + wide(ENDS) + wide(-ENDS) + wide(GRID[::2, ::-1]) + wide(GRID[:1, :1]) + wide(GRID[:0]),
    "running_c64": [(Z.astype(np.complex64),)],
    "running_c128": [(Z,), (W,), (Z[:0],)],
    "functions_c64": narrow(Z[[0, 1, 2, 4]]) + narrow(Z[:0]),
    "functions_c128": wide(Z[[0, 1, 2, 4]]) + wide(Z[:0]),
    "sizes_c64": [((SHAPES * s).astype(np.complex64),) for s in (1e-44, 1e-40, 1e-30, 1e-11, 1, 1e15, 1e20, 1e37)] + narrow(ODD),
    "sizes_c128": [(SHAPES * s,) for s in (5e-324, 1e-310, 1e-290, 1e-100, 1, 1e140, 1e200, 1e306)] + wide(ODD),
    "sums_c64": [(LONG[:n].astype(np.complex64),) for n in (1, 2, 7, 127, 128, 131, 700)],
    "sums_c128": [(LONG[:n],) for n in (0, 1, 5, 127, 128, 131, 700)] + [(LONG[::-3],)],
    "of_scalars": [(np.complex128(a), np.complex128(b)) for a in (1 + 2j, -1j) for b in (1 + 3j, -2 + 0j)],
}
