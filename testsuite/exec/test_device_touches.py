"""Inside `with pycc.places.gpu0` Python reads and writes arrays between calls, and sees and changes what it would without.

The oracle is NumPy on twins of all arrays.
"""
from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pytest

import pycc
from pycc import places

from harness import HERE, SANITIZED, compile_text_once, device_or_skip, shared_folder

TEXT = '''
import pycc
from pycc import f32, f64, i32, prange


@pycc.gpu
def mean(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = (x[i] + y[i]) * 0.5


@pycc.gpu
def half(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = x[i] * 0.5 - 1.0


@pycc.gpu
def inside(x: f64[:, :], y: f64[:, :]) -> None:
    n, m = x.shape
    for i in prange(1, n - 1):
        for j in prange(1, m - 1):
            y[i, j] = (x[i - 1, j] + x[i, j + 1]) * 0.5


@pycc.gpu
def positive(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] > 0:
            y[i] = x[i]


@pycc.gpu
def narrow(x: f32[:], y: i32[:]) -> None:
    for i in prange(len(x)):
        y[i] = y[i] // 2 + i
        x[i] = x[i] * 0.5 + 1


@pycc.gpu
def both(pair: tuple[f64[:], f64[:]]) -> None:
    x, y = pair
    for i in prange(len(x)):
        y[i] = x[i] + 1.0


@pycc.gpu
def made(x: f64[:]):
    return x * 0.5 + 1.0


def total(x: f64[:]) -> float:
    x[0] += 1.0
    return float(x[0])
'''


def inside(x: np.ndarray, y: np.ndarray) -> None:
    y[1:-1, 1:-1] = (x[:-2, 1:-1] + x[1:-1, 2:]) * 0.5


