"""The glue alone, as in test_glue_tables.py: threads, signals, processes and leaks."""
from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import traceback
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from glue_library import build, library, load, m, run, loaded  # noqa: F401


# ---- threads, signals, processes

def test_gil_is_given_up(m: ModuleType) -> None:
    count, stop = 0, False

    def tick() -> None:
        nonlocal count
        while not stop:
            count += 1
            time.sleep(0.001)
    thread = threading.Thread(target=tick)
    thread.start()
    m.spin(1)
    start, before = time.perf_counter(), count
    m.spin(5000)
    ticks, seconds = count - before, time.perf_counter() - start
    stop = True
    thread.join()
    assert ticks > 50 * seconds, f"{ticks} ticks in {seconds:.3f} s"


def test_two_threads_at_once(m: ModuleType) -> None:
    x, results = np.arange(1000.0), []

    def work() -> None:
        for _ in range(200):
            results.append(m.dot(x, x))
            assert m.spin(3) == 3
            with pytest.raises(IndexError):
                m.pick(x, 1000)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == [float(x @ x)] * 800


def test_ctrl_c_stops_a_call(m: ModuleType) -> None:
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt) as info:
        m.spin(-1)
    assert time.perf_counter() - start < 1.0
    assert traceback.extract_tb(info.tb)[-1].name == "spin"
    timer.join()
    assert m.spin(2) == 2


def test_handlers_run_and_the_call_goes_on(m: ModuleType) -> None:
    seen = []
    old = signal.signal(signal.SIGALRM, lambda *_: seen.append(m.add(1.0, 2.0)))
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        m.spin(20000)
        deadline = time.perf_counter() + 5.0
        while not seen and time.perf_counter() < deadline:
            m.spin(1000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, old)
    assert seen == [3.0]


def test_ctrl_c_with_a_call_in_another_thread(library: Path) -> None:
    done = run(library, """
import glue_module, os, signal, threading, time
thread = threading.Thread(target=glue_module.spin, args=(-1,), daemon=True)
thread.start()
time.sleep(0.1)
try:
    os.kill(os.getpid(), signal.SIGINT)
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    print("interrupted", flush=True)
os._exit(0)
""")
    assert done.stdout == "interrupted\n", done.stderr


def test_fork_gives_one_thread(library: Path) -> None:
    done = run(library, """
import glue_module, os, sys
import pycc
pycc.set_num_threads(3)
assert glue_module.threads() == 3 == pycc.get_num_threads()
child = os.fork()
if child == 0:
    pycc.set_num_threads(4)
    os._exit(0 if glue_module.threads() == 1 and glue_module.spin(3) == 3 else 1)
assert os.waitpid(child, 0)[1] == 0
assert glue_module.threads() == 3
""")
    assert done.returncode == 0, done.stderr


def test_multiprocessing(library: Path) -> None:
    done = run(library, """
import glue_module, multiprocessing
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.starmap(glue_module.add, [(1.0, 2.0), (3.0, 4.0)]))
""")
    assert done.stdout == "[3.0, 7.0]\n", done.stderr


THREADS = [
    ("", {"PYCC_NUM_THREADS": "3", "OMP_NUM_THREADS": "5"}, 3), ("", {"OMP_NUM_THREADS": "5"}, 5),
    ("import pycc; pycc.set_num_threads(7)", {"OMP_NUM_THREADS": "5"}, 7),
    ("", {"PYCC_NUM_THREADS": "rubbish", "OMP_NUM_THREADS": "2"}, 2),
    ("import pycc, glue_module; pycc.set_num_threads(6)", {}, 6),
]


@pytest.mark.parametrize("code, environment, expected", THREADS)
def test_number_of_threads(library: Path, code: str, environment: dict, expected: int) -> None:
    done = run(library, f"{code}\nimport glue_module; print(glue_module.threads())", **environment)
    assert done.stdout == f"{expected}\n", done.stderr


def test_two_modules_share_the_settings(library: Path, tmp_path: Path) -> None:
    other = build(tmp_path)
    done = run(library, f"""
import importlib.util, sys, glue_module, pycc
first = glue_module
spec = importlib.util.spec_from_file_location("glue_module", {str(other)!r})
second = importlib.util.module_from_spec(spec)
spec.loader.exec_module(second)
pycc.set_num_threads(9)
print(first.threads(), second.threads())
""")
    assert done.stdout == "9 9\n", done.stderr


# ---- leaks

def test_calls_do_not_leak(m: ModuleType) -> None:
    x, matrix, default = np.zeros(4), np.zeros((3, 3)), m.fill.__defaults__[0]

    def attempt(f, *args: object) -> None:
        try:
            f(*args)
        except (TypeError, IndexError, OverflowError):
            pass

    def calls(n: int) -> None:
        for _ in range(n):
            m.add(1.0, y=2)
            m.fill(x)
            m.full(3, 1.0)
            m.halves(3)
            m.view(matrix)
            m.same(matrix)
            m.swap(((1, 2), 3))
            m.id_u64(2**63)
            m.id_c64(1j)
            attempt(m.pick, x, 9)
            attempt(m.dot, matrix, x)
            attempt(m.code, "text")
            attempt(m.id_u8, 300)
            attempt(m.add, 1.0)
    objects = [x, matrix, default, m.fill, m.add, None, 1.5]
    calls(100)
    gc.collect()
    counts, blocks = [sys.getrefcount(o) for o in objects[:5]], sys.getallocatedblocks()
    calls(10_000)
    gc.collect()
    assert [sys.getrefcount(o) for o in objects[:5]] == counts
    assert sys.getallocatedblocks() - blocks < 1000, "other threads of the test runner allocate too"


def test_no_memory_is_an_exception(m: ModuleType) -> None:
    """One allocation after the other fails; the call raises, and nothing else happens."""
    testcapi = pytest.importorskip("_testcapi")
    x, matrix = np.zeros(4), np.zeros((3, 3))
    calls = [(m.add, 1.0, 2), (m.full, 4, 1.0), (m.halves, 3), (m.strided, 4), (m.view, matrix), (m.swap, ((1, 2), 3)),
             (m.pick, x, 9), (m.fail, 3, True), (m.code, [1]), (m.id_u8, 300), (m.dot, matrix, x), (m.need_c, matrix.T),
             (repr, m.add), (m.id_c64, 1j), (m.add, 1)]
    for f, *args in calls:
        for i in range(40):
            try:
                testcapi.set_nomemory(i, i + 1)
                try:
                    f(*args)
                finally:
                    testcapi.remove_mem_hooks()
            except Exception as e:
                assert not isinstance(e, SystemError), f"{f}, allocation {i}: {e}"


def test_odd_paths(tmp_path: Path) -> None:
    folder = tmp_path / "\udcff \u00e9"
    folder.mkdir()
    source = "def add(x, y):\n    pass\n"
    module = load(build(tmp_path, source=source, path=str(folder / "prog.py")))
    assert module.__pycc__["source"] == str(folder / "prog.py")
    assert module.add.__wrapped__.__code__.co_filename == str(folder / "prog.py")


def test_memory_does_not_grow(library: Path) -> None:
    done = run(library, """
import glue_module as m, resource
def calls(n):
    for _ in range(n):
        m.full(1000, 1.0); m.halves(1000); m.strided(500)
calls(1000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
calls(30000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
""", ASAN_OPTIONS=f"{os.environ.get('ASAN_OPTIONS', '')}:quarantine_size_mb=1")
    assert int(done.stdout) < 4000, done.stderr
