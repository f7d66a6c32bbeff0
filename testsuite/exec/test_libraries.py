"""Calls of libraries: which BLAS, the GIL and threads, Ctrl-C, what NumPy gives and raises."""
from __future__ import annotations

import gc
import importlib.util
import os
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc
from harness import compile_file, load

PROGRAM = '''
import numpy as np
from pycc import c64, c128, f32, f64, i64, prange

def matmul(a: f64[:, :], b: f64[:, :]):
    return a @ b

def matmul_f32(a: f32[:, :], b: f32[:, :]):
    return a @ b

def matmul_c64(a: c64[:, :], b: c64[:, :]):
    return a @ b

def matmul_c128(a: c128[:, :], b: c128[:, :]):
    return a @ b

def add(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    c += a @ b

def det(a: f64[:, :]):
    return np.linalg.det(a)

def inv(a: f64[:, :]):
    return np.linalg.inv(a)

def rows(a: f64[:, :, :], b: f64[:, :]):
    x = np.empty(b.shape)
    for i in prange(len(a)):
        x[i] = np.linalg.solve(a[i], b[i])
    return x

def inverse_row(a: f64[:, :]):
    return np.linalg.inv(a)[0]

def products(a: f64[:, :, :], out: f64[:, :, :]) -> None:
    for i in prange(len(a)):
        out[i] = a[i] @ a[i]

def forever(a: f64[:, :]):
    n = 0
    while a[0, 0] > 0:
        b = np.linalg.inv(a)
        n += 1
    return n

def busy(a: f64[:, :], n: int):
    s = 0.0
    for i in range(n):
        s += np.linalg.det(a)
    return s
'''

BLAS = '''
import sys
sys.path.insert(0, {here!r})
import numpy as np
from harness import LAYOUTS, load
from pathlib import Path
module = load("libs", Path({path!r}))
rng = np.random.default_rng(0)
for name, dtype in (("matmul", "f8"), ("matmul_f32", "f4"), ("matmul_c64", "F"), ("matmul_c128", "D")):
    for n, k, m in ((3, 4, 5), (9, 9, 9), (40, 50, 60), (1, 90, 80), (80, 90, 1), (200, 3, 1), (17, 0, 20), (64, 64, 64)):
        a, b = (rng.random(s) + (1j * rng.random(s) if dtype in "FD" else 0) for s in ((n, k), (k, m)))
        a, b = a.astype(dtype), b.astype(dtype)
        expected = a @ b
        for layout in LAYOUTS.values():
            got = getattr(module, name)(layout(a), layout(b))
            assert got.dtype == expected.dtype and got.shape == expected.shape
            assert np.allclose(got, expected, rtol=1e-4 if dtype in ("f4", "F") else 1e-12), (name, n, k, m)
            if dtype == "f8":
                c = np.ones((n, m))
                module.add(layout(a), layout(b), layout(c) if layout is LAYOUTS["F"] else c)
                c = layout(np.ones((n, m)))
                module.add(a, b, c)
                assert np.allclose(c, 1 + expected), (n, k, m)
print("scipy" if "scipy" in sys.modules else "no scipy")
'''


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("libraries")
    source = folder / "libs.py"
    source.write_text(PROGRAM)
    return compile_file(source, folder)


@pytest.fixture(scope="module")
def libs(path: Path) -> ModuleType:
    return load("libs", path)


def run_blas(path: Path, where: str | None) -> str:
    """The products in a process of their own, which looks for BLAS where it is told."""
    environment = {k: v for k, v in os.environ.items() if k != "PYCC_BLAS"}
    if where:
        environment["PYCC_BLAS"] = where
    script = BLAS.format(here=str(Path(__file__).resolve().parent), path=str(path))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("where", ["", "numpy", "none"])
def test_blas(path: Path, where: str) -> None:
    """NumPy's BLAS where it is found, numpy.matmul where it is not; SciPy is not imported for it."""
    if importlib.util.find_spec("scipy") is None or where != "":
        assert run_blas(path, where) == "no scipy"
    else:
        run_blas(path, where)


def test_blas_scipy(path: Path) -> None:
    """SciPy's exported BLAS."""
    if importlib.util.find_spec("scipy") is None:
        pytest.skip("SciPy is not installed here")
    assert run_blas(path, "scipy") == "scipy"


def test_blas_scipy_absent(path: Path) -> None:
    """Asked for SciPy's, which is not there: numpy.matmul."""
    if importlib.util.find_spec("scipy") is not None:
        pytest.skip("SciPy is installed here")
    assert run_blas(path, "scipy") == "no scipy"


# ---- NumPy's functions

def test_exception_is_numpys(libs: ModuleType) -> None:
    """The class, the text and NumPy's own traceback behind the compiled function's line."""
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix") as caught:
        libs.inv(np.zeros((2, 2)))
    frames = [(entry.name, entry.path.name) for entry in caught.traceback]
    assert ("inv", "libs.py") in frames and frames[-1][1] == "_linalg.py"


