"""Copperhead's programs, copperhead/*.py, and samples, compiled and interpreted: the package's plain Python is the oracle.

A program's TYPES say what its procedures take, in Copperhead's notation: `a` a number of the types 32 and 64 bits wide, `f` floats,
`k` integers, `o` booleans too, `[a]` a sequence, `[[a]]` a matrix, `{a}` rows of several lengths; `Long` an index, `[Long]` a permutation.
A star stands for all these types, without it for two of them, and, without it, one under sanitizers; a plus says that there is an element.
"""
from __future__ import annotations

import functools
import re
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any, Iterator

import numpy as np
import pytest

import pycc
from pycc import _sequences
from pycc._cu import Cu
from pycc._keys import _key, _type_text

from harness import HERE, SANITIZED, compile_once, load, outcome, same, shared_folder

PROGRAMS = sorted((HERE / "copperhead").glob("*.py"))
SAMPLES = sorted((HERE.parents[1] / "samples/copperhead").glob("*.py"))
DTYPES = {"f": (np.float64, np.float32), "k": (np.int64, np.int32), "a": (np.float64, np.float32, np.int64, np.int32),
          "o": (np.float64, np.float32, np.int64, np.int32, np.bool_)}
QUADRATIC = ("all_pairs", "count_less", "comprehension_nested", "outer", "scans_of_maps_in_rows", "table")
SCALARS = {"Long": -1, "Zero": 0, "Bit": 1, "Three": 3}


@functools.lru_cache(maxsize=None)
def interpreted(path: Path) -> ModuleType:
    """The module with its functions as they are written: a call of what @cu gives would compile them."""
    module = load(f"{path.stem}_plain", path)
    for name, f in list(vars(module).items()):
        if isinstance(f, Cu):
            setattr(module, name, f.__wrapped__)
    return module


def dtypes_of(spec: str, number: int) -> tuple[type, ...]:
    """The types that a procedure is compiled for; those without a star take turns."""
    letters = re.findall(r"\b[afko]\b", spec)
    if not letters:
        return (np.float64,)
    every = DTYPES[letters[0]]
    others = every[1:] if "*" in spec else (every[1 + number % (len(every) - 1)],)
    return every[:1] if SANITIZED and "*" not in spec else (every[0], *others)


def value(kind: str, dtype: type, n: int, rng: np.random.Generator) -> Any:
    """An argument of a kind, for sequences of n elements."""
    if kind in SCALARS:
        return SCALARS[kind]
    if kind in ("Int", "Small"):
        return min(n, 40) if kind == "Small" else n
    item = kind.strip("[]{}")
    if kind.startswith("{"):
        return [value(f"[{item}]", dtype, int(k), np.random.default_rng(k)) for k in np.random.default_rng(n).integers(0, 6, n)]
    if item == "Long":
        return np.stack([rng.permutation(n) for _ in range(n)] or [np.zeros(n, int)]) if kind.startswith("[[") else rng.permutation(n)
    shape = ((n, n) if kind.startswith("[[") else (n,)) if "[" in kind else ()
    if item == "Bool" or dtype is np.bool_:
        return np.bool_(rng.random(shape) < 0.5)
    numbers = rng.integers(-4, 5, shape)
    return np.asarray(numbers if np.dtype(dtype).kind == "i" else numbers + rng.integers(0, 4, shape) / 4).astype(dtype)[()]


def arguments(name: str, spec: str, number: int) -> Iterator[tuple[Any, ...]]:
    """The cases of a procedure, over types and lengths."""
    kinds = [k.strip() for k in spec.strip("*+").split(",")]
    sizes = (1, 7, 40) if "+" in spec else (0, 1, 7, 40)
    for dtype in dtypes_of(spec, number):
        for n in sizes if "[[" in spec or "{" in spec else (*sizes, 3000):
            rng = np.random.default_rng(n + number)
            n = min(n, 60) if name in QUADRATIC else n
            yield tuple(value(k, dtype, n, rng) for k in kinds)


