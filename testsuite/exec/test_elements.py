"""Reductions into array elements beyond the catalogue: every dtype and operator, layouts, failures, sizes.

The catalogue (races/elements.py) has their verdicts. Here every loop runs on several numbers of threads, with
work enough for chunks with copies of their own, and must equal the interpreter and itself in every bit.
"""
from __future__ import annotations

import functools
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc

from harness import LAYOUTS, compile_text_once, in_layout, load, outcome, same, shared_folder
from race_catalogue import THREADS, identical, run_everywhere

N = 40000
RNG = np.random.default_rng(41)
GROUPS = RNG.integers(0, 100, N)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs go."""
    return shared_folder(tmp_path_factory, "elements")


@functools.lru_cache(maxsize=None)
def both(text: str, folder: Path, name: str, *flags: str) -> tuple[ModuleType, ModuleType]:
    """The module interpreted and compiled; every prange loop of it is a reduction that runs in parallel."""
    fast = compile_text_once(text, folder, *flags, name=name)
    return load(f"{name}_interpreted", folder / f"{name}.py"), fast


# ---- dtypes and operators

INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
FLOATS = ("f32", "f64")
UPDATES = {
    "h[g[i]] += x[i]": INTEGERS + FLOATS + ("c64", "c128", "bool_"),
    "h[g[i]] -= x[i]": INTEGERS + FLOATS + ("c128",),
    "h[g[i]] *= x[i]": INTEGERS + FLOATS + ("c128",),
    "h[g[i]] &= x[i]": INTEGERS + ("bool_",),
    "h[g[i]] |= x[i]": INTEGERS + ("bool_",),
    "h[g[i]] ^= x[i]": INTEGERS + ("bool_",),
    "h[g[i]] = min(h[g[i]], x[i])": INTEGERS + FLOATS,
    "h[g[i]] = max(h[g[i]], x[i])": INTEGERS + FLOATS,
    "h[g[i]] = np.minimum(x[i], h[g[i]])": INTEGERS + FLOATS,
    "h[g[i]] = np.maximum(h[g[i]], x[i])": INTEGERS + FLOATS,
    "h[g[i]] = x[i] + h[g[i]]": ("i16", "f32"),
    "h[g[i]] = h[g[i]] - x[i] + h0": ("i64", "f64"),
    "h[-1 - g[i]] += x[i]": ("i64", "f64"),
    "if h[g[i]] <= x[i]: h[g[i]] = x[i]": ("i32", "f64"),
    "if x[i] < h[g[i]]: h[g[i]] = x[i]": ("u8", "f32"),
}
COMBINATIONS = [(u, d) for u, dtypes in UPDATES.items() for d in dtypes]
NUMPY = {"bool_": np.bool_, "c64": np.complex64, "c128": np.complex128, "f32": np.float32, "f64": np.float64,
         **{d: np.dtype(f"{d[0]}{int(d[1:]) // 8}").type for d in INTEGERS}}


def program() -> str:
    """A function per combination."""
    functions = ["import numpy as np", "from pycc import *", "from pycc import prange"]
    for number, (update, dtype) in enumerate(COMBINATIONS):
        functions.append(f"def case{number}(g: i64[:], x: {dtype}[:], h: {dtype}[:]) -> None:\n    h0 = x[0]\n"
                         f"    for i in prange(len(x)):\n        {update}")
    return "\n\n\n".join(functions).replace(
        "from pycc import *", "from pycc import bool_, " + ", ".join(INTEGERS + FLOATS + ("c64", "c128")))


def values(dtype: str, n: int) -> np.ndarray:
    """Numbers of a dtype near which products stay finite; with NaN among the floats."""
    kind = np.dtype(NUMPY[dtype]).kind
    if kind == "b":
        return RNG.random(n) < 0.99
    if kind == "c":
        return (1 + 0.01 * RNG.standard_normal(n) + 0.01j * RNG.standard_normal(n)).astype(NUMPY[dtype])
    if kind == "f":
        return (1 + 0.01 * RNG.standard_normal(n)).astype(NUMPY[dtype])
    return RNG.integers(0, 100, n).astype(NUMPY[dtype])


@pytest.mark.parametrize("number", range(len(COMBINATIONS)), ids=[f"{u}, {d}" for u, d in COMBINATIONS])
def test_dtype_and_operator(number: int, folder: Path) -> None:
    """As the interpreter, up to the rounding of floats."""
    update, dtype = COMBINATIONS[number]
    slow, fast = both(program(), folder, "dtypes")
    x, h = values(dtype, N), values(dtype, 100)
    rows = [(GROUPS, x, h), (GROUPS[:1], x[:1], h)]
    if ("min" in update or "max" in update) and dtype in FLOATS:
        rows.append((GROUPS, np.where(RNG.random(N) < 0.001, np.nan, x).astype(x.dtype),
                     np.where(RNG.random(100) < 0.1, np.nan, h).astype(x.dtype)))
    with np.errstate(all="ignore"):
        run_everywhere(getattr(slow, f"case{number}"), getattr(fast, f"case{number}"), rows, pycc.set_num_threads)


# ---- layouts and shapes

SHAPES = """
import numpy as np
from pycc import f32, f64, i64, prange


