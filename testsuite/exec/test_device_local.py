"""Kernels whose groups bring elements into local memory: on devices with such memory, and wherever
PYCC_LOCAL_MEMORY=use asks for it (test_oclgrind.py looks for races). Groups that are full, at edges, outside of a
triangle; every layout of a copy."""
from __future__ import annotations

import copy
from pathlib import Path
from types import ModuleType
from typing import Iterator

import numpy as np
import pytest

import pycc

from harness import compile_once, load, shared_folder

SOURCE = '''
import math
import pycc
from pycc import c128, f32, f64, i64, prange

@pycc.gpu
def product(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] += s

@pycc.gpu
def rank_k(a: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] = 2.0 * s - c[i, j]

@pycc.gpu
def bodies(x: f64[:, :], f: f64[:, :]) -> None:
    n = x.shape[0]
    for i in prange(n):
        fx = 0.0
        fy = 0.0
        for j in range(n):
            dx = x[j, 0] - x[i, 0]
            dy = x[j, 2] - x[i, 1]
            d = dx * dx + dy * dy + x[j, 3]
            fx += d * dx
            fy += d * dy
        f[i, 0] = fx
        f[i, 1] = fy

@pycc.gpu
def charges(x: f64[:], q: f64[:], f: f64[:]) -> None:
    for i in prange(len(x)):
        s = 0.0
        for j in range(len(q)):
            s += math.sqrt(q[j]) * (x[j] - x[i])
        f[i] = s

@pycc.gpu
def five(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            b[i, j] = a[i, j] + 2 * a[i - 1, j] + 3 * a[i + 1, j] - a[i, j - 1] + 5 * a[i, j + 1]

@pycc.gpu
def three(a: f32[:], b: f32[:]) -> None:
    for i in prange(1, len(a) - 1):
        b[i] = a[i - 1] + 2 * a[i] - a[i + 1]

@pycc.gpu
def seven(a: f64[:, :, :], b: f64[:, :, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            for k in prange(1, a.shape[2] - 1):
                b[i, j, k] = (a[i, j, k] - a[i - 1, j, k] + a[i + 1, j, k] - 2 * a[i, j - 1, k] + a[i, j + 1, k]
                              - 3 * a[i, j, k - 1] + a[i, j, k + 1])

@pycc.gpu
def convolve(a: f64[:, :], w: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in prange(1, a.shape[1] - 1):
            s = 0.0
            for p in range(-1, 2):
                for q in range(-1, 2):
                    s += w[p + 1, q + 1] * a[i + p, j + q]
            b[i, j] = s

@pycc.gpu
def filtered(a: c128[:], w: c128[:], b: c128[:]) -> None:
    for i in prange(len(b)):
        s = 0j
        for k in range(len(w)):
            s += w[k] * a[i + k]
        b[i] = s

@pycc.gpu
def steps(a: i64[:], b: i64[:]) -> None:
    for i in prange(2, len(a) - 2, 2):
        b[i] = a[i - 2] + a[i] * 2 - a[i + 2]

@pycc.gpu
def edges(a: f64[:], b: f64[:]) -> None:
    n = len(a)
    for i in prange(n):
        if 0 < i < n - 1:
            b[i] = a[i - 1] + a[i + 1]
        else:
            b[i] = a[i]

@pycc.gpu
def two_sums(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            t = s
            for k in range(1, a.shape[1]):
                if s > 0:
                    t -= a[i, k - 1] * b[k, j]
            c[i, j] = t
'''

RNG = np.random.default_rng(7)


def numbers(*shape: int) -> np.ndarray:
    """Multiples of 1/8, whose sums and products are exact."""
    return RNG.integers(-40, 40, shape) / 8


