"""Kernels run on the device and do what the interpreter does: index spaces, boxes of iterations that are full and not,
results, strips of inner loops, types, checks that fail."""
from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType
from typing import Any, Iterator

import numpy as np
import pytest

import pycc

from harness import check, compile_file, load, outcome

SOURCE = '''
import numpy as np
import pycc
from pycc import c128, f32, f64, i8, i64, prange, u32

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
def rows(a: f64[:, :], x: f64[:], y: f64[:]) -> None:
    for i in prange(a.shape[0]):
        s = 0.0
        for k in range(a.shape[1]):
            s += a[i, k] * x[k]
        y[i] = s

@pycc.gpu
def bodies(x: f64[:, :], f: f64[:, :]) -> None:
    n = x.shape[0]
    for i in prange(n):
        fx = 0.0
        fy = 0.0
        for j in range(n):
            dx = x[j, 0] - x[i, 0]
            dy = x[j, 1] - x[i, 1]
            d = dx * dx + dy * dy + 0.01
            w = 1.0 / (d * d ** 0.5)
            fx += w * dx
            fy += w * dy
        f[i, 0] = fx
        f[i, 1] = fy

@pycc.gpu
def sums(a: f64[:, :]) -> tuple[f64, f64, f64[:], f64[:]]:
    return a.sum(), a.max() - a.min(), a.sum(axis=0), a.sum(axis=1)

@pycc.gpu
def several(a: f32[:], k: int) -> tuple[f32, int, bool]:
    s = f32(0.0)
    n = 0
    found = False
    for i in prange(len(a)):
        if a[i] > k:
            n += 1
            s += a[i]
        if a[i] < -k:
            found = True
    return s, n, found

@pycc.gpu
def powers(a: f64[:], b: f64[:, :]) -> None:
    for i in prange(len(a)):
        b[i, 0] = a[i] ** 0.5
        b[i, 1] = a[i] ** 1.5
        b[i, 2] = a[i] ** -0.5
        b[i, 3] = a[i] ** -1
        b[i, 4] = a[i] ** -1.5
        b[i, 5] = a[i] ** -2
        b[i, 6] = a[i] ** 2

@pycc.gpu
def integers(a: i8[:], b: i8[:], c: i8[:, :]) -> None:
    for i in prange(len(a)):
        c[i, 0] = a[i] // b[i]
        c[i, 1] = a[i] % b[i]
        c[i, 2] = a[i] * b[i] + a[i]
        c[i, 3] = a[i] >> 2
        c[i, 4] = min(a[i], b[i])
        c[i, 5] = np.gcd(a[i], b[i])

@pycc.gpu
def conversions(x: f64[:], c: i64[:, :], u: u32[:]) -> None:
    for i in prange(len(x)):
        c[i, 0] = np.int64(x[i])
        c[i, 1] = np.int32(x[i])
        c[i, 2] = np.int8(x[i])
        u[i] = np.uint32(x[i])

@pycc.gpu
def complexes(z: c128[:], w: c128[:]) -> None:
    w[:] = z * np.conj(z) + np.sqrt(z) / (z + 2) - np.exp(z) * 1j + abs(z)

@pycc.gpu
def randoms(x: f64[:], n: i64[:]) -> None:
    for i in prange(len(x)):
        x[i] = pycc.random.uniform(7, i)
        n[i] = pycc.random.integers(7, i, 1000)

@pycc.gpu
def gather(x: f64[:], at: i64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        y[i] = x[at[i]]

@pycc.gpu
def few_inverses(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        t = 1.0 / float(x[i])
        if t > 4.0:
            continue
        y[i] = t

@pycc.gpu
def quotients(a: i64[:], b: i64[:], s: f64[:]) -> None:
    for i in prange(len(s)):
        t = 0.0
        for k in range(4):
            t += int(a[i]) / int(b[i] + k)
        s[i] = t

def collatz(n: int) -> int:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps

@pycc.gpu
def lengths(out: i64[:]) -> None:
    for i in prange(len(out)):
        out[i] = collatz(i + 1)

@pycc.gpu
def backwards(a: f64[:], b: f64[:]) -> None:
    for i in prange(len(a) - 1, -1, -3):
        b[i] = a[i] + i
'''

RNG = np.random.default_rng(5)


def numbers(*shape: int) -> np.ndarray:
    """Multiples of 1/8, whose sums and products are exact."""
    return RNG.integers(-40, 40, shape) / 8


def small(*shape: int) -> np.ndarray:
    """Small integers of 8 bits, none of them 0."""
    return RNG.choice(np.array([-128, -7, -3, -1, 1, 2, 5, 127], "i1"), shape)


