"""Powers of floats and complex numbers, Python's and NumPy's; products and scans that begin with the first element."""
import math

import numpy as np

from pycc import c64, c128, f32, f64, i64


def python_complex(z: complex, w: complex) -> complex:
    return z ** w


def python_by_float(z: complex, w: float) -> complex:
    return pow(z, w)


def python_by_int(z: complex, n: int) -> complex:
    z **= n
    return z


def python_constants(z: complex):
    return z ** 0, z ** 1, z ** 2, z ** 3


def python_inverse(z: complex):
    return z ** -1, z ** -2


def float_by_complex(x: float, w: complex) -> complex:
    return x ** w


def scalar(z: c128, w: c128):
    return z ** w, np.power(z, w)


def scalar_of_python(z: complex, w: c128):
    return z ** w


def scalar_by_int(z: c128, n: int):
    return z ** n


def scalar_constants(z: c128):
    return z ** 0, z ** 1, z ** 2, z ** 3, z ** -1, z ** -3, z ** 0.5


def narrow(z: c64, w: c64):
    return z ** w


def narrow_constants(z: c64):
    return z ** 0, z ** 2, z ** 3, z ** -1, np.reciprocal(z), np.sign(z)


def array_constants(z: c128[:]):
    return z ** 0, z ** 1, z ** 2, z ** 2.0, z ** 3, z ** 7


def array_inverse(z: c128[:]):
    return z ** -1, z ** -1.0, z ** -2, np.power(z, 2), np.power(z, -1)


def array_root(z: c128[:]):
    return z ** 0.5, np.power(z, 0.5)


def array_by_int(z: c128[:], n: int):
    return z ** n, pow(z, n)


def array_by_float(z: c128[:], x: float):
    return z ** x


def array_by_array(z: c128[:], w: c128[:]):
    return z ** w


def array_narrow(z: c64[:]):
    return z ** 2, z ** 3, z ** -1


def array_in_place(z: c128[:]) -> None:
    z **= 2


def parts_by_part(z: c128[:]):
    return np.sign(z), np.reciprocal(z), np.square(z), np.nan_to_num(z), np.nan_to_num(z, nan=5.0, posinf=7.0)


def scalar_parts(z: c128):
    return np.sign(z), np.reciprocal(z), np.nan_to_num(z)


def products(z: c128[:]):
    return np.prod(z), np.cumprod(z), np.cumsum(z), np.nancumprod(z)


def products_of_rows(z: c128[:, :]):
    return np.cumprod(z, axis=0), np.cumprod(z, axis=1), np.cumsum(z, axis=1)


def scans(x: f64[:]):
    return np.cumsum(x), np.cumprod(x)


def floats(x: float, y: float) -> float:
    return x ** y


def floats_of_math(x: float, y: float) -> float:
    return math.pow(x, y)


def of_constants(x: float):
    return math.inf ** x, x ** math.inf, x ** -math.inf, x ** math.nan, math.pow(math.inf, x)


def of_minus_infinity(x: float):
    return (-math.inf) ** x


def of_zero(x: float):
    return 0.0 ** x


def infinite(x: float):
    return math.inf ** 2, 0.0 ** -math.inf, float("inf") ** 2, x ** 2


def numpy_floats(x: f64, y: f64):
    return x ** y, np.power(x, y)


def array_floats(x: f64[:]):
    return x ** 2, x ** 0.5, x ** -1, x ** 2.0, x ** 3, x ** 0, np.power(x, 0.5)


def array_by_number(x: f64[:], y: float):
    return x ** y, np.power(x, y), pow(x, y)


def array_by_whole(x: f64[:], n: int):
    return x ** n


def arrays_by_arrays(x: f64[:], y: f64[:]):
    return x ** y, 2.5 ** y, x ** 3.25, x ** 1.0


def arrays_in_f32(x: f32[:], y: f32[:]):
    return x ** y, 2.5 ** y, x ** 3.25


def array_in_f32(x: f32[:], y: float):
    return x ** 2, x ** 0.5, x ** -1, x ** y


def array_of_integers(x: i64[:]):
    return pow(x, 2), x ** 0.5, pow(2.0, x)


def by_two_exponents(x: f64[:], p: float, q: float):
    return x ** p + 2.0 * x ** q, (x + x ** p).sum()


def rows_by_number(x: f64[:, :], p: float):
    return np.power(x, p), (x ** p).max(axis=0), (x ** p).max(axis=1)


def in_place_by_number(x: f64[:], p: float):
    y = x.copy()
    y **= p
    return y


def by_changed_exponent(x: f64[:], p: float):
    x = np.ascontiguousarray(x)
    y = np.zeros((3, len(x)))
    for i in range(3):
        y[i] = x ** p
        p += 1.5
    return y


