#pythran export pythran_sum(float64[:], int)
#pythran export pythran_two(float64[:,:])
#pythran export pythran_two(float32[:,:] order(C or F))
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
from typing import TYPE_CHECKING, Annotated, Any, List, Optional, Tuple, TypeVar, Union
import typing as t

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

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


#pythran export exported_helper(float)
def exported_helper(x):
    return x * x + 1


#pythran export calls_exported(int, int32[])
def calls_exported(n, a):
    return exported_helper(n), exported_helper(n * 0.5), exported_helper(True), exported_helper(a[0]), exported_helper(a)


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

# ---- what typing and numpy.typing have

if TYPE_CHECKING:
    from pycc import f64 as checked_only

Vec = f64[:]
Mat: Any = f64[:, :]
Row = "f64[:]"
Either = Union[f64[:], f32[:]]
Vectors = Tuple[Vec, Vec]
Image = Annotated[NDArray[np.float64], f64[:, :]]
S = TypeVar("S", f32, f64)
D = t.TypeVar("D", np.int8, np.uint16, np.float32, np.complex128)
V = TypeVar("V", f32[:], f64[:], covariant=True)
B = TypeVar("B", bound=Union[int, float])


def alias_vector(x: Vec, y: Row, n: "Mat") -> f64:
    return x[0] + y[-1] * n[0, 1]


def alias_nested(v: Vectors, rows: List[Vec]):
    return v[0][0] + v[1][1], rows[0][1]


def alias_annotated(x: Image, k: Annotated[int, "how often", 3]):
    return x[1] * k


def annotated_strings(x: Annotated[NDArray[np.float32], "f32[:, :]"], y: "Annotated[npt.NDArray[np.int16], i16[:]]"):
    return x[0, 1], y[0]


def ndarray_indexed(x: NDArray[np.float64]) -> np.float64:
    s = np.float64(0)
    for i in prange(len(x)):
        s += x[i]
    return s


def ndarray_shaped(x: npt.NDArray[np.float32], y: "NDArray[np.int64]"):
    n, m = x.shape
    total = np.int64(0)
    for v in y:
        total += v
    return x * n, m, total


def ndarray_of_either(x: NDArray[Union[np.float32, np.float64]]):
    return x[0, :] + x[:, 0][0]


def ndarray_ranks(x: np.ndarray[Tuple[int, int], np.dtype[np.float64]], y: np.ndarray[Any, np.dtype[np.int32]],
                  z: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> NDArray[np.float64]:
    out: NDArray[np.float64] = x + y[0][1]
    return out * z[0]


def ndarray_helper(x: NDArray[np.float64]):
    return np.sum(x * x)


def ndarray_helped(x: f64[:, :]):
    return ndarray_helper(x) - ndarray_helper(x[0])


def ndarray_none(x: "NDArray[np.float64] | None", k: int):
    return k if x is None else k + x[k]


#pythran export ndarray_exported(float64[:,:])
#pythran export ndarray_exported(float64[:])
def ndarray_exported(x: NDArray[np.float64]):
    return x[0] + x.sum()


def either_bare(x: f64[:] | f32[:] | i32[:]):
    return x[0] + x[1]


def either_alias(x: Either, y: "Either | None" = None):
    return x[0] if y is None else x[0] + y[0]


def either_number(x: Union[int, float, complex], y: "t.Optional[int | float]"):
    return x * 2 if y is None else x * y


def optional_quoted(x: Optional["f64[:]"]) -> float:
    return 0.0 if x is None else float(x[0]) + 1


@pycc.type("f64[:] | f32[:]", "int", None)
def either_decorated(x, k):
    x[k] = 7


def variable_scalar(x: S, y: S) -> S:
    return x / y


def variable_elements(x: NDArray[D], y: "D[:]", k: D) -> D:
    return x[0] + y[1] * k


def variable_array(x: V, y: "list[V]"):
    return x + y[0]


def variable_two(x: S, y: B):
    return x + y, y * 2


def checked_import(x: "checked_only[:]") -> "checked_only":
    return x[0] * 2


rng = np.random.default_rng(13)
F64, F32 = rng.random((3, 3)), rng.random((3, 3)).astype(np.float32)
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

    "alias_vector": [(F64[0], F64[1], F64)],
    "alias_nested": [((F64[0], F64[1]), [F64[2], F64[0]])],
    "alias_annotated": [(F64, 3), (F64[:1], 2)],
    "annotated_strings": [(F32, np.arange(3, dtype=np.int16))],
    "ndarray_indexed": [(np.arange(100.0),), (np.zeros(0),)],
    "ndarray_shaped": [(F32, np.arange(5)), (F32[:, :2], np.arange(0))],
    "ndarray_of_either": [(F64,), (F32,)],
    "ndarray_ranks": [(F64, np.array([[1, 2], [3, 4]], np.int32), F64[1])],
    "ndarray_helped": [(F64,)],
    "ndarray_none": [(F64[0], 1), (None, 2), (F64[0], 3)],
    "ndarray_exported": [(F64,), (F64[0],)],
    "either_bare": [(F64[0],), (F32[0],), (np.arange(3, dtype=np.int32),)],
    "either_alias": [(F64[0],), (F32[0], F64[1]), (F32[0], F32[1]), (F64[0], None)],
    "either_number": [(2, None), (2, 3), (2.5, 3), (1j, 0.5), (True, 2.5)],
    "optional_quoted": [(F64[0],), (None,)],
    "either_decorated": [(F64[0].copy(), 1), (F32[0].copy(), 2), (F32[0].copy(), 5)],
    "variable_scalar": [(d(1), d(3)) for d in (np.float32, np.float64)],
    "variable_elements": [(np.arange(3).astype(d), np.arange(3).astype(d), d(2)) for d in
                          (np.int8, np.uint16, np.float32, np.complex128)],
    "variable_array": [(F64[0], [F64[1]]), (F32[0], [F32[1]])],
    "variable_two": [(np.float32(0.1), 3), (np.float32(0.1), 2.5), (np.float64(0.1), 3), (np.float64(0.1), 2.5)],
    "checked_import": [(F64[0],)],
    "modules_by_other_names": [(np.ones(2), np.ones(2, np.int8), np.int32(3), np.float32(2.5))],
    "pythran_sum": [(rng.random(n), 3) for n in (1, 5)],
    "pythran_two": [(rng.random((2, 2)),), (rng.random((2, 2)).astype(np.float32),)],
    "exported_helper": [(1.5,)],
    "calls_exported": [(3, np.array([7, -2], np.int32))],
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
