"""Cost of a call from Python: pycc's functions beside an empty C function and Pythran's."""
from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import numpy as np

import peers
from timing import table

SOURCE = '''
from pycc import f64


def add(a: float, b: float) -> float:
    return a + b


def first(x: f64[:], y: f64[:]) -> float:
    return float(x[0] + y[0])


def axpy(x: f64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        y[i] += 2.0 * x[i]
'''


def per_call(function, args: tuple, n: int = 200000) -> float:
    """Nanoseconds of a call, the loop around it taken off; median of seven."""
    def loop(f) -> float:
        start = time.perf_counter()
        if len(args) == 2:
            a, b = args
            for _ in range(n):
                f(a, b)
        return time.perf_counter() - start

    def empty() -> float:
        start = time.perf_counter()
        for _ in range(n):
            pass
        return time.perf_counter() - start

    return statistics.median(loop(function) - empty() for _ in range(7)) / n * 1e9


def run(arguments: list[str]) -> int:
    """Prints nanoseconds per call."""
    import math
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        source = folder / "calls_pycc.py"
        source.write_text(SOURCE)
        ours = peers.compile_pycc(source, folder)
        plain = peers.load("calls_plain", source)
        x, y = np.ones(4), np.ones(4)
        rows = []
        for name, args, signature in (("add", (1.5, 2.5), "float, float"), ("first", (x, y), "float64[], float64[]"),
                                      ("axpy", (x, y), "float64[], float64[]")):
            pythran = peers.compile_pythran(getattr(plain, name), [signature], folder)
            rows.append([name, *(f"{per_call(f, args):.0f} ns" for f in (getattr(ours, name), pythran,
                                                                         getattr(plain, name)))])
        rows.append(["math.atan2", f"{per_call(math.atan2, (1.5, 2.5)):.0f} ns", "", ""])
        table(["call", "pycc", "Pythran", "interpreter"], rows)
    return 0
