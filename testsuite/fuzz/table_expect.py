"""What counts as the same in the operator table, and the differences that docs/semantics.md names."""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from table_cases import Case

BIG = 2**63
TWINS = [pair for a, b in (("bool", "bool_"), ("int", "i64"), ("float", "f64"), ("complex", "c128")) for pair in ((a, b), (b, a))]


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
    if isinstance(want, (set, frozenset)):
        want, got = (sorted(map(repr, some)) for some in (want, got))
        return values(case, want, got)
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


def _same_type(want: Any, got: Any) -> bool:
    if isinstance(want, Exception) or isinstance(got, Exception):
        return False
    e, g = np.asarray(want), np.asarray(got)
    return e.dtype == g.dtype and e.shape == g.shape


def _equal(want: Any, got: Any) -> np.ndarray:
    """Where they are equal but for signs of zeros."""
    e, g = np.asarray(want), np.asarray(got)
    return (e == g) | ((e != e) & (g != g))


def _close(want: Any, got: Any) -> bool:
    return _same_type(want, got) and bool(np.all(_near(np.asarray(want), np.asarray(got), False) | _equal(want, got)))


def _zero_near(want: Any, got: Any) -> bool:
    return isinstance(want, (float, complex)) and type(want) is type(got) and abs(want - got) <= abs(want) * 4e-16


def _fused(want: Any, got: Any) -> bool:
    """Products of complex arrays, of which NumPy rounds some parts once less: near, or not finite in both."""
    if not _same_type(want, got) or np.asarray(want).dtype.kind not in "fc":
        return False
    e, g = np.asarray(want), np.asarray(got)
    return bool(np.all(_near(e, g, False) | (~np.isfinite(e) & ~np.isfinite(g)) | (e == g)))


@dataclass(frozen=True)
class Rule:
    """A difference that a paragraph of docs/semantics.md names, with a case that has it on every machine unless it may vanish."""
    name: str
    paragraph: str
    example: str
    may_vanish: bool
    applies: Callable[[Case, tuple, Any, Any], bool]


RULES: list[Rule] = []


def _rule(paragraph: str, example: str, may_vanish: bool = False) -> Callable:
    def add(function: Callable) -> Callable:
        RULES.append(Rule(function.__name__, paragraph, example, may_vanish, function))
        return function
    return add


@_rule("Integers", "x ** y of int, int")
def power_before_zero(case, arguments, want, got):
    return isinstance(want, ArithmeticError) and isinstance(got, ValueError) and "in Python: write" in str(got)


@_rule("Integers", "x * y of int, int")
def beyond_64_bits(case, arguments, want, got):
    large = _big(want) or type(want) is int and _beyond(arguments, BIG - 1)
    return isinstance(got, OverflowError) and (large or isinstance(want, MemoryError) and "<<" in case.text)


@_rule("Integers", "x ** y of int, int")
def powers_of_other_types(case, arguments, want, got):
    if not isinstance(got, ValueError) or not re.search(r"\*\*|pow", case.text):
        return False
    return type(want) is float and "negative" in str(got) or type(want) is complex


@_rule("Integers", "x < y of int, float")
def rounded_to_double(case, arguments, want, got):
    if not _beyond(arguments, 2**53) or not (type(got) is bool or _zero_near(want, got)):
        return False
    return any(isinstance(a, (float, complex, np.inexact)) for a in arguments) or case.text.count("/") == 1


@_rule("Integers", "np.unwrap(x) of i64[:]")
def turns_beyond_53_bits(case, arguments, want, got):
    return case.text.startswith("np.unwrap") and case.types[0] == "i64[:]" and bool((np.abs(arguments[0] * 1.0) > 2.0**53).any())


@_rule("NumPy's `uint64` where Python takes an int", "np.arange(x, y) of u8, u8")
def unsigned_sizes(case, arguments, want, got):
    if case.types[-1] not in ("u8", "u16", "u32", "u64"):
        return False
    if case.text == "np.arange(x, y)":
        return arguments[0] > arguments[1] and np.size(got) == 0
    return case.text in ("np.triu_indices(x)", "np.triu_indices(x, y)", "np.diagflat(x, y)") and isinstance(want, Exception)


