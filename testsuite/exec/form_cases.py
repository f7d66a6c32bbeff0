"""Calls of NumPy's functions that are not in the prelude: what test_prelude.py runs compiled only.

FORMS[family] is a list of (expression, arguments, arguments ...), as in prelude_cases.py.
"""
import numpy as np

from prelude_cases import A, C, E, F32, I, I32, M, NAN, ONE, P, T, U8, V

Z = np.array(2.5)
Q = np.array([[4.0, 1, 0.5], [1, 3, 0.25], [0.5, 0.25, 5]])

FORMS = {
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
        ("np.ldexp(a, b)", (V, I[:5]), (V, 3), (2.0, 3), (F32, 2), (A, I32[0, 0]), (V, 3000), (V, -1060), (I, 2)),
        ("np.logaddexp2(a, b)", (V, V[::-1].copy()), (F32, 2.0), (NAN, V), (2.5, 2.5), (A, 0.0)),
        ("np.add(a, b, c)", (V, V, np.zeros(5))),
        ("np.sqrt(a, b)", (np.abs(V), np.zeros(5))),
        ("a.conj()", (C,), (V,), (I,)),
        ("a.conjugate() * 2", (C,), (C.astype(np.complex64),)),
    ],
    "casts": [
        *((f"np.{t}(a)", (V,), (I,), (A,), (U8,), (2.5,)) for t in ("float32", "float64", "int32", "int64", "bool_", "complex128")),
        ("np.float32(a) + 1", (V,), (A,)),
        ("np.complex64(a)", (C,), (F32,)),
        ("np.float64([1, 2, 3])", (V,)),
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
}
