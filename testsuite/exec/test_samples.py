"""Every sample gives what the interpreter gives: float and double, several layouts, 1, 2 and 5 threads; those
marked for devices on a device too."""
from __future__ import annotations

import inspect
import sys
from pathlib import Path

import numpy as np
import pytest

import pycc

from harness import SANITIZED, check, compile_once, device_or_skip, in_layout, load, outcome

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
NAMES = sorted(p.stem for p in SAMPLES.glob("*.py") if p.stem != "demo")
UNPYTHON = ("matmul", "rank_k", "rank_2k", "nbody", "coulomb", "stencil")
ON_DEVICES = (*UNPYTHON, "heat", "shallow_water")
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
    compiled = load(name, compile_once(SAMPLES / f"{name}.py", folder))
    function = plain.DEMO[0]
    dtypes = (np.float64, np.float32) if name in ON_DEVICES else (np.float64,)
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


@pytest.mark.skipif(SANITIZED, reason="test_device.py has such code")
@pytest.mark.parametrize("name", ON_DEVICES)
def test_sample_on_device(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a device as interpreted, with exactly the bytes moved that are needed; PYCC_PLACE=cpu keeps it off."""
    device_or_skip(monkeypatch, transfers="copy")
    plain = load(f"{name}_plain", SAMPLES / f"{name}.py")
    compiled = load(name, compile_once(SAMPLES / f"{name}.py", folder))
    function = plain.DEMO[0]
    for dtype in (np.float64, np.float32):
        args = arguments(plain, 13, dtype)
        for layout in ("C", "strided"):
            use = in_layout(args, layout)
            expected = outcome(getattr(plain, function), use)
            for place in ("gpu", "cpu"):
                monkeypatch.setenv("PYCC_PLACE", place)
                with pycc.profile() as p:
                    check(expected, getattr(compiled, function), use, False, f"{name} {dtype.__name__} {layout}, {place}")
                assert (p.nests > 0) == (place == "gpu"), str(p)
                assert p.bytes_moved == p.bytes_needed, str(p)
                assert place == "cpu" or p.fallbacks == (), str(p)


def test_arrays_stay_on_the_device_in_time_loops(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many steps: both arrays go up once and come back once, and a number per step."""
    device_or_skip(monkeypatch, transfers="copy")
    compiled = load("heat", compile_once(SAMPLES / "heat.py", folder))
    for steps in (3, 40):
        u, v, _, _ = compiled.arguments(40)
        with pycc.profile() as p:
            assert compiled.heat(u, v, 0.0, steps) == steps
        assert p.nests == 2 * steps
        assert p.bytes_moved <= 4 * u.nbytes + steps * 2 * 8 * 128, str(p)


def test_heat_converges(folder: Path) -> None:
    """Half the distance between points, a quarter of the error."""
    compiled = load("heat", compile_once(SAMPLES / "heat.py", folder))
    error = []
    for n in (9, 17, 33):
        u, v, _, _ = compiled.arguments(n)
        assert compiled.heat(u, v, 1e-12, 100000) < 100000
        error.append(np.max(np.abs(u - compiled.exact(n))))
    assert all(3.5 < a / b < 4.5 for a, b in zip(error, error[1:])), error


def test_unpython_programs_are_there() -> None:
    """The six programs, each with overloads for float and double, and at least eight more."""
    assert set(UNPYTHON) < set(NAMES) and len(NAMES) >= 14
    for name in UNPYTHON:
        text = (SAMPLES / f"{name}.py").read_text()
        assert text.count("@pycc.type(") == 2 and "@pycc.gpu" in text and "float32" in text and "float64" in text


def test_demo_reports_a_difference(tmp_path: Path) -> None:
    """The demo's comparison notices wrong values, shapes and non-finite numbers."""
    sys.path.insert(0, str(SAMPLES))
    from demo import difference
    assert difference(np.ones(3), np.ones(3)) == 0 and difference(1.0, 1.5) == 0.5
    assert difference(np.ones(3), np.ones(4)) == np.inf and difference(1.0, np.nan) == np.inf
    assert difference((1, [2.0]), (1, [3.0])) == 1.0 and difference(np.inf, np.inf) == 0