@_rule("One type per variable", "x and y of int, i64")
def one_type_of_two(case, arguments, want, got):
    scalars = isinstance(want, (bool, int, float, complex, np.generic)) and type(want) is not type(got)
    chosen = re.search(r" and | or ", case.text) or case.text in ("min(x, y)", "max(x, y)") and case.types in TWINS
    return bool(scalars and chosen) and bool(want == got or (want != want and got != got))


@_rule("Floating point", "abs(x) of c128[:]", may_vanish=True)
def sizes_of_complex(case, arguments, want, got):
    return bool(re.match(r"(np\.)?abs", case.text)) and case.types[0][0] == "c" and _close(want, got)


@_rule("Floating point", "np.sign(x) of c128")
def signs_of_overflow(case, arguments, want, got):
    return case.text == "np.sign(x)" and bool(np.isinf(np.abs(np.asarray(arguments[0]))).any())


def _near_division(arguments: tuple, want: tuple, got: Any) -> bool:
    """A quotient and a remainder, of which the first coefficients are left out where they are near 0: near, or not finite in both."""
    size = sum(float(np.max(np.abs(a), initial=0, where=np.isfinite(a))) for a in (*arguments, *want))
    if not isinstance(got, tuple) or [a.dtype for a in want] != [a.dtype for a in got] or want[0].shape != got[0].shape:
        return False
    n = max(len(want[1]), len(got[1]))
    pairs = [(want[0], got[0]), tuple(np.pad(a, (n - len(a), 0)) for a in (want[1], got[1]))]
    return all(bool(np.all((np.abs(e - g) <= 64 * np.finfo(e.dtype).eps * size) | (~np.isfinite(e) & ~np.isfinite(g)))) for e, g in pairs)


@_rule("Floating point", "np.square(x) of c128[:]", may_vanish=True)
def fused_products(case, arguments, want, got):
    of_complex = any(t.startswith("c") for t in case.types)
    if case.text == "np.polydiv(x, y)" and of_complex and isinstance(want, tuple):
        return _near_division(arguments, want, got)
    product = of_complex and re.search(r"\*|pow|multiply|square|sign\(|outer|vander", case.text)
    return bool(product or re.search("convolve|correlate|polymul", case.text)) and _fused(want, got)


@_rule("Floating point", "1j <= x of c128")
def order_beside_nan(case, arguments, want, got):
    numbers = isinstance(want, (bool, np.bool_)) and any(np.isnan(np.imag(a)) for a in arguments)
    return bool(numbers and re.search(r"[<>]|less|greater|min|max", case.text))


@_rule("Floating point", "pow(x, y) of f64[:], f32[:]", may_vanish=True)
def powers_by_the_processor(case, arguments, want, got):
    return bool(re.search(r"\*\*|pow", case.text)) and _close(want, got)


@_rule("Floating point", "np.round(x, y) of u32[:], int", may_vanish=True)
def unsigned_by_the_processor(case, arguments, want, got):
    rounds = "round" in case.text and len(arguments) == 2 and case.types[0][0] == "u" and arguments[1] < 0
    return rounds and _same_type(want, got)


@_rule("Floating point", "math.lgamma(x) of float", may_vanish=True)
def gamma_near_zeros(case, arguments, want, got):
    return "lgamma" in case.text and isinstance(want, float) and isinstance(got, float) and abs(want - got) < 1e-14


@_rule("Floating point", "np.ldexp(x, y) of f64, int")
def long_exponents(case, arguments, want, got):
    return "ldexp" in case.text and isinstance(want, Exception) and "int32" in str(want)


@_rule("Reductions and `out=`", "np.arctan2.reduce(x) of u32[:]", may_vanish=True)
def reduced_from_the_first(case, arguments, want, got):
    name = re.match(r"np\.(arctan2|power)\.reduce\(x\)$", case.text)
    return bool(name) and _same_type(want, got) and _close(functools.reduce(getattr(np, name[1]), arguments[0]), got)


