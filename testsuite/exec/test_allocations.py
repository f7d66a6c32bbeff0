"""A time loop allocates nothing after its first turns: arrays made anew keep or find the memory of earlier ones."""
from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from harness import SANITIZED, compile_text

HERE = Path(__file__).resolve().parent
SOURCE = '''
import numpy as np
from pycc import f64, prange

def views(x: f64[:], steps: int):
    for t in range(steps):
        y = x[:-1] * 2 + x[1:]
        z = np.sqrt(np.abs(y[::-1])) + y.sum() * 1e-9
        x[1:] = z

def accumulated(x):
    return np.cumsum(x) * 1e-9

def helper(x: f64[:], steps: int):
    for t in range(steps):
        y = accumulated(x)
        x[:] = y[::-1] - y

def swapped(x: f64[:], steps: int):
    u = x * 1
    v = np.zeros_like(u)
    for t in range(steps):
        v = np.roll(u, 1) * 0.25 + u * 0.5
        u, v = v, u
    x[:] = u

def rebound(x: f64[:], steps: int):
    u = x * 1
    for t in range(steps):
        u = u + 0.5 * (u[::-1] - u)
    x[:] = u

def either(x: f64[:], steps: int):
    for t in range(steps):
        w = np.zeros(len(x))
        if t % 2 == 0:
            w = x + 1
        x[0] += w[1] * 1e-9

def two_sizes(x: f64[:], steps: int):
    for t in range(steps):
        n = len(x) // 2 + t % 2
        w = np.zeros(n)
        w += x[:n]
        x[:n] = w[::-1]

def rows(x: f64[:], steps: int):
    a = x.reshape(-1, 4)
    for t in range(steps):
        for i in prange(len(a)):
            r = a[i, ::-1] * 0.5
            a[i, 0] = r.sum() + np.sqrt(np.abs(r)).max()

def one_less(x: f64[:], steps: int):  # a new size each turn: the count must tell
    for t in range(steps):
        w = x[t:] + 1
        x[t] = w[0]
'''
COUNT = '''
import ctypes, json
import numpy as np
import turns
made = ctypes.CDLL(None).allocations
made.restype = ctypes.c_long
def count(function, n, steps):
    least = None
    for _ in range(4):
        x = np.ones(n)
        before = made()
        function(x, steps)
        now = made() - before
        least = now if least is None else min(least, now)
    return least
names = [n for n in vars(turns) if type(getattr(turns, n)).__module__ == "pycc"]
print(json.dumps({n: [[count(getattr(turns, n), size, s) for s in (6, 66)] for size in (300, 4000, 100000)]
                  for n in names}))
'''


@pytest.mark.skipif(SANITIZED, reason="sanitizers have a malloc of their own")
def test_time_loops_allocate_nothing(tmp_path: Path) -> None:
    """6 turns and 66 ask for memory equally often, be the arrays small or large; below 1 KB malloc has blocks ready."""
    shim = tmp_path / "count.so"
    subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", HERE / "count_allocations.c", "-o", shim],
                   check=True)
    compile_text(SOURCE, tmp_path, "-O1", name="turns")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "LD_PRELOAD": str(shim), "PYCC_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    telling = counts.pop("one_less")
    assert all(many >= few + 60 for few, many in telling), f"the count sees nothing: {telling}"
    assert "rows" in counts
    wrong = {name: c for name, c in counts.items() if any(many > few for few, many in c)}
    assert not wrong, f"allocations in 6 turns and in 66: {wrong}"


PAGES = '''
import resource
import numpy as np
import twice
x, kept = np.ones(1_000_000), []
def new_pages(calls):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(calls):
        made = twice.twice(x)
        kept.append([np.empty(k) for k in range(1, 40)])
        del made
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
new_pages(5)
print(new_pages(40))
'''


@pytest.mark.skipif(SANITIZED, reason="sanitizers have a malloc of their own")
def test_results_take_the_memory_of_earlier_ones(tmp_path: Path) -> None:
    """A result that is gone leaves its pages to the next one, also where small things have been allocated since."""
    compile_text("from pycc import f64\ndef twice(x: f64[:]):\n    return x * 2\n", tmp_path, "-O1", name="twice")
    done = subprocess.run([sys.executable, "-c", PAGES], env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True,
                          text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 6000, "40 results of 8 MB have pages of their own"


def test_large_results_that_are_dropped_are_kept_for_the_next_call(tmp_path: Path) -> None:
    text = "from pycc import f64\ndef doubled(x: f64[:]):\n    return 2 * x\n"
    doubled = compile_text(text, tmp_path, name="results_kept").doubled
    x, y = np.arange(1 << 18, dtype=float), np.ones(1 << 19)
    a = doubled(x)
    assert a.base is None and a.flags.owndata
    at = a.ctypes.data
    del a
    b, c = doubled(x), doubled(y)
    assert b.ctypes.data == at and (b == 2 * x).all() and (c == 2).all()
    b.resize(1 << 19, refcheck=False)
    assert (b[:1 << 18] == 2 * x).all() and not b[1 << 18:].any()
    del b
    d = doubled(y)
    d.resize(1 << 17, refcheck=False)
    assert (d == 2).all() and (doubled(y[:1 << 17]) == 2).all() and (c == 2).all()
    assert (pickle.loads(pickle.dumps(c)) == c).all()
