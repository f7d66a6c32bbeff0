"""What counts as the same in the operator table, and the differences that docs/semantics.md names."""
from __future__ import annotations

import re
from typing import Any

import numpy as np

from table_cases import Case

BIG = 2**63


def _big(x: Any) -> bool:
    """Has the result a Python int that 64 bits do not hold?"""
    if isinstance(x, (tuple, list)):
        return any(map(_big, x))
    return type(x) is int and not -BIG <= x < BIG


def _near(e: np.ndarray, g: np.ndarray, whole: bool) -> np.ndarray:
    """Where floats agree to what mathematical functions and the order of sums may change."""
    info = np.finfo(e.dtype)
    size = np.maximum(np.abs(e), np.abs(g))
    if whole:
        finite = size[np.isfinite(size)]
        size = size + (np.max(finite) if finite.size else 0)
    with np.errstate(all="ignore"):
        return np.abs(e - g) <= size * info.eps * (64 if whole else 8) + 8 * info.smallest_subnormal


def _bits(e: np.ndarray, g: np.ndarray) -> np.ndarray:
    """Where they are the same number, to the sign of zero."""
    if e.dtype.kind == "c":
        return _bits(e.real, g.real) & _bits(e.imag, g.imag)
    equal = (e == g) | ((e != e) & (g != g))
    return equal & ((np.signbit(e) == np.signbit(g)) | (e != 0)) if e.dtype.kind == "f" else equal


def values(case: Case, want: Any, got: Any) -> tuple[str, str] | None:
    """(kind, words) of a difference."""
    if type(want) is not type(got):
        if isinstance(want, (list, tuple)) and isinstance(got, (list, tuple)):
            want, got = tuple(want), tuple(got)
        else:
            return "type", f"{type(got).__name__} {got!r} instead of {type(want).__name__} {want!r}"
    if isinstance(want, (tuple, list)):
        if len(want) != len(got):
            return "value", f"{len(got)} items instead of {len(want)}"
        return next((w for w in (values(case, e, g) for e, g in zip(want, got)) if w), None)
    if want is None or isinstance(want, (str, type)):
        return None if want == got else ("value", f"{got!r} instead of {want!r}")
    if isinstance(want, int):
        return None if want == got else ("value", f"{got!r} instead of {want!r}")
    e, g = np.asarray(want), np.asarray(got)
    if e.dtype != g.dtype or e.shape != g.shape:
        return "type", f"{g.dtype}{g.shape} instead of {e.dtype}{e.shape}"
    ok = _bits(e, g)
    if not ok.all() and case.loose and e.dtype.kind in "fc":
        ok = ok | _near(e, g, case.kind == "whole")
    if ok.all():
        return None
    at = tuple(np.argwhere(~ok)[0])
    where = f" at {tuple(map(int, at))}" if e.ndim else ""
    return "value", f"{g[at]!r} instead of {e[at]!r}{where}"


def _beyond(arguments: tuple, limit: int) -> bool:
    """Is one of the arguments an integer beyond this?"""
    return any(isinstance(a, (int, np.integer)) and abs(int(a)) > limit for a in arguments)


def _zero_signs(want: Any, got: Any) -> bool:
    """Are they equal but for signs of zeros?"""
    e, g = np.asarray(want), np.asarray(got)
    return e.dtype == g.dtype and e.shape == g.shape and bool(np.all((e == g) | ((e != e) & (g != g))))


def _fused(case: Case, want: Any, got: Any) -> bool:
    """Products of complex arrays, of which NumPy rounds some parts once less: near, or not finite in both."""
    e, g = np.asarray(want), np.asarray(got)
    if e.dtype.kind != "c" or e.dtype != g.dtype or e.shape != g.shape:
        return False
    return bool(np.all(_near(e, g, False) | (~np.isfinite(e) & ~np.isfinite(g)) | (e == g)))


