"""Cost of bounds checks: every sample with them and with --no-bounds-check."""
from __future__ import annotations

import tempfile
from pathlib import Path

import peers
from timing import interleaved, table

SIZES = {"collatz": 100000, "coulomb": 120, "floyd_warshall": 300, "histogram": 2000000, "life": 400, "lu": 300,
         "mandelbrot": 200, "matmul": 250, "nbody": 2500, "rank_k": 300, "rank_2k": 250, "spmv": 200000,
         "stencil": 2000, "tridiagonal": 4000}


def run(arguments: list[str]) -> int:
    """Prints milliseconds with checks, and how much longer they take than without, at 1 thread."""
    import pycc
    pycc.set_num_threads(1)
    names = [a for a in arguments if a in SIZES] or list(SIZES)
    rows = []
    with tempfile.TemporaryDirectory() as tmp:
        for name in names:
            source = peers.ROOT / "samples" / f"{name}.py"
            calls, args = {}, None
            for key, flags in (("checked", ()), ("unchecked", ("--no-bounds-check",))):
                folder = Path(tmp) / key
                folder.mkdir(exist_ok=True)
                module = peers.compile_pycc(source, folder, *flags)
                function, make, _ = module.DEMO
                args = args or make(SIZES[name])  # the same memory: another place takes another time
                calls[key] = lambda f=getattr(module, function), a=args: f(*a)
            times = interleaved(calls, rounds=15)
            extra = times["checked"] / times["unchecked"] - 1
            rows.append([name, f"{times['checked'] * 1e3:.2f}", f"{100 * extra:+.1f} %"])
    table(["sample", "ms", "cost of checks"], rows)
    return 0
