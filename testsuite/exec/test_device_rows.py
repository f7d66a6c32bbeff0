"""Nests of which the inner loops combine: a work-item or a work-group for each row, the places of least and greatest
elements, and triangles, of which exactly what is read goes up and what is written comes home."""
from __future__ import annotations

import os
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any, Iterator

import numpy as np
import pytest

import pycc

from harness import check, compile_file, load, outcome

SOURCE = '''
import math
import numpy as np
import pycc
from pycc import f32, f64, c128, i8, i32, i64, prange

@pycc.gpu
def sums(a: f64[:, :]) -> tuple[f64[:], f64[:], f64[:]]:
    return a.sum(axis=1), np.max(a, axis=1), np.mean(a, axis=-1)

@pycc.gpu
def planes(a: f64[:, :, :]) -> tuple[f64[:, :], f64[:], f64[:, :]]:
    return a.sum(axis=2), a.sum(axis=(1, 2)), a.min(axis=1)

@pycc.gpu
def others(a: i8[:, :], z: c128[:, :]) -> tuple[i64[:], c128[:], i64[:], i64[:]]:
    return a.sum(axis=1), z.sum(axis=1), (a > 100).any(axis=1) * 1, (a > -100).all(axis=1) * 1

@pycc.gpu
def softmax(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(x.shape[0]):
        m = x[i, 0]
        for k in range(x.shape[1]):
            m = max(m, x[i, k])
        s = 0.0
        for k in range(x.shape[1]):
            y[i, k] = np.exp(x[i, k] - m)
            s += y[i, k]
        for k in range(x.shape[1]):
            y[i, k] /= s

@pycc.gpu
def roots(x: f64[:, :], norm: f64[:]) -> None:
    for i in prange(x.shape[0]):
        norm[i] = 0.0
        s = 0.0
        for k in range(x.shape[1]):
            s += math.sqrt(x[i, k])
        norm[i] = s

@pycc.gpu
def normalise(x: f64[:, :], norm: f64[:]) -> None:
    for i in prange(x.shape[0]):
        norm[i] = 0.0
        s = 0.0
        n = 0
        for k in range(x.shape[1]):
            s += x[i, k] * x[i, k]
            n += x[i, k] > 0.0
        norm[i] += s
        if n > 2:
            x[i, 0] = norm[i]
            for k in range(1, x.shape[1]):
                x[i, k] = x[i, k] + x[i, 0]
        else:
            x[i, 0] = -1.0

@pycc.gpu
def products(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k]
            c[i, j] = s - c[i, j]

@pycc.gpu
def below(a: f64[:, :], d: f64[:], e: f64[:]) -> None:
    for i in prange(a.shape[0]):
        s = e[i]
        for j in range(i):
            s += a[i, j]
        d[i] = s

@pycc.gpu
def apart(a: f64[:, :], b: f64[:, :]) -> None:
    n = a.shape[0]
    for i in prange(n):
        for j in range(i):
            b[i, j] = 2.0 * a[i, j]
        for j in range(i + 1, n):
            b[i, j] = -a[j, i]

@pycc.gpu
def sometimes(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i, a.shape[1]):
            if a[i, j] > 0.0:
                b[i, j] = a[i, j]

@pycc.gpu
def best(a: f64[:]) -> tuple[i64, i64]:
    return np.argmin(a), np.argmax(a)

@pycc.gpu
def best_small(a: i8[:], b: f32[:]) -> tuple[i64, i64, i64, i64]:
    return np.argmin(a), np.argmax(a > 3), np.argmax(b), np.argmin(b)

@pycc.gpu
def best_of(a: f64[:, :]) -> tuple[i64, i64, i64]:
    return np.argmin(a), np.argmax(np.abs(a - 1.0)), a[1:, ::-2].argmax()

@pycc.gpu
def best_along(a: f64[:, :]) -> tuple[i64[:], i64[:], i64[:, :], i64[:, :]]:
    return np.argmin(a, axis=0), np.argmax(a, axis=1), a.argmin(axis=1, keepdims=True), a.argmax(axis=0, keepdims=True)

@pycc.gpu
def best_in_rows(a: f64[:, :], at: i64[:]) -> None:
    for i in prange(a.shape[0]):
        at[i] = np.argmax(a[i]) - np.argmin(a[i])

@pycc.gpu
def scans(a: f64[:], b: i8[:]) -> tuple[f64[:], i64[:]]:
    return np.minimum.accumulate(a), b.cumprod()

@pycc.gpu
def scans_of_rows(a: f64[:, :]) -> tuple[f64[:, :], f64[:, :], f64[:]]:
    return np.cumsum(a, axis=0), np.maximum.accumulate(a, axis=1), np.cumsum(a)

@pycc.gpu
def carried(a: f64[:, :], b: f64[:, :], last: f64[:]) -> None:
    for i in prange(a.shape[0]):
        s = b[i, 0]
        for k in range(a.shape[1]):
            x = a[i, k]
            if x > 4.0:
                x = 4.0
            s += x * 2.0
            b[i, k] = s - x
            if s > 100.0:
                a[i, k] = s
        last[i] = s

@pycc.gpu
def histogram(x: i64[:], counts: i64[:]) -> None:
    for k in prange(len(x)):
        counts[x[k]] += 1
    for k in prange(len(counts)):
        counts[k] *= 2

@pycc.gpu
def counted(x: i64[:]) -> i64[:]:
    return np.bincount(x)

@pycc.gpu
def weighted(x: i64[:], y: i64[:], w: i32[:, :]) -> None:
    for k in prange(len(x)):
        if y[k] > 2:
            w[x[k], y[k]] += np.int32(y[k] * 3)
        for j in range(3):
            w[j, 0] += 1

@pycc.gpu
def of_floats(x: i64[:], w: f64[:]) -> None:
    for k in prange(len(x)):
        w[x[k]] += 0.5
'''