def documented(case: Case, arguments: tuple, want: Any, got: Any) -> bool:
    """Does docs/semantics.md name this difference? The words before each are those of its paragraph."""
    if isinstance(got, Exception):
        if isinstance(want, ArithmeticError) and "in Python: write" in str(got) or "a_max" in str(want):
            return True  # Integers: the power is looked at first; np.clip of NumPy 2.1 has no a_max
        if isinstance(got, OverflowError):  # Integers
            return _big(want) or type(want) is int and _beyond(arguments, BIG - 1)
        if isinstance(got, ValueError) and "**" in case.text + "**" * ("pow" in case.text):  # Integers
            return type(want) is float and "negative" in str(got) or type(want) is complex
        if "gave another type than the compiler expects" in str(got):  # NumPy's functions that are called
            return True
        if "3-dimensional vectors" in str(got):  # Whole arrays: np.cross
            return True
        if isinstance(want, Exception):  # Whole arrays: words
            return isinstance(want, type(got)) and case.kind == "whole"
        return "cmath.log(x, y)" == case.text and arguments[0] == 0  # math and cmath
    if isinstance(want, Exception):  # NumPy 2.1 has np.clip without a_max; Whole arrays: np.ldexp
        return "clip" in case.text and "a_max" in str(want) or "ldexp" in case.text and "int32" in str(want)
    if isinstance(want, np.ndarray) and want.ndim == 0 and isinstance(got, np.generic):  # Whole arrays: no axes
        return values(case, want[()], got) is None
    if " and " in case.text or " or " in case.text:  # One type per variable
        return isinstance(want, (bool, int, float, complex, np.generic)) and bool(want == got or (want != want and got != got))
    if "fmin" in case.text or "fmax" in case.text:  # Signs of zeros
        return _zero_signs(want, got)
    if _beyond(arguments, 2**53) and (type(got) is bool or _zero_near(want, got)):  # Integers
        return any(isinstance(a, (float, complex, np.inexact)) for a in arguments) or case.text.count("/") == 1
    if case.text == "np.sign(x)":  # Floating point
        return bool(np.isinf(np.abs(np.asarray(arguments[0]))).any())
    if re.search(r"\*|pow|multiply|square|sign\(", case.text):
        return _fused(case, want, got)  # Floating point
    if "convolve" in case.text or "correlate" in case.text:  # Floating point
        return _fused(case, want, got)
    if case.text.startswith(("np.cov", "np.corrcoef")):  # Whole arrays: one row
        return np.size(want) == 1 and values(case, np.float64(np.ravel(want)[0]), np.float64(np.ravel(got)[0])) is None
    if case.text == "sum(x)" or "polyval" in case.text:  # Lists: nothing to add
        return np.size(arguments[0]) == 0 and bool(np.all(np.asarray(want) == got))
    if case.text == "sorted(x)":  # Lists
        return bool(np.isnan(arguments[0]).any())
    if case.text.startswith("cmath."):  # math and cmath
        return any(np.isnan(a) for a in arguments)
    if "lgamma" in case.text:  # Floating point
        return abs(want - got) < 1e-14
    return False


def _zero_near(want: Any, got: Any) -> bool:
    return isinstance(want, (float, complex)) and type(want) is type(got) and abs(want - got) <= abs(want) * 4e-16


def compare(case: Case, arguments: tuple, want: tuple[Any, tuple], got: tuple[Any, tuple]) -> tuple[str, str] | None:
    """(kind, words) when the outcomes of two calls differ."""
    e, g = want[0], got[0]
    if isinstance(e, Exception) and type(e) is type(g) and str(e) == str(g):
        return None
    if isinstance(e, Exception) or isinstance(g, Exception):
        if documented(case, arguments, e, g):
            return "documented", ""
        if type(e) is not type(g):
            return "exception", f"{g!r} instead of {e!r}"
        return "text", f"{g!r} instead of {e!r}"
    wrong = values(case, e, g)
    if wrong and documented(case, arguments, e, g):
        return "documented", ""
    if wrong:
        return ("int", wrong[1]) if _big(e) else wrong
    changed = (values(case, a, b) for a, b in zip(want[1], got[1]) if isinstance(a, np.ndarray))
    return next((("argument", w[1]) for w in changed if w), None)
