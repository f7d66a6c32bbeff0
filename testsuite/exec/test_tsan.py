"""ThreadSanitizer on the generated code of parallel loops and on the run time that runs it.

The real OpenMP runtime is not built for ThreadSanitizer: its one entry point that the run time uses is on pthreads
instead (tsan/gomp_pthread.c). The helpers of runtime/host/crew.c are among what is looked at: nothing is suppressed.
"""
from __future__ import annotations

import os
import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest

from harness import HERE, run_pycc
from race_catalogue import catalogue, names, source

ROOT = HERE.parents[1]
PROGRAM = """
from pycc import f64, i64, prange


def combine(g: i64[:], x: f64[:], count: i64[:], total: f64[:], high: f64[:]) -> None:
    for i in prange(len(g)):
        count[g[i]] += 1
        total[g[i]] += x[i]
        high[g[i]] = max(high[g[i]], x[i])
"""
STEPS = """
from pycc import f64, prange


def apart(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        b[1:-1, 1:-1] = 0.25 * (a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        b[0, :] = b[1, :]
        a[1:-1, 1:-1] = b[1:-1, 1:-1] + 0.5 * (b[2:, 1:-1] + b[:-2, 1:-1])


def in_order(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for t in range(T):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                a[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) + b[i, j]
"""
SANITIZE = ("-O1", "-g", "-fsanitize=thread", "-fwrapv", "-fopenmp", "-w")

pytestmark = pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc: clang has another OpenMP library")


