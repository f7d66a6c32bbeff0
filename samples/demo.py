"""Compiles every sample and runs it interpreted and compiled.

A sample is a module with DEMO = (name of a function, function that makes its arguments, size). Run it
with `./dev demo`, or `./dev demo matmul nbody` for some of them.
"""
from __future__ import annotations

import copy
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

import numpy as np

SAMPLES = Path(__file__).resolve().parent


def load(name: str, path: Path) -> ModuleType:
    """The module at path, source or extension."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def seconds(function, args) -> tuple[float, list]:
    """Time of one call on copies of args, and everything it returned or changed."""
    args = copy.deepcopy(args)
    start = time.perf_counter()
    result = function(*args)
    return time.perf_counter() - start, [result, *args]


def difference(a, b) -> float:
    """Largest absolute difference of two nested results; infinite where only one is finite."""
    if isinstance(a, (tuple, list)):
        return max((difference(x, y) for x, y in zip(a, b)), default=0.0)
    if a is None:
        return 0.0 if b is None else float("inf")
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return float("inf")
    same = (a == b) | ((a != a) & (b != b))
    with np.errstate(invalid="ignore"):
        gap = np.where(same, 0.0, np.abs(np.subtract(a, b, dtype=complex)))
    return float(np.max(np.nan_to_num(gap, nan=np.inf), initial=0.0))


def compile_all(names: list[str], folder: Path) -> None:
    """Compiles the samples into folder, each under its own name."""
    pycc = os.environ.get("PYCC", str(Path(sys.executable).parent / "pycc"))
    for name in names:
        command = [pycc, str(SAMPLES / f"{name}.py"), "-o", str(folder / f"{name}.so")]
        subprocess.run(command, check=True)


def run(name: str, folder: Path) -> bool:
    """Prints the line of one sample; false when the results differ."""
    interpreted = load(name, SAMPLES / f"{name}.py")
    compiled = load(name, folder / f"{name}.so")
    function, arguments, size = interpreted.DEMO
    args = arguments(size)
    slow, expected = seconds(getattr(interpreted, function), args)
    got = [seconds(getattr(compiled, function), args) for _ in range(5)]
    fast = min(t for t, _ in got)
    worst = max(difference(expected, result) for _, result in got)
    scale = max(1.0, max(np.max(np.abs(np.nan_to_num(np.asarray(x), posinf=0.0)), initial=0.0)
                         for x in expected if x is not None))
    print(f"{name:16}{slow * 1e3:13.2f} ms{fast * 1e3:13.4f} ms{slow / fast:10.0f} x{worst:14.2e}", flush=True)
    return worst <= 1e-9 * scale


def main(names: list[str]) -> int:
    """Runs the named samples, all without names."""
    names = names or sorted(p.stem for p in SAMPLES.glob("*.py") if p.stem != "demo")
    with tempfile.TemporaryDirectory() as folder:
        print(f"compiling {len(names)} samples", flush=True)
        compile_all(names, Path(folder))
        print(f"{'sample':16}{'interpreter':>16}{'compiled':>16}{'ratio':>12}{'difference':>14}")
        wrong = [name for name in names if not run(name, Path(folder))]
    if wrong:
        print("results differ:", *wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
