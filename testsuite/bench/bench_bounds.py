"""Cost of checks: samples and suite as they are, with --overflow=wrap, and with --no-bounds-check too, at 1 thread.

`./dev bench bounds [PROGRAM...]`: the variants take turns on the same memory, whose content is put back before each
call; the best call of each counts, for what disturbs a measurement only makes it longer.
"""
from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Callable

import numpy as np
import peers
import suite_worker
from timing import table

SIZES = {"collatz": 100000, "coulomb": 120, "floyd_warshall": 300, "histogram": 2000000, "life": 400, "lu": 300,
         "mandelbrot": 200, "matmul": 250, "nbody": 2500, "rank_k": 300, "rank_2k": 250, "spmv": 200000,
         "stencil": 2000, "tridiagonal": 4000}
VARIANTS = {"checked": (), "wrap": ("--overflow=wrap",), "bare": ("--overflow=wrap", "--no-bounds-check")}
SECONDS, ROUNDS = 4.0, (5, 60)  # of a program; at least and at most


def sample(name: str) -> tuple[Path, str, tuple]:
    """A sample's file, function and arguments."""
    source = peers.ROOT / "samples" / f"{name}.py"
    function, make, _ = peers.load(name, source).DEMO
    return source, function, make(SIZES[name])


def of_suite(name: str) -> tuple[Path, str, tuple]:
    """A program of the suite, large."""
    source = suite_worker.SUITE / f"{name}.py"
    program = suite_worker.load(name, source)
    return source, name, program.initialize(*program.SIZES["L"])


def best(calls: dict[str, Callable], args: tuple) -> dict[str, float]:
    """Seconds of each variant's best call."""
    original = suite_worker.fresh(args)
    least = dict.fromkeys(calls, float("inf"))
    start, order = time.perf_counter(), list(calls)
    for r in range(ROUNDS[1]):
        if r >= ROUNDS[0] and time.perf_counter() - start > SECONDS:
            break
        for name in order[r % len(order):] + order[:r % len(order)]:
            for ours, theirs in zip(args, original):
                if isinstance(ours, np.ndarray):
                    np.copyto(ours, theirs)
            begin = time.perf_counter()
            calls[name](*args)
            least[name] = min(least[name], time.perf_counter() - begin)
    return least


def measure(source: Path, function: str, args: tuple) -> dict[str, float]:
    """Best seconds of the variants of one program."""
    with tempfile.TemporaryDirectory() as tmp:
        calls = {}
        for key, flags in VARIANTS.items():
            folder = Path(tmp) / key
            folder.mkdir()
            calls[key] = getattr(peers.compile_pycc(source, folder, "-q", *flags), function)
        return best(calls, args)


def run(arguments: list[str]) -> int:
    """Prints milliseconds with checks, and how much the checks of overflow, and all of them, add."""
    import pycc
    pycc.set_num_threads(1)
    programs = [(f"samples/{n}", sample, n) for n in SIZES]
    programs += [(f"suite/{p.stem}", of_suite, p.stem) for p in sorted(suite_worker.SUITE.glob("*.py"))]
    rows, ratios = [], {"wrap": [], "bare": []}
    for label, make, name in programs:
        if arguments and name not in arguments:
            continue
        least = measure(*make(name))
        for key, found in ratios.items():
            found.append(least["checked"] / least[key])
        rows.append([label, f"{least['checked'] * 1e3:.2f}",
                     *(f"{100 * (found[-1] - 1):+.1f} %" for found in ratios.values())])
    rows.append(["geometric mean", "", *(f"{100 * (statistics.geometric_mean(r) - 1):+.1f} %" for r in ratios.values())])
    table(["program", "ms", "overflow", "overflow and bounds"], rows)
    return 0
