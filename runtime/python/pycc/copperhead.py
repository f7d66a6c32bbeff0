"""Copperhead: data-parallel procedures without annotations, as plain Python over NumPy.

``from pycc.copperhead import *`` gives a module the primitives and hides Python's functions of these names; ``@cu``
marks the procedures that are compiled. This file says what they mean: what is compiled gives the same.

A sequence is an array of one axis, a list of numbers, or nested: an array of more axes, a list of arrays or lists, a
``pycc.nested``. Results are arrays, of sequences of equal length arrays of more axes. A sequence of tuples, as ``zip``
gives it, holds an array for each place in the tuples, and ``unzip`` hands these out. Elements are NumPy's numbers; a
literal beside them takes their type. Nothing is changed in place.

>>> from pycc.copperhead import cu, map, sum, gather
>>> @cu
... def spmv_csr(vals, cols, x):
...     def spvv(Ai, j):
...         return sum(map(lambda Aij, xj: Aij * xj, Ai, gather(x, j)))
...     return map(spvv, vals, cols)
>>> spmv_csr([[1.0, 7.0], [2.0]], [[0, 1], [1]], [1.0, 2.0])
array([15.,  4.])
"""
from __future__ import annotations

import builtins
import functools
import operator
from typing import Any, Callable, Dict, Tuple

import numpy as np

from . import _sequences as _s
from . import places
from ._sequences import Tuples

__all__ = [
    "abs", "all", "any", "argmax", "argmin", "bounded_range", "cu", "cutype", "enumerate", "exclusive_rscan",
    "exclusive_scan", "exp", "filter", "float32", "float64", "gather", "indices", "int32", "int64", "len", "log", "map",
    "max", "min", "permute", "places", "range", "reduce", "replicate", "rotate", "rscan", "scan", "scatter", "shift",
    "sort", "sqrt", "sum", "unzip", "update", "zip",
    "cmp_eq", "cmp_ge", "cmp_gt", "cmp_le", "cmp_lt", "cmp_ne", "op_add", "op_and", "op_eq", "op_floordiv", "op_ge",
    "op_gt", "op_invert", "op_le", "op_lshift", "op_lt", "op_max", "op_min", "op_mod", "op_mul", "op_ne", "op_neg",
    "op_not", "op_or", "op_pos", "op_pow", "op_rshift", "op_sub", "op_truediv", "op_xor",
]

_MOST = 10  # sequences of one map or zip


# ---- decorators