@functools.lru_cache(maxsize=None)
def cases(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    types = interpreted(path).TYPES
    return {name: list(arguments(name, spec, i)) for i, (name, spec) in enumerate(types.items())}


def type_text(x: Any) -> str:
    """The type as exports have it; an empty list has that of its fellows, which is in the list anyway."""
    if isinstance(x, list) and x:
        return f"list[{type_text(x[0])}]"
    return str(_type_text(_key(x)))


def exports(calls: dict[str, list[tuple[Any, ...]]]) -> str:
    """What makes procedures compiled ahead of time, for the types of these arguments."""
    return "".join(f"#pythran export {name}({e})\n" for name, rows in calls.items() for e in dict.fromkeys(
        ", ".join(map(type_text, args)) for args in rows if not any(isinstance(a, list) and not a for a in args)))


def shown(x: Any) -> Any:
    """A result as tuples of arrays and lists of rows: what sequences are kept in is not compared, of comprehensions neither."""
    if isinstance(x, _sequences.Tuples):
        return tuple(map(shown, x.columns))
    if isinstance(x, tuple):
        return tuple(map(shown, x))
    if _sequences.is_nested(x) or isinstance(x, list) and x and np.ndim(x[0]):
        return [shown(r) for r in x]
    return x if isinstance(x, str) else np.asarray(x)


def differs(expected: Any, got: Any) -> str | None:
    """None where results are the same. Plain Python cannot tell the type of elements that are not there."""
    expected, got = shown(expected), shown(got)
    if isinstance(expected, np.ndarray) and isinstance(got, np.ndarray) and 0 in (expected.size, got.size):
        return None if len(expected) == len(got) else f"{got.shape} instead of {expected.shape}"
    if isinstance(expected, list) and isinstance(got, np.ndarray):
        got = list(got)
    if isinstance(expected, tuple) and isinstance(got, tuple) and len(expected) == len(got):
        return next((d for d in map(differs, expected, got) if d), None)
    return same(expected, got, False)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where compiled programs go."""
    return shared_folder(tmp_path_factory, "copperhead")


_loaded: dict[Path, ModuleType] = {}


def compiled(path: Path, folder: Path, calls: dict[str, list[tuple[Any, ...]]]) -> ModuleType:
    """The module with exports for these calls, compiled once for all processes of this run."""
    if path not in _loaded:
        text = path.read_text() + exports(calls)
        _loaded[path] = load(path.stem, compile_once(folder / path.name, folder, "-O0", text=text))
    return _loaded[path]


@pytest.mark.parametrize("path, name", [(p, n) for p in PROGRAMS for n in interpreted(p).TYPES], ids=lambda x: getattr(x, "stem", x))
def test_program(path: Path, name: str, folder: Path) -> None:
    """All cases of a procedure, at one and two threads."""
    plain, fast = getattr(interpreted(path), name), getattr(compiled(path, folder, cases(path)), name)
    for args in cases(path)[name]:
        expected, before = outcome(plain, args)
        typed = not any(isinstance(a, list) and not a for a in args)  # what has no type runs in the interpreter
        for threads in (1, 2):
            pycc.set_num_threads(threads)
            with warnings.catch_warnings():
                if typed and not SANITIZED:  # pycc does not run in a process with another compiler's sanitizer
                    warnings.simplefilter("error", RuntimeWarning)
                got, after = outcome(fast, args)
            wrong = differs(expected, got) or differs(before, after)
            assert wrong is None, f"{name}{args!r:.300}: {wrong}"


def near(expected: Any, got: Any) -> bool:
    """Are results those of another algorithm, but for rounding and the seven digits of a polynomial?"""
    expected, got = shown(expected), shown(got)
    if isinstance(expected, (tuple, list)):
        return len(expected) == len(got) and all(map(near, expected, got))
    return expected.shape == got.shape and np.allclose(got, expected, rtol=1e-6, atol=1e-5)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.stem)
def test_sample(path: Path, folder: Path) -> None:
    """Samples give what NumPy or a loop gives, interpreted and compiled."""
    plain = interpreted(path)
    given = {name: [args] for name, (args, _) in plain.CHECKS.items()}
    fast = compiled(path, folder, given)
    for name, (args, expected) in plain.CHECKS.items():
        assert near(expected, getattr(plain, name)(*args))
        for threads in (1, 2):
            pycc.set_num_threads(threads)
            assert near(expected, outcome(getattr(fast, name), args)[0]), name


def test_how_many() -> None:
    """As many programs as the issue asks for."""
    assert sum(len(interpreted(p).TYPES) for p in PROGRAMS) >= 200
