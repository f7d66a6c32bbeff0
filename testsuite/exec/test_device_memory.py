"""The host's memory ends somewhere in a call that uses a device: the result is right all the same, or it is a
MemoryError, later calls work, and nothing is left behind.

Every allocation of the module, its part of the run time included, fails once (fail_allocations.c): those of a first
call, which opens the device and builds kernels, in processes of their own, those of later calls one after the other.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harness import DEVICE, HERE, SANITIZED, compile_file

pytestmark = pytest.mark.skipif(SANITIZED or not DEVICE, reason="no OpenCL driver, or none built with sanitizers")

# Nests that follow one another, an array made anew, footprints that are packed, counts, a result, one that may fail.
PROGRAM = """
import numpy as np

import pycc
from pycc import f64, i64, prange


def arguments(n):
    x = np.arange(20.0 * n).reshape(20, n) / 7
    return x, x[::-1].copy(), np.arange(5), np.arange(n)


@pycc.gpu
def several(x: f64[:, :], y: f64[:, :], counts: i64[:], at: i64[:]) -> float:
    n, m = x.shape
    w = x * 2.0
    for t in range(2):
        for i in prange(1, n - 1):
            for j in prange(1, m - 1):
                y[i, j] = 0.25 * (x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + w[i, j + 1])
        for i in prange(n):
            counts[i * i % 5] += i + 1
        w = x * 2.0 + y
    for i in prange(n):
        x[i, 1] = y[i, 3] + x[i, 1]
    for j in prange(m):
        y[0, j] = x[1, at[j]]
    return w.sum()
"""

RUN = '''
import ctypes, gc, importlib.util, json, os, sys, tempfile, warnings
import numpy as np

ROUNDS = 12  # of which one without more will do: what was enqueued may end late


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plain, compiled = load("plain", sys.argv[1]), load("memory", sys.argv[2])
warnings.simplefilter("ignore")
library = ctypes.CDLL(None)
for line in open("/proc/self/maps"):
    if sys.argv[2] in line and "r-xp" in line:
        library.watch_module(*(ctypes.c_size_t(int(x, 16)) for x in line.split()[0].split("-")))
library.fail_at.restype = library.live_allocations.restype = ctypes.c_long
own = plain.arguments(31)
expected = plain.arguments(31)
expected += plain.several(*expected),


def call(failing=0):
    """How it ended, and how many allocations were made. Arrays are at the same addresses in every call."""
    for a, start in zip(own, plain.arguments(31)):
        a[...] = start
    library.fail_at(failing)
    try:
        result = compiled.several(*own)
    except MemoryError:
        return "MemoryError", library.fail_at(0)
    made = library.fail_at(0)
    right = all(np.allclose(a, b, 1e-12, 0) for a, b in zip(expected, (*own, result)))
    return "right" if right else "wrong", made


def in_child(action):
    """What action gives in a process of its own."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(write, json.dumps(action()).encode())
        os._exit(0)
    os.close(write)
    text = os.fdopen(read).read()
    status = os.waitpid(pid, 0)[1]
    return json.loads(text) if status == 0 else {"ended": f"status {status:x}", "later": []}


def cold(k):
    """The first call with a fault, and later ones."""
    ended, made = call(k)
    later = [call()[0] for _ in range(3)]
    return {"k": k, "ended": ended, "later": later, "made": made}


def more_alive(k):
    """How many blocks more are alive after a fault: at least so many after each, for what is told of one is kept once."""
    ended, more = [], 1
    for _ in range(ROUNDS):
        if more > 0:
            live = library.live_allocations()
            ended += [call(k)[0], call()[0]]
            more = library.live_allocations() - live
    return {"k": k, "ended": ended, "more": more}


def warm(step, **variables):
    """Faults in one call after another."""
    os.environ.update(variables)
    for _ in range(3):
        ended, made = call()
    return [more_alive(k) for k in range(1, made + 1, step)]


usual = in_child(lambda: cold(0))
step = usual["made"] // 23 + 1
print(json.dumps({"usual": usual, "cold": [in_child(lambda: cold(k)) for k in range(1, usual["made"] + 1, step)],
                  "warm": in_child(lambda: warm(1)), "tiles": in_child(lambda: warm(11, PYCC_DEVICE_MEMORY="7K"))}))
'''


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("memory")
    library = folder / "fail.so"
    subprocess.run([*(os.environ.get("CC") or "cc").split(), "-O1", "-shared", "-fPIC", "-w", "-o", library,
                    HERE / "fail_allocations.c"], check=True)
    (folder / "memory.py").write_text(PROGRAM)
    module = compile_file(folder / "memory.py", folder, "-O0")
    environment = {**os.environ, "PYCC_PLACE": "gpu", "PYCC_TRANSFERS": "copy", "PYCC_KERNELS": "general",
                   "PYCC_CACHE_DIR": str(folder / "cache"), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", RUN, folder / "memory.py", module], capture_output=True, text=True,
                          env={**environment, "LD_PRELOAD": str(library)}, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_first_call(answers: dict[str, Any]) -> None:
    assert answers["usual"]["ended"] == "right" and answers["usual"]["made"] > 100
    for answer in answers["cold"]:
        assert answer["ended"] in ("right", "MemoryError") and {*answer["later"]} == {"right"}, answer


@pytest.mark.parametrize("which", ["warm", "tiles"])
def test_later_calls(answers: dict[str, Any], which: str) -> None:
    assert len(answers[which]) > 30
    for answer in answers[which]:
        assert {*answer["ended"]} <= {"right", "MemoryError"} and answer["ended"][-1] == "right", answer
        assert answer["more"] <= 0, answer
