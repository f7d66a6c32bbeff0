"""Copperhead's procedures of samples/copperhead beside C with OpenMP and SciPy's CSR product, at one thread and two.

`./dev bench copperhead [PROGRAM...] [--small]`

Last come the lines of both, without comments and empty ones.
"""
from __future__ import annotations

import ctypes
import inspect
import multiprocessing
import re
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Callable

import numpy as np

import peers
from bench_six import set_threads
from timing import table

SAMPLES = peers.ROOT / "samples/copperhead"
SOURCE = Path(__file__).resolve().parent / "copperhead.c"
TURNS, CALLS = 12, 3
# Of a program: its sample, the procedures that it is, and what of C's time it may take at most.
PROGRAMS = {
    "axpy": ("vectors", ["axpy"], 1 / 0.9), "dot": ("vectors", ["dot"], 1 / 0.9),
    "spmv_csr": ("sparse", ["spmv_csr"], 1 / 0.9), "spmv_csr_flat": ("sparse", ["spmv_csr_flat"], 1 / 0.9),
    "spmv_ell": ("sparse", ["spmv_ell"], 1 / 0.9), "black_scholes": ("vectors", ["black_scholes"], 1 / 0.9),
    "flow": ("optical_flow", ["inner", "block_times", "invert_blocks", "neighbours", "matrix_times", "flow"], 1 / 0.75),
    "train": ("svm", ["kernel", "train"], 1 / 0.75),
}


def csr(n: int) -> tuple[np.ndarray, ...]:
    """A matrix with rows of 4 to 40 values near the diagonal: values, columns of 32 bits, offsets."""
    rng = np.random.default_rng(3)
    offsets = np.concatenate([[0], np.cumsum(rng.integers(4, 41, n))])
    rows = np.repeat(np.arange(n), np.diff(offsets))
    columns = np.clip(rows + rng.integers(-500, 501, len(rows)), 0, n - 1).astype(np.int32)
    return rng.random(len(rows)), columns, offsets


def arguments(name: str, module: Any, small: bool) -> tuple[Any, ...]:
    """What the procedure is called with."""
    rng = np.random.default_rng(1)
    n = 100_000 if small else 4_000_000
    if name in ("axpy", "dot"):
        x, y = rng.random((2, n))
        return (2.0, x, y) if name == "axpy" else (x, y)
    if name.startswith("spmv"):
        n = n // 40
        x = rng.random(n)
        if name == "spmv_ell":
            return rng.random((22, n)), np.clip(np.arange(n) + rng.integers(-500, 501, (22, n)), 0, n - 1).astype(np.int32), x
        vals, cols, offsets = csr(n)
        if name == "spmv_csr_flat":
            return vals, cols, offsets, x
        from pycc import nested
        return nested(vals, offsets), nested(cols, offsets), x
    if name == "black_scholes":
        return module.options(n // 10)
    if name == "flow":
        return module.system(*((60, 80) if small else (480, 640)), most=30)
    return module.problem(400 if small else 4000, 16)[:5] + (40,)


def c_call(name: str, library: ctypes.CDLL, args: tuple[Any, ...]) -> tuple[Callable[[], None], list[np.ndarray]]:
    """C's function on the same arguments, and where its results are."""
    n = len(args[-1]) if name.startswith("spmv") else 0
    if name == "axpy":
        kinds, out, values = "idppp", [np.empty_like(args[1])], (len(args[1]), *args)
    elif name == "dot":
        kinds, out, values = "ippp", [np.empty(1)], (len(args[0]), *args)
    elif name == "spmv_csr":
        kinds, out, values = "ippppp", [np.empty(n)], (n, args[0].data, args[1].data, args[0].offsets, args[2])
    elif name == "spmv_csr_flat":
        kinds, out, values = "ippppp", [np.empty(n)], (n, *args)
    elif name == "spmv_ell":
        kinds, out, values = "iipppp", [np.empty(n)], (n, len(args[0]), *args)
    elif name == "black_scholes":
        kinds, out, values = "ipppddpp", [np.empty_like(args[0]), np.empty_like(args[0])], (len(args[0]), *args)
    elif name == "flow":
        a, b, d, right, below, width, ru, rv, tolerance, most = args
        kinds, out = "iipppppppdipp", [np.empty_like(a), np.empty_like(a)]
        values = (len(a), width, a, b, d, right, below, ru, rv, tolerance, most)
    else:
        kinds, out, values = "iippdddipp", [np.empty(len(args[0])), np.empty(1)], (*args[0].shape, *args)
    function = getattr(library, name.removesuffix("_flat"))
    return peers.c_caller(function, kinds)((*values, *out)), out


def scipy_call(name: str, args: tuple[Any, ...]) -> Callable[[], Any]:
    """SciPy's product, of matrices in rows."""
    from scipy.sparse import csr_array
    x = args[-1]
    data, cols, offsets = (args[0].data, args[1].data, args[0].offsets) if name == "spmv_csr" else args[:3]
    matrix = csr_array((data, cols, offsets.astype(np.int32)), shape=(len(x), len(x)))
    return lambda: matrix @ x


def lines(text: str) -> int:
    """Lines that are code."""
    text = re.sub(r'""".*?"""|/\*.*?\*/|#(?!pragma|include)[^\n]*', "", text, flags=re.S)
    return sum(bool(line.strip()) for line in text.splitlines())


def count_lines(name: str, module: Any) -> tuple[int, int]:
    """Lines of Python and of C."""
    python = sum(lines(inspect.getsource(getattr(f := getattr(module, p), "__wrapped__", f))) for p in PROGRAMS[name][1])
    key = name.removesuffix("_flat")
    return python, lines(SOURCE.read_text().split(f"/* begin {key} */")[1].split(f"/* end {key} */")[0])


def flat(result: Any) -> list[np.ndarray]:
    """The arrays of a result."""
    return [np.atleast_1d(r) for r in result] if isinstance(result, tuple) else [np.atleast_1d(result)]


def serve(pipe: Connection, engine: str, name: str, threads: int, library: Path, small: bool) -> None:
    """What a competitor's process does: it tells its results, then for every message the seconds of the best of a few calls."""
    module = peers.load(PROGRAMS[name][0], SAMPLES / f"{PROGRAMS[name][0]}.py")
    args = arguments(name, module, small)
    if engine == "C":
        call, out = c_call(name, ctypes.CDLL(str(library)), args)  # which has only the addresses
    else:
        call = (lambda: getattr(module, name)(*args)) if engine == "pycc" else scipy_call(name, args)
    set_threads(threads)
    result = call()
    pipe.send(out if engine == "C" else flat(result))
    del result
    while pipe.recv():
        seconds = []
        for _ in range(CALLS):
            start = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - start)
        pipe.send(min(seconds))


