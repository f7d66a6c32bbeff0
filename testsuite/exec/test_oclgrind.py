"""Kernels under oclgrind, an OpenCL device that watches every access: no element outside of a buffer, no two
work-items at one element without a barrier between.

Small sizes: it interprets kernels, a thousand times slower than a device.
"""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness import HERE, SANITIZED, compile_file

LIBRARY = Path("/usr/lib/oclgrind/liboclgrind-rt.so")
SAMPLES = HERE.parents[1] / "samples"

pytestmark = pytest.mark.skipif(SANITIZED or not LIBRARY.exists(), reason="oclgrind is not installed")

REDUCTIONS = '''
import numpy as np

import pycc
from pycc import f64, i64, prange


@pycc.gpu
def reductions(x: f64[:], y: f64[:], k: i64[:]):
    s = 0.0
    m = x[0]
    for i in prange(len(x)):
        s += x[i] * y[k[i]]
        m = max(m, y[i])
    counts = np.zeros(7, dtype=np.int64)
    for i in prange(len(x)):
        counts[k[i] % 7] += k[i]
    return s, m, np.sum(x), (x[1:] - x[:-1]) * 2.0, counts


def arguments(n):
    x = np.arange(float(n))
    return x, x[::-1] * 0.5, np.arange(n)[::-1].copy()


DEMO = "reductions", arguments, 1000
'''

ROWS = '''
import numpy as np

import pycc
from pycc import f64


@pycc.gpu
def rows(x: f64[:, :], y: f64[:, :]):
    for i in pycc.prange(len(x)):
        m = x[i, 0]
        for k in range(x.shape[1]):
            m = max(m, x[i, k])
        s = 0.0
        y[i, 0] = m
        for k in range(x.shape[1]):
            s += x[i, k] - m
            y[i, k] = s
        for k in range(i):
            y[i, k] = y[i, k] + m
    return np.argmin(x), x.argmax(axis=1), x.sum(axis=1)


def arguments(n):
    x = np.arange(3.0 * n).reshape(3, n) % 17.0
    return x, x * 0.5


DEMO = "rows", arguments, 300
'''

SCANS = '''
import numpy as np

from pycc import f64, i64
from pycc.copperhead import *


@cu
def scans(x: f64[:], k: i64[:]):
    def step(a, b):
        return a[0] | b[0], b[1] if b[0] != 0 else a[1] + b[1]
    flags, totals = unzip(scan(step, zip(k, x)))
    return totals, rscan(op_add, k), filter(lambda v: v > 3, x)


def arguments(n):
    return np.arange(float(n)) % 7.0, np.arange(n) % 50 // 49


DEMO = "scans", arguments, 600
'''

WRITTEN = {"reductions": REDUCTIONS, "rows": ROWS, "scans": SCANS}
FLAGS = {"scans": ("--gpu",)}

RUN = '''
import copy, importlib.util, sys
import numpy as np
import pycc


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plain, compiled = load("plain", sys.argv[1]), load(sys.argv[3], sys.argv[2])
name, arguments, _ = plain.DEMO
own = arguments(int(sys.argv[4]))
same = copy.deepcopy(own)
with pycc.places.here:
    expected = getattr(plain, name)(*own)
with pycc.profile() as p:
    got = getattr(compiled, name)(*same)
flat = lambda r, args: [*(r if isinstance(r, tuple) else [r]), *args]
for e, g in zip(flat(expected, own), flat(got, same)):
    assert e is None and g is None or np.allclose(e, g, rtol=1e-12), name
assert "Oclgrind" in p.device and p.nests > 0 and p.fallbacks == (), p
'''


PLANTED = '''
import pycc
from pycc import f64, prange


@pycc.gpu
def clean(x: f64[:, :], y: f64[:, :]) -> None:
    for position in prange(len(x)):
        y[position, 0] = x[position, 0] + 1.0


@pycc.gpu
def reads(x: f64[:, :], y: f64[:, :]) -> None:
    for position in prange(len(x)):
        y[position, 0] = x[position, 0] + 2.0


@pycc.gpu
def writes(x: f64[:, :], y: f64[:, :]) -> None:
    for position in prange(len(x)):
        y[position, 0] = x[position, 0] + 3.0


@pycc.gpu
def meets(x: f64[:, :], y: f64[:, :]) -> None:
    for position in prange(len(x)):
        y[position, 0] = x[position, 0] + 4.0


@pycc.gpu
def shares(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        s = 0.0
        for k in range(x.shape[1]):
            s += x[i, k]
        y[i, 0] = s
'''

