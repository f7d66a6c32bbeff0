"""What test_prelude.py runs: CASES[function] is a list of (expression, arguments, arguments ...).

An expression calls the function on a, b, c ..., which are the arguments in their order. REFUSED holds calls that
the compiler refuses: (expression, arguments, message).
"""
import numpy as np

RNG = np.random.default_rng(5)
V = np.array([3.0, -1.5, 2.0, 8.0, 0.5])
A = np.array([[3.0, -1.5, 2.0, 8.0], [0.5, 4.0, -2.25, 1.0], [6.0, 0.0, 1.0, -3.0]])
T = np.arange(24.0).reshape(2, 3, 4) ** 2 % 17 - 5
NAN = np.array([1.0, np.nan, 2.0, np.inf, -3.0])
NANS = np.where(A > 3, np.nan, A)
NANS[:, 0] = np.nan
I = np.array([4, -2, 9, 0, 9, 3], dtype=np.int64)
I32 = np.array([[4, -2, 9], [0, 9, -2]], dtype=np.int32)
U8 = np.array([200, 100, 3, 250], np.uint8)
B = np.array([True, False, False, True])
F32 = np.float32([0.1, 0.25, -3.5, 2.0])
C = np.array([1 + 2j, -3j, 2.5, 0.5 - 1j])
E = np.zeros(0)
ONE = np.array([2.5])

