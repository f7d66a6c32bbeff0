"""Every sample gives what the interpreter gives: float and double, several layouts, 1, 2 and 5 threads."""
from __future__ import annotations

import inspect
import sys
from pathlib import Path

import numpy as np
import pytest

import pycc

from harness import check, compile_file, in_layout, load, outcome

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
NAMES = sorted(p.stem for p in SAMPLES.glob("*.py") if p.stem != "demo")
UNPYTHON = ("matmul", "rank_k", "rank_2k", "nbody", "coulomb", "stencil")
SIZES = {"collatz": 50, "histogram": 3000, "spmv": 60, "nbody": 40, "tridiagonal": 5}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where compiled samples go."""
    return tmp_path_factory.mktemp("samples")


def arguments(sample, size: int, dtype: type) -> tuple:
    """The sample's arguments of a size, in a precision when it offers several."""
    make = sample.DEMO[1]
    return make(size, dtype) if "dtype" in inspect.signature(make).parameters else make(size)


@pytest.mark.parametrize("name", NAMES)
def test_sample(name: str, folder: Path) -> None:
    """Compiled and interpreted agree."""
    plain = load(f"{name}_plain", SAMPLES / f"{name}.py")
    compiled = load(name, compile_file(SAMPLES / f"{name}.py", folder))
    function = plain.DEMO[0]
    dtypes = (np.float64, np.float32) if name in UNPYTHON else (np.float64,)
    for dtype in dtypes:
        for size in (SIZES.get(name, 13), 1, 2):
            args = arguments(plain, size, dtype)
            for layout in ("C", "F", "strided", "reversed"):
                use = in_layout(args, layout)
                expected = outcome(getattr(plain, function), use)
                for threads in (1, 2, 5):
                    pycc.set_num_threads(threads)
                    what = f"{name} {dtype.__name__} {size} {layout} {threads} threads, prange"
                    check(expected, getattr(compiled, function), use, False, what)


def test_unpython_programs_are_there() -> None:
    """The six programs, each with overloads for float and double, and at least eight more."""
    assert set(UNPYTHON) < set(NAMES) and len(NAMES) >= 14
    for name in UNPYTHON:
        text = (SAMPLES / f"{name}.py").read_text()
        assert text.count("@pycc.type(") == 2 and "float32" in text and "float64" in text


def test_demo_reports_a_difference(tmp_path: Path) -> None:
    """The demo's comparison notices wrong values, shapes and non-finite numbers."""
    sys.path.insert(0, str(SAMPLES))
    from demo import difference
    assert difference(np.ones(3), np.ones(3)) == 0 and difference(1.0, 1.5) == 0.5
    assert difference(np.ones(3), np.ones(4)) == np.inf and difference(1.0, np.nan) == np.inf
    assert difference((1, [2.0]), (1, [3.0])) == 1.0 and difference(np.inf, np.inf) == 0