# The same in NumPy, on all of the arrays.
TWINS: dict[str, Callable[[np.ndarray, np.ndarray], Any]] = {
    "mean": lambda x, y: np.copyto(y, (x + y) * 0.5),
    "half": lambda x, y: np.copyto(y, x * 0.5 - 1.0),
    "positive": lambda x, y: np.copyto(y, x, where=x > 0),
    "inside": inside,
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return compile_text_once(TEXT, shared_folder(tmp_path_factory, "touches"), name="touches")


@pytest.fixture(params=["copy", "auto"])
def m(request: pytest.FixtureRequest, compiled: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    device_or_skip(monkeypatch, transfers=request.param)
    monkeypatch.delenv("PYCC_PLACE")
    monkeypatch.setenv("PYCC_KERNELS", "general")
    return compiled


# ---- any program

SIZES = (1, 7, 100, 511, 512, 513, 1000, 1536, 5000, 40_000, 150_000)


class Walk:
    """Random steps with views of some blocks of memory, each of which is there twice: for a module, and for NumPy."""

    def __init__(self, m: ModuleType, seed: int) -> None:
        self.m = m
        self.rng = np.random.default_rng(seed)
        self.blocks = [self.block(int(self.rng.choice(SIZES))) for _ in range(8)]

    def block(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """Where the allocator puts it, or anywhere in a page."""
        data = self.rng.integers(-99, 99, n).astype(float)
        if self.rng.integers(2):
            return data.copy(), data
        at = int(self.rng.integers(512))
        mine = np.zeros(n + 512)[at:at + n]
        mine[:] = data
        return mine, data

    def view(self) -> tuple[np.ndarray, np.ndarray]:
        mine, twin = self.blocks[self.rng.integers(len(self.blocks))]
        k = int(self.rng.integers(len(mine)))
        slices = [np.s_[:], np.s_[:], np.s_[k:], np.s_[:k + 1], np.s_[::2], np.s_[::-1], np.s_[k::7]]
        s = slices[self.rng.integers(len(slices))]
        return mine[s], twin[s]

    def call(self) -> None:
        (x, xx), (y, yy) = self.view(), self.view()
        n = min(len(x), len(y))
        x, xx, y, yy = x[:n], xx[:n], y[:n], yy[:n]
        name = list(TWINS)[self.rng.integers(len(TWINS))]
        apart = not np.may_share_memory(xx, yy)
        if name == "inside" and n >= 12 and apart and x.flags.c_contiguous and y.flags.c_contiguous:
            w = int(self.rng.integers(3, n // 3))
            x, xx, y, yy = (a[:n // w * w].reshape(-1, w) for a in (x, xx, y, yy))
        elif name == "inside" or not apart:
            name, y, yy = "half", x, xx
        getattr(self.m, name)(x, y)
        TWINS[name](xx, yy)

    def other_call(self) -> None:
        (x, xx), k = self.view(), self.rng.integers(3)
        if k == 0:
            assert np.array_equal(self.m.made(x), xx * 0.5 + 1.0)
        elif k == 1:
            xx[0] += 1.0
            assert self.m.total(x) == xx[0]
        else:
            pycc.sync(*([x] if self.rng.integers(2) else []))

    def read(self) -> None:
        (x, xx), k = self.view(), self.rng.integers(6)
        i = int(self.rng.integers(len(xx)))
        if k < 2:
            assert x[i] == xx[i]
        elif k == 2:
            assert np.array_equal(x[i:], xx[i:])
        elif k == 3:
            at = self.rng.integers(len(xx), size=5)
            assert x[at].tolist() == xx[at].tolist()
        elif k == 4:
            assert x.tobytes() == xx.tobytes()
        else:
            assert float(x.sum()) == float(xx.sum())

    def write(self) -> None:
        (x, xx), k = self.view(), self.rng.integers(5)
        i, v = int(self.rng.integers(len(xx))), float(self.rng.integers(-99, 99))
        for a in (x, xx):
            if k < 2:
                a[i] = v
            elif k == 2:
                a[i:i + 600] = v
            elif k == 3:
                a -= 1.0
            else:
                a[::3] = a[::-1][::3].copy()

    def go(self, steps: int) -> None:
        with places.gpu0:
            for _ in range(steps):
                step = self.rng.choice(["call", "other_call", "read", "write"], p=[0.45, 0.05, 0.3, 0.2])
                getattr(self, step)()
        for mine, twin in self.blocks:
            assert mine.tobytes() == twin.tobytes()


@pytest.mark.parametrize("seed", range(8))
def test_any_program(m: ModuleType, seed: int) -> None:
    Walk(m, seed).go(120)


def paged(n: int, dtype: Any = float) -> np.ndarray:
    """Zeros on pages of their own."""
    return np.frombuffer(mmap.mmap(-1, n * np.dtype(dtype).itemsize), dtype)


# ---- what moves

N = 1 << 16  # 512 kB


def test_only_what_is_touched_moves(m: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays go up once; an element that is read brings some pages home, one that is written sends some up again."""
    monkeypatch.setenv("PYCC_TRANSFERS", "copy")
    x, y = paged(N), paged(N)
    x[:] = np.arange(N)
    with pycc.profile() as p, places.gpu0:
        for k in range(10):
            m.mean(x, y)
    assert p.bytes_up == 16 * N and p.bytes_down == 8 * N, str(p)
    with pycc.profile() as p, places.gpu0:
        for k in range(10):
            m.half(x, y)
            assert y[100] == 49.0
            y[200] = 7.0  # what nests wrote comes home then
    assert p.bytes_up <= 8 * N + 10 * 65536 and p.bytes_down <= 10 * 8 * N, str(p)
    with pycc.profile() as p, places.gpu0:
        for k in range(10):
            m.half(x, y)
            assert y[100 + k] == (100 + k) * 0.5 - 1.0
    assert p.bytes_up == 8 * N and 10 * 65536 <= p.bytes_down <= 8 * N + 10 * 65536, str(p)


def test_types(m: ModuleType) -> None:
    for n in (10, 5000):
        x, y = np.linspace(0, 1, n, dtype=np.float32), np.arange(n, dtype=np.int32)[::-1].copy()
        xx, yy = x.copy(), y.copy()
        with places.gpu0:
            for k in range(8):
                m.narrow(x, y)
                yy[:] = yy // 2 + np.arange(n)
                xx[:] = xx * np.float32(0.5) + np.float32(1)
                assert y[-1] == yy[-1] and x[k] == xx[k]
                x[n // 2] = xx[n // 2] = k
                y[1::3] = yy[1::3] = k
        assert np.array_equal(x, xx) and np.array_equal(y, yy)


def test_arrays_in_one_page_and_in_tuples(m: ModuleType) -> None:
    room = paged(512)
    parts = [room[k:k + 30] for k in range(0, 480, 40)]
    with places.gpu0:
        for k in range(5):
            for a, b in zip(parts, parts[1:]):
                m.both((a, b))
                assert b[k] == a[k] + 1.0
                room[480:] += 1  # others' memory
            parts[0][:] = k
        for _ in range(20):
            m.both((np.ones(50_000), np.zeros(50_000)))  # gone after the call, but for the block
    assert parts[-1].tolist() == [14.0] * 30 and room[480] == 55.0


# ---- threads

def test_threads_touch_the_same_array(m: ModuleType) -> None:
    """Each its part, while others bring pages home."""
    x, y = np.arange(float(N)), np.zeros(N)
    parts = [slice(k * N // 8, (k + 1) * N // 8) for k in range(8)]
    twin = y.copy()
    with ThreadPoolExecutor(4) as pool, places.gpu0:
        for k in range(10):
            m.mean(x, y)
            twin = (twin + x) * 0.5
            assert list(pool.map(lambda s: float(y[s].max()), parts)) == [float(twin[s].max()) for s in parts]
            m.half(y, y)
            list(pool.map(lambda s: np.add(y[s], 3.0, out=y[s]), parts))
            twin = twin * 0.5 - 1.0 + 3.0
    assert np.array_equal(y, twin)


def test_threads_call_with_one_array(m: ModuleType) -> None:
    """In blocks of their own and without: what one has of an array comes home before another one's call."""
    x, twin, seen = np.arange(float(N)), np.arange(float(N)), []
    turn = threading.Lock()

    def step(k: int, y: np.ndarray) -> None:
        with turn:
            m.half(x, x)
            twin[:] = twin * 0.5 - 1.0
            m.half(x, y)
            if k == 0:
                x[k] = twin[k] = k
        with turn:
            seen.append(k > 1 or (x[k], x[-1]) == (twin[k], twin[-1]))

    def work(k: int) -> None:
        y = np.zeros(N)
        for _ in range(3):
            with places.gpu0:
                step(k, y)
                step(k, y)
            step(k, y)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert np.array_equal(x, twin) and seen == [True] * 36


# ---- the system

def test_files(m: ModuleType, tmp_path: Path) -> None:
    """The operating system does not raise signals for its own touches: what it cannot read or write is an OSError."""
    x, y = paged(N), paged(N)
    x[:] = 4.0
    with places.gpu0:
        m.half(x, y)
        try:
            y.tofile(tmp_path / "y")
            assert np.fromfile(tmp_path / "y")[-1] == 1.0
        except OSError:
            pass
        m.half(x, y)
        with open(tmp_path / "y", "wb") as f:
            try:
                assert os.write(f.fileno(), y) >= 0
                assert os.pread(f.fileno(), 8, 0) in (b"", y[:1].tobytes())
            except OSError:
                pass
        m.half(x, y)
        pycc.sync(y)
        y.tofile(tmp_path / "y")
        assert np.fromfile(tmp_path / "y").tolist() == [1.0] * N
        np.full(N, 6.0).tofile(tmp_path / "x")
        with open(tmp_path / "x", "rb", buffering=0) as f:
            try:
                assert f.readinto(x) == 8 * N
            except OSError:
                x[:] = 6.0
        m.half(x, y)
        assert y[0] == y[-1] == 2.0


def test_files_as_arrays(m: ModuleType, tmp_path: Path) -> None:
    np.arange(float(N)).tofile(tmp_path / "x")
    np.zeros(N).tofile(tmp_path / "y")
    x = np.memmap(tmp_path / "x", float, "r")
    y = np.memmap(tmp_path / "y", float, "r+")
    with places.gpu0:
        for k in range(3):
            m.mean(np.asarray(x) if k == 0 else x.copy(), np.asarray(y))
            y[5] = 1.0
    y.flush()
    assert np.fromfile(tmp_path / "y")[[4, 5, -1]].tolist() == [3.5, 1.0, (N - 1) * 0.875]


ALONE = """if True:
    import faulthandler, json, os, signal, sys
    import numpy as np
    import pycc, touches as m
    from pycc import places
    N = 1 << 16
    x, y, z = np.arange(float(N)), np.zeros(N), np.zeros(50)
"""


def run(m: ModuleType, code: str, **environment: str) -> subprocess.CompletedProcess:
    """In a process of its own."""
    body = ALONE + "".join(f"    {line}\n" for line in code.strip().splitlines())
    path = os.pathsep.join([str(Path(m.__file__).parent), str(HERE)])
    return subprocess.run([sys.executable, "-c", body], capture_output=True, text=True, timeout=200,
                          env={**os.environ, "PYTHONPATH": path, **environment})


FORK = """
with places.gpu0:
    m.half(x, y)
    m.half(x[:50], z)
    child = os.fork()
    x[7] = 9.0
    assert y[1000] == 499.0 and z[10] == 4.0
    y[1000] = 3.0
    y[:10] += 1.0
    if child == 0:
        import warnings
        warnings.simplefilter("ignore")
    m.mean(x, y)
    assert y[1000] == 501.5 and y[7] == 6.25 and y[-1] == ((N - 1) * 1.5 - 1.0) / 2
if child:
    assert os.waitpid(child, 0)[1] == 0
assert y[1000] == 501.5 and y[7] == 6.25
"""


def test_fork(m: ModuleType) -> None:
    """On both sides of a fork arrays are what they were."""
    done = run(m, FORK)
    assert done.returncode == 0 and done.stderr == "", done.stderr


def test_other_faults_are_faults(m: ModuleType) -> None:
    """They go to whoever handled them before us, or after: to AddressSanitizer, where it is there."""
    ends = (1, -signal.SIGSEGV) if SANITIZED else (-signal.SIGSEGV,)
    touch = "m.half(x, y)\n    assert y[-1] == (N - 1) * 0.5 - 1.0\n"
    for before, after in (("faulthandler.enable()", "pass"), ("pass", "faulthandler.enable()"), ("pass", "pass")):
        code = f"{before}\nwith places.gpu0:\n    {touch}    {after}\n    {touch}    import ctypes\n    ctypes.string_at(8)\n"
        done = run(m, code)
        assert done.returncode in ends, (done.returncode, done.stderr)
        told = "Fatal Python error: Segmentation fault" in done.stderr
        assert SANITIZED or told == (before != after), done.stderr
    done = run(m, f"with places.gpu0:\n    {touch}    import ctypes, mmap\n    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ)\n"
                  "    ctypes.memset(np.frombuffer(page).ctypes.data, 1, 1)\n")
    assert done.returncode in ends, (done.returncode, done.stderr)


def test_the_end_inside_of_a_place(m: ModuleType) -> None:
    """What is touched after the device was let go of."""
    done = run(m, "import atexit\natexit.register(lambda: print(y[5], y[-1]))\nplaces.gpu0.__enter__()\nm.half(x, y)\n"
                  "atexit.register(lambda: print(y[6]))\n")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert done.stdout.split() == ["2.0", "1.5", str((N - 1) / 2 - 1.0)]


def test_little_memory(m: ModuleType) -> None:
    """Arrays that do not fit the device, one by one or together."""
    code = "import test_device_touches as t\nfor seed in range({}):\n    t.Walk(m, seed + 100).go(60)\n"
    for memory in ("64K", "1M"):
        done = run(m, code.format(3), PYCC_DEVICE_MEMORY=memory, PYCC_TRANSFERS="copy", PYCC_KERNELS="general")
        assert done.returncode == 0, done.stderr