# In kernels' text: what stands there, the fault, and what oclgrind finds: in which kernel, what, in which memory.
FAULTS = [
    (b"x[PYCC_A0(position)] + 2.0", b"x[PYCC_A0(5)] + 2.0", ("reads", "Invalid read", "global")),
    (b"y[PYCC_A1(position)] = x[PYCC_A0(position)] + 3.0", b"y[PYCC_A1(5)] = x[PYCC_A0(position)] + 3.0",
     ("writes", "Invalid write", "global")),
    (b"y[PYCC_A1(position)] = x[PYCC_A0(position)] + 4.0", b"y[PYCC_A1(0)] = x[PYCC_A0(position)] + 4.0",
     ("meets", "Write-write data race", "global")),
    (b"barrier(CLK_LOCAL_MEM_FENCE);", b";", ("shares", "Read-write data race", "local")),
]

CALL = '''
import sys
import numpy as np

sys.path.insert(0, sys.argv[1])
import planted

for name in ("clean", "reads", "writes", "meets", "shares"):
    getattr(planted, name)(np.arange(5.0 * 200).reshape(5, 200), np.zeros((5, 1)))
'''


def watched(log: Path, **settings: str) -> dict[str, str]:
    """The environment of a process whose device is oclgrind.

    PYCC_KERNELS=general where nests are called with several sizes: otherwise kernels are built in the background too,
    and oclgrind (21.10) crashes in LLVM when two programs of a context are built at once, which share an LLVMContext.
    """
    outer = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    return {**outer, "PYCC_OPENCL_LIBRARY": str(LIBRARY), "PYCC_PLACE": "gpu", "PYCC_TRANSFERS": "copy",
            "PYCC_CACHE_DIR": "", "OCLGRIND_LOG": str(log), "OCLGRIND_DATA_RACES": "1", **settings}


@pytest.mark.parametrize("name, size, local", [
    ("matmul", 9, ""), ("rank_k", 7, ""), ("stencil", 12, ""), ("nbody", 80, "use"), ("reductions", 700, ""),
    ("heat", 6, ""), ("rows", 150, ""), ("scans", 600, ""), ("matmul", 40, "use"), ("rank_k", 36, "use"), ("stencil", 40, "use")])
def test_kernels_touch_what_is_theirs(name: str, size: int, local: str, tmp_path: Path) -> None:
    """Right results, and not a line in oclgrind's log."""
    source = SAMPLES / f"{name}.py"
    if name in WRITTEN:
        source = tmp_path / f"{name}.py"
        source.write_text(WRITTEN[name])
    target, log = compile_file(source, tmp_path, "-O0", *FLAGS.get(name, ())), tmp_path / "log"
    done = subprocess.run([sys.executable, "-c", RUN, str(source), str(target), name, str(size)], capture_output=True,
                          text=True, timeout=300, env=watched(log, PYCC_LOCAL_MEMORY=local, PYCC_ROWS="group"))
    assert done.returncode == 0, done.stderr
    assert not log.exists() or log.read_text() == ""


@pytest.mark.parametrize("file, which", [("random", "arrays"), ("random", "fusion"), ("programs", "prange"),
                                         ("programs", "not prange")])
def test_file(file: str, which: str, tmp_path: Path) -> None:
    """Tests that run in a process whose device is oclgrind: as interpreted, and not a line in the log either."""
    log = tmp_path / "log"
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", tmp_path / "made",
                           "-k", which, HERE / f"oclgrind_{file}.py"], capture_output=True, text=True, timeout=600, env=watched(log))
    assert done.returncode == 0, done.stdout + done.stderr
    assert not log.exists() or log.read_text() == ""


def test_faults_are_found(tmp_path: Path) -> None:
    """Planted in kernels' text, in the module: an element behind the end read and written, work-items that write one
    element, a barrier left out. Each is in the log that the other tests want empty, and nothing else is."""
    (tmp_path / "planted.py").write_text(PLANTED)
    target, log = compile_file(tmp_path / "planted.py", tmp_path, "-O0"), tmp_path / "log"
    module = target.read_bytes()
    for there, fault, _ in FAULTS:
        assert there in module
        module = module.replace(there, fault.ljust(len(there)))
    target.write_bytes(module)
    done = subprocess.run([sys.executable, "-c", CALL, tmp_path], capture_output=True, text=True, timeout=100,
                          env=watched(log, PYCC_ROWS="group"))
    assert done.returncode == 0, done.stderr
    said = re.findall(r"^(Invalid \w+|\w+-\w+ data race).* (\w+) memory.*\n\s*Kernel: (\w+)__", log.read_text(), re.M)
    assert {(kernel, what, memory) for what, memory, kernel in said} == {found for _, _, found in FAULTS}