RNG = np.random.default_rng(11)


def numbers(*shape: int) -> np.ndarray:
    """Multiples of 1/8, whose sums and products are exact."""
    return RNG.integers(-40, 40, shape) / 8


def with_nan(*shape: int) -> np.ndarray:
    """One element in 50 is nan."""
    a = numbers(*shape)
    a[RNG.random(shape) < 0.02] = np.nan
    return a


ROWS: list[tuple[str, tuple]] = [
    *[("sums", (numbers(m, n),)) for m, n in [(1, 1), (3, 700), (40, 127), (5, 128), (300, 3)]],
    ("sums", (numbers(40, 50).T,)),
    ("sums", (numbers(40, 90)[::2, ::-3],)),
    ("sums", (with_nan(9, 300),)),
    *[("planes", (numbers(*s),)) for s in [(2, 3, 400), (30, 1, 9), (1, 1, 1)]],
    ("others", (RNG.integers(-128, 128, (7, 333)).astype("i1"), numbers(7, 333) + 1j * numbers(7, 333))),
    *[("softmax", (numbers(m, n), numbers(m, n))) for m, n in [(1, 1), (3, 300), (70, 20)]],
    *[("normalise", (numbers(m, n), np.zeros(m))) for m, n in [(1, 1), (5, 2), (9, 260)]],
    *[("products", (numbers(m, k), numbers(n, k), numbers(m, n))) for m, n, k in [(1, 1, 1), (3, 2, 500), (5, 7, 0)]],
    *[("below", (numbers(n, n), numbers(n), numbers(n))) for n in [1, 2, 200]],
]
FOUND: list[tuple[str, tuple]] = [
    *[("best", (a,)) for a in [numbers(1), numbers(100), numbers(70000), with_nan(5000), np.full(3000, 2.0),
                               np.full(999, np.nan), np.array([-np.inf, np.inf, -0.0, 0.0]), numbers(9000)[::-3]]],
    ("best", (np.append(numbers(5000), [np.inf, np.nan, np.inf]),)),
    ("best_small", (RNG.integers(-128, 128, 3000).astype("i1"), numbers(5000).astype("f4"))),
    ("best_small", (np.array([-128, 127, -128, 127], "i1"), np.array([np.nan, np.inf], "f4"))),
    *[("best_of", (a,)) for a in [numbers(2, 2), numbers(70, 33), with_nan(20, 30), numbers(30, 40).T, numbers(2, 5000)]],
    *[("best_along", (a,)) for a in [numbers(1, 1), numbers(70, 33), with_nan(20, 300), numbers(30, 40).T,
                                     numbers(60, 90)[::-2, ::3]]],
    *[("best_in_rows", (a, np.zeros(len(a), "i8"))) for a in [numbers(3, 300), with_nan(50, 7)]],
]
SCANS: list[tuple[str, tuple]] = [
    *[("scans", (numbers(n), RNG.integers(-128, 128, n).astype("i1"))) for n in [1, 100, 2048, 2049, 9000]],
    ("scans", (with_nan(5000)[::-1], RNG.integers(-3, 4, 15000).astype("i1")[::3])),
    *[("scans_of_rows", (a,)) for a in [numbers(1, 1), numbers(3, 300), numbers(300, 3), numbers(60, 90)[::-2, ::3]]],
    *[("carried", (numbers(m, n), numbers(m, n), numbers(m))) for m, n in [(1, 1), (3, 129), (2, 1000)]],
]
PLACES = RNG.integers(-9, 9, 20000)
COUNTS: list[tuple[str, tuple]] = [
    ("histogram", (PLACES, np.arange(9))),
    ("histogram", (PLACES[::-3], np.arange(40)[::4])),
    ("counted", (PLACES % 50,)),
    ("weighted", (PLACES % 5, PLACES % 6, np.zeros((5, 6), "i4"))),
]


