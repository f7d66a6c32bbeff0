"""A time loop gets no new memory after its first steps, whatever its statements: page faults of long and short runs.

What NumPy itself is called for (sort, fft, solve) gets its memory from NumPy.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness import O1, SANITIZED, compile_text

SOURCE = '''
import numpy as np

from pycc import f64, prange


def helper(a, b):
    c = a * 0.5
    return c + b


def rhs(q, p):
    return p * 0.5, -np.sin(q)


def renamed(u: f64[:], n: int):
    for t in range(n):
        u_new = u * 0.5 + 1.0
        u = u_new
    return u


def called(u: f64[:], n: int):
    for t in range(n):
        u = helper(u, u)
    return u


def pairs(u: f64[:], n: int):
    v = u + 1.0
    for t in range(n):
        a, b = rhs(u, v)
        u = u + 0.1 * a
        v = v + 0.1 * b
    return u, v


def swapped(u: f64[:], n: int):
    a, b = u.copy(), u.copy()
    for t in range(n):
        b[1:-1] = a[2:] + a[:-2]
        b[1:-1] *= 0.5
        a, b = b, a
    return a


def branches(u: f64[:], n: int):
    for t in range(n):
        if t % 2 == 0:
            u = np.abs(u) + 1.0
        else:
            w = u[::-1] * 0.5
            u = w + u
    return u


def slices(u: f64[:], n: int):
    for t in range(n):
        d = u[1:] - u[:-1]
        u = np.concatenate((u[:1], u[1:] - 0.1 * d))
    return u


def sums(u: f64[:], n: int):
    s = 0.0
    for t in range(n):
        c = np.cumsum(u)
        s += c[-1] + np.sum(c * c)
        u = (u - u.mean()) / (u.std() + 1.0)
    return u, s


def rolled(u: f64[:], n: int):
    for t in range(n):
        u = u + 0.1 * (np.roll(u, 1) + np.roll(u, -1) - 2.0 * u)
    return u


def masked(u: f64[:], n: int):
    for t in range(n):
        m = u > 0.5
        u[m] -= 0.25
        u = np.where(u < 0.1, u + 0.5, u)
    return u


def filled(u: f64[:], n: int):
    for t in range(n):
        z = np.zeros(len(u))
        z[1:] = u[:-1]
        u = z + np.ones(len(u))
    return u


def explicit(u: f64[:], n: int):
    for t in range(n):
        z = np.empty(len(u))
        for i in prange(len(u)):
            z[i] = u[i] * 0.5 + i
        u = z
    return u


def early(u: f64[:], n: int):
    for t in range(n):
        w = u * 0.5
        if t > n:
            return w
        if t % 3 == 0:
            continue
        u = w + 1.0
    return u


def listed(u: f64[:], n: int):
    kept = [u, u + 1.0]
    for t in range(n):
        kept[t % 2] = kept[0] * 0.5 + kept[1]
    return kept[0]


def whiles(u: f64[:], n: int):
    t = 0
    while t < n and np.max(np.abs(u)) >= 0.0:
        u = u * 0.5 + np.flip(u) * 0.25
        t += 1
    return u


def columns(u: f64[:], n: int):
    a = u.reshape(4, -1)
    for t in range(n):
        a = (a - a.min(axis=1, keepdims=True)) / (a.sum(axis=0) + 1.0)
    return a
'''
NAMES = ["renamed", "called", "pairs", "swapped", "branches", "slices", "sums", "rolled", "masked", "filled",
         "explicit", "early", "listed", "whiles", "columns"]
SIZE = 40_000  # numbers of an array: pages enough to be seen, more than malloc keeps with the threshold below
COUNT = """
import importlib, json, resource, sys
import numpy as np
import pycc
pycc.set_num_threads(1)
module = importlib.import_module("turns")
result = {}
for name in sys.argv[2:]:
    faults = []
    for steps in (5, 5, 5, 45):
        u = np.random.default_rng(1).random(int(sys.argv[1]))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        getattr(module, name)(u, steps)
        faults.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
    result[name] = (faults[3] - min(faults[1:3])) * 4096 / (8 * int(sys.argv[1])) / 40
print(json.dumps(result))
"""


@pytest.mark.skipif(SANITIZED or sys.platform != "linux", reason="page faults of the plain library are counted")
def test_no_new_memory(tmp_path: Path) -> None:
    """Arrays' worth of new pages for each step, in many shapes of loops: none."""
    compile_text(SOURCE, tmp_path, O1, name="turns")
    environment = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=65536"}
    done = subprocess.run([sys.executable, "-c", COUNT, str(SIZE), *NAMES], cwd=tmp_path, env=environment,
                          capture_output=True, text=True, check=True)
    new = {name: arrays for name, arrays in json.loads(done.stdout).items() if arrays > 0.1}
    assert not new
