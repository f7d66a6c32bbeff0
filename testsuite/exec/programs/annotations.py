#pythran export pythran_sum(float64[:], int)
#pythran export pythran_two(float64[:,:])
#pythran export pythran_two(float32[:,:])
#pythran export pythran_or(int64[] or float64[], int)
#pythran export dialect_lists(float list or int list list), dialect_views(float[:, ::], float32[::] or int[][]) # (and
#pythran export dialect_layouts(int[:,:] order (C) or int[][], (int, float[:,:] order(F) or float[:, :]), int8 [3]), DIALECT
# pythran export dialect_optional(int, float?,
#   int[:] or None?)

#  (remarks
#pythran export dialect_tuples((int) list,

#    (float or int, complex64), None or int)
#pythran  export dialect_defaults(float, )
"""Every way to say a type: decorators, PEP 484, strings, Pythran comments; overloads; layouts."""
import numpy as np

import pycc
import pycc as pc
import numpy as nup
from pycc import bool_, c64, c128, f32, f64, i8, i16, i32, i64, prange, u8, u16, u32, u64, unpython


def pythran_sum(x, k):
    s = 0.0
    for v in x:
        s += v * k
    return s


def pythran_two(a):
    return a[0, 0] * 2


def pythran_or(x, i):
    return x[i] * 2


@pycc.type('ndarray[double,2]', 'int64', None)
def unpython_style(a, n):
    a[0, 0] = n


@unpython.type('ndarray[float,1]', 'int', 'double')
def from_unpython(x, n):
    return x[n] * 1.0


@pycc.type('f64[:]', 'int', 'f64')
@pycc.type('i32[:]', 'int', 'i64')
@pycc.type('f64[:, :]', 'int', 'f64')
def by_rank_and_dtype(x, n):
    return total_of(x)


def total_of(x):
    return x.sum()


#pythran export by_python_type(int)
#pythran export by_python_type(float)
#pythran export by_python_type(complex)
#pythran export by_python_type(bool)
def by_python_type(x):
    return x * 2


#pythran export by_scalar_type(int8)
#pythran export by_scalar_type(float32)
#pythran export by_scalar_type(complex64)
#pythran export by_scalar_type(uint64)
def by_scalar_type(x):
    return x + x


@pycc.type('f32[:]', 'f32[:]', 'f32')
@pycc.type('f64[:]', 'f64[:]', 'f64')
@pycc.type('f32[:]', 'f64[:]', 'f64')
def overloaded_dot(x, y):
    s = x[0] * y[0]
    for i in range(1, len(x)):
        s += x[i] * y[i]
    return s


def string_annotations(a: 'f64[:, :]', n: 'int') -> 'float64':
    return a[n, n]


def numpy_style_names(a: 'float32[:]', b: 'int16[:]', c: 'uint8[:]', d: 'complex128[:]'):
    return a[0], b[0], c[0], d[0]


def every_scalar(a: bool_, b: i8, c: i16, d: i32, e: i64, f: u8, g: u16, h: u32, i: u64, j: f32, k: f64, l: c64, m: c128):
    return a, b, c, d, e, f, g, h, i, j, k, l, m


def python_scalars(a: bool, b: int, c: float, d: complex):
    return a, b, c, d


def returns_tuple(a: int, b: float) -> tuple[int, float]:
    return a + 1, b * 2


def returns_none(a: int) -> None:
    return None


def implicit_none(x: i64[:]):
    x[0] = 1


def no_parameters() -> int:
    return 42


def local_annotation(n: int) -> int:
    s: int = 0
    x: 'f64'
    for i in range(n):
        s += i
    x = np.float64(s)
    return s + int(x)


def docstring_only(a: int) -> int:
    """A docstring."""
    return a


def keyword_only(a: int, *, b: int = 5) -> int:
    return a * b


def many_parameters(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int, k: int, l: int) -> int:
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l


def long_name_of_a_function_with_keywords_of_c(int_: int, double: float, register: int, struct: float) -> float:
    auto = int_ + register
    static = double * struct
    return auto + static


def unicode_names(größe: int, π: float) -> float:
    Δx = π / größe
    return Δx * 2


DIALECT = 3


