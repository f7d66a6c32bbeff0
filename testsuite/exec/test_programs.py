"""Every program of programs/, compiled and interpreted, over layouts and threads."""
from __future__ import annotations

import functools
import inspect
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc

from harness import (SANITIZED, check, compile_once, failed, in_layout, layouts_of, load, outcome, overlapping, programs,
                     reference, rows_of, shared_folder, too_new)

# As a user compiles, and two more that take the C compiler less time, one of them for the least of processors. Under sanitizers the default, which has all
# versions of a loop in it.
MODES = {"default": (), "strict": ("--fp=strict", "-O0"), "unchecked": ("--no-bounds-check", "--target=default", "-O0")}
if SANITIZED:
    MODES = {"default": ()}
MODE_FLAGS = {**MODES, "gpu": ("--gpu", "-O0")}  # oclgrind_programs.py
# Where strict has something to forbid: contraction of a*b + c, which is no matter of -O0 nor of GCC's -O1 as it is.
CONTRACTED = {"arith_complex", "arith_float", "inlined", "loops"}
CONTRACTION = ("-O1", "-fexpensive-optimizations")
THREADS = (1, 2, 5)

# What the interpreter itself does differently in other versions (docs/semantics.md), by program and function.
NUMPY = tuple(map(int, np.__version__.split(".")[:2]))
ELSEWHERE = [
    (sys.version_info < (3, 10), {"math_module": ["hypotenuse"]}),
    (sys.version_info < (3, 11), {"math_module": ["two_to_the", "power"], "powers": ["floats_of_math"]}),
    (sys.version_info >= (3, 14), {"arith_complex": ["module_constants"],
                                   "powers": ["python_complex", "python_by_float", "python_by_int", "python_constants", "python_inverse",
                                              "float_by_complex"]}),
    (NUMPY < (2, 1), {"array_ops": ["rounding"], "array_reduce_options": ["outs"], "unsigned": ["roll"],
                      "narrow": ["int_i8", "int_u8", "clipped_below", "clipped_above"]}),
    (NUMPY < (2, 3), {"creation": ["grid_steps", "grids_after_all_bounds"], "index_arrays": ["index_itself"], "view_functions": ["flat_updated"],
                      "powers": ["array_constants", "array_inverse", "array_by_int", "array_by_float", "numpy_floats", "array_floats",
                                 "array_by_number"]}),
]

_loaded: dict[tuple[Path, str], ModuleType] = {}


def compiled(path: Path, mode: str, folder: Path) -> ModuleType:
    """The program compiled in a mode: once for all processes of this run."""
    if (path, mode) not in _loaded:
        target = folder / mode
        target.mkdir(exist_ok=True)
        more = CONTRACTION if mode == "strict" and path.stem in CONTRACTED else ()
        _loaded[path, mode] = load(path.stem, compile_once(path, target, *MODE_FLAGS[mode], *more))
    return _loaded[path, mode]


def all_functions() -> list[tuple[Path, str]]:
    """Every function with cases."""
    return [(path, name) for path in programs() for name in reference(path).CASES]


def with_marks() -> list:
    """The same, those that may fail here marked so."""
    other = {(stem, name) for applies, rows in ELSEWHERE if applies for stem, names in rows.items() for name in names}
    may_fail = pytest.mark.xfail(reason="this version of Python or of NumPy does it differently")
    return [pytest.param(path, name, marks=[may_fail] * ((path.stem, name) in other)) for path, name in all_functions()]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where compiled programs go."""
    return shared_folder(tmp_path_factory, "programs")


@functools.lru_cache(maxsize=100)
def interpreted_case(path: Path, name: str, number: int, layout: str) -> tuple[tuple, tuple]:
    """Arguments of a case in a layout, and what the interpreter makes of them: the modes follow one another."""
    function, args = getattr(reference(path), name), rows_of(reference(path), name)[number]
    use = args if overlapping(args) else in_layout(args, layout)
    return use, outcome(function, use)


def run_cases(path: Path, name: str, mode: str, folder: Path) -> None:
    """All cases of one function in one mode; without bounds checks only those that need none."""
    interpreted = reference(path)
    fast = getattr(compiled(path, mode, folder), name)
    assert type(fast).__module__ == "pycc" and fast.__wrapped__ is not None, f"{name} is not compiled"
    catches = name in getattr(interpreted, "CATCHES_INDEX", ())
    parallel = "prange" in inspect.getsource(interpreted)
    one_type = name in getattr(interpreted, "ONE_TYPE", ())
    exact = mode == "strict" and not parallel and name not in getattr(interpreted, "ROUNDED", ())
    rows = list(enumerate(rows_of(interpreted, name)))
    if mode == "gpu":  # by an interpreter of kernels
        rows = [row for row in rows if sum(map(np.size, row[1])) < 5000] or rows[:1]
    for number, args in rows:
        layouts = ["C"] if overlapping(args) else layouts_of(args)
        if getattr(interpreted, "ALIGNED", False):  # what SciPy refuses else
            layouts = [x for x in layouts if x != "unaligned"]
        for layout in [x for x in layouts if mode != "gpu" or x in ("C", "F", "reversed")]:
            use, expected = interpreted_case(path, name, number, layout)
            if mode == "unchecked" and (catches or (failed(expected) and expected[0][0] == "IndexError")):
                continue
            for threads in (2,) if mode == "gpu" else THREADS if parallel else (1,):
                pycc.set_num_threads(threads)
                what = f"case {number}, {layout}, {threads} threads{', prange' if parallel else ''}"
                check(expected, fast, use, exact, what, one_type)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("path, name", with_marks(), ids=lambda x: x if isinstance(x, str) else x.stem)
def test_program(path: Path, name: str, mode: str, folder: Path) -> None:
    """Compiled as interpreted; with --fp=strict, scalar code to the last bit."""
    run_cases(path, name, mode, folder)


@pytest.mark.parametrize("path", too_new(), ids=lambda path: path.stem)
def test_too_new(path: Path) -> None:
    """What is left out for an older interpreter does not run there."""
    with pytest.raises((SyntaxError, ImportError)):
        reference(path)
    pytest.skip(too_new()[path])


def test_enough() -> None:
    """The suite promises at least 250 programs."""
    assert len(all_functions()) >= 250


def test_comparison_can_fail() -> None:
    """The comparison notices a wrong value, type, shape and argument."""
    from harness import same
    assert same(1, 2, False) and same(1, 1.0, False) and same(np.float32(1), np.float64(1), False)
    assert same(np.zeros(3), np.zeros(4), False) and same(np.zeros(3), np.ones(3), False)
    assert same((1, 2), (1, 3), False) and not same(np.array([np.nan]), np.array([np.nan]), True)