@_rule("Signs of zeros", "np.fmin(x, y) of f64[:], f64[:]", may_vanish=True)
def signs_of_zeros(case, arguments, want, got):
    return bool(re.search("fmin|fmax", case.text)) and _same_type(want, got) and bool(np.all(_equal(want, got)))


@_rule("Whole arrays", "np.clip(x, y) of f64[:], f64[:]", may_vanish=True)
def clip_needs_both(case, arguments, want, got):
    return "clip" in case.text and "a_max" in str(want)


@_rule("Whole arrays", "np.pad(x, y) of i16[:], i64[:]")
def other_words(case, arguments, want, got):
    return case.kind == "whole" and isinstance(got, Exception) and isinstance(want, type(got))


@_rule("Whole arrays", "np.cross(x, y) of i64[:], bool_[:]", may_vanish=True)
def vectors_of_three(case, arguments, want, got):
    return isinstance(got, Exception) and "3-dimensional vectors" in str(got)


@_rule("Whole arrays", "np.poly(x) of i64[:]")
def no_roots(case, arguments, want, got):
    return case.text == "np.poly(x)" and isinstance(got, ValueError) and "of no roots" in str(got)


@_rule("Whole arrays", "np.where(x, x, y) of f64, f64")
def no_axes(case, arguments, want, got):
    zero_rank = isinstance(want, np.ndarray) and want.ndim == 0 and isinstance(got, (float, np.generic))
    return zero_rank and values(case, want[()], np.asarray(got)[()]) is None


@_rule("Whole arrays", "np.cov(x) of f64[:, :]")
def one_row_or_none(case, arguments, want, got):
    if not case.text.startswith(("np.cov", "np.corrcoef")) or isinstance(got, Exception) or np.size(want) != np.size(got):
        return False
    none = np.size(want) == 0 and case.types[0][0] == "c"
    return none or np.size(want) == 1 and values(case, np.float64(np.ravel(want)[0]), np.float64(np.ravel(got)[0])) is None


@_rule("NumPy's functions that are called", "np.linalg.pinv(x) of i64[:, :]")
def another_type(case, arguments, want, got):
    return isinstance(got, Exception) and "gave another type than the compiler expects" in str(got)


@_rule("Lists", "sum(x) of f64[:]")
def nothing_to_add(case, arguments, want, got):
    nothing = case.text == "sum(x)" or "polyval" in case.text
    return nothing and np.size(arguments[0]) == 0 and bool(np.all(np.asarray(want) == got))


@_rule("Lists", "sorted(x) of f64[:]")
def order_of_nan(case, arguments, want, got):
    return case.text == "sorted(x)" and bool(np.isnan(arguments[0]).any())


@_rule("`math` and `cmath`", "cmath.sin(x) of float")
def other_part_of_nan(case, arguments, want, got):
    both = not isinstance(want, Exception) and not isinstance(got, Exception)
    return both and case.text.startswith("cmath.") and any(np.isnan(a) for a in arguments)


def documented(case: Case, arguments: tuple, want: Any, got: Any) -> str | None:
    """The name of the difference that docs/semantics.md names."""
    return next((rule.name for rule in RULES if rule.applies(case, arguments, want, got)), None)


def compare(case: Case, arguments: tuple, want: tuple[Any, tuple], got: tuple[Any, tuple]) -> tuple[str, str] | None:
    """(kind, words) when the outcomes of two calls differ."""
    e, g = want[0], got[0]
    if isinstance(e, Exception) and type(e) is type(g) and str(e) == str(g):
        return None
    if isinstance(e, Exception) or isinstance(g, Exception):
        name = documented(case, arguments, e, g)
        if name:
            return "documented", name
        if type(e) is not type(g):
            return "exception", f"{g!r} instead of {e!r}"
        return "text", f"{g!r} instead of {e!r}"
    wrong = values(case, e, g)
    name = documented(case, arguments, e, g) if wrong else None
    if name:
        return "documented", name
    if wrong:
        return ("int", wrong[1]) if _big(e) else wrong
    changed = (values(case, a, b) for a, b in zip(want[1], got[1]) if isinstance(a, np.ndarray))
    return next((("argument", w[1]) for w in changed if w), None)
