"""ThreadSanitizer on the generated code of reductions into elements and on the run time that runs it."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from harness import HERE, run_pycc

ROOT = HERE.parents[1]
SOURCES = ("parallel.c", "reduce.c", "error.c", "array.c", "math.c")
PROGRAM = """
from pycc import f64, i64, prange


def combine(g: i64[:], x: f64[:], count: i64[:], total: f64[:], high: f64[:]) -> None:
    for i in prange(len(g)):
        count[g[i]] += 1
        total[g[i]] += x[i]
        high[g[i]] = max(high[g[i]], x[i])
"""


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc: clang has another OpenMP library")
def test_copies_are_private(tmp_path: Path) -> None:
    """No data race, also when an iteration fails; threads are pthreads (tsan/gomp_pthread.c)."""
    (tmp_path / "elements.py").write_text(PROGRAM)
    done = run_pycc("--emit", "c", tmp_path / "elements.py", "-o", tmp_path / "elements.c")
    assert done.returncode == 0, done.stderr
    sources = [HERE / "tsan/elements_main.c", HERE / "tsan/gomp_pthread.c", *(ROOT / "runtime" / s for s in SOURCES)]
    includes = [f"-I{ROOT / p}" for p in ("runtime/include", "analysis/lmad")]
    built = subprocess.run(
        ["gcc", "-O1", "-g", "-fsanitize=thread", "-fwrapv", "-c", "-fopenmp", *includes,
         f'-DPROGRAM="{tmp_path / "elements.c"}"', *map(str, sources), *map(str, ROOT.glob("analysis/lmad/*.c"))],
        cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    linked = subprocess.run(["gcc", "-fsanitize=thread", *map(str, tmp_path.glob("*.o")), "-o", "elements", "-lm",
                             "-lpthread"], cwd=tmp_path, capture_output=True, text=True)
    assert linked.returncode == 0, linked.stderr
    # another sanitizer may be preloaded into this process
    environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    run = subprocess.run(["./elements"], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                         env={**environment, "TSAN_OPTIONS": "halt_on_error=1"})
    if "unexpected memory mapping" in run.stderr:
        pytest.skip("ThreadSanitizer does not run on this kernel")
    assert run.returncode == 0, run.stdout + run.stderr