def cu(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a Copperhead procedure of a function: it is compiled for the types of its calls.

    Calls take two keywords more: ``target_place=places.openmp`` (or another of ``pycc.places``) is where it runs,
    ``verbose=True`` tells what has been compiled for it.
    """
    from ._cu import cu as made
    return made(function)


def cutype(text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say the type of a procedure, as in ``@cutype("([a], [a]) -> a")``: the compiler checks it, or narrows to it."""
    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        return function
    return mark


# ---- one for all elements

def map(f: Callable[..., Any], *sequences: Any) -> Any:
    """Apply a function of as many parameters as there are sequences to their elements: ``[f(x[0], y[0]), ...]``.

    Parameters
    ----------
    f : callable
        Without effects. Where it is arithmetic it is called once, with all elements.
    *sequences : sequence
        One to ten, of equal lengths.

    Returns
    -------
    sequence
        An array of the type of f's results; :class:`Tuples` of tuples, an array of more axes or a ``pycc.nested`` of
        sequences.

    Raises
    ------
    ValueError
        When the lengths differ.
    """
    if not 1 <= builtins.len(sequences) <= _MOST:
        raise TypeError(f"map() takes one to {_MOST} sequences")
    columns = [_s.sequence(s, "map()") for s in sequences]
    return _s.mapped(f, columns, _s.equal_lengths(columns))


def filter(f: Callable[[Any], Any], x: Any) -> Any:
    """Return the elements for which f is true, in their order."""
    column = _s.sequence(x, "filter()")
    return _s.taken(column, map(f, column).astype(np.bool_))


def zip(*sequences: Any) -> Tuples:
    """Return the sequence of tuples of elements of one to ten sequences; ValueError when their lengths differ."""
    if not 1 <= builtins.len(sequences) <= _MOST:
        raise TypeError(f"zip() takes one to {_MOST} sequences")
    columns = [_s.sequence(s, "zip()") for s in sequences]
    _s.equal_lengths(columns)
    return Tuples(columns)


def unzip(x: Any) -> Tuple[Any, ...]:
    """Return the tuple of sequences that a sequence of tuples is made of."""
    column = _s.sequence(x, "unzip()")
    if not isinstance(column, Tuples):
        raise TypeError("unzip() expected a sequence of tuples")
    return column.columns


def enumerate(x: Any) -> Tuples:
    """Return the sequence of ``(i, x[i])``."""
    return zip(indices(x), x)


# ---- reductions

def reduce(f: Callable[[Any, Any], Any], x: Any, init: Any) -> Any:
    """Return ``f(... f(f(init, x[0]), x[1]) ..., x[n - 1])``, init when there is no element.

    Parameters
    ----------
    f : callable
        Associative and commutative: compiled code takes elements in any order.
    x : sequence
        Of numbers or tuples.
    init : number or tuple
        Of the type of elements; literals take it.
    """
    column = _s.sequence(x, "reduce()")
    return functools.reduce(f, column, _s.literal(init, column))


def _numbers(x: Any, what: str) -> np.ndarray:
    column = _s.sequence(x, what)
    if not isinstance(column, np.ndarray) or column.ndim != 1:
        raise TypeError(f"{what} expected a sequence of numbers")
    return column


def sum(x: Any) -> Any:
    """Return the sum, in the type of the elements (int64 of bools); 0 when there are none."""
    column = _numbers(x, "sum()")
    return np.sum(column, dtype=None if column.dtype == np.bool_ else column.dtype)


def _extreme(x: Tuple[Any, ...], what: str, array: Callable[[Any], Any], one: Callable[..., Any]) -> Any:
    if builtins.len(x) > 1:
        return functools.reduce(_pick(what == "min()"), x)
    column = _s.sequence(x[0], what)
    if builtins.len(column) == 0:
        raise ValueError(f"{what} arg is an empty sequence")
    return array(column) if isinstance(column, np.ndarray) and column.ndim == 1 else one(column)


def _pick(least: bool) -> Callable[[Any, Any], Any]:
    """Return Python's min or max of two numbers, of all elements too: the first one unless the other is beyond it."""
    def pick(a: Any, b: Any) -> Any:
        better = b < a if least else b > a
        if not isinstance(better, _s.Traced):
            return _s.common(b if better else a, a, b)
        return better.where(b, a)
    return pick


def min(*x: Any) -> Any:
    """Return the least element, of tuples the first one by order; of several numbers the least one.

    Raises
    ------
    ValueError
        When there is no element.
    """
    return _extreme(x, "min()", np.min, builtins.min)


def max(*x: Any) -> Any:
    """Return the greatest element, as :func:`min` returns the least one."""
    return _extreme(x, "max()", np.max, builtins.max)


def any(x: Any) -> Any:
    """Is an element true? Not of an empty sequence."""
    return np.any(_numbers(x, "any()"))


def all(x: Any) -> Any:
    """Are all elements true? They are in an empty sequence."""
    return np.all(_numbers(x, "all()"))


def argmin(x: Any) -> Any:
    """Return the index of the first of the least elements; ValueError when there is no element."""
    return np.argmin(_numbers(x, "argmin()"))


def argmax(x: Any) -> Any:
    """Return the index of the first of the greatest elements; ValueError when there is no element."""
    return np.argmax(_numbers(x, "argmax()"))


# ---- scans

def scan(f: Callable[[Any, Any], Any], x: Any) -> Any:
    """Return ``[x[0], f(x[0], x[1]), f(f(x[0], x[1]), x[2]), ...]``, of the length and type of x; f is associative."""
    column = _s.sequence(x, "scan()")
    ufunc = _ACCUMULATE.get(f)
    if ufunc is not None and isinstance(column, np.ndarray) and column.ndim == 1 and column.dtype != np.bool_:
        return ufunc.accumulate(column, dtype=column.dtype)
    n = builtins.len(column)
    if n == 0:
        return _s.taken(column, slice(None))
    found = [column[0]]
    for i in builtins.range(1, n):
        found.append(f(found[-1], column[i]))
    return _s.collect(found)


def rscan(f: Callable[[Any, Any], Any], x: Any) -> Any:
    """Return the scan from the right: ``reversed(scan(f, reversed(x)))``."""
    return _reversed(scan(f, _reversed(_s.sequence(x, "rscan()"))))


def exclusive_scan(f: Callable[[Any, Any], Any], prefix: Any, x: Any) -> Any:
    """Return ``scan(f, [prefix] + x[:-1])``, which has one element where x has none."""
    column = _s.sequence(x, "exclusive_scan()")
    return scan(f, _s.joined(_s.full(1, _s.literal(prefix, column)), _s.taken(column, slice(0, -1))))


def exclusive_rscan(f: Callable[[Any, Any], Any], suffix: Any, x: Any) -> Any:
    """Return ``rscan(f, x[1:] + [suffix])``, which has one element where x has none."""
    column = _s.sequence(x, "exclusive_rscan()")
    return rscan(f, _s.joined(_s.taken(column, slice(1, None)), _s.full(1, _s.literal(suffix, column))))


def _reversed(column: Any) -> Any:
    return _s.taken(column, slice(None, None, -1))


# ---- movements

def _indices(x: Any, n: int, what: str) -> np.ndarray:
    """Return a sequence of integers from -n to n - 1."""
    at = _numbers(x, what)
    if at.dtype.kind not in "iu":
        raise TypeError(f"{what} expected indices that are integers, got {at.dtype}")
    outside = (at < -n) | (at >= n)
    if outside.any():
        raise IndexError(f"index {at[outside][0]} is out of bounds for axis 0 with size {n}")
    return at


def gather(x: Any, at: Any) -> Any:
    """Return ``[x[i] for i in at]``; indices may count from the end, others raise IndexError."""
    column = _s.sequence(x, "gather()")
    return _s.taken(column, _indices(at, builtins.len(column), "gather()"))


def scatter(x: Any, at: Any, destination: Any) -> Any:
    """Return a copy of destination in which ``[at[i]]`` is ``x[i]``.

    Raises
    ------
    AssertionError
        When there are not as many indices as elements.
    IndexError
        When an index is none of destination. Where several are equal, one of their elements is taken.
    """
    source, column = _s.sequence(x, "scatter()"), _s.sequence(destination, "scatter()")
    where = _indices(at, builtins.len(column), "scatter()")
    if builtins.len(source) != builtins.len(where):
        raise AssertionError("scatter takes as many indices as elements")
    return _s.columns_of(lambda a, b: _scattered(a, where, b), source, column) if builtins.len(where) else _s.taken(column, slice(None))


def _scattered(source: Any, at: np.ndarray, destination: Any) -> Any:
    if isinstance(destination, np.ndarray):
        result = destination.copy()
        result[at] = source
        return result
    rows = list(destination)
    for i, row in builtins.zip(at, source):
        rows[i] = row
    return _s.collect(rows)


def permute(x: Any, at: Any) -> Any:
    """Return the sequence in which ``[at[i]]`` is ``x[i]``; AssertionError when the lengths differ."""
    if len(x) != len(at):
        raise AssertionError("permute takes as many indices as elements")
    return scatter(x, at, x)


def update(destination: Any, updates: Any) -> Any:
    """Return a copy of destination in which ``[i]`` is ``v`` for each ``(i, v)`` in updates."""
    if len(updates) == 0:
        return _s.taken(_s.sequence(destination, "update()"), slice(None))
    at, values = unzip(updates)
    return scatter(values, at, destination)


def shift(x: Any, n: int, default: Any) -> Any:
    """Return ``x[n:] + [default] * n``, of a negative n ``[default] * -n + x[:n]``."""
    column = _s.sequence(x, "shift()")
    filled = _s.full(builtins.abs(int(n)), _s.literal(default, column))
    if n < 0:
        return _s.joined(filled, _s.taken(column, slice(None, n)))
    return _s.joined(_s.taken(column, slice(n, None)), filled)


def rotate(x: Any, n: int) -> Any:
    """Return ``x[n:] + x[:n]``."""
    column = _s.sequence(x, "rotate()")
    return _s.joined(_s.taken(column, slice(n, None)), _s.taken(column, slice(None, n)))


# ---- new sequences

def len(x: Any) -> int:
    """Return the number of elements."""
    return builtins.len(_s.sequence(x, "len()"))


def range(n: int) -> np.ndarray:
    """Return ``[0, 1, ..., n - 1]``, of int64."""
    return np.arange(operator.index(n), dtype=np.int64)


def bounded_range(a: int, b: int) -> np.ndarray:
    """Return ``[a, a + 1, ..., b - 1]``, of int64."""
    return np.arange(operator.index(a), operator.index(b), dtype=np.int64)


def indices(x: Any) -> np.ndarray:
    """Return ``range(len(x))``."""
    return range(len(x))


def replicate(x: Any, n: int) -> Any:
    """Return n times x: a number, a tuple, which may hold tuples, or a sequence."""
    return _s.full(operator.index(n), x)


def sort(f: Callable[[Any, Any], Any], x: Any) -> Any:
    """Return the elements in an order in which none comes before one that is less; equal ones stay as they are.

    Parameters
    ----------
    f : callable
        ``f(a, b)`` says whether a comes before b: a strict weak ordering.
    x : sequence
        Of numbers or tuples.
    """
    column = _s.sequence(x, "sort()")
    if isinstance(column, np.ndarray) and column.ndim == 1 and column.dtype.kind in "biu" and f in (op_lt, op_gt):
        ascending = np.sort(column, kind="stable")
        return ascending if f is op_lt else ascending[::-1].copy()
    items = list(column)

    def compare(i: int, j: int) -> int:
        return -1 if f(items[i], items[j]) else int(bool(f(items[j], items[i])))
    order = sorted(builtins.range(builtins.len(items)), key=functools.cmp_to_key(compare))
    return _s.taken(column, np.asarray(order, np.int64))


# ---- of one number

def _cast(dtype: Any) -> Callable[[Any], Any]:
    def cast(x: Any) -> Any:
        return x.astype(dtype) if isinstance(x, (np.generic, np.ndarray, _s.Traced)) else dtype(x)
    cast.__name__ = cast.__qualname__ = dtype.__name__
    cast.__doc__ = f"Return a number as {dtype.__name__}."
    return cast


int32, int64, float32, float64 = _cast(np.int32), _cast(np.int64), _cast(np.float32), _cast(np.float64)


def sqrt(x: Any) -> Any:
    """Return the square root."""
    return np.sqrt(x)


def exp(x: Any) -> Any:
    """Return e to the power of x."""
    return np.exp(x)


def log(x: Any) -> Any:
    """Return the natural logarithm."""
    return np.log(x)


def abs(x: Any) -> Any:
    """Return the absolute value."""
    return np.abs(x)


# ---- operators as functions

def _operator(name: str, f: Callable[..., Any]) -> Callable[..., Any]:
    if name in ("not", "neg", "pos", "invert"):
        def op(x: Any) -> Any:
            return f(x)
    else:
        def op(x: Any, y: Any) -> Any:  # type: ignore[misc]
            return f(x, y)
    op.__name__ = op.__qualname__ = f"op_{name}"
    op.__doc__ = f"The operator {name} as a function."
    return op


op_add, op_sub, op_mul = _operator("add", operator.add), _operator("sub", operator.sub), _operator("mul", operator.mul)
op_truediv, op_floordiv = _operator("truediv", operator.truediv), _operator("floordiv", operator.floordiv)
op_mod, op_pow = _operator("mod", operator.mod), _operator("pow", operator.pow)
op_lshift, op_rshift = _operator("lshift", operator.lshift), _operator("rshift", operator.rshift)
op_and, op_or, op_xor = _operator("and", operator.and_), _operator("or", operator.or_), _operator("xor", operator.xor)
op_not, op_invert = _operator("not", operator.not_), _operator("invert", operator.invert)
op_neg, op_pos = _operator("neg", operator.neg), _operator("pos", operator.pos)
op_lt = cmp_lt = _operator("lt", operator.lt)
op_le = cmp_le = _operator("le", operator.le)
op_eq = cmp_eq = _operator("eq", operator.eq)
op_ne = cmp_ne = _operator("ne", operator.ne)
op_gt = cmp_gt = _operator("gt", operator.gt)
op_ge = cmp_ge = _operator("ge", operator.ge)
op_min, op_max = _operator("min", _pick(True)), _operator("max", _pick(False))

# Scans by these are NumPy's, one element after the other too.
_ACCUMULATE: Dict[Any, np.ufunc] = {op_add: np.add, op_mul: np.multiply, op_sub: np.subtract, op_and: np.bitwise_and,
                                    op_or: np.bitwise_or, op_xor: np.bitwise_xor}
