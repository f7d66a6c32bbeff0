"""What the interpreter keeps sequences of Copperhead in: `copperhead.py` computes on these.

A sequence is an array of one axis; an array of more axes, a list of arrays or a ``pycc.nested`` is a sequence of
sequences; a sequence of tuples is a :class:`Tuples`, which holds an array for each place in the tuples. Elements are
NumPy's numbers, so that a literal beside them takes their type as NumPy 2 has it.
"""
from __future__ import annotations

import sys
from typing import Any, Callable, Dict, Iterator, List, Sequence, Tuple, Union

import numpy as np

NUMBERS = (bool, int, float, complex, np.generic)


class Untraceable(Exception):
    """A function does more with its parameters than arithmetic: it is called for each element."""


class Tuples:
    """A sequence of tuples, as one sequence for each of their places.

    Attributes
    ----------
    columns : tuple
        The sequences, of equal lengths; :class:`Tuples` where tuples hold tuples.
    """

    def __init__(self, columns: Sequence[Any]) -> None:
        self.columns = tuple(columns)

    def __len__(self) -> int:
        return len(self.columns[0])

    def __iter__(self) -> Iterator[Tuple[Any, ...]]:
        return zip(*self.columns)

    def __getitem__(self, i: Any) -> Any:
        parts = [c[i] for c in self.columns]
        return tuple(parts) if isinstance(i, (int, np.integer)) else Tuples(parts)

    def __repr__(self) -> str:
        return f"Tuples{self.columns!r}"


Seq = Union[np.ndarray, Tuples, Any]


def is_nested(x: Any) -> bool:
    """Is this a ``pycc.nested``: rows of one array by offsets?"""
    return hasattr(x, "offsets") and hasattr(x, "data") and hasattr(x, "__getitem__")


def sequence(x: Any, what: str) -> Seq:
    """Return a value as the sequence that it stands for; ``what`` is told when it is none."""
    if isinstance(x, np.ndarray) and x.ndim > 0 or isinstance(x, Tuples) or is_nested(x):
        return x
    if isinstance(x, tuple) and x and not any(isinstance(c, NUMBERS) for c in x):
        return Tuples([sequence(c, what) for c in x])
    if isinstance(x, range):
        return np.asarray(x, np.int64)
    if isinstance(x, list):
        return collect(x) if x else np.zeros(0, np.int64)
    if isinstance(x, Traced):
        raise Untraceable
    raise TypeError(f"{what} expected a sequence, got {type(x).__name__}")


def collect(items: List[Any]) -> Seq:
    """Return the sequence of these items, of which there is one at least: numbers, tuples or sequences."""
    first = items[0]
    if isinstance(first, tuple):
        if any(not isinstance(i, tuple) or len(i) != len(first) for i in items):
            raise TypeError("tuples in one sequence have equally many items")
        return Tuples([collect(list(column)) for column in zip(*items)])
    if isinstance(first, (np.ndarray, list, Tuples)) and np.ndim(getattr(first, "columns", first)) or is_nested(first):
        return _collect_rows([sequence(i, "a sequence of sequences") for i in items])
    examples: Dict[type, Any] = {type(i): i for i in items}
    if any(t is Traced for t in examples):
        raise Untraceable
    if not all(issubclass(t, NUMBERS) or t is np.ndarray for t in examples):
        raise TypeError("elements of sequences are numbers, tuples or sequences, not " + ", ".join(t.__name__ for t in examples))
    dtype = np.result_type(*examples.values())
    if dtype == np.object_:
        raise OverflowError("Python integer out of bounds for int64")
    return np.array(items, dtype)


def _collect_rows(rows: List[Any]) -> Any:
    """Return a sequence of sequences: a matrix where they have one length, ragged otherwise."""
    if all(isinstance(r, np.ndarray) and r.shape == rows[0].shape for r in rows):
        return np.stack(rows)
    if not all(isinstance(r, np.ndarray) and r.ndim == 1 for r in rows):
        return rows
    nested = getattr(sys.modules["pycc"], "nested", None)
    offsets = np.cumsum([0, *map(len, rows)])
    return nested(np.concatenate([r for r in rows if len(r)]), offsets) if nested else rows  # an empty list has no type


def equal_lengths(sequences: Sequence[Any]) -> int:
    """Return the length that all have; ValueError otherwise."""
    n = len(sequences[0])
    if any(len(s) != n for s in sequences):
        raise ValueError("map and zip take sequences of equal lengths")
    return n


def columns_of(f: Callable[..., Any], *sequences: Any) -> Any:
    """Apply a function to each array of sequences of the same structure, or to each sequence of sequences."""
    if isinstance(sequences[0], Tuples):
        parts = [s.columns if isinstance(s, Tuples) else [s] * len(sequences[0].columns) for s in sequences]
        return Tuples([columns_of(f, *p) for p in zip(*parts)])
    return f(*sequences)


def joined(a: Any, b: Any) -> Any:
    """Return the elements of two sequences of one type, one after the other; the first one's type is the result's."""
    if isinstance(a, Tuples):
        b = b if isinstance(b, Tuples) else Tuples([np.zeros(0, np.int64)] * len(a.columns))
        return Tuples([joined(x, y) for x, y in zip(a.columns, b.columns)])
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return np.concatenate([a, b]).astype(np.result_type(a, b) if len(a) and len(b) else (a if len(a) else b).dtype)
    return _collect_rows([*a, *b])


