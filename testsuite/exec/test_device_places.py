"""What calls do on a device inside `with pycc.places...`, and what pycc.profile and Info.kernels tell of it."""
from __future__ import annotations

import hashlib
import mmap
import os
import struct
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc
from pycc import places

from harness import compile_text_once, device_or_skip, shared_folder

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
OTHER = '''
import pycc
from pycc import f64, prange


@pycc.gpu
def scale(x: f64[:], a: float) -> None:
    for i in prange(len(x)):
        x[i] *= a


@pycc.gpu
def add(a: float, x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] += a * x[i]


@pycc.gpu
def often(x: f64[:], y: f64[:], n: int) -> None:
    for _ in range(n):
        for i in prange(len(x)):
            y[i] += x[i]
'''
N = 1000
WHOLE = 1024  # elements of two pages


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return compile_text_once(TEXT, shared_folder(tmp_path_factory, "places"), name="placed")


@pytest.fixture
def m(compiled: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    device_or_skip(monkeypatch, transfers="copy")
    monkeypatch.delenv("PYCC_PLACE")
    return compiled


def test_arrays_go_up_once_and_come_back_once(m: ModuleType) -> None:
    x, y = (np.frombuffer(mmap.mmap(-1, 8 * WHOLE)) for _ in range(2))
    x[:] = np.arange(WHOLE)
    with pycc.profile() as p:
        with places.gpu0:
            for _ in range(10):
                m.axpy(1.0, x, y)
    assert np.array_equal(y, 10.0 * x)
    assert p.nests == 10 and p.bytes_up == 2 * 8 * WHOLE and p.bytes_down == 8 * WHOLE
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


@pytest.fixture(scope="module")
def other(compiled: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A second module, of the same run time."""
    return compile_text_once(OTHER, shared_folder(tmp_path_factory, "places"), name="other")


def test_modules_share_the_device(m: ModuleType, other: ModuleType) -> None:
    """What one of them brought over or wrote is there for the other."""
    x, y = (np.frombuffer(mmap.mmap(-1, 8 * WHOLE)) for _ in range(2))
    x[:] = np.arange(WHOLE)
    with pycc.profile() as p, places.gpu0:
        for _ in range(5):
            m.axpy(1.0, x, y)
            other.scale(y, 2.0)
        assert m.total(y) == 62.0 * x.sum()
        pycc.sync(y)
        assert y[1] == 62.0
    assert np.array_equal(y, 62.0 * x)
    assert p.nests == 11 and p.bytes_up - 8 * 128 <= 2 * 8 * WHOLE and p.bytes_down - 8 * 128 <= 8 * WHOLE, str(p)
    assert sum(d["name"] in ("placed", "other") for d in places._devices()) <= 1  # the first module's name


def test_modules_share_in_threads(m: ModuleType, other: ModuleType) -> None:
    """At once, each with its own arrays."""
    wrong: list[int] = []

    def work(k: int) -> None:
        x, y = np.full(N, float(k)), np.zeros(N)
        for _ in range(10):
            with places.gpu0:
                (m.axpy if k % 2 else other.add)(1.0, x, y)
                (other.add if k % 2 else m.axpy)(1.0, x, y)
        wrong.extend([k] * (not np.all(y == 20.0 * k)))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert wrong == []


SEVERAL = """if True:
    import os, sys, warnings, numpy as np, pycc
    names = sys.argv[1].split()
    modules = [__import__(name) for name in names]
    x, y = np.arange(100.0), np.zeros(100)
    def both():
        y[:] = 0
        with pycc.places.gpu0:
            modules[0].axpy(1.0, x, y)
            modules[1].scale(y, 2.0)
        assert (y == 2 * x).all()
    with pycc.profile() as p:
        both()
    print(p.nests, p.bytes_up, len(pycc.places._devices()))
    child = os.fork()
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        both()
    if child:
        assert os.waitpid(child, 0)[1] == 0
        pycc.places.gpu0.__enter__()
        both = modules[1].scale(y, 2.0)
"""


def test_modules_at_a_fork_and_at_the_end(m: ModuleType, other: ModuleType, tmp_path: Path) -> None:
    """Loaded in either order; the last call is away when the interpreter ends. Of another run time: each on its own."""
    folders = [str(Path(a.__file__).parent) for a in (m, other)]
    binary = Path(other.__file__).read_bytes()
    [version] = {a[7:] for a in vars(places._state()) if a.startswith("device_") and len(a) == 39}
    assert binary.count(version.encode()) == 1
    (tmp_path / "other.so").write_bytes(binary.replace(version.encode(), b"0" * 32))

    def run(first: str, path: list[str]) -> list[int]:
        code = SEVERAL.replace("names = ", f"import {first}; names = ")
        done = subprocess.run([sys.executable, "-c", code, "placed other"], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "PYTHONPATH": os.pathsep.join(path)})
        assert done.returncode == 0 and done.stderr == "", done.stderr
        return [int(word) for word in done.stdout.split()]

    for first in ("placed", "other"):
        assert run(first, folders) == [2, 1600, 1]
    assert run("placed", [str(tmp_path), *folders]) == [2, 2400, 2]


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


def test_forecast(m: ModuleType, other: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides in seconds, the bytes to move and the decision, wherever the call would run."""
    x, y = np.ones(N), np.zeros(N)
    for place in ("auto", "cpu", "gpu"):
        monkeypatch.setenv("PYCC_PLACE", place)
        [f] = found = pycc.info(m.axpy).forecast(1.0, x, y)
        assert np.all(y == 0.0) and f.line == 10 and (f.up, f.down, f.count, f.pays) == (16 * N, 8 * N, 1, 0)
        assert 0 < f.host < f.device and 0 < f.moving < f.device
        assert "16 kB there and 8 kB back): the host is faster" in str(found), str(found)
    monkeypatch.setenv("PYCC_PLACE", "gpu")
    [f] = pycc.info(other.often).forecast(x, y, 3)
    assert (f.count, f.up) == (3, 16 * N), "it is there after the first time"
    with pytest.raises(TypeError, match="needs a compiled function"):
        pycc.info(m).forecast()


# Per second: a device that is fast where its arrays are, on a slow bus; a kernel takes a second to build.
RATES = {"up": 1e9, "down": 1e9, "transfer": 1e-6, "launch": 1e-6, "build": 1.0, "memory": 1e12, "flops32": 1e13,
         "flops64": 1e13, "host_memory": 1e9, "host_flops32": 1e9, "host_flops64": 1e9}

RUN_OFTEN = """if True:
    import sys, time, numpy as np, pycc, other
    x, y = np.ones(1000), np.zeros(1000)
    n, calls, until = int(sys.argv[1]), 0, time.monotonic() + float(sys.argv[2])
    with pycc.profile() as p:
        while calls < 1 or (p.nests == 0 and time.monotonic() < until):
            other.often(x, y, n)
            calls += 1
    assert np.all(y == calls * n)
    print(p.nests, p.bytes_up, *sorted({f.why for f in p.fallbacks}), sep=',')
"""


def pretend_rates(folder: Path) -> None:
    """Writes RATES over those that were measured and kept in the folder."""
    [entry] = (f for f in folder.iterdir() if b"host_flops64" in f.read_bytes())
    data, text = entry.read_bytes(), "".join(f"{name} {value:g}\n" for name, value in RATES.items()).encode()
    assert all(line.split()[0] in RATES for line in data[80:].decode().splitlines())
    entry.write_bytes(data[:8] + struct.pack("=Q", len(text)) + data[16:48] + hashlib.sha256(text).digest() + text)


def test_moving_pays_in_the_long_run(other: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop of steps of which none alone is worth moving its arrays: the first ones run on the host, then all move
    there once. Calls are not kept waiting for kernels that take longer to build than they save."""
    device_or_skip(monkeypatch, transfers="copy")

    def run(*arguments: str) -> list[str]:
        done = subprocess.run([sys.executable, "-c", RUN_OFTEN, *arguments], capture_output=True, text=True, timeout=120, env={
            **os.environ, "PYTHONPATH": str(Path(other.__file__).parent), "PYCC_CACHE_DIR": str(tmp_path), "PYCC_PLACE": "auto"})
        assert done.returncode == 0, done.stderr
        return done.stdout.strip().split(",")

    assert run("2", "0")[0] == "0"
    pretend_rates(tmp_path)
    nests, up, *why = run("1000", "100")
    assert up == "16000" and 0 < int(nests) < 1000 and why == ["its kernel is being built", "the host is faster"]
    assert run("1", "0") == ["0", "0", "the host is faster"]


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