def gcc(folder: Path, *arguments: object) -> None:
    """Runs the C compiler."""
    done = subprocess.run(["gcc", *map(str, arguments)], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run time and the library for ThreadSanitizer; short loops run on all threads too."""
    folder = tmp_path_factory.mktemp("tsan")
    loop = (ROOT / "runtime/include/pycc_rt_loop.h").read_text()
    changed = loop.replace("PYCC_PARALLEL_WORK 2e5", "PYCC_PARALLEL_WORK 10.0")
    assert changed != loop
    (folder / "pycc_rt_loop.h").write_text(changed)
    for header in [*(ROOT / "runtime/include").glob("*.h"), ROOT / "analysis/lmad/lmad.h"]:
        if header.name != "pycc_rt_loop.h":
            shutil.copy(header, folder)
    (folder / "device_version.h").write_text('#define DEVICE_VERSION "tsan"\n')
    parts = {"runtime": [p for p in (ROOT / "runtime").rglob("*.c") if p.parent.name != "glue"],
             "lmad": [*(ROOT / "analysis/lmad").glob("*.c"), HERE / "tsan/gomp_pthread.c"]}
    for part, sources in parts.items():  # either has a guard.c
        (folder / part).mkdir()
        gcc(folder / part, *SANITIZE, "-O0", "-c", f"-I{folder}", *(f"-I{p}" for p in (ROOT / "runtime").rglob("*") if p.is_dir()),
            f"-I{ROOT / 'analysis/lmad'}", *sources)
        subprocess.run(["ar", "rcs", f"lib{part}.a", *(folder / part).glob("*.o")], cwd=folder, check=True)
    return folder


def build(program: Path, main: str, runtime: Path) -> Path:
    """A main program around a module's C file. What the run time calls in the glue is not there, and not needed."""
    made = program.with_suffix("")
    gcc(program.parent, *SANITIZE, f"-I{runtime}", f'-DPROGRAM="{program}"', "-c", HERE / "tsan" / main, "-o", f"{made}.o")
    gcc(program.parent, "-fsanitize=thread", f"{made}.o", f"-L{runtime}", "-lruntime", "-llmad", "-lm", "-lpthread", "-ldl",
        "-o", made)
    return made


def execute(made: Path, *arguments: object, **settings: str) -> subprocess.CompletedProcess:
    """Runs a program that was built; another sanitizer may be preloaded into this process."""
    environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    return subprocess.run([str(made), *map(str, arguments)], cwd=made.parent, capture_output=True, text=True, timeout=300,
                          env={**environment, **settings})


def run(program: Path, main: str, runtime: Path, *arguments: object) -> str:
    """Runs a module's C file under a main program; what it says, without the data race that fails the test."""
    folder = program.parent
    done = run_pycc("--emit", "c", program, "-o", folder / "program.c")
    assert done.returncode == 0, done.stderr
    made = build(folder / "program.c", main, runtime)
    ran = execute(made, *arguments, TSAN_OPTIONS="halt_on_error=1")
    if "unexpected memory mapping" in ran.stderr:
        pytest.skip("ThreadSanitizer does not run on this kernel")
    assert ran.returncode == 0, ran.stdout + ran.stderr[-4000:]
    return ran.stderr


def test_copies_are_private(tmp_path: Path, runtime: Path) -> None:
    """Reductions into elements, also when an iteration fails."""
    (tmp_path / "elements.py").write_text(PROGRAM)
    run(tmp_path / "elements.py", "elements_main.c", runtime)


# ---- the catalogue

def packed(args: tuple) -> bytes:
    """Arguments as calls_main.c reads them."""
    text = struct.pack("q", len(args))
    for a in args:
        if isinstance(a, np.ndarray):
            text += struct.pack(f"qqq{a.ndim}q", 2, a.ndim, a.itemsize, *a.shape) + np.ascontiguousarray(a).tobytes()
        elif isinstance(a, float):
            text += struct.pack("qd", 1, a)
        else:
            text += struct.pack("qq", 0, int(a))
    return text


def size(args: tuple) -> int:
    """Bytes of all arrays."""
    return sum(a.nbytes for a in args if isinstance(a, np.ndarray))


def calls(file: str, functions: list[str]) -> bytes:
    """One call of each function: the largest case that is not too large; and one that collides."""
    module, found = catalogue(file), []
    for number, name in enumerate(functions):
        rows = [args for args in module.CASES[name] if size(args) < 200_000]
        rows = sorted(rows or module.CASES[name], key=size)[-1:]
        rows += [args for args, _ in getattr(module, "COLLIDING", {}).get(name, [])][:1]
        found += [struct.pack("q", number) + packed(args) for args in rows]
    return struct.pack("q", len(found)) + b"".join(found)


@pytest.mark.parametrize("file", ["independent", "reduction", "elements", "checked"])
def test_catalogue(file: str, tmp_path: Path, runtime: Path) -> None:
    """Every loop of the race catalogue that is accepted."""
    functions = [k for k in names(file) if not k.startswith("_")]
    text = source(file, *functions)
    order = [line[4:line.index("(")] for line in text.splitlines() if line.startswith("def ")]
    (tmp_path / "loops.py").write_text(text)
    (tmp_path / "calls").write_bytes(calls(file, [k for k in order if k in functions]))
    said = run(tmp_path / "loops.py", "calls_main.c", runtime, tmp_path / "calls")
    done, ran = said.count(" done\n"), {line.split()[0] for line in said.splitlines()}
    assert ran == set(functions) and done >= len(functions), said


def test_a_race_is_seen(tmp_path: Path, runtime: Path) -> None:
    """The same on code in which the threads share what they must not."""
    (tmp_path / "loops.py").write_text("from pycc import f64, prange\n\n\ndef f(y: f64[:]) -> None:\n"
                                       "    for i in prange(len(y)):\n        y[i] = y[i] + 1.0\n")
    (tmp_path / "calls").write_bytes(struct.pack("qq", 1, 0) + packed((np.zeros(2_000_000),)))
    run(tmp_path / "loops.py", "calls_main.c", runtime, tmp_path / "calls")
    broken = (tmp_path / "program.c").read_text().replace("PYCC_BY1(f64, y, i) +=", "PYCC_BY0(f64, y) +=")
    assert "BY0(f64, y) +=" in broken
    (tmp_path / "broken.c").write_text(broken)
    made = build(tmp_path / "broken.c", "calls_main.c", runtime)
    # where other work holds the processors, one thread may be through before another begins
    assert any("data race" in execute(made, "calls").stderr for _ in range(20))


def test_steps_that_wait(tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps of time loops: parts of the rows on each thread, and groups of sweeps that run in order."""
    monkeypatch.setenv("PYCC_NEAR_CACHE", "2K")
    (tmp_path / "steps.py").write_text(STEPS)
    a = np.random.default_rng(1).random((300, 50))
    found = [struct.pack("q", number) + packed((30, a, a * 0.5)) for number in range(2)]
    (tmp_path / "calls").write_bytes(struct.pack("q", len(found)) + b"".join(found))
    assert run(tmp_path / "steps.py", "calls_main.c", runtime, tmp_path / "calls").count(" done\n") == 4