def taken(x: Any, where: Any) -> Any:
    """Return the elements at an array of indices, by a slice, or where an array of bools is true."""
    if isinstance(x, Tuples):
        return Tuples([taken(c, where) for c in x.columns])
    if isinstance(x, np.ndarray):
        return x[where] if not isinstance(where, slice) else x[where].copy()
    rows = [x[int(i)] for i in np.arange(len(x))[where]]
    return _collect_rows(rows) if rows else []


def full(n: int, value: Any) -> Any:
    """Return n times a value: a number, a tuple or a sequence."""
    if isinstance(value, tuple):
        return Tuples([full(n, v) for v in value])
    return taken(collect([value]), np.zeros(max(n, 0), np.int64))


def literal(value: Any, like: Any) -> Any:
    """Return a value that stands beside elements of a sequence: a literal takes their type where it can."""
    if isinstance(like, Tuples) and isinstance(value, tuple):
        return tuple(literal(v, c) for v, c in zip(value, like.columns))
    if type(value) in (bool, int, float) and isinstance(like, np.ndarray) and like.ndim == 1:
        return np.result_type(like.dtype, value).type(value)
    return value


def common(value: Any, a: Any, b: Any) -> Any:
    """Return one of two numbers in their common type: a literal takes that of the other one."""
    if type(a) is type(b):
        return value
    if isinstance(a, np.generic) or isinstance(b, np.generic):
        return np.result_type(a, b).type(value)
    return type(a + b)(value)


def example(s: Any, value: int) -> Any:
    """Return a value of the type that the elements of a sequence have."""
    if isinstance(s, Tuples):
        return tuple(example(c, value) for c in s.columns)
    if isinstance(s, np.ndarray):
        return np.full(s.shape[1:], value).astype(s.dtype)[()]
    return s.data[:0] if is_nested(s) else np.zeros(0)


# ---- functions of elements applied to whole arrays

class Traced(np.lib.mixins.NDArrayOperatorsMixin):
    """All values at once that a parameter has: knows arithmetic, so that tests, indices and calls are noticed."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: np.ndarray, owner: object) -> None:
        self._values, self._owner = values, owner

    def __bool__(self) -> bool:
        raise Untraceable

    def __iter__(self) -> Any:
        raise Untraceable

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise Untraceable

    def __array_function__(self, *_: Any) -> Any:
        raise Untraceable

    def _operand(self, x: Any) -> Any:
        """Return what a ufunc takes for a value: arrays of other loops would be taken element by element."""
        if isinstance(x, Traced) and x._owner is self._owner:
            return x._values
        if isinstance(x, NUMBERS):
            return x
        raise Untraceable

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Any:
        # Powers of scalars and of arrays are rounded by different functions of NumPy.
        if method != "__call__" or keywords or ufunc is np.power or ufunc.nout != 1:
            raise Untraceable
        return Traced(ufunc(*[self._operand(x) for x in inputs]), self._owner)

    def where(self, x: Any, y: Any) -> "Traced":
        """x for the elements for which this is true, else y."""
        return Traced(np.where(self._values, self._operand(x), self._operand(y)), self._owner)

    def astype(self, dtype: Any) -> "Traced":
        """As the method of NumPy's numbers."""
        return Traced(self._values.astype(dtype), self._owner)


def _parameter(s: Any, owner: object) -> Any:
    if isinstance(s, Tuples):
        return tuple(_parameter(c, owner) for c in s.columns)
    if isinstance(s, np.ndarray) and s.ndim == 1:
        return Traced(s, owner)
    raise Untraceable


def _result(value: Any, owner: object, n: int) -> Any:
    if isinstance(value, tuple):
        return Tuples([_result(v, owner, n) for v in value])
    if isinstance(value, Traced) and value._owner is owner:
        return value._values.copy()
    if isinstance(value, NUMBERS):
        return np.full(n, value, np.result_type(value))
    raise Untraceable


def mapped(f: Callable[..., Any], sequences: Sequence[Any], n: int) -> Any:
    """Return f of the elements of sequences of length n: at once where f is arithmetic, else one after the other."""
    owner = object()
    try:
        return _result(f(*[_parameter(s, owner) for s in sequences]), owner, n)
    except Exception:  # what it raises, it raises for an element too
        pass
    items = [f(*elements) for elements in zip(*sequences)]
    if n and not _is_literal(items[0]):
        return collect(items)
    others = _others(f, sequences)
    return taken(collect([*items, *others]), slice(0, n)) if items or others else np.zeros(0)


def _is_literal(item: Any) -> bool:
    return any(map(_is_literal, item)) if isinstance(item, tuple) else type(item) in (bool, int, float)


def _others(f: Callable[..., Any], sequences: Sequence[Any]) -> List[Any]:
    """Return what f gives for elements that are not there: of other branches, whose types a literal takes."""
    found = []
    for value in (0, 1, -1, 100):
        try:
            result = f(*[example(s, value) for s in sequences])
            collect([result])
            found.append(result)
        except Exception:  # an element that is none of f's
            pass
    return found
