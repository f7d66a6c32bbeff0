"""The suite on a machine that others use too: two threads beside one, with busy processes on every processor.

`./dev bench busy [PROGRAM...] [--size S|L] [--threads N] [--per-core N] [--rounds N] [--seconds S]`

A measurement is a process that calls the program for some time; its mean counts, not its best, because what others
do to it is what is asked. One thread and more take turns. The goal is 1.5; without busy processes (`--per-core 0`)
the same table shows what threads are worth.
"""
from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import suite_worker
from timing import table

GOAL = 1.5
PROGRAMS = sorted(p.stem for p in suite_worker.SUITE.glob("*.py"))


def options(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    p = argparse.ArgumentParser(prog="./dev bench busy", description=__doc__.splitlines()[0])
    p.add_argument("program", nargs="*", help="default: all")
    p.add_argument("--size", choices=("S", "L"), default="L")
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--per-core", type=int, default=4, help="busy processes for each processor")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--seconds", type=float, default=2.0, help="of a measurement, at least")
    given = p.parse_args(arguments)
    given.program = given.program or PROGRAMS
    return given


def measure(module: Path, name: str, size: str, seconds: float) -> float:
    """Mean seconds of a call; the first one is not counted."""
    program = suite_worker.load(name, suite_worker.SUITE / f"{name}.py")
    args = program.initialize(*program.SIZES[size])
    function = getattr(suite_worker.load(name, module), name)
    function(*suite_worker.fresh(args))
    spent, runs = 0.0, 0
    while spent < seconds or runs < 3:
        own = suite_worker.fresh(args)
        start = time.perf_counter()
        function(*own)
        spent, runs = spent + time.perf_counter() - start, runs + 1
    return spent / runs


def worker(module: Path, name: str, given: argparse.Namespace, threads: int) -> float:
    """The same in a process of its own, with so many threads."""
    n = str(threads)
    environment = {**os.environ, "PYCC_NUM_THREADS": n, "OMP_NUM_THREADS": n, "OPENBLAS_NUM_THREADS": n}
    command = [sys.executable, __file__, str(module), name, given.size, str(given.seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def compare(name: str, folder: Path, given: argparse.Namespace) -> list[float]:
    """Seconds at one thread and at more: medians of the rounds."""
    import bench_suite
    (folder / "pycc").mkdir(exist_ok=True)
    bench_suite.build_pycc(name, folder)
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
              for _ in range(given.per_core * len(os.sched_getaffinity(0)))]
    try:
        rounds = [[worker(folder / "pycc" / f"{name}.so", name, given, n) for n in (1, given.threads)]
                  for _ in range(given.rounds)]
    finally:
        for other in others:
            other.kill()
            other.wait()
    return [statistics.median(column) for column in zip(*rounds)]


def run(arguments: list[str]) -> int:
    """Prints the table; the exit status says whether all reach the goal."""
    given = options(arguments)
    rows, over = [], []
    with tempfile.TemporaryDirectory() as tmp:
        for name in given.program:
            one, more = compare(name, Path(tmp), given)
            rows.append([name, f"{one * 1e3:.2f}", f"{more * 1e3:.2f}", f"{more / one:.2f}"])
            print("--", *rows[-1], flush=True)
            over += [name] if more > GOAL * one else []
    table(["program", "1 thread ms", f"{given.threads} threads ms", "times"], rows)
    print(f"more than {GOAL} times:", ", ".join(over) or "none")
    return 1 if over else 0


if __name__ == "__main__":
    print(measure(Path(sys.argv[1]), *sys.argv[2:4], float(sys.argv[4])))
