"""The arguments that a case of the operator table is called with: values at the edges of each type."""
from __future__ import annotations

import itertools
import re
from typing import Any, Callable, Iterator

import numpy as np

from table_cases import SCALARS, STRONG, WEAK, Case

FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 63.0, np.inf, -np.inf, np.nan]
INTS = [0, 1, -1, 2, -2, 3, 7]
COMPLEX = [0j, complex(-0.0, -0.0), 1 + 0j, -1 + 0j, 1j, 2 - 3j, -0.5 + 0.25j, complex(np.inf, 0), complex(-np.inf, 1),
           complex(0, np.inf), complex(np.nan, 1), complex(np.inf, np.nan)]


def edges(name: str) -> list:
    """Of a scalar type, as its own numbers."""
    make = SCALARS[name]
    if name in ("bool", "bool_"):
        return [make(False), make(True)]
    kind, size = np.dtype(make).kind, np.dtype(make).itemsize * 8
    if kind in "iu":
        info = np.iinfo(make)
        more = [size - 1, size, info.max, info.max - 1, info.min, 2**53 + 1, 2**31, 2**62, 3037000500]
        return [make(n) for n in dict.fromkeys([*INTS, *more]) if info.min <= n <= info.max]
    part = {"float": float, "complex": float, "c64": np.float32, "c128": np.float64}.get(name, make)
    info = np.finfo(part)
    extremes = [info.max, -info.max, info.tiny, info.smallest_subnormal, -info.smallest_subnormal]
    if kind == "f":
        return [make(x) for x in [*FLOATS, *extremes, 2.0**53 + 2, 2.0**63]]
    return [make(z) for z in [*COMPLEX, complex(float(info.max), float(info.max)), complex(float(info.smallest_subnormal), -1)]]


def small(name: str) -> list:
    """Numbers that functions of whole arrays can be given as sizes, positions and elements."""
    make = SCALARS[name]
    if name in ("bool", "bool_"):
        return [make(True), make(False)]
    if np.dtype(make).kind in "iu":
        return [make(n) for n in [3, 1, 2, 0, 7] + [-1] * (np.dtype(make).kind == "i")]
    if np.dtype(make).kind == "f":
        return [make(x) for x in [2.0, -1.5, 0.25, -0.0, 3.0]]
    return [make(z) for z in [2 - 1j, -1.5 + 0.5j, 0j, 1j, 3 + 0j]]


# Functions whose second argument is a number of elements: what takes the memory of the machine is no edge value.
SIZES = re.compile(r"np\.(pad|tile|repeat|resize|tri|vander|linspace|logspace|geomspace|bincount|fft|linalg|\w*split)|x\.(repeat|resize)")

COUNTS = re.compile(r"math\.(factorial|comb|perm)|round\(")
# Of arrays of floats to unsigned integers: what does not fit comes out by the processor in NumPy.
UNSIGNED = re.compile(r"np\.uint\d+\b")
# Powers of Python's ints grow without end in the interpreter.
POWERS = re.compile(r"x \*\* y|pow\(x, y\)|x \*\*= y|[0-9]+ \*\* x")


def _element_sets(case: Case, expected: Callable) -> Iterator[tuple]:
    names = [t.removesuffix("[:]") for t in case.types]
    if UNSIGNED.search(case.text) and case.types[0] in ("f32[:]", "f64[:]", "c64[:]", "c128[:]"):
        yield (np.array([0, -0.0, 1, 2.5, 127, 200.75], STRONG[names[0]]),)
        return
    values = [small(n) if COUNTS.match(case.text) else edges(n) for n in names]
    if POWERS.match(case.text) and case.types[-1] == "int" and case.types[0] in ("int", "bool"):
        values[-1] = [0, 1, -1, 2, 3, 7, 62, 63, 64]
    arrays = [t.endswith("[:]") for t in case.types]
    if not any(arrays):
        yield from itertools.product(*values)
        return
    if len(names) == 1 or not all(arrays):
        others = [v for v, a in zip(values, arrays) if not a]
        for other in others[0] if others else [None]:
            yield tuple(np.array(v, STRONG[n]) if a else other for v, n, a in zip(values, names, arrays))
    else:
        pairs = list(itertools.product(*values))
        yield tuple(np.array([p[i] for p in pairs], STRONG[n]) for i, n in enumerate(names))
    yield from _single(values, names, arrays, expected)


def _single(values: list[list], names: list[str], arrays: list[bool], expected: Callable) -> Iterator[tuple]:
    """One element at a time where the whole raises for some: the others have results too."""
    for i, pair in enumerate(itertools.product(*values)):
        arguments = tuple(np.array([v], STRONG[n]) if a else v for v, n, a in zip(pair, names, arrays))
        if i == 0 or _raises_somewhere(expected, values, names, arrays):
            yield arguments


def _raises_somewhere(expected: Callable, values: list[list], names: list[str], arrays: list[bool]) -> bool:
    key = "_raises"
    if not hasattr(expected, key):
        pairs = list(itertools.product(*values))
        columns = [np.array([p[i] for p in pairs], STRONG[n]) if a else pairs[-1][i]
                   for i, (n, a) in enumerate(zip(names, arrays))]
        try:
            expected(*columns)
            setattr(expected, key, False)
        except Exception:  # noqa: BLE001
            setattr(expected, key, True)
    return getattr(expected, key)


def _whole(t: str) -> list:
    """What stands for an argument of a function of whole arrays; the lists of two arguments are gone through in step."""
    name, _, rank = t.partition("[")
    if not rank:
        return small(name)
    some = small(name)
    if rank == ":]":
        values = [some, edges(name), some[:1], [], some[:3]]
        return [np.array(v, STRONG[name]) for v in values]
    nine = np.array((some * 9)[:9], STRONG[name])
    return [nine.reshape(3, 3), nine[:6].reshape(2, 3), nine[:0].reshape(0, 3), nine[1:2].reshape(1, 1)]


def argument_sets(case: Case, expected: Callable) -> Iterator[tuple]:
    """Tuples of arguments; those of an operation on elements have every pair of edge values."""
    if case.kind == "element" and "[:, :]" not in "".join(case.types):
        yield from _element_sets(case, expected)
        return
    lists = [_whole(t) for t in case.types]
    if case.text.startswith("np.fft"):  # NumPy's results of nothing are what was in memory
        lists = [[v for v in values if np.size(v)] for values in lists]
    if "searchsorted" in case.text:  # what is not sorted has no place for anything
        lists[0] = [np.sort(v) if np.ndim(v) else v for v in lists[0]]
    if len(lists) == 2:  # of arrays without elements only the first, by itself
        lists = [[v for v in values if np.size(v)] for values in lists]
    if len(lists) == 2 and SIZES.match(case.text):
        lists[1] = [v for v in lists[1] if np.size(v) < 10]
    if len(lists) == 1:
        yield from ((v,) for v in lists[0])
    elif all("[" in t for t in case.types):
        yield from zip(*lists)
        yield lists[0][0], lists[1][-1]
    else:
        yield from itertools.product(*lists)