SPECIAL = np.array([0.0, -0.0, 1.0, 2.0, -2.0, np.inf, -np.inf, np.nan, 1e-300, 1e300, 3.7, 1e-206, 5e-324])
WIDE = np.array([0.0, -0.9, 1.9, -1.9, 127.5, 128.5, -129.0, 3e9, -3e9, 1e18, 1e19, -1e19, np.inf, -np.inf, np.nan])

CASES: list[tuple[str, tuple]] = [
    *[("product", (numbers(m, p), numbers(p, n), numbers(m, n)))
      for m, p, n in [(1, 1, 1), (4, 3, 8), (9, 5, 17), (33, 40, 70), (64, 64, 64), (3, 0, 5)]],
    ("product", (numbers(40, 30).T, numbers(80, 80)[::2, ::3], numbers(30, 27))),
    *[("rank_k", (numbers(n, k), numbers(n, n))) for n, k in [(1, 1), (5, 3), (34, 20)]],
    *[("rows", (numbers(m, n), numbers(n), numbers(m))) for m, n in [(1, 7), (5, 8), (300, 33), (20, 0)]],
    *[("bodies", (RNG.random((n, 2)), np.zeros((n, 2)))) for n in [1, 7, 8, 50]],
    *[("sums", (numbers(m, n),)) for m, n in [(1, 1), (3, 40), (500, 3), (70, 130)]],
    ("sums", (numbers(60, 70).T,)),
    ("sums", (numbers(60, 70)[::2, ::-3],)),
    *[("several", (numbers(n).astype("f4"), 2)) for n in [1, 100, 70001]],
    ("powers", (SPECIAL, np.zeros((len(SPECIAL), 7)))),
    ("integers", (small(500), small(500), np.zeros((500, 6), "i1"))),
    ("conversions", (WIDE, np.zeros((len(WIDE), 3), "i8"), np.zeros(len(WIDE), "u4"))),
    ("complexes", (RNG.random(100) - 0.5 + 1j * RNG.random(100), np.zeros(100, complex))),
    ("randoms", (np.zeros(1000), np.zeros(1000, "i8"))),
    ("gather", (numbers(50), RNG.integers(-50, 50, 400), np.zeros(400))),
    ("quotients", (np.arange(9), np.arange(9) + 1, np.zeros(9))),
    ("lengths", (np.zeros(700, "i8"),)),
    ("backwards", (numbers(100), numbers(100))),
    ("few_inverses", (np.arange(1, 10) / 8, np.zeros(9))),
]


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ModuleType, ModuleType]]:
    """Interpreted, and compiled with its kernels on the device."""
    folder = tmp_path_factory.mktemp("kernels")
    (folder / "kernels.py").write_text(SOURCE)
    target = compile_file(folder / "kernels.py", folder, "-O0")
    before = os.environ.get("PYCC_PLACE")
    os.environ["PYCC_PLACE"] = "gpu"
    made = load("kernels", target)
    with pycc.profile() as p:
        made.backwards(np.ones(10), np.ones(10))
    if p.device is None:
        pytest.skip("no OpenCL device")
    yield load("kernels", target.with_suffix(".py")), made
    if before is None:
        del os.environ["PYCC_PLACE"]
    else:
        os.environ["PYCC_PLACE"] = before


def run(modules: tuple[ModuleType, ModuleType], name: str, args: tuple) -> Any:
    """The two agree; what the device did."""
    plain, fast = getattr(modules[0], name), getattr(modules[1], name)
    with np.errstate(all="ignore"):
        expected = outcome(plain, args)
    with pycc.profile() as p:
        check(expected, fast, args, False, name)
    return p


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c[0]}-{'-'.join(str(np.shape(a)) for a in c[1])}")
def test_runs_there(modules: tuple[ModuleType, ModuleType], case: tuple[str, tuple]) -> None:
    name, args = case
    p = run(modules, name, args)
    empty = any(np.size(a) == 0 for a in args)
    assert empty or (p.launches > 0 and p.fallbacks == ())


@pytest.mark.parametrize("name, args", [
    ("gather", (numbers(50), np.array([3, 51, -1]), np.zeros(3))),
    ("gather", (numbers(0), np.array([0]), np.zeros(1))),
    ("few_inverses", (np.arange(9) / 8, np.zeros(9))),
    ("quotients", (np.arange(9), np.arange(9) - 6, np.zeros(9))),
])
def test_fails_there(modules: tuple[ModuleType, ModuleType], name: str, args: tuple) -> None:
    """The exception of the lowest iteration, by the host."""
    assert run(modules, name, args).fallbacks != ()
