"""What calls do on a device inside `with pycc.places...`, and what pycc.profile and Info.kernels tell of it."""
from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc
from pycc import places

from harness import compile_text, device_or_skip

TEXT = '''
import numpy as np

import pycc
from pycc import f64, prange


@pycc.gpu
def axpy(a: float, x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] += a * x[i]


@pycc.gpu
def total(x: f64[:]) -> float:
    s = 0.0
    for i in prange(len(x)):
        s += x[i]
    return s


@pycc.gpu
def shifted(x: f64[:]):
    y = x * 2.0
    return y + 1.0


def first(x: f64[:]) -> float:
    return float(x[0])


def clear(x: f64[:]) -> None:
    x[0] = 0.0
'''
N = 1000


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return compile_text(TEXT, tmp_path_factory.mktemp("places"), name="placed")


@pytest.fixture
def m(compiled: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    device_or_skip(monkeypatch, transfers="copy")
    monkeypatch.delenv("PYCC_PLACE")
    return compiled


def test_arrays_go_up_once_and_come_back_once(m: ModuleType) -> None:
    x, y = np.arange(float(N)), np.zeros(N)
    with pycc.profile() as p:
        with places.gpu0:
            for _ in range(10):
                m.axpy(1.0, x, y)
            assert y[1] == 0.0
        assert y[1] == 10.0
    assert np.array_equal(y, 10.0 * x)
    assert p.nests == 10 and p.bytes_up == 2 * 8 * N and p.bytes_down == 8 * N
    assert p.bytes_moved == p.bytes_needed and p.fallbacks == ()


def test_sync_and_changes_by_the_interpreter(m: ModuleType) -> None:
    x, y, z = np.ones(N), np.zeros(N), np.zeros(N)
    with places.gpu0:
        m.axpy(2.0, x, y)
        m.axpy(3.0, x, z)
        pycc.sync(y)
        assert y[0] == 2.0
        y[:] = 100.0
        m.axpy(1.0, x, y)
        assert m.total(y) == 101.0 * N
    assert np.all(y == 101.0) and np.all(z == 3.0)


def test_other_functions_of_the_module(m: ModuleType) -> None:
    x, y = np.ones(N), np.zeros(N)
    with places.gpu0:
        m.axpy(2.0, x, y)
        assert m.first(y) == 2.0
        m.axpy(2.0, x, y)
        m.clear(y)
        m.axpy(2.0, x, y)
        z = m.shifted(y)
        assert z.tolist() == [5.0] + [13.0] * (N - 1)
    assert y.tolist() == [2.0] + [6.0] * (N - 1)


def test_views_share_their_memory(m: ModuleType) -> None:
    x, y = np.ones(N), np.zeros(2 * N)
    with places.gpu0:
        m.axpy(1.0, x, y[:N])
        m.axpy(2.0, x, y[N // 2:N // 2 + N])
        m.axpy(4.0, x, y[::2])
    expected = np.zeros(2 * N)
    expected[:N] += 1
    expected[N // 2:N // 2 + N] += 2
    expected[::2] += 4
    assert np.array_equal(y, expected)


def test_arrays_that_are_gone(m: ModuleType) -> None:
    """Their memory is not taken for that of others."""
    y = np.zeros(N)
    with places.gpu0:
        for k in range(30):
            m.axpy(1.0, np.full(N, float(k)), y)
            m.shifted(np.full(N, float(k)))
    assert np.all(y == sum(range(30)))


def test_places_in_places(m: ModuleType) -> None:
    x, y = np.ones(N), np.zeros(N)
    with pycc.profile() as p, places.gpu0:
        m.axpy(1.0, x, y)
        with places.openmp:
            assert y[0] == 1.0
            m.axpy(1.0, x, y)
        with places.here:
            m.axpy(1.0, x, y)
        assert p.nests == 1
        m.axpy(1.0, x, y)
    assert np.all(y == 4.0) and p.nests == 2


def test_threads(m: ModuleType) -> None:
    """Each thread has its own place and its own arrays."""
    results: list[bool] = []

    def work(k: int) -> None:
        x, y = np.full(N, float(k)), np.zeros(N)
        with places.gpu0:
            for _ in range(20):
                m.axpy(1.0, x, y)
        results.append(bool(np.all(y == 20.0 * k)))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == [True] * 4


def test_kernels(m: ModuleType) -> None:
    x, y = np.ones(N), np.zeros(N)
    found = pycc.info(m.axpy).kernels(1.0, x, y)
    assert len(found) == 1 and found[0].line == 10 and found[0].global_size[0] >= N
    assert "__kernel void axpy__loop1" in found[0].text and found[0].text in str(found)
    assert np.all(y == 0.0)


def test_reasons(m: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that is too small says so, with numbers."""
    x, y = np.ones(10), np.zeros(10)
    with pycc.profile() as p:
        m.axpy(1.0, x, y)
    assert p.nests == 0 and len(p.fallbacks) == 1 and len(p.forecasts) == 1
    assert "the host is faster" in p.fallbacks[0].why and p.forecasts[0].host < p.forecasts[0].device
    monkeypatch.setenv("PYCC_PLACE", "cpu")
    with pycc.profile() as p:
        m.axpy(1.0, x, y)
    assert p.nests == 0 and p.fallbacks == ()


def test_timeline(m: ModuleType, tmp_path: Path) -> None:
    x, y = np.ones(N), np.zeros(N)
    with pycc.profile() as p, places.gpu0:
        m.axpy(1.0, x, y)
    p.timeline(tmp_path / "t.html")
    phases = {s.phase for s in p.spans}
    assert {"upload", "compute", "download"} <= phases, phases
    assert all(-1e-3 <= s.begin <= s.end <= 60 for s in p.spans), p.spans
    assert (tmp_path / "t.html").read_text().count("<rect") == len(p.spans)


def test_no_driver(m: ModuleType) -> None:
    """Without OpenCL everything runs on the host; a warning and the profile say why."""
    code = ("import numpy as np, pycc, placed, warnings\n"
            "x, y = np.ones(10), np.zeros(10)\n"
            "with warnings.catch_warnings(record=True) as found, pycc.profile() as p, pycc.places.gpu0:\n"
            "    warnings.simplefilter('always')\n"
            "    placed.axpy(1.0, x, y)\n    placed.axpy(1.0, x, y)\n"
            "assert y[0] == 2.0 and p.nests == 0 and len(p.fallbacks) == 1 and p.fallbacks[0].count == 2, p\n"
            "assert len(found) <= 1\nprint(p.fallbacks[0].why)\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={
        **os.environ, "PYTHONPATH": str(Path(m.__file__).parent), "PYCC_OPENCL_LIBRARY": "/nowhere/libOpenCL.so"})
    assert done.returncode == 0, done.stderr
    assert "OpenCL" in done.stdout


def test_exit_inside_of_a_place(m: ModuleType) -> None:
    """The interpreter ends while arrays are away."""
    code = ("import numpy as np, pycc, placed\nx, y = np.ones(10), np.zeros(10)\n"
            "pycc.places.gpu0.__enter__()\nplaced.axpy(1.0, x, y)\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(Path(m.__file__).parent)})
    assert done.returncode == 0 and done.stderr == ""
