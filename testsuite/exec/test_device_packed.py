"""Footprints that are packed on their way to a device and home: by several threads, in pieces, through pinned memory.

What moves is little of what lies between: columns, every third row of a transposed array, elements that are left out, a
triangle. With one thread and with several, results are NumPy's to the bit.
"""
from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Iterator

import numpy as np
import pytest

import pycc

from harness import compile_text, device_or_skip

TWICE = """
@pycc.gpu
def twice_{0}(a: {0}[:, :], b: {0}[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j] + a[i, j]
"""

SOURCE = """
import pycc
from pycc import c128, f32, f64, i8, prange
""" + "".join(TWICE.format(t) for t in ("i8", "f32", "f64", "c128")) + """
@pycc.gpu
def apart(a: f32[:, :], b: f32[:, :]) -> None:
    for i in prange(a.shape[0]):
        b[i, 0] = a[i, 0] + a[i, 3]
        b[i, 3] = a[i, 4]

@pycc.gpu
def triangle(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(b.shape[0]):
        for j in prange(i + 1):
            b[i, 4 * j] = a[i, 4 * j] + b[i, 4 * j]
"""


def numbers(dtype: Any, *shape: int) -> np.ndarray:
    return (np.arange(np.prod(shape)) * 7 % 101).reshape(shape).astype(dtype)


def columns(a: np.ndarray) -> np.ndarray:
    return a[:, ::5]


def turned(a: np.ndarray) -> np.ndarray:
    return a.T[::3, ::-2]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return compile_text(SOURCE, tmp_path_factory.mktemp("packed"), "-O1", name="packed")


@pytest.fixture(params=[1, 3], ids="{}threads".format)
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A device with memory of its own, and so many threads of the host."""
    device_or_skip(monkeypatch, transfers="copy")
    monkeypatch.setenv("PYCC_KERNELS", "general")
    before = pycc.get_num_threads()
    pycc.set_num_threads(request.param)
    yield request.param
    pycc.set_num_threads(before)


def check(function: Callable, numpy: Callable, a: np.ndarray, b: np.ndarray, view: Callable | None = None) -> None:
    """The same, moving less than half of what lies there; what is left out stays as it is."""
    wanted, view = b.copy(), view or (lambda x: x)
    numpy(view(a), view(wanted))
    with pycc.profile() as p:
        function(view(a), view(b))
    assert p.nests == 1 and not p.fallbacks, p
    assert p.bytes_moved == p.bytes_needed and 2 * p.bytes_moved < a.nbytes + b.nbytes
    assert np.array_equal(b, wanted), f"{a.dtype} {a.shape}"


def add_columns(a: np.ndarray, b: np.ndarray) -> None:
    b[:, 0] = a[:, 0] + a[:, 3]
    b[:, 3] = a[:, 4]


def add_triangle(a: np.ndarray, b: np.ndarray) -> None:
    b[:, ::4] += np.tril(a[:, ::4])


def test_strides(module: ModuleType, threads: int) -> None:
    """A few bytes, some that threads share, and as much as goes in pieces."""
    for name, dtype, view in [("i8", "i1", columns), ("f32", "f4", columns), ("f64", "f8", turned), ("c128", "c16", columns)]:
        for shape in [(30, 70), (900, 1300), *([(2500, 2400)] if name == "c128" else [])]:
            check(getattr(module, f"twice_{name}"), lambda a, b: np.add(a, a, out=b), numbers(dtype, *shape),
                  numbers(dtype, *shape), view)


def test_elements_apart(module: ModuleType, threads: int) -> None:
    for n in (100, 300_000):
        check(module.apart, add_columns, numbers("f4", n, 11), numbers("f4", n, 11))


def test_triangle(module: ModuleType, threads: int) -> None:
    for n in (20, 700):
        check(module.triangle, add_triangle, numbers("f8", n, 4 * n), numbers("f8", n, 4 * n))
