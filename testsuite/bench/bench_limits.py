"""Loops with reuse beside C tuned by hand (limits.c) and the BLAS behind NumPy, on one thread.

What has no BLAS routine of its own in NumPy is beside the part of a whole product that it is.
"""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable

import numpy as np

import bench_six as six
import peers
from timing import interleaved, table

N = 720
RNG = np.random.default_rng(0)
HERE = Path(__file__).parent
PRODUCT = ("iiippp", lambda a, b, c: (len(c), c.shape[1], a.shape[1], a, b, c))
C_CALLS = {**dict.fromkeys(("product", "product_f32", "product_i64", "product_i32", "least"), PRODUCT),
           "floyd": ("ip", lambda d: (len(d), d)), "reciprocal": ("ipp", lambda x, y: (len(x), x, y)),
           "coulomb": ("iiippd", lambda a, g, z: (*g.shape, len(a), a, g, z))}


def operands(dtype: str, n: int = N) -> tuple[np.ndarray, ...]:
    """Two factors and a result."""
    return (*((RNG.random((2, n, n)) * 9).astype(dtype)), np.zeros((n, n), dtype))


def rows() -> dict[str, tuple[tuple, float]]:
    """Name -> arguments, and the part of the whole product that it computes; 0: none."""
    real = operands("f8")
    small = {f"batch {n}": ((RNG.random((b, n, n)), RNG.random((b, n, n)), np.zeros((b, n, n))), 1.0)
             for n, b in ((4, 30000), (16, 2000), (64, 40))}
    return {
        "product": (real, 1), "product_f32": (operands("f4"), 1), "product_c128": (operands("c16", 400), 1), "transposed": (real, 1),
        "product_i64": (operands("i8", 400), 0), "product_i32": (operands("i4"), 0), "least": (operands("f8"), 0),
        "rank_k": (operands("f8"), 0.5), "rank_2k": (operands("f8"), 1), "trmm": (operands("f8"), 0.5), **small,
        "floyd": (operands("f8", 400)[:1], 0), "reciprocal": ((RNG.random(4000) + 1, np.zeros(4000)), 0),
        "coulomb": ((RNG.random((500, 3)) * 9, np.zeros((100, 128)), 0.3), 0),
    }


def calls(name: str, args: tuple, ours: object, library: object, blas: bool) -> dict[str, Callable[[], object]]:
    """pycc, and what there is to compare it with."""
    function, c = getattr(ours, name.split()[0]), tuple(a.copy() if isinstance(a, np.ndarray) else a for a in args)
    found: dict[str, Callable[[], object]] = {"pycc": lambda: function(*args)}
    if name in C_CALLS:
        kinds, order = C_CALLS[name]
        call = peers.c_caller(getattr(library, name), kinds)(order(*c))
        found["C"] = lambda own=c: call()  # which keeps the arrays
    if blas:
        found["BLAS"] = lambda: np.matmul(c[0], c[1], out=c[2])
    return found


def run(arguments: list[str]) -> int:
    """Prints milliseconds, and how many times pycc's time the others take."""
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":  # which NumPy's BLAS reads when it is loaded
        command = [sys.executable, str(HERE / "bench.py"), "limits", *arguments]
        return subprocess.run(command, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, check=False).returncode
    lines = []
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        ours = peers.compile_pycc(HERE / "limits.py", folder)
        library = peers.compile_c(HERE / "limits.c", folder, peers.c_flags(HERE / "limits.py", folder))
        six.set_threads(1)
        for name, (args, part) in rows().items():
            if arguments and name.split()[0] not in arguments:
                continue
            times = interleaved(calls(name, args, ours, library, part > 0))
            blas = times.get("BLAS", 0) * part
            lines.append([name, f"{times['pycc'] * 1e3:.3f}", f"{times['C'] / times['pycc']:.2f}" if "C" in times else "",
                          f"{blas / times['pycc']:.2f}" if blas else ""])
    print("How many times pycc's time the others take (above 1: pycc is faster)")
    table(["nest", "pycc ms", "C", "BLAS"], lines)
    return 0
