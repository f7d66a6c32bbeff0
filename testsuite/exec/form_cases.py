"""Calls of NumPy's functions that are not in the prelude: what test_prelude.py runs compiled only.

FORMS[family] is a list of (expression, arguments, arguments ...), as in prelude_cases.py.
"""
import numpy as np

from library_cases import LIBRARY
from prelude_cases import A, B, C, E, F32, I, I32, K3, M, NAN, NANS, ONE, P, SIZES, T, U8, V

Z = np.array(2.5)
Q = np.array([[4.0, 1, 0.5], [1, 3, 0.25], [0.5, 0.25, 5]])

FORMS = {
    "argpartition": [("a.argpartition(2)[2]", (V,), (A,)), ("a.argpartition(1, axis=0)[1]", (A,))],
    "order": [(e, (A,), (T,), (V,), (A.T,), (E,)) for e in (
        "a.ravel(order='F')", "np.ravel(a, order='F')", "a.ravel('F')", "a.reshape(-1, order='F')",
        "np.reshape(a, (1, -1), order='F')", "a.reshape(-1, 1, order='F')", "a.reshape((1, -1, 1), order='F')",
        "a.reshape(a.shape[::-1], order='F')")],
    "broadcast_arrays": [
        ("np.broadcast_arrays(a, b, c)", (V, A[:, :1], 2.0), (V[:1], I, V[:1]), (1.0, 2, V), (V, V[:3], V), (A, V[:3], V)),
        ("np.broadcast_arrays(a, b)", (V, 2.0), (A, V[:4])),
        ("np.broadcast_arrays(a)", (V,)),
    ],
    "scalars": [
        ("np.atleast_1d(a)", (2.5,), (Z,), (3,)),
        ("np.atleast_2d(a)", (2.5,), (Z,)),
        ("np.atleast_3d(a)", (2.5,)),
        ("np.ravel(a)", (2.5,), (Z,)),
        ("np.reshape(a, (1, 1))", (2.5,), (Z,)),
        ("np.broadcast_to(a, (2, 3))", (2.5,), (Z,)),
    ],
    "ufuncs": [
        ("np.ldexp(a, b)", (V, I[:5]), (V, 3), (2.0, 3), (F32, 2), (A, I32[0, 0]), (V, 3000), (V, -1060), (I, 2), (SIZES, -3), (SIZES, 970),
         (SIZES, -1030), (SIZES, 2100), (SIZES, np.arange(SIZES.size)[::-1] - 2150), (np.float32(SIZES), np.arange(SIZES.size) % 300 - 150)),
        ("np.logaddexp2(a, b)", (V, V[::-1].copy()), (F32, 2.0), (NAN, V), (2.5, 2.5), (A, 0.0)),
        ("np.add(a, b, c)", (V, V, np.zeros(5))),
        ("np.sqrt(a, b)", (np.abs(V), np.zeros(5))),
        ("a.conj()", (C,), (V,), (I,)),
        ("a.conjugate() * 2", (C,), (C.astype(np.complex64),)),
    ],
    "decided": [
        ("(isinstance(a, np.ndarray), isinstance(a, (int, float)), isinstance(a, float), isinstance(a, complex), callable(a))",
         (V,), (2,), (2.5,), (True,), (np.float64(1),), (np.int64(3),), (2j,), (np.float32(2),), ((1, 2),)),
    ],
    "casts": [
        *((f"np.{t}(a)", (V,), (I,), (A,), (U8,), (2.5,)) for t in ("float32", "float64", "int32", "int64", "bool_", "complex128")),
        ("np.float32(a) + 1", (V,), (A,)),
        ("np.complex64(a)", (C,), (F32,)),
        ("np.float64([1, 2, 3])", (V,)),
        ("a.astype(np.float64, copy=False)", (V,), (I,)),
        ("np.float64(a[0, 1, ...])", (A,)),
        ("float(a[0, 1, ...])", (A,)),
    ],
    "linalg": [
        ("np.linalg.svdvals(a)", (A,), (A.T,)),
        ("np.linalg.cond(a)", (Q,), (A,), (np.float32(Q),)),
        ("np.linalg.cond(a, 1)", (Q,)),
        ("np.linalg.eigvals(a)", (Q.astype(complex),)),
        ("np.tensordot(a, b)", (A, A)),
        ("np.tensordot(a, b, axes=([0, 1], [0, 1]))", (A, A), (Q, Q)),
        ("np.einsum('i...,i...', a, b)", (Q, Q), (T, T)),
        ("np.einsum('...ij,...jk->...ik', a, b)", (Q, Q), (T, T.swapaxes(1, 2).copy())),
        ("np.einsum('...i->...', a)", (T,), (V,)),
        ("np.einsum('i,->i', a, b)", (V, 2.0)),
        ("np.einsum('...,...', a, b)", (A, A)),
        ("np.einsum('ii', a)", (Q,)),
    ],
    "fft": [
        *((f"np.fft.{f}(a)", (A,), (T,)) for f in ("fftn", "ifftn", "rfft2", "rfftn", "irfft2", "irfftn")),
        *((f"np.fft.{f}(a)", (V,)) for f in ("hfft", "ihfft")),
        ("np.fft.fftn(a, axes=(0,))", (A,)),
    ],
    "sets": [
        *((f"np.{f}(a, b)", (I, np.array([9, 3])), (V, V[:2])) for f in ("intersect1d", "union1d", "setdiff1d", "setxor1d", "isin")),
        ("np.isin(a, [9, 3], invert=True)", (I,), (I32,)),
    ],
    "statistics": [
        ("np.nanmedian(a)", (NAN[:3],), (A,)),
        ("np.nanmedian(a, axis=0)", (A,)),
        ("np.median(a, axis=())", (A,)),
        ("np.nanpercentile(a, [10, 50])", (NAN[:3],)),
        ("np.nanquantile(a, 0.25, axis=1)", (A,)),
        ("np.polyfit(a, b, 2)", (V, V * V - 1)),
        ("np.histogram_bin_edges(a, 4)", (V,), (I,)),
        ("np.histogram2d(a, b, 3)", (V, V * V)),
        ("a.partition(2)", (V,), (A,)),
        ("np.array(a, copy=True)", (A,)),
    ],
    "no_axes": [
        ("a[0, 0, ...]", (A,)),
        ("a[-1, ..., 1] + 1", (A,)),
        ("a[0, ...][1, ...]", (A,)),
        ("np.sqrt(a[0, 2, ...])", (A,)),
    ],
    "out": [
        ("np.take(a, b, out=c)", (V, P, V[:4] * 0)),
        ("np.take(a, b, 1, c)", (A, P[:2], A[:, :2] * 0)),
        ("np.take(a, b, axis=0, out=c, mode='wrap')", (A, I[:2], np.float32(A[:2]))),
        ("np.compress(b, a, out=c)", (V[:4], B, V[:2] * 0)),
        ("np.clip(a, 0, b, out=a)", (V, 1.5), (A, A[0]), (I, 3)),
        ("np.clip(a, 0, 1, a)", (V,)),
        ("a.clip(0, 1, out=b)", (V, V * 0)),
        ("np.round(a, 1, out=b)", (V, V * 0)),
        ("np.dot(a, b, out=np.zeros((3, 3)))", (A, A.T.copy())),
        ("a.dot(b, np.zeros((3, 3)))", (A, A.T.copy())),
        ("np.median(a, axis=0, out=b)", (A, A[0] * 0)),
        ("np.std(a, axis=0, out=b)", (A, A[0] * 0)),
        ("np.nansum(a, axis=0, out=b)", (NANS, A[0] * 0)),
        ("np.hypot.reduce(a, axis=0, out=b)", (A, A[0] * 0)),
        ("np.add(a, b, out=(c,))", (V, V, V * 0)),
        ("np.add(a, b, where=True)", (V, V)),
    ],
    "dtype": [
        ("np.exp(a, dtype=np.float32)", (V,), (F32,), (I,)),
        ("np.add(a, b, dtype=np.float32)", (V, V), (I, 2)),
        ("np.multiply(a, b, dtype=float)", (I, I), (F32, F32)),
        ("np.nanmean(a, dtype=np.float32)", (V,), (I,)),
        ("np.hypot.reduce(a, dtype=np.float32)", (V,)),
    ],
    "indices": [
        ("a.flat[3]", (A,), (T,)),
        ("a.flat[[0, -3]]", (A,)),
        ("a.flat[1:8:2] + a.flat[a.argmax()]", (A,)),
        ("len(a.flat)", (A,), (V,)),
        ("a[np.unravel_index(a.argmax(), a.shape)]", (A,), (T,)),
        ("a[(1, b)]", (A, 2), (A, -5)),
        ("a[([0, 2], b)]", (A, 2), (A, -5)),
        ("np.size(a, 0)", (A,)),
        ("np.size(a, axis=-1)", (T,)),
    ],
}

FORMS |= LIBRARY