WITHOUT_ROWS = ("best", "best_small", "best_of", "scans", "histogram", "counted", "weighted")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rows")
    (folder / "device_rows.py").write_text(SOURCE)
    return compile_file(folder / "device_rows.py", folder, "-O0")


@pytest.fixture(scope="module", params=["item", "group"])
def modules(request: pytest.FixtureRequest, compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ModuleType, ModuleType]]:
    """Interpreted, and compiled, with a work-item or a work-group for each row."""
    target = tmp_path_factory.mktemp(request.param) / compiled.name  # workers may come back to a kind
    shutil.copy(compiled, target)
    set_here = {"PYCC_PLACE": "gpu", "PYCC_TRANSFERS": "copy", "PYCC_ROWS": request.param,
                "PYCC_KERNELS": "general"}
    before = {name: os.environ.get(name) for name in set_here}
    os.environ.update(set_here)
    made = load("device_rows", target)
    made.rows = request.param
    with pycc.profile() as p:
        made.best(np.ones(10))
    if p.device is None:
        pytest.skip("no OpenCL device")
    yield load("device_rows", compiled.with_suffix(".py")), made
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


def run(modules: tuple[ModuleType, ModuleType], name: str, args: tuple) -> Any:
    """The two agree; what the device did."""
    plain, fast = getattr(modules[0], name), getattr(modules[1], name)
    with np.errstate(all="ignore"):
        expected = outcome(plain, args)
    with pycc.profile() as p:
        check(expected, fast, args, False, name, True)
    return p


def name_of(case: tuple[str, tuple]) -> str:
    return f"{case[0]}-{'-'.join(str(np.shape(a)) for a in case[1])}"


@pytest.mark.parametrize("case", ROWS + FOUND + SCANS + COUNTS, ids=name_of)
def test_runs_there(modules: tuple[ModuleType, ModuleType], case: tuple[str, tuple]) -> None:
    name, args = case
    if modules[1].rows == "item" and name in WITHOUT_ROWS:
        pytest.skip("one kernel, whatever PYCC_ROWS says")
    p = run(modules, name, args)
    empty = any(np.size(a) == 0 for a in args) or name in ("below", "normalise") and len(args[1]) == 1
    assert empty or (p.launches > 0 and p.fallbacks == ()), p


def test_counts_that_stay(modules: tuple[ModuleType, ModuleType]) -> None:
    """An index that is out of range is the host's to raise, a root that is none too; floats are added in an order."""
    p = run(modules, "histogram", (np.append(PLACES, 50), np.arange(9)))
    assert [f.why for f in p.fallbacks] == ["an iteration raises"]
    p = run(modules, "counted", (PLACES,))
    assert [f.why for f in p.fallbacks] == ["an iteration raises"]
    squares = numbers(7, 300) ** 2
    assert run(modules, "roots", (squares, np.ones(7))).fallbacks == ()
    squares[4, 299] = -1.0
    assert [f.why for f in run(modules, "roots", (squares, np.ones(7))).fallbacks] == ["an iteration raises"]
    text = str(pycc.info(modules[1].roots).kernels(squares ** 2, np.ones(7)))
    assert ("item__id" in text) == (modules[1].rows == "group")
    assert run(modules, "of_floats", (PLACES, np.zeros(9))).launches == 0


def test_kernels_of_groups(modules: tuple[ModuleType, ModuleType]) -> None:
    """The one that was asked for runs."""
    text = str(pycc.info(modules[1].softmax).kernels(numbers(3, 300), numbers(3, 300)))
    assert ("item__id" in text) == (modules[1].rows == "group")


@pytest.mark.parametrize("name, args, up, down", [
    ("below", (numbers(30, 30), numbers(30), numbers(30)), 435 + 30, 30),
    ("below", (numbers(60, 60)[::2, ::2], numbers(90)[::3], numbers(90)[::3]), 435 + 30, 30),
    ("apart", (numbers(30, 30), numbers(30, 30)), 435, 870),
    ("sometimes", (numbers(20, 30), numbers(20, 30)), 2 * (600 - 190), 600 - 190),
])
def test_triangles(modules: tuple[ModuleType, ModuleType], name: str, args: tuple, up: int, down: int) -> None:
    """Exactly what is read goes up, exactly what is written comes home."""
    run(modules, name, args)
    with pycc.profile() as p:
        getattr(modules[1], name)(*args)
    assert p.fallbacks == () and p.bytes_moved == p.bytes_needed, p
    assert (p.bytes_up, p.bytes_down) == (8 * up, 8 * down)
