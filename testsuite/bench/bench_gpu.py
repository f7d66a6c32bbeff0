"""Devices: the samples marked @pycc.gpu on the OpenCL device there is.

`./dev bench gpu [SAMPLE...] [--size S|L] [--rounds N]`

transfers  bytes moved, needed, and of whole arrays, with images on the device (PYCC_TRANSFERS=copy)
kernels    seconds on the device and of the whole call beside our own OpenMP for the same function
launch     a small kernel from call to result, above an empty launch by hand-written C
touches    calls in a block between which Python touches elements, beside the same with pycc.sync
start      kernels that a second process builds: none, they are on disk

Exits with 1 when results differ from OpenMP's, more than 1.1 of the needed bytes are moved, or a second
process builds something. Times are shown beside their goals and fail nothing.
"""
from __future__ import annotations

import argparse
import copy
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Callable

import numpy as np

import peers
import pycc
from timing import agree, table

SIZES = {"matmul": (64, 700), "rank_k": (64, 800), "rank_2k": (64, 600), "nbody": (300, 8000), "coulomb": (50, 300),
         "stencil": (100, 3000), "heat": (40, 600), "shallow_water": (40, 1000)}
SETTLE = 0.05  # seconds: libgomp's threads spin for some 20 ms after their last loop, on cores that PoCL needs
MOST_MOVED, MOST_KERNEL, MOST_LAUNCH, MOST_TOUCH = 1.10, 1.3, 50e-6, 1.14  # the goals
TOUCHES: dict[str, Callable[[np.ndarray], object]] = {
    "reads an element": lambda y: y[len(y) // 2], "adds all up": np.sum, "writes an element": lambda y: y.put(len(y) // 2, 1.0)}

SMALL = '''
import pycc
from pycc import f64, prange


@pycc.gpu
def small(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = 2.0 * x[i]
'''

SECOND_START = '''
import sys
sys.path.insert(0, {bench!r})
import peers, pycc
m = peers.load({name!r}, {target!r})
with pycc.profile() as p:
    getattr(m, m.DEMO[0])(*m.arguments({size}))
print(p.builds, p.hits_disk)
'''


def options(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    p = argparse.ArgumentParser(prog="./dev bench gpu", description=__doc__.splitlines()[0])
    p.add_argument("sample", nargs="*", help="default: all")
    p.add_argument("--size", choices=("S", "L"), default="L")
    p.add_argument("--rounds", type=int, default=5)
    given = p.parse_args(arguments)
    for name in given.sample:
        if name not in SIZES:
            p.error(f"no sample '{name}': {', '.join(SIZES)}")
    given.sample = given.sample or list(SIZES)
    return given


class Sample:
    """A compiled sample with arguments of a size. A module reads PYCC_TRANSFERS once, so there are two of it."""

    def __init__(self, name: str, size: str, folder: Path) -> None:
        self.name, self.size = name, SIZES[name]["SL".index(size)]
        self.target = folder / f"{name}.so"
        self.modules: dict[str, ModuleType] = {"auto": peers.compile_pycc(peers.ROOT / "samples" / f"{name}.py", folder)}
        (folder / "copy").mkdir(exist_ok=True)
        self.modules["copy"] = peers.load(name, shutil.copy(self.target, folder / "copy"))
        self.args = self.modules["auto"].arguments(self.size)

    def run(self, place: str, transfers: str = "auto") -> tuple[float, pycc.Profile, tuple]:
        """Seconds of a call on fresh arguments, what the device did, and the arguments afterwards."""
        own = copy.deepcopy(self.args)
        module = self.modules[transfers]
        function = getattr(module, module.DEMO[0])
        os.environ["PYCC_PLACE"], os.environ["PYCC_TRANSFERS"] = place, transfers
        with pycc.profile() as p:
            start = time.perf_counter()
            function(*own)
            seconds = time.perf_counter() - start
        return seconds, p, own


def megabytes(n: int) -> str:
    """For the table."""
    return f"{n / 1e6:.2f}"


def transfers(samples: list[Sample]) -> list[str]:
    """The table of bytes; returns what is wrong."""
    rows, wrong = [], []
    for s in samples:
        _, p, _ = s.run("gpu", "copy")
        ratio = p.bytes_moved / p.bytes_needed if p.bytes_needed else float(p.bytes_moved > 0)
        rows.append([s.name, p.nests, megabytes(p.bytes_moved), megabytes(p.bytes_needed), f"{ratio:.2f}",
                     megabytes(p.bytes_whole)])
        if p.nests == 0 or ratio > MOST_MOVED:
            wrong.append(f"{s.name}: " + (f"{ratio:.2f} of the needed bytes are moved" if p.nests else str(p)))
    print("\nMegabytes to the device and back")
    table(["sample", "nests", "moved", "needed", "ratio", "whole arrays"], rows)
    return wrong


def kernels(samples: list[Sample], rounds: int) -> list[str]:
    """The table of times, the places taking turns; returns what is wrong."""
    rows, wrong = [], []
    for s in samples:
        on_host, on_device, calls = [], [], []
        _, _, expected = s.run("cpu")
        _, _, got = s.run("gpu")
        if not agree(expected, got, 1e-9):
            wrong.append(f"{s.name}: results differ from OpenMP's")
        for _ in range(rounds):
            on_host.append(s.run("cpu")[0])
            time.sleep(SETTLE)
            seconds, p, _ = s.run("gpu")
            calls.append(seconds)
            on_device.append(p.seconds["compute"])
        host, kernel, call = (statistics.median(t) for t in (on_host, on_device, calls))
        rows.append([s.name, s.size, f"{host * 1e3:.2f}", f"{kernel * 1e3:.2f}", f"{call * 1e3:.2f}",
                     f"{kernel / host:.2f}", "" if kernel <= MOST_KERNEL * host else f"above {MOST_KERNEL}"])
    print("\nMilliseconds of OpenMP, of the kernels, and of the call on the device")
    table(["sample", "n", "OpenMP", "kernels", "call", "kernels/OpenMP", ""], rows)
    return wrong


def empty_launch(folder: Path) -> tuple[str, float]:
    """The device's name and seconds of an empty launch, by hand-written C."""
    program = folder / "launch"
    subprocess.run(["cc", "-O1", str(Path(__file__).with_name("launch.c")), "-lOpenCL", "-o", str(program)], check=True)
    name, us = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.splitlines()
    return name, float(us) * 1e-6


def per_call(function, *args: object, n: int = 300) -> float:
    """Median seconds of a warm call."""
    times = []
    for i in range(n + 50):
        start = time.perf_counter()
        function(*args)
        times.append(time.perf_counter() - start)
    return statistics.median(times[50:])


def launch(folder: Path) -> None:
    """The table of overheads."""
    name, empty = empty_launch(folder)
    source = folder / "small.py"
    source.write_text(SMALL)
    small = peers.compile_pycc(source, folder)
    again = peers.load("small", shutil.copy(small.__file__, folder / "copy"))
    x, y = np.ones(1000), np.zeros(1000)
    os.environ["PYCC_PLACE"] = "gpu"
    rows = []
    for transfers, module in (("copy", again), ("auto", small)):
        os.environ["PYCC_TRANSFERS"] = transfers
        rows.append([f"call, PYCC_TRANSFERS={transfers}", per_call(module.small, x, y)])
    with pycc.places.gpu0:
        rows.append(["call in pycc.places.gpu0, arrays stay", per_call(small.small, x, y)])
    print(f"\nMicroseconds of a small kernel from call to result on {name}")
    table(["", "us", "above an empty launch"], [["empty launch in C", f"{empty * 1e6:.1f}", ""]] + [
        [what, f"{s * 1e6:.1f}", f"{(s - empty) * 1e6:.1f}" + (" (goal: 50)" if s - empty > MOST_LAUNCH else "")]
        for what, s in rows])


def touched(small: ModuleType, n: int, sync: bool, touch: Callable[[np.ndarray], object], calls: int = 40) -> float:
    """Median seconds of a call and a touch of what it wrote."""
    x, y, times = np.ones(n), np.zeros(n), []
    with pycc.places.gpu0:
        for _ in range(calls):
            start = time.perf_counter()
            small.small(x, y)
            if sync:
                pycc.sync(y)
            touch(y)
            times.append(time.perf_counter() - start)
    return statistics.median(times[5:])


def touches(folder: Path) -> None:
    """The table of programs that alternate."""
    source = folder / "small.py"
    source.write_text(SMALL)
    peers.compile_pycc(source, folder)
    small = peers.load("small", shutil.copy(folder / "small.so", folder / "copy"))
    os.environ["PYCC_PLACE"], os.environ["PYCC_TRANSFERS"] = "gpu", "copy"
    rows = []
    for n in (1 << 14, 1 << 17, 1 << 20):
        for what, touch in TOUCHES.items():
            by_sync, by_touch = zip(*((touched(small, n, True, touch), touched(small, n, False, touch)) for _ in range(5)))
            ratio = min(by_touch) / min(by_sync)
            rows.append([what, n, f"{min(by_sync) * 1e6:.0f}", f"{min(by_touch) * 1e6:.0f}", f"{ratio:.2f}",
                         "" if ratio <= MOST_TOUCH else f"above {MOST_TOUCH}"])
    print("\nMicroseconds of a call and a touch, arrays on the device")
    table(["Python", "elements", "with sync", "by touch", "ratio", ""], rows)


def second_start(samples: list[Sample]) -> list[str]:
    """Two processes, one after the other; returns what is wrong."""
    rows, wrong = [], []
    environment = {**os.environ, "PYCC_PLACE": "gpu", "PYCC_TRANSFERS": "auto"}
    with tempfile.TemporaryDirectory() as cache:
        environment["PYCC_CACHE_DIR"] = cache
        for s in samples:
            code = SECOND_START.format(bench=str(Path(__file__).parent), name=s.name, target=str(s.target),
                                       size=SIZES[s.name][0])
            counts = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True,
                                     env=environment).stdout.split() for _ in range(2)]
            rows.append([s.name, counts[0][0], counts[1][0], counts[1][1]])
            if counts[1][0] != "0":
                wrong.append(f"{s.name}: a second process builds {counts[1][0]} kernels")
    print("\nKernels built")
    table(["sample", "first process", "second process", "from disk"], rows)
    return wrong


def run(arguments: list[str]) -> int:
    """Prints five tables."""
    given = options(arguments)
    with tempfile.TemporaryDirectory() as tmp:
        samples = [Sample(name, given.size, Path(tmp)) for name in given.sample]
        wrong = transfers(samples) + kernels(samples, given.rounds)
        launch(Path(tmp))
        touches(Path(tmp))
        wrong += second_start(samples)
    for what in wrong:
        print(what)
    return 1 if wrong else 0
