"""The suite: NumPy programs interpreted, and through pycc, Numba, Pythran and (six of them) C.

`./dev bench suite [PROGRAM...] [--size S|L] [--rounds N] [--threads N] [--no-peers] [--page FILE]`

Every measurement is a process of its own, engines take turns, results are compared elementwise with
NumPy's. Prints how many times pycc's time the others take, writes an HTML page with plots.
"""
from __future__ import annotations

import argparse
import importlib
import json
import math
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import peers
import suite_worker
from timing import table

HERE = Path(__file__).resolve().parent
PROGRAMS = sorted(p.stem for p in suite_worker.SUITE.glob("*.py"))
IN_C = ("jacobi_1d", "jacobi_2d", "heat_3d", "arc_distance", "black_scholes", "nussinov")
STREAMING = ("jacobi_1d", "jacobi_2d", "heat_3d", "heat")
WORKER_TIMEOUT = 300  # seconds of one measurement, just-in-time compilation included
BUILD_TIMEOUT = 900   # seconds of one program's compilation ahead of time
BUILD_MEMORY = 8 << 30  # bytes of address space of each process of a compilation: GCC takes 20 GB for Pythran's lbm


def options(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    p = argparse.ArgumentParser(prog="./dev bench suite", description=__doc__.splitlines()[0])
    p.add_argument("program", nargs="*", help="default: all")
    p.add_argument("--size", choices=("S", "L"), default="L")
    p.add_argument("--rounds", type=int, default=3, help="measurements per engine and program")
    p.add_argument("--threads", type=int, default=os.cpu_count())
    p.add_argument("--no-peers", action="store_true", help="only NumPy, C and pycc")
    p.add_argument("--page", type=Path, default=peers.ROOT / "build" / "bench" / "suite.html")
    given = p.parse_args(arguments)
    for name in given.program:
        if name not in PROGRAMS:
            p.error(f"no program '{name}': {', '.join(PROGRAMS)}")
    given.program = given.program or PROGRAMS
    return given


class Failed(Exception):
    """An engine cannot do a program; the text says why, in a line."""


def finish(command: list[str], limit: float, environment: dict | None = None,
           memory: int = resource.RLIM_INFINITY) -> subprocess.CompletedProcess:
    """Runs a command to its end; past the limit (seconds) it and all that it started are killed."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
                             start_new_session=True)
    resource.prlimit(child.pid, resource.RLIMIT_AS, (memory, memory))
    try:
        out, err = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        raise Failed(f"not done within {limit:.0f} s") from None
    return subprocess.CompletedProcess(command, child.returncode, out, err)


def build(command: list[str]) -> float:
    """Seconds of a compiler's run."""
    start = time.perf_counter()
    done = finish(command, BUILD_TIMEOUT, memory=BUILD_MEMORY)
    if done.returncode != 0:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        wanted = [line for line in lines if "error" in line.lower()] or lines or ["no message"]
        raise Failed(wanted[0][:300])
    return time.perf_counter() - start


def build_pycc(name: str, folder: Path) -> float:
    """Compiles a program of the suite as it stands."""
    return build([str(peers.PYCC), str(suite_worker.SUITE / f"{name}.py"), "-o", str(folder / "pycc" / f"{name}.so")])


def build_pythran(name: str, folder: Path) -> float:
    """Compiles it by Pythran, without the functions that make its input."""
    source = folder / "pythran" / f"{name}.py"
    source.write_text(suite_worker.kernels_only(suite_worker.SUITE / f"{name}.py"))
    return build([str(peers.PYCC.parent / "pythran"), "-fopenmp", "-O3", "-march=native", str(source),
                  "-o", str(source.with_suffix(".so"))])


class Suite:
    """What has been built and measured."""

    def __init__(self, given: argparse.Namespace, folder: Path) -> None:
        self.given, self.folder = given, folder
        self.seconds: dict[tuple[str, str], list[float]] = {}  # (program, engine) -> a best time per round
        self.compile: dict[tuple[str, str], float] = {}
        self.failed: dict[tuple[str, str], str] = {}
        self.wrong: list[str] = []
        n = str(given.threads)
        self.environment = {**os.environ, "OMP_NUM_THREADS": n, "NUMBA_NUM_THREADS": n, "OPENBLAS_NUM_THREADS": n,
                            "PYCC_NUM_THREADS": n, "NUMBA_CACHE_DIR": str(folder / "numba_cache")}
        self.machine = {}

    def engines(self, name: str) -> list[str]:
        """Who takes part in a program."""
        return ["numpy", *(["C"] if name in IN_C else []), "pycc", *([] if self.given.no_peers else ["numba", "pythran"])]

    def build_all(self) -> None:
        """Compiles everything that is compiled ahead of time."""
        for part in ("pycc", "pythran"):
            (self.folder / part).mkdir()
        flags = peers.c_flags(peers.ROOT / "samples/stencil.py", self.folder)
        peers_c = [*flags, str(HERE / "suite.c"), str(HERE / "machine.c"), "-o", str(self.folder / "suite_c.so"), "-lm"]
        subprocess.run(peers_c, check=True)
        for name in self.given.program:
            for engine, how in (("pycc", build_pycc), ("pythran", build_pythran)):
                if engine not in self.engines(name):
                    continue
                print(f"-- compiling {name} by {engine}", flush=True)
                try:
                    self.compile[name, engine] = how(name, self.folder)
                except Failed as error:
                    self.fail(name, engine, str(error))

    def fail(self, name: str, engine: str, why: str) -> None:
        """Remembers, once, that an engine cannot do a program."""
        if (name, engine) not in self.failed:
            self.failed[name, engine] = why
            print(f"-- {name}: {engine}: {why}", flush=True)

    def worker(self, engine: str, name: str) -> dict:
        """Runs one measurement."""
        command = [sys.executable, str(HERE / "suite_worker.py"), str(self.folder), engine, name, self.given.size]
        try:
            done = finish(command, WORKER_TIMEOUT, self.environment)
        except Failed as error:
            return {"error": str(error)}
        lines = done.stdout.splitlines()
        if done.returncode == 0 and lines:
            return json.loads(lines[-1])
        said = done.stderr.strip().splitlines()
        return {"error": f"exit status {done.returncode}{': ' + said[-1][:200] if said else ''}"}

    def round_of(self, name: str) -> None:
        """Every engine once."""
        for engine in self.engines(name):
            if (name, engine) in self.failed:
                continue
            answer = self.worker(engine, name)
            if "error" in answer:
                self.fail(name, engine, answer["error"])
            else:
                self.seconds.setdefault((name, engine), []).append(answer["seconds"])

    def compare(self, name: str) -> None:
        """Every engine's results beside NumPy's."""
        size = self.given.size
        file = lambda engine: self.folder / f"{name}.{size}.{engine}.npz"
        if not file("numpy").exists():
            return
        with np.load(file("numpy")) as expected:
            for engine in self.engines(name)[1:]:
                if not file(engine).exists():
                    continue
                with np.load(file(engine)) as got:
                    if len(got.files) != len(expected.files) or not all(
                            suite_worker.close(expected[k], got[k]) for k in expected.files):
                        self.wrong.append(f"{name} ({engine})")

    def median(self, name: str, engine: str) -> float | None:
        """Seconds of an engine, None where it has none."""
        times = self.seconds.get((name, engine))
        return statistics.median(times) if times else None

    def ratio(self, name: str, engine: str) -> float | None:
        """How many times pycc's time an engine takes."""
        other, own = self.median(name, engine), self.median(name, "pycc")
        return other / own if other and own else None

    def behind(self, name: str) -> float | None:
        """The best of the others' times over pycc's."""
        found = [r for r in (self.ratio(name, e) for e in ("numpy", "numba", "pythran")) if r]
        return min(found) if found else None


def mean(values: list[float]) -> float:
    """Geometric."""
    return math.exp(statistics.fmean(map(math.log, values))) if values else float("nan")


def shown(value: float | None, form: str = ".2f") -> str:
    return "-" if value is None else format(value, form)


def report(suite: Suite) -> None:
    """The table and the figures that the goals name."""
    rows = []
    for name in suite.given.program:
        own = suite.median(name, "pycc")
        rows.append([name, shown(own and own * 1e3), *(shown(suite.ratio(name, e)) for e in
                                                         ("numpy", "C", "numba", "pythran"))])
    print("\nMilliseconds of pycc, and how many times that the others take (above 1: pycc is faster)")
    table(["program", "pycc ms", "NumPy", "C", "numba", "pythran"], rows)
    numpy = [r for r in (suite.ratio(n, "numpy") for n in suite.given.program) if r]
    best = {n: suite.behind(n) for n in suite.given.program if suite.behind(n)}
    print(f"\ngeometric mean over NumPy {mean(numpy):.2f}, over the best of the others {mean(list(best.values())):.2f}")
    print("slower than NumPy:", ", ".join(n for n in best if suite.ratio(n, 'numpy') < 1) or "none")
    print("behind the best of the others:", ", ".join(n for n, r in best.items() if r < 1) or "none")
    for engine in ("pycc", "pythran"):
        spent = [suite.compile[n, engine] for n in suite.given.program if (n, engine) in suite.compile]
        print(f"compiling {len(spent)} programs by {engine}: {sum(spent):.1f} s")
    both = [n for n in suite.given.program if all((n, e) in suite.compile for e in ("pycc", "pythran"))]
    if both:
        spent = {e: sum(suite.compile[n, e] for n in both) for e in ("pycc", "pythran")}
        print(f"the {len(both)} that both compile: pycc takes 1/{spent['pythran'] / spent['pycc']:.1f} of Pythran's time")
    print(f"triad {suite.machine['bandwidth'] / 1e9:.1f} GB/s, multiply-add {suite.machine['flops'] / 1e9:.1f} Gflop/s")
    for name in suite.given.program:
        if name in STREAMING and suite.median(name, "pycc"):
            print(f"{name}: {100 * reached(suite, name)[1] / suite.machine['bandwidth']:.0f} % of the triad's bandwidth")


def reached(suite: Suite, name: str) -> tuple[float, float]:
    """Flops and bytes per second of pycc's run, by the program's own count."""
    program = suite_worker.load(name, suite_worker.SUITE / f"{name}.py")
    flops, moved = program.work(*program.SIZES[suite.given.size])
    seconds = suite.median(name, "pycc")
    return flops / seconds, moved / seconds


def run(arguments: list[str]) -> int:
    """Builds, measures in turn, compares, prints, writes the page."""
    given = options(arguments)
    with tempfile.TemporaryDirectory() as tmp:
        suite = Suite(given, Path(tmp))
        print(f"-- compiling {len(given.program)} programs", flush=True)
        suite.build_all()
        suite.machine = suite.worker("machine", "-")
        for r in range(given.rounds):
            for name in given.program:
                print(f"-- round {r + 1} of {given.rounds}: {name}", flush=True)
                suite.round_of(name)
        for name in given.program:
            suite.compare(name)
    report(suite)
    if suite.wrong:
        print("results differ:", ", ".join(suite.wrong))
    importlib.import_module("suite_page").write(suite, given.page)
    print("page:", given.page)
    lost = [n for n in given.program if (n, "pycc") in suite.failed]
    return 1 if lost or any("(pycc)" in w for w in suite.wrong) else 0