INF, NAN = math.inf, math.nan
# numbers whose squares are exact: whether NumPy's loops fuse multiplication and addition depends on the processor
E = [0.0, -0.0, 1.0, -1.0, 2.5, INF, -INF, NAN, 2.0 ** -1060, 2.0 ** -500, 1e10]
F = [0.0, -0.0, 1.0, -1.0, 2.0, 3.0, 0.5, -0.5, -2.0, 7.0, 99.0, 100.0, 101.0, -100.0, -101.0, INF, -INF, NAN]
I = [0, 1, 2, 3, 4, -1, -2, 7, 99, 100, 101, -100, 1000]
REAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -3.0, INF, -INF, NAN, 1e308, 5e-324, 0.1]
EDGES = [*REAL, 3.0, 1.5, 1e-45, -1e-45, -1e-38, 3e38, 16777215.0, -16777215.0, 8388607.5, 127.99, -149.0, -151.0]
FAR = [*EDGES, 1 + 2.0 ** -52, 1 - 2.0 ** -53, 1e-310, -1e-310, 1e300, 2.0 ** 53 - 1, 1 - 2.0 ** 53, 1023.999, -1022.0, -1074.0, -1075.5]
Z = [complex(a, b) for a in E for b in E][::2] + [1e308 + 1j, 3 - 4j]
W = [complex(a, b) for a in (0.0, 1.0, -1.0, 0.5, 100.0, INF, NAN) for b in (0.0, -0.0, 1.0, -2.0, INF)]
A, X = np.array(Z), np.array(REAL)
B = A[~((100 < abs(A)) & np.isfinite(A))].astype(np.complex64)
ROWS = [np.array(v) for z in Z[:-2] for v in ([z], [z, 1.5 - 2j], [2 - 1j, z, 0.5 + 1j])] + [np.zeros(0, complex)]
# NumPy's own functions for whole arrays, of real numbers on processors with AVX-512, and C's, differ in the last place
ROUNDED = {"array_root", "array_by_float", "array_by_number", "numpy_floats", "by_two_exponents", "rows_by_number",
           "in_place_by_number", "by_changed_exponent", "array_in_f32", "arrays_in_f32",
           "arrays_by_arrays"}
LONG = np.concatenate((X, np.linspace(0.1, 7.0, 51)))
SQUARE = LONG[:64].reshape(8, 8)
CASES = {
    "python_complex": [(z, w) for z in Z[::3] for w in W],
    "python_by_float": [(z, x) for z in Z[::2] for x in F],
    "python_by_int": [(z, n) for z in Z[::2] for n in I],
    **{name: [(z,) for z in Z] for name in ("python_constants", "python_inverse")},
    "float_by_complex": [(x, w) for x in E for w in W[::2]],
    "scalar": [(np.complex128(z), np.complex128(w)) for z in Z[::3] for w in W],
    "scalar_of_python": [(z, np.complex128(w)) for z in Z[::5] for w in W[::3]],
    "scalar_by_int": [(np.complex128(z), n) for z in Z[::2] for n in I],
    **{name: [(np.complex128(z),) for z in Z] for name in ("scalar_constants", "scalar_parts")},
    "narrow": [(np.complex64(z), np.complex64(w)) for z in Z[::3] for w in W],
    "narrow_constants": [(np.complex64(z),) for z in Z],
    **{name: [(A,), (A[:1],), (A[:0],)] for name in (
        "array_constants", "array_inverse", "array_root", "array_in_place", "parts_by_part")},
    "array_by_int": [(A, n) for n in I],
    "array_by_float": [(A, x) for x in F],
    "array_by_array": [(A, np.full(len(A), w)) for w in W[::3]],
    "array_narrow": [(B,)],
    "products": [(z,) for z in ROWS],
    "products_of_rows": [(z.reshape(s),) for z in ROWS[::4] for s in ((1, -1), (-1, 1)) if z.size],
    "scans": [(np.array(v),) for v in ([-0.0], [0.0, -0.0], [-0.0, -0.0], [INF, 2.0], [1.5, NAN, -INF])],
    **{name: [(x, y) for x in REAL for y in REAL if name != "floats" or not (-INF < x < 0 and y % 1)] for name in (
        "floats", "floats_of_math")},
    **{name: [(x,) for x in REAL] for name in ("of_constants", "of_minus_infinity", "of_zero")},
    "infinite": [(2.0,), (INF,)],
    "numpy_floats": [(np.float64(x), np.float64(y)) for x in REAL for y in REAL],
    "array_floats": [(X,)],
    "array_by_number": [(X, y) for y in REAL],
    "by_two_exponents": [(LONG, x, y) for x in (2.0, 0.5, 3.25) for y in (-1.0, 2.0, 1.75)] + [(LONG[14:][::2], 2.0, 1.3)],
    "rows_by_number": [(a, y) for a in (SQUARE, SQUARE.T, SQUARE[:, ::2]) for y in (2.0, -1.0, 0.5, 0.0, 3.1, NAN)],
    "in_place_by_number": [(LONG, y) for y in REAL],
    "by_changed_exponent": [(LONG, y) for y in (-2.5, -1.0, 0.5, 2.0)],
    "array_by_whole": [(X, n) for n in I],
    "arrays_by_arrays": [tuple(a.ravel() for a in np.meshgrid(FAR, FAR))] + [(LONG, LONG[::-1]), (LONG[::2], LONG[:33]), (X[:0], X[:0]), (X[4:5], X[4:5])],
    "arrays_in_f32": [tuple(a.ravel().astype(np.float32) for a in np.meshgrid(EDGES, EDGES))],
    "array_in_f32": [(X.astype(np.float32), y) for y in REAL],
    "array_of_integers": [(np.array([0, 1, 4, 9]),)],
}