A, LINE = numbers(40, 70), numbers(1000)
CASES: list[tuple[str, tuple, bool]] = [
    ("product", (numbers(40, 37), numbers(37, 70), numbers(40, 70)), True),
    ("product", (numbers(30, 40).T, numbers(80, 210)[::2, ::3][:30], numbers(40, 70)), True),
    ("product", (numbers(40, 3), numbers(3, 70), numbers(40, 70)), False),
    ("rank_k", (numbers(34, 20), numbers(34, 34)), True),
    ("rank_k", (numbers(100, 33), numbers(100, 100)), True),
    ("bodies", (numbers(50, 4), np.zeros((50, 2))), True),
    ("bodies", (numbers(2300, 4)[1500:], np.zeros((800, 2))), True),
    ("five", (A, numbers(40, 70)), True),
    ("five", (numbers(70, 40).T, numbers(40, 70)), True),
    ("five", (numbers(40, 70)[::-1, ::-1], numbers(40, 70)), True),
    ("five", (A, A), False),
    ("three", (LINE.astype("f4"), LINE.astype("f4")), True),
    ("seven", (numbers(22, 14, 70), numbers(22, 14, 70)), True),
    ("convolve", (numbers(40, 70), numbers(3, 3), numbers(40, 70)), True),
    ("filtered", (numbers(600) + 1j * numbers(600), numbers(40) * 1j, np.zeros(550, complex)), True),
    ("steps", (RNG.integers(0, 99, 2000), np.zeros(2000, "i8")), True),
    ("edges", (LINE, np.zeros(1000)), True),
    ("two_sums", (numbers(40, 37), numbers(37, 70), numbers(40, 70)), True),
    ("charges", (numbers(800), numbers(800) ** 2, np.zeros(800)), True),
]


def run(plain: ModuleType, fast: ModuleType, case: tuple[str, tuple, bool]) -> None:
    """The results are the same to the bit, and are the device's."""
    name, args, _ = case
    expected, got = copy.deepcopy((args, args))
    getattr(plain, name)(*expected)
    with pycc.profile() as p:
        getattr(fast, name)(*got)
    assert all(np.array_equal(e, g) for e, g in zip(expected, got)), name
    assert p.launches > 0 and p.fallbacks == (), p


def shares(fast: ModuleType, case: tuple[str, tuple, bool]) -> bool:
    """Does the kernel have groups that share local memory?"""
    return "#define PYCC_LOCAL 1" in str(pycc.info(getattr(fast, case[0])).kernels(*copy.deepcopy(case[1])))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module's file."""
    folder = shared_folder(tmp_path_factory, "local")
    return compile_once(folder / "locals.py", folder, "-O0", text=SOURCE)


@pytest.fixture(scope="module")
def modules(compiled: Path) -> Iterator[tuple[ModuleType, ModuleType]]:
    """Interpreted, and compiled with its kernels on the device."""
    patch = pytest.MonkeyPatch()
    patch.setenv("PYCC_PLACE", "gpu")
    patch.setenv("PYCC_LOCAL_MEMORY", "use")
    made = load("locals", compiled)
    with pycc.profile() as p:
        made.edges(np.ones(10), np.ones(10))
    if p.device is None:
        pytest.skip("no OpenCL device")
    yield load("locals", compiled.with_suffix(".py")), made
    patch.undo()


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c[0]}-{'-'.join(str(np.shape(a)) for a in c[1])}")
def test_local_memory(modules: tuple[ModuleType, ModuleType], case: tuple[str, tuple, bool]) -> None:
    """Where every element is loaded several times; not for an array that the nest writes, or a strip that is short."""
    if case[0] != "five" or case[1][0] is not case[1][1]:  # in one array no two runs are alike
        run(*modules, case)
    assert shares(modules[1], case) == case[2]


def test_check_fails(modules: tuple[ModuleType, ModuleType]) -> None:
    """All of a group come to its barriers, whoever finds it; the host raises, with what was written before."""
    args = numbers(800), numbers(800) ** 2, np.ones(800)
    args[1][777] = -1.0
    with pytest.raises(ValueError, match="math domain error"), pycc.profile() as p:
        modules[1].charges(*args)
    assert p.launches == 1 and [f.why for f in p.fallbacks] == ["an iteration raises"] and (args[2] == 1.0).all()


@pytest.mark.parametrize("kernels, memory, k", [("general", "use", 1), ("general", "use", 6), ("general", "use", 8),
                                                ("", "", 0), ("", "never", 11)])
def test_settings(compiled: Path, monkeypatch: pytest.MonkeyPatch, kernels: str, memory: str, k: int) -> None:
    """In kernels for all sizes too; not by default on processors, whose local memory is like all other."""
    monkeypatch.setenv("PYCC_PLACE", "gpu")
    monkeypatch.setenv("PYCC_KERNELS", kernels)
    monkeypatch.setenv("PYCC_LOCAL_MEMORY", memory)
    copied = compiled.with_name(f"{kernels}{memory}{k}.so")
    copied.write_bytes(compiled.read_bytes())
    fast = load("locals", copied)
    run(load("locals", compiled.with_suffix(".py")), fast, CASES[k])
    assert shares(fast, CASES[k]) == (memory == "use")
