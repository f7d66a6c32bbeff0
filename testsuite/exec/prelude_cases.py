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
S = np.array([-2.0, 0.5, 0.5, 2.0, 3.5, 7.0])
F32S = np.float32([0.1, 0.25, 1.0])
I64S = np.array([-1, 0, 3, 4, 4, 9])
RANDOM = RNG.standard_normal(300)
LONG = np.tile(RANDOM, 4) + np.arange(1200.0) % 7
ONE = np.array([2.5])
Q2 = np.array([[4, 1], [1, 3]])
ZS = np.array([0.0, 0.0, 1.5, 0.0, -2.0, 0.0])

P = np.array([1, 3, 0, 2])
M = np.abs(I32) % 5
K3 = np.array([0, 2, 1, 2])
W3 = np.array([1, 2, 1, 3])
AT = np.argsort(A, axis=1)

CASES = {
    "diff": [
        ("np.diff(a)", (V,), (F32,), (I,), (U8,), (B,), (C,), (E,), (ONE,), (A,), (T,)),
        ("np.diff(a, axis=0)", (V,), (A,), (T,)),
        ("np.diff(a, 2)", (V,), (I,), (B,), (ONE,)),
        ("np.diff(a, n=3, axis=-2)", (T,), (A,)),
        ("np.diff(a, 0)", (V,)),
        ("np.diff(a, prepend=0)", (V,), (A,), (I,)),
        ("np.diff(a, 2, prepend=b, append=0.5)", (V, V[:2]), (A, A[:, :1])),
        ("np.diff(a, axis=0, append=b)", (A, A[:1])),
    ],
    "frombuffer": [
        ("np.frombuffer(a)", (V,), (A,), (C,), (A[:, ::2],), (E,), (B,), (U8,), (A[0],)),
        ("np.frombuffer(a, np.int16)", (V,), (U8,), (U8[:3],), (B,), (I,)),
        ("np.frombuffer(a, dtype=np.uint8, count=b)", (V, 3), (V, 0), (V, 41), (V, 40), (V, -1)),
        ("np.frombuffer(a, np.float32, offset=b)", (V, 4), (V, 40), (V, 41), (V, -1), (V, 3)),
    ],
    "isfortran": [("np.isfortran(a)", (V,), (A,), (A.T,), (A[:1],), (A[:, ::2],), (T,))],
    "isscalar": [("np.isscalar(a)", (2.5,), (3,), (V,), ((1, 2),)), ("np.isscalar('x') and not np.isscalar(None)", ())],
    "iterable": [("np.iterable(a)", (2.5,), (V,), ((1, 2),))],
    "dtype": [
        ("(np.zeros(2, np.dtype('f4')), np.ones(2, dtype=np.dtype(np.int16)), np.dtype(a.dtype).itemsize, np.dtype(float) == a.dtype, "
         "np.dtype('i4').kind == 'i', a.dtype.type == np.float64, a.dtype.char == 'd', a.astype(a.dtype.type))", (V,), (I,), (U8,)),
    ],
    "promote_types": [
        ("(np.zeros(2, np.promote_types(a.dtype, b.dtype)), np.promote_types('i4', a.dtype).itemsize, np.promote_types(float, np.float32) == float)",
         (V, F32), (I, F32), (I32, F32), (U8, I), (U8, np.int8(V)), (B, U8), (C, F32), (B, B)),
    ],
    "common_type": [
        ("(np.zeros(2, np.common_type(a, b)), np.zeros(2, np.common_type(a)))", (V, F32), (F32, F32), (I, F32), (U8, I), (np.complex64(C), F32), (np.complex64(C), I)),
    ],
    "issubdtype": [
        ("(np.issubdtype(a.dtype, np.number), np.issubdtype(a.dtype, np.integer), np.issubdtype(a.dtype, np.signedinteger), np.issubdtype(a.dtype, np.generic), "
         "np.issubdtype(a.dtype, np.unsignedinteger), np.issubdtype(a.dtype, np.inexact), np.issubdtype(a.dtype, np.floating), np.issubdtype(a.dtype, float), "
         "np.issubdtype(a.dtype, np.complexfloating), np.issubdtype(a.dtype, np.int64), np.issubdtype(np.float64, np.float32))",
         (V,), (I,), (U8,), (B,), (C,), (F32,)),
        ("a * 2 if np.issubdtype(a.dtype, np.floating) else a.astype(float)", (V,), (I,)),
    ],
    "can_cast": [
        (f"(np.can_cast(a.dtype, {t}), np.can_cast({t}, a.dtype), np.can_cast(a.dtype, {t}, casting='same_kind'), np.can_cast({t}, a.dtype, 'same_kind'), "
         f"np.can_cast(a.dtype, {t}, 'unsafe'), np.can_cast(a.dtype, {t}, 'no'), np.can_cast(a.dtype, {t}, 'equiv'))",
         (V,), (I,), (U8,), (B,), (C,), (F32,), (I32,))
        for t in ("np.float32", "'i8'", "np.uint16", "bool", "complex", "np.int8", "'c8'")
    ],
    "isdtype": [
        ("(np.isdtype(a.dtype, 'real floating'), np.isdtype(a.dtype, 'integral'), np.isdtype(a.dtype, 'numeric'), "
         "np.isdtype(a.dtype, 'bool'), np.isdtype(a.dtype, 'signed integer'), np.isdtype(a.dtype, 'unsigned integer'), "
         "np.isdtype(a.dtype, 'complex floating'), np.isdtype(a.dtype, np.int64))", (V,), (I,), (U8,), (B,), (C,)),
    ],
    "ndarray": [("np.ndarray(a, dtype=np.int32).shape", ((2, 3),)), ("np.ndarray(a).shape", (4,), ((2, 0),))],
    "trapezoid": [
        ("np.trapezoid(a)", (V,), (F32,), (I,), (C,), (E,), (ONE,), (A,), (T,)),
        ("np.trapezoid(a, b)", (V, V ** 2), (A, A[0]), (A, A ** 2), (I, I * 0.5)),
        ("np.trapezoid(a, dx=0.25, axis=0)", (A,), (T,)),
        ("np.trapezoid(a, b, axis=0)", (V, V), (A, A), (A, V[:3]), (T, V[:2])),
        ("np.trapezoid(a, b, axis=1)", (T, V[:3]), (A, V[:4])),
    ],
    "var": [
        ("np.var(a)", (V,), (F32,), (I,), (U8,), (B,), (C,), (E,), (ONE,), (A,), (T,), (NAN,)),
        ("a.var(axis=0)", (A,), (T,), (I32,)),
        ("np.var(a, axis=(0, -1), keepdims=True)", (A,), (T,)),
        ("a.var(ddof=1)", (A,), (ONE,), (F32,)),
        ("np.var(a, dtype=np.float32)", (A,), (I,)),
        ("np.var(a, 0, None, None, 1)", (A,)),
        ("np.var(a, where=a > 0)", (A,), (V,)),
        ("np.var(a, axis=1, where=a > 0, correction=1)", (A,)),
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
    "isneginf": [("np.isneginf(a)", (NAN,), (-NAN,), (A,), (F32,)), ("np.isneginf(a, b)", (NAN, np.zeros(5, bool)), (-NAN, np.zeros(5, int)))],
    "nan_to_num": [
        ("np.nan_to_num(a)", (NAN,), (-NAN,), (A,), (I,), (np.float32(NAN),), (3,)),
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
    "angle": [("np.angle(a)", (C,), (V,), (NAN,), (I,), (-2,), (NAN * (1 + 1j),)), ("np.angle(a, deg=True)", (C,), (V,))],
    "round": [
        ("np.round(a)", (V,), (A,), (I,), (F32,), (NAN,)),
        ("a.round(2)", (A / 7,), (F32,), (I,)),
        ("np.round(a, -1)", (T * 3.7,), (I * 7,), (U8,)),
        ("np.round(a, b)", (A / 7, 2), (A * 50, -1), (I * 7, -1), (I, 3)),
        ("np.round(a, 1)", (C / 3,), (2.567,), (7,)),
    ],
    "around": [("np.around(a, 1)", (A / 3,), (U8,)), ("np.around(a)", (V,))],
    "nancumsum": [("np.nancumsum(a)", (NAN,), (I,), (A,)), ("np.nancumsum(a, axis=0)", (A,))],
    "nancumprod": [("np.nancumprod(a)", (NAN,), (I,)), ("np.nancumprod(a, axis=1)", (A,))],
    "tri": [("np.tri(a)", (4,), (0,)), ("np.tri(a, b, c, np.int8)", (3, 5, 1), (3, 2, -1), (3, 3, -7))],
    "tril": [
        ("np.tril(a)", (A,), (T,), (I32,), (V,), (-ZS,), (C.reshape(2, 2),)),
        ("np.tril(a, b)", (A, 1), (A, -1), (A, -9), (A, 9)),
    ],
    "triu": [
        ("np.triu(a)", (A,), (T,), (I32,), (V,), (-ZS,)),
        ("np.triu(a, k=b)", (A, 1), (A, -1), (A, -9), (A, 9)),
    ],
    "diag": [
        ("np.diag(a)", (V,), (A,), (E,), (I,), (C,)),
        ("np.diag(a, b)", (V, 1), (V, -2), (A, 1), (A, -1), (A, 7)),
    ],
    "diagflat": [("np.diagflat(a)", (V,), (A,)), ("np.diagflat(a, b)", (I32, -1))],
    "vander": [
        ("np.vander(a)", (V,), (I,), (ONE,)),
        ("np.vander(a, b)", (V, 2), (V, 0)),
        ("np.vander(a, increasing=True)", (V,), (C,)),
    ],
    "logspace": [
        ("np.logspace(a, 3.0, 4)", (V[:2],), (A[:, :1],)),
        ("np.logspace(2.0, 3.0, 4, base=a)", (np.array([2.0, 3.0]),)),
        ("np.logspace(2.0, a, 4, base=b, axis=-1)", (np.array([2.0, 3.0]), np.array([2.0, 10.0]))),
        ("np.logspace(a, b)", (0.0, 2.0), (0, 3)),
        ("np.logspace(a, b, c, endpoint=False)", (0.0, 2.0, 7)),
        ("np.logspace(a, b, num=c, base=2.0)", (1.0, 4.0, 4), (1.0, 4.0, 1), (1.0, 4.0, 0)),
    ],
    "array_str": [("np.array_str(a)", (V,), (A,), (I,), (B,))],
    "array_repr": [("np.array_repr(a)", (V,), (A,), (F32,))],
    "array2string": [("np.array2string(a)", (V,), (A,))],
    "forms__mgrid": [
        ("(np.mgrid[0:a], np.mgrid[1:a:2], np.mgrid[:3], np.mgrid[-1:b:0.5], np.mgrid[-1:b:5j], np.mgrid[b:4:1j])", (5, 1.5), (0, 2.0)),
    ],
    "forms__ogrid": [("(np.ogrid[0:a], np.ogrid[-1:b:6j])", (5, 1.5))],
    "forms__asarray": [
        ("(np.asarray(a, order='F'), np.asarray(a, order='F').flags.f_contiguous, np.asarray(a, order='C').flags.c_contiguous)", (A,), (A.T,), (T,), (V,)),
        ("np.asarray(a, dtype=np.float32, order='C')", (A,), (I,)),
        ("np.asarray(a, copy=True)", (A,), (A.T,)),
        ("np.asarray([1, 2.5], order='F') * a", (2.0,)),
    ],
    "forms__asanyarray": [("np.asanyarray(a, order='F')", (A,), (V,))],
    "forms__eye": [("np.eye(3, order='F')", ()), ("np.eye(a, 4, k=b, order='F')", (3, 1), (2, -1)), ("np.eye(a, dtype=int, order='C')", (3,))],
    "forms__reshape": [
        ("np.reshape(a, (2, 6), copy=True)", (A,), (A.T,)),
        ("np.reshape(a, (2, 6), order='A')", (A,), (A.T,), (A[::-1],), (np.asfortranarray(A),)),
        ("np.reshape(a, (6, 2), order='F', copy=True)", (A,)),
    ],
    "forms__atleast_1d": [("np.atleast_1d(a, b)", (1, V), (V, 2.5), (A, 1)), ("np.atleast_1d(a, [1, 2], 3.5)", (V,))],
    "forms__atleast_2d": [("np.atleast_2d(a, b)", (1, V), (V, A)), ("np.atleast_2d(a, b, 2)", (V, T))],
    "forms__atleast_3d": [("np.atleast_3d(a, b)", (1, V), (V, A)), ("np.atleast_3d(a, b, 2)", (V, T))],
    "forms__ravel": [
        ("np.ravel(a, order='K')", (A,), (A.T,), (A[::2, ::-1],), (T.transpose(1, 2, 0),), (V,), (V[::-1],), (E,)),
        ("np.ravel(a, 'A')", (A,), (A.T,), (A[::2, ::-1],), (T.T,), (V,)),
    ],
    "forms__copy": [
        ("(np.copy(a, order='K'), np.copy(a, order='A'), np.copy(a, 'A').flags.f_contiguous, np.copy(a, 'K').flags.c_contiguous)", (A,), (A.T,), (T,), (V,), (T.T,), (A[:, ::2],)),
    ],
    "ndarray__ravel": [("a.ravel('K')", (A,), (A.T,), (A[:, ::2],)), ("a.ravel(order='A')", (A,), (A.T,))],
    "ndarray__copy": [("(a.copy('K'), a.copy(order='A').flags.f_contiguous)", (A,), (A.T,), (V,))],
    "ndarray__astype": [
        ("(a.astype(np.float32, order='F'), a.astype(np.float32, order='F').flags.f_contiguous)", (A,), (A.T,), (V,)),
        ("a.astype(dtype='i4')", (A,), (I,)),
        ("a.astype(np.float32, casting='same_kind')", (A,), (I,), (C.real,)),
        ("a.astype(np.int16, casting=\"safe\")", (U8,), (V,), (I,)),
        ("a.astype(float, copy=False)", (I,), (F32,), (V,)),
        ("a.astype(np.int8, 'C', 'unsafe')", (V,), (A.T,)),
    ],
    "geomspace": [
        ("np.geomspace(a, b, 5)", (1j, 1000j), (-1 + 0j, 1 + 0j), (1 + 1j, 2.0), (1j, 0.0)),
        ("np.geomspace(a, b, num=9, dtype=int)", (1, 256), (1.0, 256.0)),
        ("np.geomspace(a, b)", (1.0, 1000.0),),
        ("np.geomspace(a, b, c)", (1.0, 256.0, 9), (-8.0, -1.0, 4), (2.0, 3.0, 1), (2.0, 3.0, 0), (0.0, 1.0, 3)),
        ("np.geomspace(a, b, c, endpoint=False)", (1.0, 256.0, 8)),
    ],
    "indices": [
        ("np.indices((a, b))", (2, 3), (0, 2)),
        ("np.indices((a,))", (4,)),
        ("np.indices((a, b, c), dtype=np.float32)", (2, 1, 3)),
    ],
    "fromfunction": [
        ("np.fromfunction(lambda i, j: i * 10 + j, (a, b))", (3, 2), (0, 2)),
        ("np.fromfunction(lambda i: i ** 2, (a,), dtype=int)", (4,)),
    ],
    "meshgrid": [
        ("np.meshgrid(a, b, copy=True)", (V, S)),
        ("np.meshgrid(a, b)", (V, I)),
        ("np.meshgrid(a, b, indexing='ij')", (V, ONE)),
        ("np.meshgrid(a, b, sparse=True)", (V, I)),
        ("np.meshgrid(a, b, c, indexing='ij', sparse=True)", (V, I, ONE)),
        ("np.meshgrid(a, b, c)", (V, I, F32)),
        ("np.meshgrid(a, b, c, indexing='ij')", (V, ONE, I)),
    ],
    "searchsorted": [
        ("np.searchsorted(a, b)", (S, 2.0), (S, V), (S, NAN), (S, A), (I64S, I), (I64S, 3), (E, V), (F32S, F32),
         (I64S, V), (np.array([1.0, 2.0, np.nan, np.nan]), NAN)),
        ("np.searchsorted(a, b, side='right')", (S, 2.0), (S, V), (I64S, I), (S, A)),
        ("a.searchsorted(b)", (S, V)),
        *((f"np.searchsorted(a, b, side='{side}')", (np.sort(LONG), LONG), (np.sort(LONG[:7]), LONG), (np.sort(LONG), np.concatenate((LONG, [np.nan, 0.0], LONG))),
           (np.sort(np.concatenate((LONG[:90], [np.nan, np.nan]))), np.concatenate((LONG, [np.nan]))), (np.sort(LONG + 1j), LONG[:70] + 1j),
           (np.sort(LONG.astype(np.float32)), LONG[::-1])) for side in ("left", "right")),
    ],
    "digitize": [
        ("np.digitize(a, b)", (V, S), (V, S[::-1].copy()), (I, I64S), (2.0, S), (V, V), (A, S)),
        ("np.digitize(a, b, right=True)", (V, S), (V, S[::-1].copy()), (S, S)),
    ],
    "bincount": [
        ("np.bincount(a)", (np.abs(I),), (I32[1],), (U8,), (I[:0],), (I,)),
        ("np.bincount(a, minlength=b)", (np.abs(I), 20), (np.abs(I), 3), (I[:0], 4), (I, -1)),
        ("np.bincount(a, b)", (np.abs(I), I * 0.5), (np.abs(I), V)),
    ],
    "interp": [
        ("np.interp(a, b, c)", (V, S, S ** 2), (2.25, S, S ** 2), (NAN, S, S ** 2), (A, S, S[::-1].copy()), (V, ONE, ONE),
         (I, I64S, I64S * 2), (V, S, S[:-1].copy()), (V, E, E), (F32, S, S),
         (LONG, np.sort(LONG[:300]), LONG[:300]), (np.sort(LONG), np.sort(LONG[:300]), LONG[300:600]), (np.sort(LONG)[::-1].copy(), S, S ** 2),
         (np.concatenate((np.sort(LONG), NANS[0], LONG)), np.repeat(np.sort(LONG[:100]), 2), LONG[:200])),
        ("np.interp(a, b, c, left=d)", (V, S, S ** 2, -7.0)),
        ("np.interp(a, b, c, period=d)", (V * 9, S[::2].copy(), S[:3], 6), (I, I64S[:3], I64S[:3], -2.5), (2.5, S[3:], S[:3], 4.0)),
        ("np.interp(a, b, c, d, e)", (V, S, S ** 2, -7.0, 9.0), (V, S, S ** 2, 1, 2), (V, S, S * (1 + 2j), 1j, 2)),
        ("np.interp(a, b, c)", (V, S, S * (2 - 1j)), (2.25, S, S * 1j), (A, S, S[::-1] * (1 + 1j)), (V, E, E * 1j)),
        ("np.interp(a, b, c, period=d)", (V * 9, S[::2].copy(), S[:3] * 1j, 6)),
    ],
    "convolve": [
        ("np.convolve(a, b)", (V, S), (S, V), (V, ONE), (I, I), (F32, F32), (C, V), (E, V), (V, E), (LONG, V), (V, LONG), (LONG, LONG[:700])),
        ("np.convolve(a, b, 'same')", (V, S), (LONG, S), (LONG[::-2], LONG[:90:4]), (V, S[:2].copy()), (S[:2].copy(), V), (V, S[:3].copy())),
        ("np.convolve(a, b, mode='valid')", (V, S), (LONG, S), (LONG[:513], LONG[:2]), (V, S[:2].copy()), (S[:3].copy(), V)),
    ],
    "polyval": [
        ("np.polyval(a, b)", (V, 2.0), (V, A), (I, 3), (I, V), (E, V), (C, V), (F32, F32)),
    ],
    "polyadd": [
        ("np.polyadd(a, b)", (V, V), (V, ONE), (ONE, V), (I, F32), (U8, I), (B, B), (B, U8), (C, V), (E, V), (E, E), (E, -ONE * 0),
         (A, A), (A, A[:, 0]), (A, A[:2]), (A[:2], A), (A, Q2[0]), (A[:, :3], V[:2]), (V, A), (V, V[::-2]), (I64S, T[0, 0])),
        ("np.polyadd([1, 2, a], b)", (2, V), (1.5, 3.0), (2, 1j)),
        ("np.polyadd(a, b)", (V, 2), (2.5, 3)),
    ],
    "polysub": [("np.polysub(a, b)", (V, V), (V, ONE), (ONE, V), (I, F32), (C, V)), ("np.polysub([1, 2, a], b)", (2, V))],
    "polymul": [("np.polymul(a, b)", (V, V), (V, ONE), (I, F32), (C, V), (I, I)), ("np.polymul([1.0, a], [2.0, 1.0])", (2.5,))],
    "polydiv": [("np.polydiv(a, b)", (V, np.array([1.0, 2.0])), (V, V), (ONE, V), (np.array([1.0, 2.0, 1.0]), np.array([1.0, 1.0])), (I, I[:2]))],
    "roots": [("np.roots(a)", (np.array([1.0, -3, 2]),), (np.array([0, 2, -2, 0]),), (np.float32([4, -1]),), (C,), (E,)), ("np.roots([a, -3, 2])", (1.0,))],
    "poly": [("np.poly(a)", (V,), (I,), (F32,)), ("np.poly([1.0, a])", (2.0,))],
    "polyder": [
        ("np.polyder(a)", (V,), (I,), (U8,), (B,), (F32,), (C,), (ONE,), (E,)),
        ("np.polyder(a, 2)", (V,), (U8,), (F32[:2].copy(),)),
        ("np.polyder(a, m=0)", (V,), (U8,)),
        ("np.polyder([1, 3, a])", (2,)),
    ],
    "polyint": [
        ("np.polyint(a)", (V,), (I,), (U8,), (B,), (F32,), (C,), (ONE,), (E,)),
        ("np.polyint(a, 2)", (V,), (U8,), (C,)),
        ("np.polyint(a, m=0)", (U8,)),
        ("np.polyint(a, 1, b)", (V, 2.5), (I, 3), (V, C), (F32, F32)),
        ("np.polyint(a, 3, k=b)", (V, 2.5), (U8, I), (V, ONE), (F32, C), (V, V[:2].copy())),
        ("np.polyint([1, 2], 2, [3, a])", (1.5,)),
    ],
    "unwrap": [
        ("np.unwrap(a, period=6)", (I,), (I64S,), (I32.astype(int),)),
        ("np.unwrap(a, period=5, discont=4)", (I,), (I64S,)),
        ("np.unwrap(a, discont=4)", (V,), (A,)),
        ("np.unwrap(a)", (V * 3,), (NAN * 3,), (F32 * 3,), (A * 2,), (I,), (T,), (E,)),
        ("np.unwrap(a, axis=0)", (A * 2,), (T,)),
        ("np.unwrap(a, b)", (V * 3, 5.0)),
        ("np.unwrap(a, period=b)", (V * 3, 4.0)),
    ],
    "concatenate": [
        ("(np.concatenate(([0], a > 0)), np.concatenate((a, [1, 2])), np.concatenate(((3,), a, [1.5])))", (V,), (F32,)),
        ("np.concatenate((a, b), dtype=np.float32)", (V, S), (I, F32)),
        ("np.concatenate((a, b), axis=None, dtype=np.int64, casting='unsafe')", (V, S), (A, I)),
        ("np.concatenate((a, b))", (V, S), (V, I), (E, V), (A, A[:1]), (I, F32)),
        ("np.concatenate([a, b, a], axis=1)", (A, A[:, :2]), (A, I32)),
        ("np.concatenate((a, b), axis=None)", (A, V)),
        ("np.concatenate([a])", (V,)),
        ("np.concatenate((a, b), axis=-1)", (T, T[..., :1]), (A, V[:3].reshape(3, 1))),
    ],
    "stack": [
        ("(np.stack((a, [1, 2])), np.stack(([0.5, 2], a), axis=1))", (V[:2].copy(),), (V,)),
        ("np.stack((a, b))", (V, V * 2), (V, S), (A, A)),
        ("np.stack((a, b))", (1.5, 2.5), (1, 2)),
        ("np.stack([a, b], axis=1)", (V, I[:5]), (A, A)),
        ("np.stack((a, b, a), axis=-1)", (A, A)),
    ],
    "hstack": [("(np.hstack(([0.0], a, 3)), np.hstack((a, [1, 2])))", (V,), (I,)),
               ("np.hstack((a, b))", (V, 1.5), (2.0, V)), ("np.hstack((a, b))", (V, S), (A, A), (E, E))],
    "vstack": [("(np.vstack(([1, 2], a)), np.vstack((a, (1.5, 2.5))))", (V[:2].copy(),), (V,)),
               ("np.vstack((a, b))", (V, V), (A, A), (A, A[0]), (V, S))],
    "row_stack": [("np.row_stack((a, b))", (V, V), (A, A[0]))],
    "dstack": [("np.dstack((a, [1, 2]))", (V[:2].copy(),)),
               ("np.dstack((a, b))", (V, V), (A, A), (T, T))],
    "column_stack": [("(np.column_stack(([1, 2], a)), np.column_stack((a, [0.5, 1])))", (V[:2].copy(),), (V,)),
                     ("np.column_stack((a, b, b))", (V, V), (A, V[:3]))],
    "append": [("np.append(a, 1.0)", (V,), (A,)), ("np.append(a, [1.0, 2.0])", (V,)), ("np.append(a, b)", (V, S), (A, V)), ("np.append(a, b, axis=0)", (A, A))],
    "ediff1d": [
        ("np.ediff1d(a)", (V,), (A,), (I,), (E,)),
        ("np.ediff1d(a, b, c)", (V, 7.0, -7.0), (ONE, 1.0, 2.0)),
        ("np.ediff1d(a, to_begin=b)", (V, 7.0)),
        ("np.ediff1d(a, to_end=b)", (I, 7)),
    ],
    "split": [
        ("np.split(a, 3)", (S, ), (A,), (V,)),
        ("np.split(a, b)", (S, 2), (S, np.array([1, 3])), (A, 3), (S, 4)),
        ("np.concatenate(np.split(a, 3)[::-1])", (S,), (A,)),
        ("np.split(a, 2, axis=1)[-1]", (A,)),
        ("np.split(a, (1, 3))[1]", (V,)),
        ("np.split(a, [2], axis=-1)[1]", (A,)),
    ],
    "array_split": [
        ("np.array_split(a, 3)", (V,), (S,), (A[:2],)),
        ("np.array_split(a, [1, 9])", (V,), (A,)),
        ("np.array_split(a, 3)[2]", (V,), (S,), (A[:2],)),
        ("np.array_split(a, 2, 1)[1]", (A,)),
    ],
    "hsplit": [("np.hsplit(a, 2)", (S,), (A,)), ("np.hsplit(a, [1])", (S,), (A,))],
    "vsplit": [("np.vsplit(a, 3)", (A,)), ("np.vsplit(a, [2])[0]", (A,))],
    "roll": [
        ("np.roll(a, b)", (V, 2), (V, -1), (V, 0), (V, 12), (A, 5), (E, 3), (T, -7)),
        ("np.roll(a, b, axis=0)", (A, 1), (V, 3), (T, 1)),
        ("np.roll(a, b, axis=-1)", (A, -3), (T, 2)),
        ("np.roll(a, (b, c), axis=(0, 1))", (A, 1, -1)),
    ],
    "repeat": [
        ("np.repeat(a, b)", (V, 2), (LONG[::-1], 3), (A, 3), (V, 0), (V, -1)),
        ("np.repeat(a, b, axis=0)", (A, 2), (T, 2)),
        ("a.repeat(b, axis=1)", (A, 3), (A.T, 2), (T, 1)),
        ("np.repeat(a, b, axis=-1)", (T, 3), (T.T, 2), (T[:0], 2)),
        ("np.repeat(a, b)", (V, np.array([1, 0, 2, 1, 3])), (V, ONE.astype(int)), (V, np.array([1, 2]))),
        ("np.repeat(a, [1, 2, 0], axis=0)", (A,)),
        ("np.repeat(a, b, axis=1)", (A, np.arange(A.shape[1])), (A[:, ::-1], np.zeros(A.shape[1], int)), (T, np.array([2])), (A, np.array([1, 2, 1, 2, 1, 2, 1]))),
    ],
    "tile": [
        ("np.tile(a, b)", (V, 3), (A, 2), (V, 0)),
        ("np.tile(a, (b, c))", (V, 2, 3), (A, 2, 1), (T, 1, 2)),
    ],
    "pad": [
        ("np.pad(a, b)", (V, 2), (A, 1), (V, 0), (I, 3), (V, -1)),
        ("np.pad(a, (b, c), constant_values=d)", (V, 1, 3, 9.5), (A, 2, 0, -1.0)),
        ("np.pad(a, ((b, c), (c, b)), mode='edge')", (A, 1, 3)),
        ("np.pad(a, 1, constant_values=(4, 6))", (V,), (A,)),
        ("np.pad(a, b, 'wrap')", (V, 2), (V, 5), (V, 13), (A, 3)),
        ("np.pad(a, b, mode='reflect')", (V, 2), (V, 4), (V, 11), (A, 3), (ONE, 2)),
        ("np.pad(a, b, mode='symmetric')", (V, 2), (V, 12), (A, 1)),
        *((f"np.pad(a, 2, mode='{m}')", (A,), (I,)) for m in ("mean", "maximum", "median", "linear_ramp")),
        ("np.pad(a, ((2, 0), (1, 3)), 'minimum', stat_length=2)", (A,)),
        ("np.pad(a, 3, 'linear_ramp', end_values=(1, 2))", (V,), (U8,)),
        ("np.pad(a, 0, 'mean')", (V,),),
    ],
    "flatnonzero": [
        ("np.flatnonzero(a)", (V,), (I,), (B,), (C,), (E,), (A,), (NAN,)),
        ("np.flatnonzero(a > 1)", (A,), (T,)),
    ],
    "argwhere": [("np.argwhere(a)", (V,), (B,), (E,), (A,), (T,)), ("np.argwhere(a > 1)", (A,), (I32,))],
    "take": [
        ("np.take(a, b)", (V, I32 % 5), (A, I % 12), (V, I), (E, I), (E, I[:0]), (T, -1 - I32 % 24)),
        ("np.take(a, b, axis=1)", (A, I % 4), (T, I32 % 3), (A, I), (A[:, :0], I)),
        ("np.take(a, b, 0, mode='wrap')", (V, I), (A, I32)),
        ("np.take(a, b, axis=-1, mode='clip')", (V, I), (A, I32), (T, I)),
        ("np.take(a, 2)", (V,), (A,), (ONE,)),
        ("np.take(a, -1, axis=1)", (A,), (T,)),
    ],
    "compress": [
        ("np.compress(b, a)", (V, B), (A, B), (V, V > 1), (ONE, B)),
        ("np.compress(b, a, axis=1)", (A, B), (T, B[1:]), (T, B)),
    ],
    "extract": [("np.extract(a > 1, a)", (V,), (A,), (I,), (E,)), ("np.extract(b, a)", (A, B), (V, V))],
    "put": [
        ("np.put(a, b, c)", (V, I % 5, V), (V, I32 % 5, ONE), (E, I[:0], V), (I, I % 6, V), (V, I[:0], E), (V, I % 5, E)),
        ("np.put(a, b, 7)", (V, I % 5), (A, I % 12)),
        ("np.put(a, b, c)", (A, I % 12, V), (A, I * 5, V)),
        ("np.put(a, b, c, 'wrap')", (V, I, V)),
        ("np.put(a, b, c, mode='clip')", (V, I, V)),
    ],
    "trace": [
        ("np.trace(a)", (A,), (I32,), (B.reshape(2, 2),), (C.reshape(2, 2),), (T,)),
        ("a.trace(offset=b)", (A, 1), (A, -2)),
    ],
    "linalg__norm": [
        ("np.linalg.norm(a)", (V,), (I,), (F32,), (C,), (A,), (T,), (E,)),
        ("np.linalg.norm(a, 1)", (V,), (A,), (I,), (C,)),
        ("np.linalg.norm(a, np.inf)", (V,), (A,), (E,)),
        ("np.linalg.norm(a, -np.inf)", (V,), (A,)),
        ("np.linalg.norm(a, 'fro')", (A,), (C.reshape(2, 2),)),
        ("np.linalg.norm(a, 3)", (V,)),
        ("np.linalg.norm(a, 0)", (V,), (I,)),
        ("np.linalg.norm(a, axis=1)", (A,), (T,), (I32,)),
        ("np.linalg.norm(a, 1, axis=0, keepdims=True)", (A,)),
        ("np.linalg.norm(a, 2)", (A,), (V,)),
        ("np.linalg.norm(a, -2)", (A,)),
        ("np.linalg.norm(a, 'nuc')", (A,)),
        ("np.linalg.norm(a, 'fro', axis=(1, 2))", (T,)),
        ("np.linalg.norm(a, ord=1, axis=(0, 1))", (A,), (T,)),
        ("np.linalg.norm(a, 2, axis=(0, 2), keepdims=True)", (T,)),
        ("np.linalg.norm(a, np.inf, keepdims=True)", (A,)),
    ],
    "cross": [("np.cross(a, b, axis=0)", (A, A * A[::-1])), ("np.cross(a, b)", (V[:3], V[1:4]), (A[:, :3], V[:3]), (A[:, :3], A[:, 1:]), (I[:3], V[:3]), (V, V[:3]), (V[:2], V[:3]), (A[:, 1:], A[:, :2]), (A[:, 1:], I[:2]))],
    "average": [
        ("np.average(a, axis=(1, 2), weights=b)", (T, A + 4)),
        ("np.average(a, axis=(0, -1), weights=b, returned=True)", (T, np.array([[1.0, 2, 3, 4], [0.5, 0, 1, 2]]))),
        ("np.average(a)", (V,), (A,), (I,)),
        ("np.average(a, weights=b)", (V, V ** 2), (I, I + 3), (A, A ** 2), (V, V[:3]), (V, V * 0), (F32, F32 ** 2)),
        ("np.average(a, axis=1, weights=b)", (A, S[:4]), (A, A ** 2), (A, V)),
        ("np.average(a, 0, b)", (A, V[:3]), (T, V[:2])),
        ("np.average(a, axis=0)", (A,), (A[:, :0],)),
    ],
    "cov": [
        ("np.cov(a)", (A,), (V,), (I32,), (C.reshape(2, 2),)),
        ("np.cov(a, b)", (V, V ** 2),),
        ("np.cov(a, rowvar=False)", (A,)),
        ("np.cov(a, bias=True)", (A,), (V,)),
        ("np.cov(a, ddof=b)", (A, 2)),
        ("np.cov(a, fweights=b)", (A, W3)),
        ("np.cov(a, aweights=b)", (A, W3 * 0.5)),
        ("np.cov(a, fweights=b, aweights=c, ddof=1)", (A, W3, W3 * 0.5)),
        ("np.cov([a, b])", (V, V ** 2)),
    ],
    "corrcoef": [("np.corrcoef(a)", (A,), (V,)), ("np.corrcoef(a, b)", (V, V ** 2)), ("np.corrcoef(a, rowvar=False)", (A,))],
}

X = np.float32(0.3)
SIZES = np.concatenate((np.ldexp(1.37, np.arange(-1080, 1024)), [np.inf, -np.inf, np.nan, 0.0, -0.0], -np.ldexp(1.0, np.arange(-1075, 1024))))
SMALL = np.array([5e-324, 1e-310, 2.2250738585072014e-308, 1e300, 1.7976931348623157e308, 0.0, -0.0, 0.5, 1.0, -7.25])

CASES |= {
    "real": [("np.real(a)", (V,), (C,), (I,), (2.5,), (A,), (1 - 2j,)), ("np.real(a) * 2 + np.imag(a)", (C,), (A,))],
    "imag": [("np.imag(a)", (V,), (C,), (I,), (2.5,), (A,), (1 - 2j,), (np.inf,), (np.complex64(C),))],
    "isreal": [("np.isreal(a)", (V,), (C,), (I,), (A,))],
    "iscomplex": [("np.iscomplex(a)", (V,), (C,), (2.5,), (A,))],
    "isrealobj": [("np.isrealobj(a)", (V,), (C,), (I,))],
    "iscomplexobj": [("np.iscomplexobj(a)", (V,), (C,), (I,))],
    "divmod": [("np.divmod(a, b)", (V, 1.5), (I, 4), (A, A[0]), (7.0, 2.0), (U8, np.uint8(7)), (V, V[::-1].copy()), (V, 0.0))],
    "typeinfo": [
        (f"np.finfo({t}).{member}", (V,), (F32,)) for member in ("eps", "max", "smallest_normal", "bits") for t in ("a.dtype", "float")
    ] + [
        ("(np.finfo(np.complex64).epsneg, np.finfo('f8').min, np.finfo(np.float32).tiny, np.finfo(a.dtype).resolution, np.finfo(a.dtype).precision)", (V,), (F32,)),
        ("(np.iinfo(a.dtype).max, np.iinfo(a.dtype).min, np.iinfo(a.dtype).bits)", (I,), (I32,), (U8,), (np.int8(V),), (np.uint16(V * V),)),
        ("(np.iinfo(np.uint64).min, np.iinfo(int).max, np.iinfo(np.int16).bits)", (V,)),
    ],
    "modf": [("np.modf(a)", (V,), (F32,), (A,), (2.5,), (NAN,), (-NAN,), (SMALL,), (X,))],
    "frexp": [("np.frexp(a)", (I,), (I32,), (3,)), ("np.frexp(a)", (V,), (F32,), (A,), (2.5,), (NAN,), (-NAN,), (SMALL,), (-SMALL,), (X,), (np.float32(SMALL),), (SIZES,), (np.float32(SIZES),))],
    "float_power": [
        ("np.float_power(a, 1.5, dtype=complex)", (V,), (I,), (2.0,)),
        ("np.float_power(a, b)", (V, 2), (F32, 2.0), (I, I % 3), (A, A[0]), (2, -1), (C, 2), (V, V)),
    ],
    "spacing": [("np.spacing(a)", (V,), (F32,), (2.5,), (SMALL[:4],), (X,))],
    "bitwise_count": [("np.bitwise_count(a)", (np.array([-128, 127, -1], np.int8),), (I,), (U8,), (5,), (I32,), (np.array([-2**63, 2**63 - 1, -1]),))],
    "select": [
        ("np.select([a > 0, a < -1], [a, b])", (V, V * 2), (A, A * 2), (A, A[0])),
        ("np.select([a > 0, a < -1], [a, b], default=7)", (V, V), (I, I * 0.5), (V, I[:5])),
        ("np.select((a > 0,), (a,), 2.5)", (V,), (F32,)),
        ("np.select([a > 1, a < 0], [a, a > 2], 1)", (I.astype(np.int16),), (U8,), (F32,), (V,)),
        ("np.select([a > 1, a < 0, a > -5], [a > 2, a, a > 2], 1)", (I.astype(np.int16),), (V,)),
        ("np.select([a > 1, a < 0], [a > 2, a > 3])", (V,)),
        ("np.select([a > 1, a < 0], [a, 2], 1.5)", (F32,), (V,)),
        ("np.select([a > 1, a < 0], [a, 2], True)", (I.astype(np.int16),), (F32,)),
        ("np.select([a > 0, a < 2, a == a], [1, 2, 3], -1)", (V,), (NAN,)),
    ],
    "choose": [
        ("np.choose(a, (b, -b, b * 2))", (P % 3, V[:4]), (M % 3, 1.5), (P, V[:4])),
        ("np.choose(a, [b, 5], mode='wrap')", (P - 1, V[:4]), (P - 1, F32)),
        ("np.choose(a, [b, b * 2, 5])", (P % 3, F32)),
        ("a.choose([b, b + 1], mode='clip')", (I[:4], V[:4])),
    ],
}

CASES |= {
    "gradient": [
        ("np.gradient(a)", (V,), (F32,), (I,), (A,), (T,), (ONE,)),
        ("np.gradient(a, 0.5)", (V,), (A,)),
        ("np.gradient(a, 2.0, [1.0, 1.5, 3.5, 4])", (A,)),
        ("np.gradient(a, axis=0)", (A,), (T,)),
        ("np.gradient(a, b)", (V, S[:5] + np.arange(5)), (V, S)),
        ("np.gradient(a, b, axis=1)", (A, V[:4].cumsum()),),
    ],
    "correlate": [
        ("np.correlate(a, b)", (V, S[:3]), (S[:2].copy(), V), (C, C[:2]), (I, I[:2]), (E, V), (V, E),
         (LONG[::2], LONG[1::2]), (C, C[::-1]), (V > 0, V > 1), (LONG.astype(np.float32), LONG[3:])),
        ("np.correlate(a, b, mode='full')", (V, S[:3]), (S[:2].copy(), V), (C[:2].copy(), C)),
        ("np.correlate(a, b, 'same')", (V, S[:3])),
    ],
    "dsplit": [("np.dsplit(a, 2)[1]", (T,))],
    "delete": [
        ("np.delete(a, 1)", (V,), (A,)),
        ("np.delete(a, b, axis=0)", (A, -1), (A, 1)),
        ("np.delete(a, [0, 2])", (V,), (A,)),
        ("np.delete(a, b, 1)", (A, K3), (T, M[0] % 2)),
    ],
    "insert": [
        ("np.insert(a, [1, 3], 9)", (V,), (I,), (A,)),
        ("np.insert(a, b, c)", (V, np.array([3, -1, 3]), V[:3]), (V, np.array([9, 0]), V[:2]), (F32, np.array([0, 4]), 2.5)),
        ("np.insert(a, [2, 0], b, axis=1)", (A, 1.5), (A, A[:, :2])),
        ("np.insert(a, [2, 0, 2], b, axis=0)", (A, A),),
        ("np.insert(a, b, 5.0)", (V, 0), (V, -1), (V, 5), (A, 3), (I, 2)),
        ("np.insert(a, 1, b)", (V, V[:2])),
        ("np.insert(a, 1, b, axis=1)", (A, A[:, :1]), (A, A[:2].T)),
        ("np.insert(a, 1, b, axis=0)", (A, A[:2]),),
        ("np.insert(a, 1, 5.0, axis=0)", (A,)),
        ("np.insert(a, 2, b, axis=0)", (A, A[0])),
        ("np.insert(a, 2, b, axis=1)", (A, V[:3])),
    ],
    "resize": [("np.resize(a, (3, 4))", (V,), (T,), (E,)), ("np.resize(a, 7)", (V,), (ONE,)), ("np.resize(a, 0)", (V,))],
    "place": [("np.place(a, a > 1, [44, 55])", (A,), (V,), (I,)), ("np.place(a, b, c)", (A, A > 0, V), (A, A > 100, E))],
    "putmask": [("np.putmask(a, a > 2, a ** 2)", (A,), (V,)), ("np.putmask(a, b, 7)", (A, A > 0), (I, I > 3))],
    "take_along_axis": [
        ("np.take_along_axis(a, b, axis=1)", (A, AT), (A, AT[:, :2])),
        ("np.take_along_axis(a, b, 0)", (V, K3)),
        ("np.take_along_axis(a, np.argsort(a, axis=0), axis=0)", (A,), (T,)),
        ("np.take_along_axis(a, b, None)", (V, K3)),
    ],
    "put_along_axis": [
        ("np.put_along_axis(a, b, 99.0, axis=1)", (A, AT[:, :1])),
        ("np.put_along_axis(a, b, c, axis=0)", (V, K3[:2], V[:2])),
    ],
    "tril_indices": [("np.tril_indices(a)", (3,), (0,)), ("np.tril_indices(a, -1)", (3,)), ("np.tril_indices(a, k=b, m=c)", (3, 1, 5))],
    "triu_indices": [("np.triu_indices(a)", (3,)), ("np.triu_indices(a, 1)", (3,)), ("np.triu_indices(a, k=b, m=c)", (3, 1, 5))],
    "tril_indices_from": [("a[np.tril_indices_from(a)]", (A,)), ("np.tril_indices_from(a, 1)", (A,))],
    "triu_indices_from": [("a[np.triu_indices_from(a, k=1)]", (A,))],
    "diag_indices": [("np.diag_indices(a)", (3,)), ("np.diag_indices(a, 3)", (2,)), ("a[np.diag_indices(3)]", (A,))],
    "unravel_index": [
        ("np.unravel_index(b, a.shape)", (A, 7), (T, 23), (V, 2), (A, K3)),
        ("np.unravel_index(np.argmax(a), a.shape)", (A,), (T,)),
    ],
    "ix_": [("a[np.ix_(b, c)]", (A, K3, K3), (A, A[:, 0] > 1, K3)), ("a[np.ix_([0, 1], [2, 0])]", (A,), (T,)),
            ("np.ix_(a, b, a)", (K3, K3[:2]))],
    "r_": [("(np.r_[0:1:3j], np.r_[-1:a:6j, 2, [0] * 3], np.r_[0:3, 3:a])", (5.5,)), ("np.r_[a, b]", (V, S), (I, V)), ("np.r_[a, 1.0, b]", (V, S)), ("np.r_[0, a]", (V,)), ("np.r_[a[-1], a, a[0]]", (V,)),
           ("np.r_[1:b, a]", (V, 4)), ("np.r_[a]", (V,)), ("np.r_[a, [1, 2]]", (V,))],
    "c_": [("np.c_[a, b]", (V, V), (A, A)), ("np.c_[a, b, a]", (V[:3], A))],
    "matvec": [("np.matvec(a, b)", (A, V[:4]), (T, V[:4]), (C[:2, None] * C, C), (A, V))],
    "vecmat": [("np.vecmat(a, b)", (V[:3], A), (V[:3], T), (C, C[:, None] * C[:2]), (V, A))],
    "vecdot": [("np.vecdot(a, b)", (V, V), (A, A), (C, C), (A, A[0])), ("np.vecdot(a, b, axis=0)", (A, A))],
    "linalg__vecdot": [("np.linalg.vecdot(a, b)", (V, V), (C, C))],
    "linalg__vector_norm": [("np.linalg.vector_norm(a)", (V,), (A,), (C,)), ("np.linalg.vector_norm(a, axis=1, ord=1)", (A,))],
    "linalg__matrix_norm": [("np.linalg.matrix_norm(a)", (A,), (T,)), ("np.linalg.matrix_norm(a, ord=2, keepdims=True)", (A,), (T,))],
    "linalg__matrix_transpose": [("np.linalg.matrix_transpose(a)", (A,), (T,))],
    "linalg__diagonal": [("np.linalg.diagonal(a)", (A,), (T,)), ("np.linalg.diagonal(a, offset=1)", (A,))],
    "linalg__trace": [("np.linalg.trace(a)", (A,), (T,), (I32,))],
    "linalg__outer": [("np.linalg.outer(a, b)", (V, S))],
    "linalg__matmul": [("np.linalg.matmul(a, b)", (A, A.T))],
    "linalg__cross": [("np.linalg.cross(a, b)", (V[:3], V[1:4]), (A[:, :3], A[:, 1:]))],
}

UFUNCS = ("subtract", "divide", "power", "hypot", "arctan2", "fmod", "fmax", "copysign", "logaddexp", "less")
INTEGERS = ("bitwise_or", "bitwise_xor", "gcd", "lcm", "left_shift", "floor_divide")

CASES |= {
    "ufunc__outer": [
        *((f"np.{u}.outer(a, b)", (V, A), (V, 2.0)) for u in UFUNCS),
        *((f"np.{u}.outer(a, b)", (M, M[0]), (3, M[0])) for u in INTEGERS),
        ("np.add.outer(a, b)", (V, V), (I, U8), (E, V), (C, V)),
        ("np.multiply.outer(a, [1, 2.5])", (V,), (A,)),
        ("np.maximum.outer(a, b)", (V, NAN), (T, F32)),
    ],
    "ufunc__reduce": [
        *((f"np.{u}.reduce(a)", (V,), (A,), (E,)) for u in UFUNCS[:-1] if u not in ("power", "arctan2")),
        *((f"np.{u}.reduce(a, axis=1)", (A,), (T,)) for u in UFUNCS[:-1] if u not in ("power", "arctan2")),
        *((f"np.{u}.reduce(a)", (M,), (M[1],), (I[:0],)) for u in INTEGERS),
        ("np.logical_xor.reduce(a)", (V,), (B,), (A,), (E,)),
        ("np.bitwise_and.reduce(a, axis=None)", (I32,), (U8,), (B,), (I32[:, :0],)),
        ("np.hypot.reduce(a, axis=-1, keepdims=True)", (A,), (T,), (F32,), (I,)),
        ("np.gcd.reduce(a, axis=None, keepdims=True)", (M,)),
        ("np.fmin.reduce(a)", (NAN,), (A[:, :0],), (A[:0],)),
        ("np.fmax.reduce(a)", (np.array([np.nan, 2.0, np.nan, -1.0]),), (np.full(3, np.nan),), (np.array([3, 9, -1]),), (V[:0],)),
        ("np.fmin.reduce(a, axis=-1, keepdims=True)", (np.array([[np.nan, 2.0], [np.nan, np.nan]]),), (A > 0,), (V,)),
    ],
    "ufunc__accumulate": [
        *((f"np.{u}.accumulate(a)", (V,), (A,), (E,)) for u in UFUNCS[:-1]),
        *((f"np.{u}.accumulate(a, axis=-1)", (M,), (M[1],)) for u in INTEGERS),
        ("np.hypot.accumulate(a, 1)", (T,), (A,)),
        ("np.logical_or.accumulate(a)", (B,), (V,)),
    ],
    "ufunc__reduceat": [
        ("np.add.reduceat(a, b)", (V, P), (I, P), (F32, P[:1]), (A, P[:1])),
        ("np.maximum.reduceat(a, [0, 2], axis=1)", (A,), (T,)),
        ("np.hypot.reduceat(a, b)", (V, P)),
        ("np.add.reduceat(a, b)", (U8, P), (I32, P[:2] // 3)),
    ],
    "ufunc__at": [
        *((f"np.{u}.at(a, b, c)", (V, P, V[:4]), (V, P, 2.0), (V, P + 2, 2.0), (A, P[:2] // 2, V[:4]), (V, M[0], ONE))
          for u in ("power", "hypot", "fmax", "copysign", "floor_divide", "logaddexp")),
        *((f"np.{u}.at(a, ([0, 2, 0], [1, 1, b]), c)", (A, 1, V[:3]), (A, -2, 2.0)) for u in ("power", "fmax", "add", "subtract")),
        ("np.hypot.at(a, a > b, c)", (A, 1.0, 2.0), (V, 1.0, V[:3])),
        ("np.hypot.at(a, (b, 1), c)", (A, P[:3] // 2, V[:3]), (A, 2, 0.5)),
        ("np.fmin.at(a, b, c)", (A, 1, V[:4]), (V, -1, -5.0)),
        *((f"np.{u}.at(a, [1, 0, 1], b)", (I, 3), (I, I[:3]), (M.copy(), 2)) for u in ("gcd", "left_shift", "remainder")),
    ],
}

LV = [0.5, -2.0, 1.25, 1e16, -1e16, 3.0]

CASES |= {
    "math__isclose": [
        ("math.isclose(a, b)", (1.0, 1.0), (1.0, 1.0 + 1e-10), (1.0, 1.1), (np.inf, np.inf), (np.inf, 1.0), (np.nan, np.nan), (0.0, 1e-12)),
        ("math.isclose(a, b, rel_tol=0.1)", (2.0, 2.1), (2, 3)),
        ("math.isclose(a, b, abs_tol=0.2)", (2.0, 2.1), (2, 3)),
        ("math.isclose(1.0, 2.0, rel_tol=a)", (-1.0,)),
    ],
    "math__factorial": [("math.factorial(a)", (0,), (1,), (5,), (20,), (-1,))],
    "math__comb": [("math.comb(a, b)", (5, 2), (5, 0), (5, 7), (30, 15), (-1, 2), (2, -1), (0, 0))],
    "math__perm": [("math.perm(a, b)", (5, 2), (5, 0), (5, 7), (-1, 2), (2, -1)), ("math.perm(a)", (5,), (-2,))],
    "math__isqrt": [("math.isqrt(a)", (0,), (1,), (15,), (16,), (10**15,), (10**16 - 1,), (-1,))],
    "math__modf": [("math.modf(a)", (2.5,), (-2.5,), (3.0,), (np.inf,), (-np.inf,), (np.nan,), (-0.0,), (7,))],
    "math__frexp": [("math.frexp(a)", (2.5,), (-0.1,), (0.0,), (np.inf,), (np.nan,), (5e-324,), (3,))],
    "math__ldexp": [("math.ldexp(a, b)", (2.5, 3), (1.0, -1080), (1.0, 2000), (0.0, 10**6), (np.inf, 3), (3, 2))],
    "math__remainder": [("math.remainder(a, b)", (7.5, 2.0), (-7.5, 2.0), (5.0, 2.0), (3.0, 2.0), (1.0, np.inf), (np.nan, 1.0), (np.inf, 1.0),
                         (1.0, 0.0), (7, 3))],
    "math__ulp": [("math.ulp(a)", (1.0,), (0.0,), (-3.5,), (np.inf,), (np.nan,), (1.7976931348623157e308,))],
    "math__prod": [("math.prod([a, b, 2.0])", (1.5, 3.0)), ("math.prod([a, b])", (2, 3)), ("math.prod([b, a], start=4)", (2, 3)),
                   ("math.prod(x * 2 for x in (a, b))", (2, 3))],
    "math__fsum": [("math.fsum(a)", (V,), (E,), (np.array(LV),), (np.full(10, 0.1),)), ("math.fsum([a, 1e16, -1e16])", (0.1,))],
    "math__dist": [("math.dist((a, b), (0.0, 1.0))", (3.0, 5.0), (0.0, 1.0)), ("math.dist([a], [b])", (3.0, 5.0))],
    "cmath__phase": [("cmath.phase(a)", (1 + 2j,), (-1 - 0j,), (2.5,))],
    "cmath__polar": [("cmath.polar(a)", (1 + 2j,), (-3.0,))],
    "cmath__rect": [("cmath.rect(a, b)", (2.0, 0.5),)],
    **{f"cmath__{f}": [(f"cmath.{f}(a)", (0.5 + 0.25j,), (-0.75j,), (0.5,))] for f in
       ("sqrt", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh")},
    "cmath__log": [("cmath.log(a)", (0.5 + 0.25j,), (-2.0,), (0j,)),
                   ("cmath.log(a, b)", (1 + 1j, 2.0), (0j, 1j), (0.0, -2.0), (0.0, 0.5), (0j, 1.0), (1.0, 0j))],
    "cmath__log10": [("cmath.log10(a)", (0.5 + 0.25j,), (0j,))],
    **{f"cmath__{f}": [(f"cmath.{f}(a)", (1 + 1j,), (complex(np.inf, 0),), (complex(0, np.nan),))] for f in ("isnan", "isinf", "isfinite")},
    "cmath__isclose": [("cmath.isclose(a, b)", (1 + 1j, 1 + 1j), (1j, 1.0 + 1j), (1j, 1j + 1e-12), (complex(np.inf), 1j))],
}
CASES |= {
    "builtins__any": [("any(a > b)", (V, 5.0), (V, 9.0), (E, 0.0)), ("any([a, b])", (True, False), (False, False))],
    "builtins__sum": [
        ("sum([a * i for i in range(3)])", (V,), (A,), (B,), (U8,)),
        ("sum([x * x for x in a if x > b])", (V, 0.0), (I, 2)),
        ("sum([r for r in a])", (A,)),
    ],
    "builtins__all": [("all(a > b)", (V, -5.0), (V, 0.0), (E, 0.0)), ("all((a, b))", (True, False), (True, True))],
    "builtins__sorted": [
        ("sorted(a)", (V,), (E,), (I,), (RANDOM,)),
        ("sorted(a, reverse=True)", (V,), (I,)),
        ("sorted(a, key=lambda x: x * x)", (V,), (I,)),
    ],
    "builtins__reversed": [("list(reversed(a))", (V,), (E,))],
    "builtins__max": [("max(a, key=lambda x: x * x)", (V,), (I,), (E,))],
    "builtins__min": [("min(a, key=lambda x: x * x)", (V,), (I,), (E,))],
    "list__sort": [("list(a).sort()", (V,))],
    "list__index": [("(a, 2, 3).index(b)", (5, 3), (5, 5), (5, 7))],
    "list__count": [("(a, 2, a).count(b)", (5, 5), (2, 2))],
    "list__remove": [("list(a).remove(2)", (I,), (np.array([1, 2]),))],
}
CASES |= {
    "fill_diagonal": [
        ("np.fill_diagonal(a, 5)", (A,), (A.T.copy(),), (np.ones((7, 3)),), (np.zeros((2, 2, 2)),), (T,)),
        ("np.fill_diagonal(a, b)", (A, V[:3]), (A, V[:2]), (A, 2.5), (A, A[:2, :1]), (A, A[::2, ::2] * 3), (np.ones((7, 7)), A.T[:, :2])),
        ("np.fill_diagonal(a, [1, 2, 3], wrap=True)", (np.ones((8, 3)),)),
    ],
    "array_equiv": [("np.array_equiv(a, b)", (V, V), (A, A[0]), (V, A[0]), (A[:1], A[0]), (V * 0, 0.0), (1.0, V), (2, 2.0))],
    "diag_indices_from": [("np.diag_indices_from(a)", (np.ones((3, 3)),))],
    "ravel_multi_index": [
        ("np.ravel_multi_index((a, b), (3, 4))", (P[:3] % 3, P[:3]), (1, 2), (1, 7)),
        ("np.ravel_multi_index((a, b, a), c.shape, order='F')", (M[0] % 2, M[0] % 3, T),),
        ("np.ravel_multi_index((a, b), dims=(3, 4), mode='clip')", (P, I[:4])),
        ("np.ravel_multi_index((a, b), (3, 4), mode='wrap')", (P, I[:4])),
    ],
    "nanargmin": [("np.nanargmin(a)", (NAN,), (V,), (I,), (A,), (NAN[1:2],), (NAN[:0],)), ("np.nanargmin(a, axis=1, keepdims=True)", (NANS[:, 1:],))],
    "nanargmax": [("np.nanargmax(a)", (NAN,), (F32,), (A,), (NAN[:0],)), ("np.nanargmax(a, axis=0)", (A,), (NANS,))],
    "cumulative_sum": [
        ("np.cumulative_sum(a)", (V,), (U8,), (B,), (E,)),
        ("np.cumulative_sum(a, axis=1, include_initial=True)", (A,), (I32,)),
        ("np.cumulative_sum(a, axis=0, dtype=np.float32)", (A,)),
    ],
    "cumulative_prod": [("np.cumulative_prod(a, axis=-1, include_initial=True)", (V,), (A,), (T,))],
}
CASES["nansum"] += [("np.nansum(a, initial=2, where=a > 0)", (V,), (I,), (NAN,)), ("np.nansum(a, 0, np.float32)", (A,), (I,))]
CASES["nanmean"] += [("np.nanmean(a, where=a > 0)", (V,), (I,), (NAN,))]
CASES["ptp"] += [("np.ptp(a, 1, None, True)", (A,))]
CASES["nan_to_num"] += [("np.nan_to_num(a, False)", (NAN,)), ("np.nan_to_num(a, copy=False, nan=7.0)", (NAN,))]
CASES["array_equal"] += [("np.array_equal(a, b, equal_nan=True)", (NAN, NAN), (NAN, V), (I, I))]
CASES["average"] += [
    ("np.average(a, weights=b, returned=True)", (V, V ** 2), (A, A ** 2)),
    ("np.average(a, returned=True)", (V,), (I,), (F32,)),
    ("np.average(a, axis=0, weights=b, returned=True)", (A, V[:3])),
    ("np.average(a, axis=1, returned=True, keepdims=True)", (A,)),
]
CASES["cov"] += [("np.cov(a, dtype=np.float32)", (A,))]
CASES["corrcoef"] += [("np.corrcoef(a, dtype=np.float32)", (A,))]
CASES["gradient"] += [
    ("np.gradient(a, 0.5, edge_order=2)", (V,), (V[:2],), (A,)),
    ("np.gradient(a, b, edge_order=2)", (V, S[:5] + np.arange(5))),
    ("np.gradient(a, 0.5, b)", (A, 0.25), (A, V[:4].cumsum())),
]
CASES["putmask"] += [("np.putmask(a, a > 0, b)", (V, V[:2]), (A, V))]
CASES["take_along_axis"] += [("np.take_along_axis(a, b, axis=0)", (A, P[None] % 3), (A, P[:2, None] % 3))]
CASES["unravel_index"] += [("np.unravel_index(a, (3, 4), order='F')", (5,), (P,))]
CASES["searchsorted"] += [("np.searchsorted(a, b, sorter=np.argsort(a))", (V, V))]
CASES["delete"] += [("np.delete(a, a > 0)", (V,))]
CASES["diff"] += [("np.diff(a, 2, prepend=[0, 0])", (V,), (I,))]
CASES["ufunc__reduce"] += [
    ("np.hypot.reduce(a, axis=1, initial=2)", (A,), (T,)),
    ("np.hypot.reduce(a, axis=None, where=a > 0)", (A,)),
    ("np.fmax.reduce(a, axis=0, initial=1, where=a > b)", (A, 0.5)),
    ("np.bitwise_or.reduce(a, dtype=np.int64)", (M,)),
    ("np.hypot.reduce(a, axis=(-1, 0))", (T,), (A,)),
    ("np.fmax.reduce(a, axis=(0, 2), keepdims=True, dtype=np.float32)", (T,)),
]
CASES["broadcast_shapes"] = [
    ("np.broadcast_shapes(a, b)", ((3, 1), (1, 4)), ((2, 3), 3), (5, (1,)), ((2, 3), (4,)), ((3,), (2, 1, 1))),
    ("np.broadcast_shapes(a)", ((3, 1),), (4,)),
    ("np.broadcast_shapes(a.shape, b.shape, (2, 1, 1), 4)", (A, V[:4])),
]
CASES["ufunc__each_at"] = [("np.negative.at(a, [0, 1, 1])", (V,), (A,)), ("np.square.at(a, b)", (V, K3), (I, K3))]
CASES["ufunc__accumulate"] += [("np.hypot.accumulate(a, dtype=np.float32)", (V,))]

CASES |= {
    "forms__rot90": [("np.rot90(a, b)", *((A, k) for k in range(-1, 5)), (T, 3))],
    "forms__linspace": [
        ("np.linspace(a, b, 4)", (V, V * 2), (0, V), (V, 1), (A, A + 1), (1j, 2), (C, 1.0), (F32, 1), (I, I * 2), (0.5, 3)),
        ("np.linspace(a, b, c)", (V, 0.0, 1), (V, 0.0, 0), (V, 0.0, 5), (1j, 1, 7)),
        ("np.linspace(a, b, 5, endpoint=False)", (V, V * 2), (0.0, 1.0), (0, 1j)),
        ("np.linspace(a, b)", (V, 1.0), (0, 1)),
        ("np.linspace(a, b, 5, retstep=True)", (0.0, 1.0), (2, -3)),
        ("np.linspace(a, b, c, dtype=np.float32)", (0.0, 1.0, 5), (0.0, 1.0, 0), (0.0, 1.0, -1)),
        ("np.linspace(a, b, 4, dtype=int)", (0, 10), (-3.5, 2.0)),
        ("np.linspace(a, b, 3, axis=0)", (V, V * 2), (V, 1.0), (A, 2.0), (0.0, A), (F32, 2.0)),
        ("np.linspace(a, b, 4, endpoint=False, axis=-1)", (V, V * 2), (A, 2.0), (V, I[:5])),
        ("np.linspace(a, b, 3, retstep=True, axis=1)", (A, A + 1)),
    ],
    **{f"forms__{f}_like": [(f"np.{f}_like(a, shape=(2, 3))", (V,), (I32,), (C,)), (f"np.{f}_like(a, dtype=np.int8, order='C')", (A,), (U8,))]
       for f in ("zeros", "ones")},
    "forms__empty_like": [("np.empty_like(a, shape=(2, 3)).shape", (V,)), ("np.empty_like(a, order='C').shape", (A,))],
    "forms__full_like": [("np.full_like(a, 2, shape=4)", (V,), (I32,)), ("np.full_like(a, b, dtype=float, order='C')", (A, 1.5), (I32, 2))],
    "forms__array": [
        ("np.array(a, ndmin=2)", (V,), (A,), (T,)),
        ("np.array([a, b], ndmin=2)", (1, 2.5)),
        ("np.array(a, dtype=np.float32, ndmin=3, order='C')", (V,), (A,)),
    ],
    "forms__size": [("np.size(a, 0)", (V,), (A,)), ("np.size(a, axis=-1)", (A,), (T,))],
    "forms__copyto": [
        ("np.copyto(a, b)", (V, 2.0), (A, A[0])),
        ("np.copyto(a, [1, 2, 3, 4, 5])", (V,)),
        ("np.copyto(a, b, where=a > 0)", (V, V * 9), (A, 0.0), (U8, 3)),
        ("np.copyto(a, b, where=c)", (A, 1.0, A[0] > 0)),
        ("np.copyto(a, b, casting='unsafe')", (I, V[:1])),
        ("np.copyto(a, b, 'same_kind')", (F32, V[:4])),
    ],
    "forms__gcd": [("math.gcd(a, b, 6)", (8, 12), (0, 0), (-4, 6)), ("math.gcd(a)", (-8,), (0,))],
    "forms__lcm": [("math.lcm(a, b, 6)", (8, 12), (0, 1), (-4, 6)), ("math.lcm(a)", (-8,), (0,))],
    "forms__hypot": [("math.hypot(a, b, 2.0)", (1.5, 2.0), (-3.0, 0.0), (1e200, 1e200)), ("math.hypot(a)", (-2.5,), (0.0,))],
    "forms__log": [("math.log(a, b)", (8.0, 2.0), (8, 3), (8.0, 1.0), (-1.0, 2.0), (2.0, 0.0))],
    "concat": [("np.concat((a, b))", (V, S)), ("np.concat([a, b], axis=1)", (A, A[:, :2]))],
    "block": [
        ("np.block([[a, b], [b, a]])", (A, A * 2), (2.0, 3.0), (Q2, Q2)),
        ("np.block([[a, np.zeros((3, 2))], [np.ones((1, 6))]])", (A,)),
        ("np.block([a, b])", (V, I), (A, A)),
        ("np.block([[a, b[:, None]], [b, c]])", (A[:, :3], V[:3], 5.0)),
        ("np.block([[a], [b]])", (A, A[:1]), (A, A[:, :2])),
    ],
    "hanning": [("np.hanning(a)", (9,), (8,), (1,), (0,), (-3,))],
    "hamming": [("np.hamming(a)", (9,), (1,), (0,))],
    "blackman": [("np.blackman(a)", (9,), (1,), (0,))],
    "kaiser": [("np.kaiser(a, b)", (9, 14.0), (8, 0.0), (1, 3.0), (5, 8.6), (0, 1.0))],
    "i0": [("np.i0(a)", (V,), (A,), (np.array([0.0, -12.5, 40.0, 700.0]),), (I,), (E,), (NAN[:3],))],
    "sort_complex": [("np.sort_complex(a)", (C,), (V,), (I,), (U8,), (A,), (C[:2, None] * C,))],
    "mask_indices": [("np.mask_indices(a, np.triu)", (3,), (1,)), ("np.mask_indices(a, np.tril, -1)", (4,))],
    "astype": [("np.astype(a, np.float32)", (V,), (I,), (A,)), ("np.astype(a, np.int64)", (V,))],
    "asarray_chkfinite": [("np.asarray_chkfinite(a)", (V,), (NAN,), (I,), (C,)), ("np.asarray_chkfinite([a, 2.0])", (1.5,))],
    "fromiter": [
        ("np.fromiter(range(a), dtype=float)", (5,), (0,)),
        ("np.fromiter([a, 2.5], np.float32, b)", (1.0, 1), (1.0, 2), (1.0, 3)),
    ],
    "packbits": [
        ("np.packbits(a, axis=1)", (A > 0,), (T > 0,)),
        ("np.packbits(a, axis=0, bitorder='little')", (A > 0,), (T > 0,), (B,), (E > 0,)),
        ("np.packbits(a)", (B,), (I,), (A > 0,), (E > 0,)),
        ("np.packbits(a, bitorder='little')", (B,), (T > 0,)),
    ],
    "unpackbits": [
        ("np.unpackbits(a, axis=1)", (U8.reshape(2, 2),)),
        ("np.unpackbits(a, axis=0, count=5)", (U8.reshape(2, 2),), (U8,)),
        ("np.unpackbits(a, axis=-1, count=20, bitorder='little')", (U8.reshape(2, 2),)),
        ("np.unpackbits(a)", (U8,)),
        ("np.unpackbits(a, count=b)", (U8, 5), (U8, -3), (U8, 40)),
        ("np.unpackbits(a, bitorder='little')", (U8,)),
    ],
    "ndarray__item": [
        ("a.item(b)", (V, 2), (V, -1), (A, 7), (A.T, 7), (I, 9)),
        ("a.item(1, b)", (A, 2), (A, -1), (A, 4)),
        ("a.item((1, b))", (A, 2),),
        ("a.item(1, 2, b)", (T, 3),),
    ],
    "ndarray__flatten": [("a.flatten('F')", (V,), (A,), (T,), (A.T,)), ("a.flatten(order='C')", (A,), (A.T,))],
    "bartlett": [("np.bartlett(a)", (9,), (8,), (1,), (0,))],
    "strides__sliding_window_view": [
        ("np.lib.stride_tricks.sliding_window_view(a, b)", (V, 3), (V, 5), (V, 6), (V, 0), (V, -1)),
        ("np.lib.stride_tricks.sliding_window_view(a, 2, axis=1).max(axis=-1)", (T,)),
        ("np.lib.stride_tricks.sliding_window_view(a, (2, 3))", (A,)),
        ("np.lib.stride_tricks.sliding_window_view(a, (2, 2, 3))", (T,)),
        ("np.lib.stride_tricks.sliding_window_view(a, (2, b), axis=(2, 0))", (T, 1), (T, 2), (T, 3)),
    ],
    "apply_along_axis": [
        ("np.apply_along_axis(lambda r: r.sum(), 0, a)", (T,), (V,)),
        ("np.apply_along_axis(lambda r: np.convolve(r, r[:2], mode='same'), 1, a)", (T,), (A[:, :2],), (A[:0],)),
    ],
    "piecewise": [
        ("np.piecewise(a, [a < 0, a >= 2], [-1.5, 1])", (V,), (I,)),
        ("np.piecewise(a, (a < 0, a >= 2), (-1, 1.5, 7))", (A,)),
    ],
    "unstack": [("np.unstack(a)[1]", (A,)), ("np.unstack(a, axis=1)[0]", (A,), (T,))],
    "histogram": [
        ("np.histogram(a)", (V,), (NAN,), (E,), (ONE,), (A,), (I,), (F32,), (RANDOM,), (np.full(5, 1e300),)),
        ("np.histogram(a, b)", (RANDOM, 7), (RANDOM, 0), (V, 1), (LONG[::-3], 50), (RANDOM, np.array([-1.0, 0.0, 2.0])), (I, 3)),
        ("np.histogram(a, 30, (1, 4))", (np.arange(100) / 10,), (NAN,), (RANDOM,), (E,), (np.arange(6),)),
        ("np.histogram(a, 4, (b, c))", (V, 2.0, 2.0), (V, 3.0, 1.0), (V, 0.0, np.inf), (V, 1.0, 1.0000000000000002), (NAN, -5.0, 5.0)),
        ("np.histogram(a, 4, (0.0, 2.0), density=True)", (RANDOM,)),
        ("np.histogram(a, 4, None, None, b)", (V, np.arange(5)), (V, V)), ("np.histogram(a, 4, None, True)", (V,)),
        ("np.histogram(a, bins=3, weights=b)", (V, V), (F32, F32), (I, I), (U8, F32), (V, V[1:]), (B, V[:4]), (V, B), (V[:4], C), (LONG, LONG)),
        ("np.histogram(a, 5)", (U8,), (I32,), (F32,), (np.float32(RANDOM),), (RANDOM.astype(np.int8),), (I.astype(np.uint64),), (NAN[:2],)),
        ("np.histogram(a, bins=16, range=(0, 256))", (U8,), (F32,), (I32,)),
        ("np.histogram(a, 7, (b, c))", (F32, 0.1, 0.7), (F32, np.float64(0.1), 0.7), (U8, 3, 250.5), (np.arange(70) % 7 / 10, 0.1, 0.6)),
        ("np.histogram(a, b)", (RANDOM, np.array([-1.0, -1.0, 0.0, 0.0, 0.5, 0.5])), (RANDOM, np.array([1.0, 0.0])), (RANDOM, np.array([0.0])),
         (RANDOM, np.array([-np.inf, 0.0, np.inf])), (RANDOM, np.array([-1.0, np.nan])), (NAN, S), (LONG[::3], np.exp(RANDOM[:40]).cumsum()),
         (I, I64S), (U8, I64S * 10.5), (F32, F32S), (S, S), (E, S), (LONG, np.linspace(-3.0, 9.0, 25)), (A, np.array([0.0, 1e-9, 1e9]))),
        ("np.histogram(a, b, density=True)", (RANDOM, S), (I, I64S), (F32, 3)),
        ("np.histogram(a, 3, density=True, weights=b)", (V, V ** 2)),
        ("np.histogram(a, b, weights=c)", (V, S, V)),
    ],
    "histogram2d": [
        ("np.histogram2d(a, b)", (V, V[::-1]), (RANDOM, LONG[:300])),
        ("np.histogram2d(a, b, 4)", (RANDOM, LONG[::4]), (V, ONE), (E, E), (ONE, ONE), (NAN, NAN), (RANDOM, RANDOM)),
        ("np.histogram2d(a, b, (3, 5))", (RANDOM, LONG[::4]), (V, V)),
        ("np.histogram2d(a, b, (c, 2), weights=b)", (RANDOM, LONG[::4], S)),
        ("np.histogram2d(a, b, bins=(c, c), density=True)", (RANDOM, LONG[::4], S), (RANDOM, LONG[::4], np.array([1.0, 0.0]))),
        ("np.histogram2d(a, b, 3, ((-1.0, 1.0), (b.min(), 2)))", (RANDOM, LONG[::4]), (NAN, V)),
        ("np.histogram2d(a, b, 0)", (V, V)), ("np.histogram2d(a, b, [2, 3])", (V, V)),
    ],
    "trim_zeros": [("np.trim_zeros(a)", (ZS,), (V,), (E,), (ZS[:2],)), ("np.trim_zeros(a, 'f')", (ZS,)), ("np.trim_zeros(a, 'b')", (ZS,)),
                   ("np.trim_zeros(a, axis=b)".replace("b", "-1"), (A * (A > 5),), (T * (T > 8),)), ("np.trim_zeros(a)", (A * (A > 5),), (A * 0,), (T * (T > 8),)),
                   ("np.trim_zeros(a, 'f', axis=(0, 1))", (A * (A > 5),), (T * (T > 8),))],
    "ndindex": [("[i * 10 + j for i, j in np.ndindex((a, b))]", (2, 3), (0, 2)), ("[a[i, j, k] for i, j, k in np.ndindex(a.shape)]", (T,)),
                ("[a[i, j, k, m] for i, j, k, m in np.ndindex((2, 2, 3, 4))]", (np.arange(48).reshape(2, 2, 3, 4),))],
    "nditer": [("[x * 2 for x in np.nditer(a)]", (V,), (A,), (A.T,), (T[:, ::-1],)), ("[float(x) for x in np.nditer(a, order='F')]", (A,), (T,)), ("[float(x) for x in np.nditer(a, order='C')]", (A.T,))],
    "ndenumerate": [("[x * i[0] for i, x in np.ndenumerate(a)]", (V,), (A,)), ("[x + i - j for (i, j), x in np.ndenumerate(a)]", (A,)),
                    ("[x * i[3] for i, x in np.ndenumerate(a)]", (np.arange(24).reshape(2, 1, 3, 4),))],
    "list__tolist": [("a.tolist()", (V,), (A,), (I32,), (C,), (B,), (F32,), (T,), (E,)), ("(a * 2).tolist()", (V,))],
}

CASES["piecewise"] += [
    ("np.piecewise(a, [a < 0, a >= 0], [lambda y: -y, lambda y: y * 2])", (V,), (A,), (I,)),
    ("np.piecewise(a, [a < 0, a > 2], [lambda y: -y, lambda y: y * b, 0])", (V, 2.5), (A, 2.5)),
    ("np.piecewise(a, a < 0, [np.exp, np.sqrt])", (V,), (F32,)),
    ("np.piecewise(a, [a < 0, a > 2], [lambda y: -y, 7])", (V,), (I,)),
    ("np.piecewise(a, [a > 99, a > 100], [np.sqrt, -1.0])", (V,)),
]
CASES["apply_over_axes"] = [
    ("np.apply_over_axes(np.sum, a, [0, 2])", (T,)),
    ("np.apply_over_axes(np.max, a, (0, -1))", (T,), (A,)),
    ("np.apply_over_axes(np.cumsum, a, 1)", (T,), (A,)),
    ("np.apply_over_axes(lambda x, k: x.mean(axis=k), a, (0, 1))", (T,), (A,)),
]
CASES["unravel_index"] += [
    ("np.unravel_index(a, (2, 3))", (99,), (-1,), (I,), (P,), (np.array([0, 5, 6, 7]),)),
    ("np.unravel_index(a, 5)", (11,), (P,), (I,)),
]
CASES["imag"] += [("a.imag", (V,), (A,), (I,), (C,)), ("a.imag.sum() + a.dtype.itemsize", (V,), (F32,), (U8,))]

REFUSED = [
    ("hash(np.timedelta64(a, 's'))", (3,), "hash: hash() of a date or a span of time differs from run to run: write x.astype(np.int64)"),
    ("np.piecewise(a, a < 0, [np.exp, np.sqrt])", (A,), "np.piecewise: the conditions are a list of arrays, or one array of one axis"),
    ("np.poly(a)", (T,), "np.poly: input must be 1d or non-empty square 2d array"),
    ("np.geomspace(a, 8.0)", (V,), "np.geomspace: geometric sequences of arrays are not supported; write np.logspace"),
    ("np.average(a, axis=(1, 0), weights=b)", (T, A), "np.average: weights of one axis, of two in ascending order, or of a's shape"),
    ("np.take(a, b, out=c)", (V, I, I), "out=: the type of the array does not hold the results"),
    ("np.take(a, b, out=c)", (V, I, A), "out=: the array for the results has not as many axes as these"),
    ("np.sin(a, dtype=np.int64)", (V,), "dtype=: the operands do not fit it"),
    ("np.copyto(a, b, where=a > 1)", (I, V), "np.copyto: Cannot cast array data to the type of the destination"),
    ("np.fill_diagonal(a, 1)", (V,), "np.fill_diagonal: array must be at least 2-d"),
    ("np.hypot.reduce(a, axis=(0, 1), initial=1)", (A,), "np.hypot.reduce: with initial= or where=, one axis"),
    ("np.var(a, dtype=int)", (V,), "np.var: it is computed in floats"),
    ("np.iinfo(np.uint64).max + a", (I,), "np.iinfo.max: the maximum is no int of 64 bits"),
    ("np.diff(a, n=-1)", (V,), "np.diff: order must be non-negative"),
    ("np.polyder(a, -1)", (V,), "np.polyder: Order of derivative must be positive (see polyint)"),
    ("np.diff(a, axis=1)", (V,), "np.diff: the axis is out of bounds"),
    ("np.diff(a, b)", (V, 1.5), "np.diff: 'float' object cannot be interpreted as an integer"),
    ("np.polyder(a, b)", (V, 1), "argument 'm' of np.polyder must be a constant"),
    ("np.array_split(a, b)", (V, 1.5), "np.array_split: the number of parts is an int"),
    ("np.diff(a, order=1)", (V,), "np.diff has no parameter 'order'"),
    ("np.polyder(a, m=2 > 1.5)", (V,), "argument 'm' of np.polyder must be a constant"),
    ("np.stack((a, 1.0))", (V,), "np.stack: all input arrays must have the same shape"),
    ("np.concatenate((a, 1.0))", (V,), "np.concatenate: zero-dimensional arrays cannot be concatenated"),
    ("np.select([a], [a])", (V,), "np.select: invalid entry in condlist: should be boolean ndarray"),
    ("np.select([a > 0], [a, a])", (V,), "np.select: list of cases must be same length as list of conditions"),
    ("np.hypot.at(a, b, 0.5)", (I, I), "np.hypot.at: Cannot cast the results to the type of the array"),
]
