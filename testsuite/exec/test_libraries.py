"""Calls of libraries: which BLAS, the GIL and threads, Ctrl-C, what NumPy gives and raises."""
from __future__ import annotations

import ctypes
import gc
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from types import ModuleType
from typing import Callable

import numpy as np
import pytest

import pycc
from harness import LAYOUTS, compile_once, load, shared_folder

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

def cond(a: f64[:, :]):
    return np.linalg.cond(a)

def shown(i: int, x: float):
    print("at", i, x)


def printed(a: f64[:, :], n: int):
    b = a * 2
    print(b[0])
    b *= 3
    print(b.sum(), b.shape, True, None, (n, b[0, 0]), np.float32(0.1), 1e16, 2j, len(a) > n)
    for i in range(n):
        for j in range(2):
            shown(i * 10 + j, b[j, 0])
        b[0] += i
        print(i, "x{}\\n'\\"", f"{b[0, 1]:8.3f}", "%d%%" % n, sep="; ", end="|\\n", flush=True)
    print()


def inv(a: f64[:, :]):
    return np.linalg.inv(a)

def rows(a: f64[:, :, :], b: f64[:, :]):
    x = np.empty(b.shape)
    for i in prange(len(a)):
        x[i] = np.linalg.solve(a[i], b[i])
    return x

def inverse_row(a: f64[:, :]):
    return np.linalg.inv(a)[0]

def gram(a: f64[:, :]):
    return a.T @ a, a @ a.T

def gram_f32(a: f32[:, :]):
    return a.T @ a, a @ a.T

def gram_c128(a: c128[:, :]):
    return a.T @ a, a @ a.T

def gram_into(a: f64[:, :], b: f64[:, :], c: f64[:, :], d: f64[:, :]) -> None:
    b[:] = a.T @ a
    c += a.T @ a
    d -= a.T @ a

def vector(a: f64[:, :], x: f64[:], y: f64[:]):
    y -= a @ x
    return a @ x, y @ a

def vector_c64(a: c64[:, :], x: c64[:], y: c64[:]):
    y += a @ x
    return a @ x, y @ a

def after_loops(a: f64[:, :], b: f64[:, :], n: int):
    c = a + 1
    for t in range(n):
        c = np.tanh(c * 1e-3 @ b) + a
    return c

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
    folder = shared_folder(tmp_path_factory, "libraries")
    return compile_once(folder / "libs.py", folder, text=PROGRAM)


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


# ---- products cut into parts for threads

def on_threads(function: Callable, *args: object) -> list[np.ndarray]:
    """Results and arguments of a call, which have the same bits on 1, 2, 3, 4 and 8 threads."""
    first: list[np.ndarray] = []
    for threads in (1, 2, 3, 4, 8):
        pycc.set_num_threads(threads)
        own = [a.copy(order="K") if isinstance(a, np.ndarray) else a for a in args]
        given = function(*own)
        outcome = [*(given if isinstance(given, tuple) else [given]), *own]
        first = first or outcome
        for one, other in zip(first, outcome):
            assert np.array_equal(one, other), (threads, one.shape)
    return first


def numbers(*shape: int, dtype: str = "f8", seed: int = 0) -> np.ndarray:
    a = np.random.default_rng(seed).standard_normal(shape)
    return (a + 1j * a[::-1] if dtype in "FD" else a).astype(dtype)


def agree(got: np.ndarray, expected: np.ndarray, terms: int) -> bool:
    """But for the rounding of sums of so many terms in another order."""
    eps = 1e-5 if got.dtype in (np.float32, np.complex64) else 1e-13
    return got.shape == expected.shape and np.allclose(got, expected, rtol=eps, atol=eps * terms)


SIZES = [  # rows, terms, columns; blocks of all sizes, edges, results small beside the terms
    (300, 60, 170), (97, 301, 131), (4000, 15, 33), (20, 15000, 30), (17, 130, 900), (700, 3, 1001),
]


@pytest.mark.parametrize("layout", ["C", "F", "reversed"])
def test_matrix_in_parts(libs: ModuleType, layout: str) -> None:
    """Blocks of the result and sums over parts, of every dtype, as one product gives them."""
    convert = LAYOUTS[layout]
    for at, (n, k, m) in enumerate(SIZES):
        kinds = (("matmul", "f8"), ("matmul_f32", "f4"), ("matmul_c64", "F"), ("matmul_c128", "D"))
        for name, dtype in kinds if at % 3 == 0 else kinds[:1]:
            a, b = convert(numbers(n, k, dtype=dtype)), convert(numbers(k, m, dtype=dtype, seed=1))
            assert agree(on_threads(getattr(libs, name), a, b)[0], a @ b, k), (name, n, k, m)
            if dtype == "f8":
                assert agree(on_threads(libs.add, a, b, convert(np.ones((n, m))))[-1], 1 + a @ b, k), (n, k, m)


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_symmetric_products(libs: ModuleType, layout: str) -> None:
    """A matrix and its transposed: computed on one side of the diagonal; exactly symmetric."""
    convert = LAYOUTS[layout]
    for n, k in ((1, 50), (33, 40), (300, 170), (130, 470)):
        for name, dtype in (("gram", "f8"), ("gram_f32", "f4"), ("gram_c128", "D")):
            a = convert(numbers(k, n, dtype=dtype))
            for got, expected in zip(on_threads(getattr(libs, name), a), (a.T @ a, a @ a.T)):
                assert agree(got, expected, n + k), (name, n, k)
                assert np.array_equal(got, got.T)
    for n, k in ((50000, 9), (2000, 150)):  # sums over parts, blocks; assigned, added, subtracted
        a, ones = convert(numbers(n, k)), np.ones((k, k))
        results = on_threads(libs.gram_into, a, convert(ones), convert(ones), convert(ones))
        for got, expected in zip(results[2:], (a.T @ a, 1 + a.T @ a, 1 - a.T @ a)):
            assert agree(got, expected, n), (n, k)


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_vector_in_parts(libs: ModuleType, layout: str) -> None:
    """A matrix and a vector: the same bits on any number of threads."""
    for n, k in ((700, 900), (3, 200000), (200000, 3), (40, 4000), (1, 70000)):
        for function, dtype in ((libs.vector, "f8"), (libs.vector_c64, "F")):
            a = LAYOUTS[layout](numbers(n, k, dtype=dtype))
            x, y = numbers(2 * k, dtype=dtype, seed=1)[::2], numbers(n, dtype=dtype, seed=2)
            results = on_threads(function, a, x, y)
            changed = y - a @ x if dtype == "f8" else y + a @ x
            assert agree(results[0], a @ x, k) and agree(results[1], changed @ a, n + k)
            assert agree(results[-1], changed, k)


def test_large_products_in_a_parallel_loop(libs: ModuleType) -> None:
    """BLAS on the loop's own threads; the same bits on any number of them."""
    a = numbers(7, 90, 90)
    assert agree(on_threads(libs.products, a, np.zeros_like(a))[-1], a @ a, 90)


def openblas(name: str) -> Callable | None:
    """A function of the OpenBLAS that NumPy carries, None where it carries none."""
    for file in (Path(np.__file__).parent.parent / "numpy.libs").glob("*openblas*"):
        return getattr(ctypes.CDLL(str(file)), f"scipy_openblas_{name}64_", None)
    return None


def test_blas_gets_its_threads_back(libs: ModuleType, path: Path, tmp_path: Path) -> None:
    """Two modules on several Python threads: BLAS has as many threads afterwards as before."""
    set_threads, get_threads = openblas("set_num_threads"), openblas("get_num_threads")
    if not set_threads or not get_threads:
        pytest.skip("NumPy has no OpenBLAS of its own here")
    other = load("libs", Path(shutil.copy(path, tmp_path)))
    a, b, before, wrong = numbers(200, 150), numbers(150, 180, seed=1), get_threads(), []
    expected = a @ b
    pycc.set_num_threads(2)

    def work(module: ModuleType) -> None:
        for _ in range(40):
            if not agree(module.matmul(a, b), expected, 150):
                wrong.append(1)

    threads = [threading.Thread(target=work, args=(m,)) for m in (libs, other) * 2]
    set_threads(3)
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    after = get_threads()
    set_threads(before)
    assert after == 3 and not wrong


def test_products_between_loops(libs: ModuleType) -> None:
    """Loops on threads and products take turns."""
    a, b = numbers(150, 160), numbers(160, 160, seed=1)
    c = a + 1
    for _ in range(20):
        c = np.tanh(c * 1e-3 @ b) + a
    assert np.allclose(on_threads(libs.after_loops, a, b, 20)[0], c, rtol=1e-11)


# ---- NumPy's functions

def test_exception_is_numpys(libs: ModuleType) -> None:
    """The class, the text and NumPy's own traceback behind the compiled function's line."""
    with pytest.raises(np.linalg.LinAlgError, match="Singular matrix") as caught:
        libs.inv(np.zeros((2, 2)))
    frames = [(entry.name, entry.path.name) for entry in caught.traceback]
    assert ("inv", "libs.py") in frames and frames[-1][1] == "_linalg.py"


def test_print(libs: ModuleType, capfd: pytest.CaptureFixture) -> None:
    """What is printed, in the program's order, as the interpreter prints it."""
    for n in (0, 3):
        pair = []
        for printed in (libs.printed.__wrapped__, libs.printed):
            a = np.arange(6.0).reshape(2, 3)
            printed(a, n)
            pair.append(capfd.readouterr().out)
        assert pair[0] == pair[1] and len(pair[0]) > 50


def test_wrong_result(libs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """What NumPy gives is looked at: another dtype, rank or class is a TypeError."""
    a = np.eye(2)
    for wrong in (np.zeros(3, np.float32), np.zeros((2, 2)), "text", None, (1.0, 2.0), np.float32(1)):
        monkeypatch.setattr(np.linalg, "cond", lambda x, wrong=wrong: wrong)
        with pytest.raises(TypeError, match="numpy.linalg.cond gave another type"):
            libs.cond(a)
    monkeypatch.setattr(np.linalg, "cond", lambda x: np.float64(7))
    assert libs.cond(a) == 7


def test_linear_algebra_without_python(libs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small matrices do not ask NumPy, nor do large ones where there is a LAPACK; what is singular does."""
    asked = []
    monkeypatch.setattr(np.linalg, "inv", lambda a: asked.append(a.shape) or a.copy())
    for n in (1, 8, *([9, 150] if openblas("set_num_threads") else [])):
        a = numbers(n, n) + n * np.eye(n)
        assert np.allclose(libs.inv(a) @ a, np.eye(n))
    assert asked == []
    libs.inv(np.zeros((3, 3)))
    assert asked == [(3, 3)]


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
