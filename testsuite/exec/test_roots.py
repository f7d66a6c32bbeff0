"""Reciprocal square roots and powers in vector loops: within 4 units in the last place of the exact value, by the interpreter's own bits under --fp=strict."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from harness import compile_once, compile_text, load, shared_folder

PROGRAM = Path(__file__).resolve().parent / "programs" / "roots.py"
RNG = np.random.default_rng(3)
N = 200_000
RANGES = {
    "all": np.ldexp(RNG.random(N) + 1, RNG.integers(-1022, 1023, N)),
    "denormal": np.ldexp(RNG.random(N) + 1, RNG.integers(-1074, -1022, N)),
    "near one": 0.5 + 4 * RNG.random(N),
    "halves": np.ldexp(1 - RNG.random(N) * 1e-12, RNG.integers(-30, 30, N)),
}


def units(got: np.ndarray, exact: np.ndarray) -> float:
    """How far got is from the exact values, in units of the last place of these, where they are finite and normal."""
    near = exact.astype(np.float64)
    usual = np.isfinite(near) & (abs(near) >= 2.3e-308)
    assert np.array_equal(got[~np.isfinite(near)], near[~np.isfinite(near)])
    return float(np.max(abs(got[usual] - exact[usual]) / np.spacing(abs(near[usual])), initial=0))


@pytest.mark.parametrize("name", RANGES)
def test_units(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    """Roots, quotients and powers, wide numbers as the reference."""
    folder = shared_folder(tmp_path_factory, "programs") / "default"
    folder.mkdir(exist_ok=True)
    roots = load("roots", compile_once(PROGRAM, folder))
    x = RANGES[name]
    wide = x.astype(np.longdouble)
    y, a, p = np.empty(N), RNG.random(N) + 0.5, np.empty((4, N))
    roots.reciprocal(x, y)
    assert units(y, 1 / np.sqrt(wide)) < 1.5
    roots.quotient(a, x, y)
    assert units(y, a / np.sqrt(wide)) < 2
    roots.powers(x, p)
    with np.errstate(all="ignore"):
        for row, exact in zip(p, (wide * np.sqrt(wide), 1 / np.sqrt(wide), 1 / np.sqrt(wide) ** 3)):
            assert units(row, exact) < 4


@pytest.mark.parametrize("mode", ["contract", "fast"])
def test_powers(tmp_path: Path, mode: str) -> None:
    """Any power within a unit, also where additions may be done in any order."""
    module = compile_text("from pycc import f64\n\n\ndef power(x: f64[:], y: f64[:]):\n    return x ** y\n", tmp_path, f"--fp={mode}", name=f"power_{mode}")
    whole, small = np.meshgrid(np.arange(-20.0, 21), np.arange(12.0))
    assert np.array_equal(module.power(whole.ravel(), small.ravel()), whole.ravel() ** small.ravel())
    for x in RANGES.values():
        y = RNG.random(N) * 4 - 2
        with np.errstate(all="ignore"):
            assert units(module.power(x, y), x.astype(np.longdouble) ** y) < 1
