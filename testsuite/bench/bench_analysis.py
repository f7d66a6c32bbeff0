"""What analysis costs: deciding at the call, compiling many nests, inspecting indirect accesses."""
from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Callable

import numpy as np

import peers
from timing import interleaved, table

NESTS, LIMIT = 1000, 1.0  # seconds

NEST = '''
def f{0}(a: f64[:, :], b: f64[:, :], n: int) -> None:
    for i in prange(1, n - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) * {0}.5
'''

INSPECTED = '''from pycc import f64, i64, prange


def scatter(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    for i in prange(len(idx)):
        y[idx[i]] = x[i]


def scatter_rows(a: f64[:, :], idx: i64[:], y: f64[:, :]) -> None:
    for i in prange(len(idx)):
        for j in range(a.shape[1]):
            y[idx[i], j] = a[i, j] * 0.5


def sparse_rows(start: i64[:], v: f64[:]) -> None:
    for i in prange(len(start) - 1):
        for k in range(start[i], start[i + 1]):
            v[k] = v[k] * 0.999 + 1.0 / (i + 1.0)


def stride_and_offset(y: f64[:], n: int, k: int, m: int) -> None:
    for i in prange(n):
        y[i * k + m] = i
'''


def decide() -> bool:
    """bench_lmad.c, which knows its limits."""
    build = peers.PYCC.resolve().parents[1]
    subprocess.run(["cmake", "--build", str(build), "--target", "bench_lmad"], check=True, stdout=subprocess.DEVNULL)
    return subprocess.run([str(build / "testsuite/bench_lmad")], check=False).returncode == 0


def analyse(folder: Path) -> bool:
    """The analysis of many nests, best of three, from pycc -v."""
    source = folder / "nests.py"
    source.write_text("from pycc import f64, prange\n" + "".join(NEST.format(i) for i in range(NESTS)))
    command = [str(peers.PYCC), "-v", "--emit", "plan", "-o", str(folder / "plan"), str(source)]
    runs = (subprocess.run(command, check=True, capture_output=True, text=True).stderr for _ in range(3))
    seconds = min(float(re.search(r"analyse ([\d.]+) ms", text)[1]) for text in runs) / 1e3
    print(f"{f'analysis of {NESTS} nests':58} {seconds * 1e3:9.3f} ms (limit {LIMIT * 1e3:g})"
          f"{'' if seconds <= LIMIT else '  MISSED'}")
    return seconds <= LIMIT


def inspect(folder: Path) -> None:
    """Loops that are checked when called beside the same with range, at 1 and 2 threads."""
    import pycc
    modules = {}
    for name, text in (("checked", INSPECTED), ("serial", INSPECTED.replace("in prange", "in range"))):
        (folder / f"{name}.py").write_text(text)
        modules[name] = peers.compile_pycc(folder / f"{name}.py", folder)
    rng = np.random.default_rng(1)
    n = 2000000
    cases: dict[str, tuple] = {
        "scatter": (rng.random(n), rng.permutation(n), np.zeros(n)),
        "scatter_rows": (rng.random((n // 16, 16)), rng.permutation(n // 16), np.zeros((n // 16, 16))),
        "sparse_rows": (np.arange(n // 8 + 1) * 8, rng.random(n)),
        "stride_and_offset": (np.zeros(2 * n), n, 2, 1),
    }
    rows = []
    for name, args in cases.items():
        calls: dict[str, Callable[[], object]] = {}
        for threads in (1, 2):
            def call(f=getattr(modules["checked"], name), a=args, t=threads) -> None:
                pycc.set_num_threads(t)
                f(*a)
            calls[f"{threads}"] = call
        calls["serial"] = lambda f=getattr(modules["serial"], name), a=args: f(*a)
        times = interleaved(calls)
        rows.append([name, *(f"{times[k] * 1e3:.2f}" for k in ("serial", "1", "2")),
                     f"{times['1'] / times['serial']:.2f}", f"{times['2'] / times['serial']:.2f}"])
    table(["checked when called", "range ms", "1 thread", "2 threads", "x", "x"], rows)


def remember(folder: Path) -> None:
    """One small call that is decided by its addresses: remembered, decided each time, and the same with range."""
    import pycc
    pycc.set_num_threads(1)
    y = np.zeros(4000)
    checked, serial = (peers.compile_pycc(folder / f"{name}.py", folder).stride_and_offset for name in ("checked", "serial"))
    turns = range(1, 9)  # more than a call site remembers
    times = interleaved({
        "remembered": lambda: [checked(y, 4, 3, 1) for _ in turns],
        "decided": lambda: [checked(y, 4, 3, m) for m in turns],
        "range": lambda: [serial(y, 4, 3, m) for m in turns]})
    table(["y[3 * i + m], 4 iterations", "ns a call"], [[k, f"{t / len(turns) * 1e9:.0f}"] for k, t in times.items()])


def run(arguments: list[str]) -> int:
    """Prints all figures; the status says whether the limits hold."""
    del arguments
    with tempfile.TemporaryDirectory() as tmp:
        good = decide()
        good = analyse(Path(tmp)) and good
        inspect(Path(tmp))
        remember(Path(tmp))
    return 0 if good else 1
