"""Loops as tiles beyond what the interpreter has time for: sizes past the blocks for the caches, threads, memory, Ctrl-C."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc

from harness import SANITIZED, compile_once, load, shared_folder

PROGRAM = Path(__file__).resolve().parent / "programs" / "tiles.py"
RNG = np.random.default_rng(5)
# Rows, lanes, depth: more than one part of the reduction, of the lanes (panels beyond a fourth of the last cache), of the rows.
SIZES = [(6, 5, 4000), (130, 67, 513), (64, 3000, 530), (1201, 40, 64), (31, 9, 30000), (257, 258, 259)]


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The program, compiled as by a user."""
    folder = shared_folder(tmp_path_factory, "programs") / "default"
    folder.mkdir(exist_ok=True)
    return load("tiles", compile_once(PROGRAM, folder))


@pytest.mark.parametrize("size", SIZES, ids=lambda s: "x".join(map(str, s)))
def test_products(tiles: ModuleType, size: tuple[int, int, int]) -> None:
    """Products of any size are NumPy's but for rounding, the same bits on any number of threads and in any layout."""
    m, n, k = size
    a, b = RNG.random((m, k)) - 0.5, RNG.random((k, n)) - 0.5
    expected, results = a @ b, []
    for threads, x, y in ((1, a, b), (2, a, b), (5, np.asfortranarray(a), np.asfortranarray(b)), (2, a[::-1].copy()[::-1], b)):
        pycc.set_num_threads(threads)
        c, d = np.full((m, n), np.nan), np.ones((m, n))
        tiles.product(x, y, c)
        tiles.in_memory(x, y, d)
        np.testing.assert_allclose(c, expected, rtol=0, atol=1e-16 * 4 * k)
        np.testing.assert_allclose(d - 1, expected, rtol=0, atol=1e-16 * 4 * k + 1e-14)
        results.append((c.tobytes(), d.tobytes()))
    assert len(set(results)) == 1, "bits depend on threads or layout"


@pytest.mark.parametrize("size", [(300, 13, 9, 10), (3, 130, 70, 40), (2, 20, 3000, 530)], ids=lambda s: "x".join(map(str, s)))
def test_batches(tiles: ModuleType, size: tuple[int, int, int, int]) -> None:
    """Batches, each on one thread or on all: the same bits."""
    b, m, n, k = size
    x, y, results = RNG.random((b, m, k)) - 0.5, RNG.random((b, k, n)) - 0.5, []
    for threads in (1, 2, 5):
        pycc.set_num_threads(threads)
        c = np.zeros((b, m, n))
        tiles.batches(x, y, c)
        np.testing.assert_allclose(c, x @ y, rtol=0, atol=1e-16 * 4 * k)
        results.append(c.tobytes())
    assert len(set(results)) == 1, "bits depend on threads"


@pytest.mark.parametrize("size", [(1300, 70), (530, 300)], ids=lambda s: "x".join(map(str, s)))
def test_triangles(tiles: ModuleType, size: tuple[int, int]) -> None:
    """Triangles of more than one part of the reduction: the same bits on any number of threads."""
    m, n = size
    a, b, results = RNG.random((m, m)) - 0.5, RNG.random((m, n)) - 0.5, []
    a[np.triu_indices(m, 1)] = np.nan  # which nobody reads
    for threads in (1, 3):
        pycc.set_num_threads(threads)
        c = np.full((m, n), np.nan)
        tiles.triangular(a, b, c)
        np.testing.assert_allclose(c, np.tril(np.nan_to_num(a)) @ b, rtol=0, atol=1e-16 * 4 * m)
        results.append(c.tobytes())
    assert len(set(results)) == 1, "bits depend on threads"


@pytest.mark.parametrize("size", SIZES[:3], ids=lambda s: "x".join(map(str, s)))
def test_least(tiles: ModuleType, size: tuple[int, int, int]) -> None:
    """Least sums are exact."""
    m, n, k = size
    a, b, c = RNG.random((m, k)), RNG.random((k, n)), np.full((m, n), 1.5)
    tiles.shortest(a, b, c)
    expected = np.array([[min(1.5, np.min(a[i] + b[:, j])) for j in range(n)] for i in range(m)])
    assert np.array_equal(c, expected)


MEMORY = '''
import resource, sys
import numpy as np
import tiles
a, b, c = np.ones((8, 60000)), np.ones((60000, 100)), np.zeros((8, 100))
with open("/proc/self/statm") as f:
    now = int(f.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + (20 << 20),) * 2)
tiles.product(a, b, c)
assert (c == 60000).all(), c
'''


@pytest.mark.skipif(SANITIZED, reason="sanitizers reserve memory of their own")
def test_no_memory(tiles: ModuleType) -> None:
    """Where there is no memory for panels, 48 MB here, the loops run as they are."""
    environment = {**os.environ, "PYTHONPATH": str(Path(tiles.__file__).parent), "PYCC_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", MEMORY], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


INTERRUPT = '''
import signal, time
import numpy as np
import tiles
def stop(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, stop)
a, c = np.ones((40000, 2000)), np.zeros((40000, 2000))
signal.setitimer(signal.ITIMER_REAL, 0.2)
begin = time.perf_counter()
try:
    tiles.product(a, np.ones((2000, 2000)), c)
except KeyboardInterrupt:
    assert time.perf_counter() - begin < 1.5 and not c[-1].any()
    print("interrupted")
'''


def test_interrupt(tiles: ModuleType) -> None:
    """A product of many seconds ends soon after a signal."""
    environment = {**os.environ, "PYTHONPATH": str(Path(tiles.__file__).parent), "PYCC_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", INTERRUPT], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "interrupted" in done.stdout, done.stderr