CASES = {
    "diff": [
        ("np.diff(a)", (V,), (F32,), (I,), (U8,), (B,), (C,), (E,), (ONE,), (A,), (T,)),
        ("np.diff(a, axis=0)", (V,), (A,), (T,)),
        ("np.diff(a, 2)", (V,), (I,), (B,), (ONE,)),
        ("np.diff(a, n=3, axis=-2)", (T,), (A,)),
        ("np.diff(a, 0)", (V,)),
    ],
    "trapezoid": [
        ("np.trapezoid(a)", (V,), (F32,), (I,), (C,), (E,), (ONE,), (A,), (T,)),
        ("np.trapezoid(a, b)", (V, V ** 2), (A, A[0]), (A, A ** 2), (I, I * 0.5)),
        ("np.trapezoid(a, dx=0.25, axis=0)", (A,), (T,)),
        ("np.trapezoid(a, b, axis=0)", (V, V), (A, A)),
    ],
    "var": [
        ("np.var(a)", (V,), (F32,), (I,), (U8,), (B,), (C,), (E,), (ONE,), (A,), (T,), (NAN,)),
        ("a.var(axis=0)", (A,), (T,), (I32,)),
        ("np.var(a, axis=(0, -1), keepdims=True)", (A,), (T,)),
        ("a.var(ddof=1)", (A,), (ONE,), (F32,)),
    ],
    "std": [
        ("np.std(a)", (V,), (F32,), (I,), (C,), (E,), (A,), (NAN,)),
        ("a.std(1, ddof=1)", (A,), (T,), (I32,)),
        ("a.std(keepdims=True)", (A,)),
    ],
    "ptp": [
        ("np.ptp(a)", (V,), (F32,), (I,), (U8,), (A,), (NAN,), (E,)),
        ("np.ptp(a, axis=1)", (A,), (T,)),
        ("np.ptp(a, 0, keepdims=True)", (A,)),
    ],
    "count_nonzero": [
        ("np.count_nonzero(a)", (V,), (I,), (B,), (C,), (E,), (A,), (NAN,)),
        ("np.count_nonzero(a, axis=0)", (I32,), (T,)),
        ("np.count_nonzero(a > 1, axis=(0, 1), keepdims=True)", (A,)),
    ],
    "nansum": [
        ("np.nansum(a)", (V,), (NAN,), (I,), (C,), (E,), (A,), (NANS,)),
        ("np.nansum(a, axis=0)", (A,), (T,), (NANS,)),
    ],
    "nanprod": [
        ("np.nanprod(a)", (V,), (NAN,), (I,), (E,), (NANS,)),
        ("np.nanprod(a, axis=1, keepdims=True)", (A,), (NANS,)),
    ],
    "nanmean": [
        ("np.nanmean(a)", (V,), (NAN,), (I,), (E,), (NANS,)),
        ("np.nanmean(a, axis=0)", (A,), (T,), (NANS,)),
    ],
    "nanmin": [
        ("np.nanmin(a)", (V,), (NAN,), (I,), (E,), (NANS,), (F32,)),
        ("np.nanmin(a, axis=0)", (A,), (T,), (NANS,)),
        ("np.nanmin(a, axis=1, keepdims=True)", (NANS,)),
    ],
    "nanmax": [
        ("np.nanmax(a)", (V,), (NAN,), (I,), (E,), (NANS,), (F32,)),
        ("np.nanmax(a, axis=0)", (A,), (T,), (NANS,)),
        ("np.nanmax(a, axis=1, keepdims=True)", (NANS,)),
    ],
    "nanvar": [
        ("np.nanvar(a)", (V,), (NAN[:3],), (I,), (E,), (NANS,), (F32,)),
        ("np.nanvar(a, axis=0)", (A,), (T,), (NANS,)),
    ],
    "nanstd": [
        ("np.nanstd(a)", (V,), (NAN[:3],), (I,), (NANS,)),
        ("np.nanstd(a, axis=1, ddof=1, keepdims=True)", (A,), (NANS,)),
    ],
    "isposinf": [("np.isposinf(a)", (NAN,), (-NAN,), (A,), (F32,))],
    "isneginf": [("np.isneginf(a)", (NAN,), (-NAN,), (A,), (F32,))],
    "nan_to_num": [
        ("np.nan_to_num(a)", (NAN,), (-NAN,), (A,), (I,), (np.float32(NAN),)),
        ("np.nan_to_num(a, nan=1.5, posinf=3.0)", (NAN,), (-NAN,)),
    ],
    "isclose": [
        ("np.isclose(a, b)", (V, V + 1e-9), (NAN, NAN), (A, A[0]), (I, I + 1), (NAN, -NAN)),
        ("np.isclose(a, b, rtol=0.5, equal_nan=True)", (NAN, NAN), (V, V * 1.2)),
    ],
    "allclose": [
        ("np.allclose(a, b)", (V, V + 1e-9), (NAN, NAN), (A, A), (E, E), (V, V + 1)),
        ("np.allclose(a, b, equal_nan=True)", (NAN, NAN),),
    ],
    "array_equal": [("np.array_equal(a, b)", (V, V), (V, V[1:]), (A, A[0]), (NAN, NAN), (I, I), (E, E))],
    "sinc": [("np.sinc(a)", (V,), (A,), (np.array([0.0, 0.5]),))],
    "angle": [("np.angle(a)", (C,), (V,)), ("np.angle(a, deg=True)", (C,), (V,))],
    "round": [
        ("np.round(a)", (V,), (A,), (I,), (F32,), (NAN,)),
        ("a.round(2)", (A / 7,), (F32,), (I,)),
        ("np.round(a, -1)", (T * 3.7,)),
    ],
    "around": [("np.around(a, 1)", (A / 3,), (U8,)), ("np.around(a)", (V,))],
}

REFUSED = [
    ("np.diff(a, n=-1)", (V,), "np.diff: order must be non-negative"),
    ("np.diff(a, axis=1)", (V,), "np.diff: the axis is out of bounds"),
    ("np.diff(a, b)", (V, 1), "argument 'n' of np.diff must be a constant"),
    ("np.diff(a, order=1)", (V,), "np.diff has no parameter 'order'"),
    ("np.diff(a, n=2 > 1.5)", (V,), "argument 'n' of np.diff must be a constant"),
    ("np.trapezoid(a, (3, 4))", (V,), "np.trapezoid: tuple[int, int] has no attribute"),
]