def test_wrong_result(libs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """What NumPy gives is looked at: another dtype, rank or class is a TypeError."""
    a = np.eye(2)
    for wrong in (np.zeros(3, np.float32), np.zeros((2, 2)), "text", None, (1.0, 2.0), np.float32(1)):
        monkeypatch.setattr(np.linalg, "det", lambda x, wrong=wrong: wrong)
        with pytest.raises(TypeError, match="numpy.linalg.det gave another type"):
            libs.det(a)
    monkeypatch.setattr(np.linalg, "det", lambda x: np.float64(7))
    assert libs.det(a) == 7


def test_lowest_iteration_raises(libs: ModuleType) -> None:
    """In a parallel loop, whatever the threads: the exception of the lowest iteration that fails."""
    a, b = np.stack([np.eye(3)] * 200), np.ones((200, 3))
    a[150] = 0
    for threads in (1, 2, 5):
        pycc.set_num_threads(threads)
        with pytest.raises(np.linalg.LinAlgError):
            libs.rows(a, b)
        assert np.array_equal(libs.rows(a[:150], b[:150]), b[:150])


def test_memory_is_given_back(libs: ModuleType) -> None:
    """Arguments and results live as long as they are used, no longer."""
    a = np.eye(300) * 2
    before = sys.getrefcount(a)
    row = libs.inverse_row(a)
    kept = row.copy()
    gc.collect()
    assert np.array_equal(row, kept) and row[0] == 0.5
    for _ in range(50):
        libs.det(a)
        libs.inv(a)
        with pytest.raises(np.linalg.LinAlgError):
            libs.inv(np.zeros((2, 2)))
    assert sys.getrefcount(a) == before
    result = libs.inv(a)
    alive = weakref.ref(result)
    del result
    gc.collect()
    assert alive() is None


def test_threads_of_python(libs: ModuleType) -> None:
    """Several Python threads call at once, with parallel loops inside."""
    pycc.set_num_threads(2)
    a, b = np.stack([np.eye(4) * (i + 1) for i in range(64)]), np.ones((64, 4))
    expected, wrong = libs.rows(a, b), []

    def work() -> None:
        for _ in range(20):
            if not np.array_equal(libs.rows(a, b), expected):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_other_threads_run(libs: ModuleType) -> None:
    """A long call lets other Python threads run."""
    counted, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    libs.busy(np.eye(4), 60000)
    done.set()
    thread.join()
    assert counted[0] > 3


def test_products_of_threads(libs: ModuleType) -> None:
    """Products inside a parallel loop are the same to the last bit on any number of threads."""
    a = np.random.default_rng(1).random((64, 30, 30))
    results = []
    for threads in (1, 2, 5):
        pycc.set_num_threads(threads)
        out = np.zeros_like(a)
        libs.products(a, out)
        results.append(out)
    assert np.allclose(results[0], a @ a)
    assert all(np.array_equal(results[0], r) for r in results)


def test_interrupt(path: Path) -> None:
    """Ctrl-C ends a loop of calls."""
    script = (f"import sys; sys.path.insert(0, {str(Path(__file__).resolve().parent)!r})\n"
              "import _thread, threading, numpy as np\nfrom pathlib import Path\nfrom harness import load\n"
              f"libs = load('libs', Path({str(path)!r}))\n"
              "threading.Timer(0.5, _thread.interrupt_main).start()\n"
              "try:\n    libs.forever(np.eye(3))\nexcept KeyboardInterrupt:\n    print('interrupted')\n")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "interrupted", done.stderr


# ---- pycc.random

KNOWN = [  # counter, key, result: Philox4x32-10 in Random123's kat_vectors
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0),
     (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
]


@pytest.mark.parametrize("counter, key, expected", KNOWN)
def test_philox_known_answers(counter: tuple, key: tuple, expected: tuple) -> None:
    assert tuple(int(x) for x in pycc.random.philox(counter, key)) == expected


def test_random_statistics() -> None:
    """Means and variances of a million numbers, within five standard errors."""
    n = 1_000_000
    u, z = pycc.random.uniform(1, size=n), pycc.random.normal(1, size=n)
    k = pycc.random.integers(1, low=0, high=6, size=n)
    assert abs(u.mean() - 0.5) < 5 * (1 / 12 / n) ** 0.5 and 0 <= u.min() and u.max() < 1
    assert abs(z.mean()) < 5 / n ** 0.5 and abs(z.var() - 1) < 5 * (2 / n) ** 0.5
    counts = np.bincount(k, minlength=6)
    assert counts.size == 6 and np.all(np.abs(counts - n / 6) < 5 * (n * 5 / 36) ** 0.5)


def test_random_high_product() -> None:
    """The upper half of a product of 64 bits, against Python's ints."""
    rng = np.random.default_rng(0)
    x = rng.integers(0, 2**63, 1000, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    n = rng.integers(0, 2**63, 1000, dtype=np.uint64)
    got = pycc.random._high_product((x >> np.uint64(32), x & np.uint64(0xFFFFFFFF)), n)
    assert [int(g) for g in got] == [(int(a) * int(b)) >> 64 for a, b in zip(x, n)]


def test_random_errors() -> None:
    for arguments, keywords in (((1,), {}), ((1, 2), {"size": 3}), ((1, 2.5), {})):
        with pytest.raises(TypeError):
            pycc.random.uniform(*arguments, **keywords)
    with pytest.raises(TypeError):
        pycc.random.integers(1, 2)
    with pytest.raises(ValueError):
        pycc.random.uniform(1, size=-1)