def race(engines: list[str], name: str, threads: int, library: Path, small: bool) -> tuple[dict[str, float], bool]:
    """The best seconds of each competitor, and whether results agree.

    Each has a process of its own, and they take turns with a pause between: in one process the peer's threads, which wait actively
    for their next region on the processors that ours want, and what one leaves in the allocator for the other, would be measured too.
    Whatever else the machine does makes calls longer, never shorter: the best counts.
    """
    context = multiprocessing.get_context("spawn")
    pipes, processes = {}, []
    for engine in engines:
        pipes[engine], theirs = context.Pipe()
        processes.append(context.Process(target=serve, args=(theirs, engine, name, threads, library, small), daemon=True))
        processes[-1].start()
        theirs.close()
    results = [pipe.recv() for pipe in pipes.values()]
    times: dict[str, list[float]] = {engine: [] for engine in engines}
    for turn in range(TURNS):
        for engine in engines[turn % len(engines):] + engines[:turn % len(engines)]:
            time.sleep(0.005)
            pipes[engine].send(True)
            times[engine].append(pipes[engine].recv())
    for pipe, process in zip(pipes.values(), processes):
        pipe.send(False)
        process.join()
    agree = all(np.allclose(e, g, rtol=1e-6, atol=1e-8) for other in results[1:] for e, g in zip(results[0], other))
    return {engine: min(t) for engine, t in times.items()}, agree


def measure(name: str, library: Path, small: bool) -> tuple[list[list[Any]], bool]:
    """A row of the table for each number of threads, and whether results agree."""
    module = peers.load(PROGRAMS[name][0], SAMPLES / f"{PROGRAMS[name][0]}.py")
    engines = ["pycc", "C"] + ["SciPy"] * name.startswith("spmv_csr")
    rows, agree = [], True
    for threads in (1, 2):
        times, same = race(engines, name, threads, library, small)
        ratios = [f"{times[k] / times['pycc']:.2f}" if k in times else "" for k in ("C", "SciPy")]
        rows.append([name, threads, f"{times['pycc'] * 1e3:.2f}", *ratios, *count_lines(name, module)])
        agree = agree and same
    return rows, agree


def run(arguments_: list[str]) -> int:
    """Prints milliseconds of pycc and how many times its time the others take; the status says whether results agree."""
    small = "--small" in arguments_
    names = [a for a in arguments_ if a in PROGRAMS] or list(PROGRAMS)
    found, wrong = [], []
    with tempfile.TemporaryDirectory() as tmp:
        library = Path(peers.compile_c(SOURCE, Path(tmp), peers.c_flags(peers.ROOT / "samples/stencil.py", Path(tmp)))._name)
        for name in names:
            print(f"-- {name}", flush=True)
            rows, agree = measure(name, library, small)
            found += rows
            wrong += [] if agree else [name]
    print("\nHow many times pycc's time the others take (above 1: pycc is faster)")
    table(["program", "threads", "pycc ms", "C", "SciPy", "lines", "of C"], found)
    python, c = (sum(r[i] for r in found if r[1] == 1) for i in (5, 6))
    print(f"lines: {python} of Python, {c} of C: {python / c:.2f}")
    short = [r[0] for r in found if float(r[3]) < 1 / PROGRAMS[r[0]][2]]
    print("behind the goal:", *(short or ["none"]))
    if wrong:
        print("results differ:", *wrong)
    return 1 if wrong else 0
