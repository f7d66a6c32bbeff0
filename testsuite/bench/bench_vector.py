"""Vector math: an exp + log loop beside the same in C without and with -ffast-math."""
from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

import peers
import bench_six as six
from timing import interleaved, table

SOURCE = '''
import numpy as np

from pycc import f64, prange


def softplus(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = np.log(1 + np.exp(x[i]))
'''


def run(arguments: list[str]) -> int:
    """Prints milliseconds and ratios at one thread and two."""
    rows = []
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        source = folder / "vector_pycc.py"
        source.write_text(SOURCE)
        ours = peers.compile_pycc(source, folder)
        flags = peers.c_flags(source, folder)
        x, y = np.random.default_rng(0).random(1_000_000), np.zeros(1_000_000)
        calls = {"pycc": lambda: ours.softplus(x, y), "NumPy": lambda: np.log(1 + np.exp(x))}
        for key, more in (("C", ()), ("C fast-math", ("-ffast-math",))):
            library = peers.compile_c(peers.ROOT / "testsuite/bench/six.c", folder, flags, *more)
            calls[key] = peers.c_caller(library.softplus, "ipp")((len(x), x, y))
        for threads in (1, 2):
            six.set_threads(threads)
            times = interleaved(calls)
            rows.append([threads, f"{times['pycc'] * 1e3:.2f}", *(f"{times[k] / times['pycc']:.2f}" for k in list(calls)[1:])])
    print("log(1 + exp(x)), 1,000,000 doubles; how many times pycc's time the others take")
    table(["threads", "pycc ms", "NumPy", "C", "C fast-math"], rows)
    return 0