def dialect_lists(xs):
    return len(xs), xs[-1]


def dialect_views(a, b):
    return a[1, 0] + b[0]


def dialect_layouts(a, t, b):
    return a[0, 1] + t[1][1, 0], t[0], b[2]


def dialect_optional(n, x=2, a=None):
    return n * x if a is None else n * x + a[0]


def dialect_tuples(xs, t, n):
    return xs[1][0], t[0], t[1], 0 if n is None else n


def dialect_defaults(a, b=1, c=None, d=-1.5, e=DIALECT, g=(1, 2.0), h=np.pi, *, k=1j, l=True):
    return a * b * d, e * b, g, h, k, l, c is None


rng = np.random.default_rng(13)
def modules_by_other_names(x: pc.f64[:], y: "pc.i8[:]", n: pc.i32, m: nup.float32):
    return x[0] + y[0], n, m


square = rng.random((4, 4))
CASES = {
    "dialect_lists": [([1.5, 2.5],), ([[1, 2], [3]],)],
    "dialect_views": [(square[::2, ::-1], np.float32([2, 3])), (square.T, np.array([[1, 2]]))],
    "dialect_layouts": [(np.arange(4).reshape(2, 2), (1, square.T), np.int8([1, 2, 3]))],
    "dialect_optional": [(3,), (3, 1.5), (3, 1.5, None), (3, 2.0, np.array([4])), (3, {"a": np.array([4]), "x": 1.0})],
    "dialect_tuples": [([(1,), (2,)], (1.5, np.complex64(1j)), None), ([(1,), (2,)], (2, np.complex64(1j)), 7)],
    "dialect_defaults": [(1.5,), (1.5, 2, {"l": False}), (1.5, 2, None, 2.5, 4, (3, 4.0), 1.0, {"k": 2j})],
    "modules_by_other_names": [(np.ones(2), np.ones(2, np.int8), np.int32(3), np.float32(2.5))],
    "pythran_sum": [(rng.random(n), 3) for n in (1, 5)],
    "pythran_two": [(rng.random((2, 2)),), (rng.random((2, 2)).astype(np.float32),)],
    "pythran_or": [(np.arange(4), 2), (np.arange(4.0), -1)],
    "unpython_style": [(np.zeros((2, 2)), 5)],
    "from_unpython": [(np.arange(3.0), 1)],
    "by_rank_and_dtype": [(rng.random(4), 1), (np.arange(4, dtype=np.int32), 1), (rng.random((3, 2)), 1)],
    "by_python_type": [(3,), (1.5,), (1j,), (True,)],
    "by_scalar_type": [(np.int8(100),), (np.float32(0.1),), (np.complex64(1j),), (np.uint64(2**63),)],
    "overloaded_dot": [(rng.random(3).astype(a), rng.random(3).astype(b)) for a, b in
                       ((np.float32, np.float32), (np.float64, np.float64), (np.float32, np.float64))],
    "string_annotations": [(rng.random((2, 2)), 1), (rng.random((2, 2)), 2)],
    "numpy_style_names": [(np.ones(1, np.float32), np.ones(1, np.int16), np.ones(1, np.uint8), np.ones(1, complex))],
    "every_scalar": [(np.bool_(1), np.int8(-1), np.int16(-2), np.int32(-3), np.int64(-4), np.uint8(1), np.uint16(2),
                      np.uint32(3), np.uint64(2**64 - 1), np.float32(0.1), np.float64(0.1), np.complex64(1j),
                      np.complex128(0.1 + 1j))],
    "python_scalars": [(True, -5, 0.1, 1 - 2j), (False, 2**63 - 1, float("nan"), 0j)],
    "returns_tuple": [(1, 2.5)],
    "returns_none": [(1,)],
    "implicit_none": [(np.zeros(2, int),)],
    "no_parameters": [()],
    "local_annotation": [(5,), (0,)],
    "docstring_only": [(5,)],
    "keyword_only": [(5,), (5, {"b": 7})],
    "many_parameters": [tuple(range(1, 13))],
    "long_name_of_a_function_with_keywords_of_c": [(1, 2.0, 3, 4.0)],
    "unicode_names": [(3, 3.14159)],
}