def columns(a: f64[:, :], total: f64[:]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            total[j] += a[i, j]


def matrix(a: f64[:, :, :], total: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            for k in range(a.shape[2]):
                total[j, k] += a[i, j, k]


def fortran(a: 'f64[:, :, :]', total: 'f64[:, :] order(F)') -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            for k in range(a.shape[2]):
                total[j, k] = max(total[j, k], a[i, j, k])


def rows(a: f64[:, :, :], total: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            row = total[j]
            for k in range(a.shape[2]):
                row[k] += a[i, j, k]


def two_arrays(a: f64[:, :, :], low: f64[:, :], high: f64[:, :]) -> f64:
    s = np.float64(0)
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            for k in range(a.shape[2]):
                v = a[i, j, k]
                s += v
                if v < low[j, k]:
                    low[j, k] = v
                high[k, j] = max(high[k, j], v)
    return s


def mixed(a: f64[:, :, :], x: f64[:], wide: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        x[i] = a[i, 0, 0] * 2.0
        for j in range(a.shape[1]):
            for k in range(a.shape[2]):
                wide[0, j] += a[i, j, k] * x[i]


def inner(a: f64[:, :, :], total: f64[:]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            total[i] += a[i, j, 0]


def narrow(g: i64[:], x: f64[:], h: f32[:]) -> None:
    for i in prange(len(g)):
        h[g[i]] += x[i]
"""
CUBES = [RNG.random(s) for s in ((900, 9, 17), (3, 90, 110), (1, 1, 1), (0, 3, 2), (4, 0, 3), (3, 4, 0))]
Z = np.zeros
ARGUMENTS = {
    "columns": [(a[:, 0], Z(a.shape[2])) for a in CUBES if a.shape[1]],
    "matrix": [(a, RNG.random(a.shape[1:])) for a in CUBES],
    "rows": [(a, RNG.random(a.shape[1:])) for a in CUBES],
    "two_arrays": [(a, RNG.random(a.shape[1:]), Z(a.shape[:0:-1])) for a in CUBES],
    "mixed": [(a, Z(len(a)), Z((2, a.shape[1]))) for a in CUBES if a.shape[1] and a.shape[2]],
    "inner": [(a, Z(len(a))) for a in CUBES if a.shape[2]],
    "narrow": [(GROUPS, RNG.random(N), Z(100, np.float32))],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ARGUMENTS)
def test_layout(name: str, layout: str, folder: Path) -> None:
    """Arrays in any layout, copies packed."""
    slow, fast = both(SHAPES, folder, "shapes")
    run_everywhere(getattr(slow, name), getattr(fast, name), [in_layout(a, layout) for a in ARGUMENTS[name]],
                   pycc.set_num_threads)


def test_fortran(folder: Path) -> None:
    """An array declared in Fortran order."""
    slow, fast = both(SHAPES, folder, "shapes")
    run_everywhere(slow.fortran, fast.fortran, [(a, np.asfortranarray(Z(a.shape[1:]))) for a in CUBES],
                   pycc.set_num_threads)


# ---- failures

FAILING = """
from pycc import f64, i64, prange


def histogram(g: i64[:], h: i64[:]) -> None:
    for i in prange(len(g)):
        h[g[i]] += 1


def ratios(g: i64[:], x: i64[:], h: i64[:]) -> None:
    for i in prange(len(g)):
        h[g[i]] += 1000 // int(x[i])
"""


@pytest.mark.parametrize("at", (0, 1, N // 3, N - 1))
def test_failure_leaves_what_order_leaves(at: int, folder: Path) -> None:
    """The exception of the lowest iteration, and nothing in h of those above it."""
    slow, fast = both(FAILING, folder, "failing")
    bad, zero = GROUPS.copy(), np.ones(N, int)
    bad[[at, -1]] = 100, -101
    zero[[at, -1]] = 0
    for name, args in (("histogram", (bad, Z(100, int))), ("ratios", (GROUPS, zero, Z(100, int)))):
        expected = outcome(getattr(slow, name), args)
        assert expected[0][0] in ("IndexError", "ZeroDivisionError")
        for threads in THREADS:
            pycc.set_num_threads(threads)
            for _ in range(5):
                got = outcome(getattr(fast, name), args)
                assert got[0] == expected[0]
                assert (got[1][-1] == expected[1][-1]).all(), f"{threads} threads"


# ---- order

ORDER = """
from pycc import f64, i64, prange


def weighted(g: i64[:], x: f64[:], h: f64[:]) -> None:
    for i in prange(len(g)):
        h[g[i]] += x[i]


def last_nan(g: i64[:], x: f64[:], h: f64[:]) -> None:
    for i in prange(len(g)):
        h[g[i]] = max(x[i], h[g[i]])
"""


def test_many_elements_run_in_order(folder: Path) -> None:
    """With more elements than the loop has work, the result is the interpreter's to the bit."""
    slow, fast = both(ORDER, folder, "order")
    args = RNG.integers(0, 200000, N), RNG.random(N), Z(200000)
    expected = outcome(slow.weighted, args)
    for threads in THREADS:
        pycc.set_num_threads(threads)
        assert identical(expected, outcome(fast.weighted, args)) is None


def test_strict_runs_in_order(folder: Path) -> None:
    """--fp=strict keeps the order of every sum; in chunks the same sum differs somewhere."""
    slow, fast = both(ORDER, folder, "order")
    _, strict = both(ORDER, folder, "order_strict", "--fp=strict")
    args = GROUPS, RNG.random(N), Z(100)
    expected = outcome(slow.weighted, args)
    for threads in THREADS:
        pycc.set_num_threads(threads)
        assert identical(expected, outcome(strict.weighted, args)) is None
        assert identical(expected, outcome(fast.weighted, args)) is not None


def test_nan_keeps_its_order(folder: Path) -> None:
    """max(x, h) forgets what came before a nan: that loop runs in order."""
    slow, fast = both(ORDER, folder, "order")
    args = GROUPS, np.where(RNG.random(N) < 0.01, np.nan, RNG.random(N)), Z(100)
    run_everywhere(slow.last_nan, fast.last_nan, [args], pycc.set_num_threads)


def test_overlapping_arguments(folder: Path) -> None:
    """The array shares memory with what is read: in order."""
    slow, fast = both(ORDER, folder, "order")
    memory = np.zeros(N)
    args = GROUPS, memory, memory[:100]
    memory[...] = RNG.random(N)
    expected = outcome(slow.weighted, args)
    for threads in THREADS:
        pycc.set_num_threads(threads)
        got = outcome(fast.weighted, args)
        assert all(same(e, g, True) is None for e, g in zip(expected[1], got[1]))


# ---- with a question to the call

BOTH = """
from pycc import f64, i64, prange


def scatter_and_count(g: i64[:], p: i64[:], y: f64[:], h: i64[:]) -> None:
    for i in prange(len(g)):
        y[p[i]] = 1.0 * i
        h[g[i]] += 1
"""


def test_checked_and_reduced(folder: Path) -> None:
    """One array is checked when called, the other reduced into."""
    slow, fast = both(BOTH, folder, "checked_too")
    p = RNG.permutation(N)
    run_everywhere(slow.scatter_and_count, fast.scatter_and_count, [(GROUPS, p, Z(N), Z(100, int))],
                   pycc.set_num_threads)
    p[7] = p[8]
    for threads in THREADS:
        pycc.set_num_threads(threads)
        with pytest.raises(pycc.RaceError, match=r"y\["):
            fast.scatter_and_count(GROUPS, p, Z(N), Z(100, int))


# ---- functions of the vector math library

FUNCTIONS = """
import numpy as np
from pycc import f32, f64


def one(x: f64[:]) -> f64[:]:
    return np.exp(x) + np.log1p(x)


def narrow(x: f32[:]) -> f32[:]:
    return np.tanh(x)


def rows(x: f64[:, :]) -> f64[:, :]:
    return np.cosh(x)


def turned(x: f64[:]) -> f64[:]:
    return np.exp(np.roll(x, 12_345)) + np.roll(x, 7)
"""


def test_last_digits_do_not_depend_on_threads(folder: Path) -> None:
    """What vectors leave over has other last digits: chunks do not decide what that is."""
    _, fast = both(FUNCTIONS, folder, "functions")
    x = RNG.random(300_013)
    for function, a in ((fast.one, x), (fast.narrow, x.astype(np.float32)), (fast.rows, x.reshape(7, -1)[:3]),
                        (fast.turned, x)):
        results = []
        for threads in (1, 2, 3, 7):
            pycc.set_num_threads(threads)
            results.append(function(a).tobytes())
        assert len(set(results)) == 1
