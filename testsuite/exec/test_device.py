"""What stays on the device, what comes home and when: compiled for a device against the interpreter, and the bytes
that moved against those that had to, to the byte."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Iterator

import numpy as np
import pytest

import pycc

from harness import SANITIZED, check, compile_file, load, outcome

SOURCE = '''
import numpy as np
import pycc
from pycc import f64, i64, prange

@pycc.gpu
def steps(u: f64[:, :], v: f64[:, :], n: int) -> None:
    for _ in range(n):
        for i in prange(1, u.shape[0] - 1):
            for j in prange(1, u.shape[1] - 1):
                v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
        u, v = v, u

@pycc.gpu
def array_steps(u: f64[:, :], v: f64[:, :], n: int) -> None:
    for _ in range(n):
        v[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
        u, v = v, u

@pycc.gpu
def waves(u: f64[:, :], v: f64[:, :], n: int) -> None:
    for _ in range(n):
        u[1:-1, :] -= 0.25 * (v[2:, :] - v[:-2, :])
        w = u * (1.0 + v)
        v[1:-1, 1:-1] -= 0.25 * (w[2:, 1:-1] - w[:-2, 1:-1])

@pycc.gpu
def step(u: f64[:, :], v: f64[:, :]) -> None:
    for i in prange(1, u.shape[0] - 1):
        for j in prange(1, u.shape[1] - 1):
            v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])

def called_steps(u: f64[:, :], v: f64[:, :], n: int) -> None:
    for _ in range(n):
        step(u, v)
        step(v, u)

@pycc.gpu
def host_between(u: f64[:, :], v: f64[:, :], n: int) -> f64:
    s = 0.0
    for t in range(n):
        for i in prange(u.shape[0]):
            for j in prange(u.shape[1]):
                v[i, j] = u[i, j] * 0.5 + t
        s += v[1, 2] + v[0, 0]
        v[t, 0] = -1.0
        for j in range(1, u.shape[1]):
            v[0, j] = v[0, j - 1] + u[0, j]
        for i in prange(u.shape[0]):
            for j in prange(u.shape[1]):
                u[i, j] = v[i, j] - s
    return s

@pycc.gpu
def temporaries(x: f64[:], n: int) -> f64[:]:
    y = x * 1.0
    for _ in range(n):
        t = y * 0.5
        w = np.empty(len(x))
        for i in prange(len(x)):
            w[i] = t[i] + x[i]
        for i in prange(len(x)):
            y[i] = w[i] - t[len(x) - 1 - i]
    return y

def plain(a: f64[:]) -> f64:
    s = 0.0
    for i in range(len(a)):
        s = s * 0.5 + a[i]
        a[i] = s
    return s

@pycc.gpu
def calls_others(a: f64[:], m: f64[:, :]) -> tuple[f64, f64[:], f64[:, :]]:
    for i in prange(len(a)):
        a[i] = a[i] * 2.0 + i
    s = plain(a)
    for i in prange(len(a)):
        a[i] += s
    for i in prange(m.shape[0]):
        for j in prange(m.shape[1]):
            m[i, j] += a[i]
    p = m @ m
    for i in prange(len(a)):
        a[i] += p[i, 0] * 0.001
    b = np.sort(a)
    return b[0] + s, a[::-2], p

@pycc.gpu
def raises(a: f64[:], k: int) -> None:
    for i in prange(len(a)):
        a[i] = a[i] + 1.0
    for i in prange(len(a)):
        a[i] = a[i] * 2.0
    if k < 0:
        raise ValueError("negative")
    a[k] = 7.0

@pycc.gpu
def while_away(a: f64[:], limit: float) -> int:
    n = 0
    while a[0] < limit and n < 50:
        for i in prange(len(a)):
            a[i] = a[i] * 1.5 + 0.25
        n += 1
    return n

@pycc.gpu
def columns(m: f64[:, :], k: int) -> None:
    for i in prange(m.shape[0]):
        m[i, k] = m[i, 0] * 2.0 + m[i, 1]

@pycc.gpu
def every_other(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x) // 2):
        y[2 * i] = x[2 * i + 1] + 1.0

@pycc.gpu
def triangle(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            b[i, j] = a[i, j] * 3.0

@pycc.gpu
def gathers(x: f64[:], y: f64[:], index: i64[:], n: int) -> None:
    for _ in range(n):
        for i in prange(len(y)):
            y[i] = y[i] * 0.5 + x[index[i]]
        for i in prange(len(x)):
            x[i] = x[i] + 1.0

@pycc.gpu
def column_pair(m: f64[:, :], n: int) -> None:
    for _ in range(n):
        for i in prange(m.shape[0]):
            m[i, 3] = m[i, 7] * 2.0
        for i in prange(m.shape[0]):
            m[i, 7] = m[i, 3] + 1.0
        for i in prange(m.shape[0]):
            m[m.shape[0] - 1 - i, 3] = m[m.shape[0] - 1 - i, 7] * 0.5

@pycc.gpu
def shifted(a: f64[:], b: f64[:]) -> None:
    for i in prange(len(a)):
        b[i] = a[i] * 2.0

@pycc.gpu
def product(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for p in range(a.shape[1]):
                s += a[i, p] * b[p, j]
            c[i, j] = s
'''


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("device")
    (folder / "resident.py").write_text(SOURCE)
    return compile_file(folder / "resident.py", folder, "-O0")


@pytest.fixture(scope="module", params=["copy", "share"])
def module(request: pytest.FixtureRequest, compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Each kind of transfers has a module of its own."""
    target = tmp_path_factory.mktemp(request.param) / compiled.name  # workers may come back to a kind
    shutil.copy(compiled, target)
    before = {name: os.environ.get(name) for name in ("PYCC_PLACE", "PYCC_TRANSFERS")}
    os.environ.update(PYCC_PLACE="gpu", PYCC_TRANSFERS=request.param)
    made = load("resident", target)
    made.transfers = request.param
    with pycc.profile() as p:
        made.shifted(np.ones(10), np.ones(10))
    if p.device is None:
        pytest.skip("no OpenCL device")
    yield made
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture(scope="module")
def interpreted(compiled: Path) -> ModuleType:
    return load("resident", compiled.with_suffix(".py"))


def grid(rows: int = 30, columns: int = 40) -> np.ndarray:
    return np.arange(rows * columns, dtype=float).reshape(rows, columns) % 17 / 8


def agree(interpreted: ModuleType, module: ModuleType, name: str, *args: Any) -> pycc.Profile:
    """The compiled function does what the interpreted one does. What the device did in one call of it."""
    function, fast = getattr(interpreted, name), getattr(module, name)
    check(outcome(function, args), fast, args, False, name, False)
    again = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    with pycc.profile() as p:
        try:
            fast(*again)
        except Exception:
            pass
    return p


def moved(p: Any, module: ModuleType, up: int, down: int, launches: int) -> None:
    """So many elements went up and came down."""
    assert (p.launches, p.fallbacks) == (launches, ())
    assert p.bytes_moved == p.bytes_needed
    if module.transfers == "copy":
        assert (p.bytes_up, p.bytes_down) == (8 * up, 8 * down)


INNER, BORDER = 28 * 38, 2 * (28 + 38)


@pytest.mark.parametrize("name", ["steps", "array_steps"])
@pytest.mark.parametrize("n", [1, 2, 9])
def test_time_loop(interpreted: ModuleType, module: ModuleType, name: str, n: int) -> None:
    """Two transfers in all, not two per step."""
    p = agree(interpreted, module, name, grid(), grid() + 1, n)
    moved(p, module, INNER + BORDER + (BORDER if n > 1 else 0), INNER * min(n, 2), n)


def test_time_loop_in_place(interpreted: ModuleType, module: ModuleType) -> None:
    """What is updated in place is copied, whole or by pieces, and stays; a new array in each step moves never."""
    moves = [agree(interpreted, module, "waves", grid() / 64, grid() / 128, n) for n in (3, 9)]
    assert [p.launches for p in moves] == [9, 27] and all(p.fallbacks == () for p in moves)
    assert moves[0].bytes_moved == moves[1].bytes_moved <= 8 * grid().nbytes


def test_time_loop_of_calls(interpreted: ModuleType, module: ModuleType) -> None:
    """Arrays stay there from one call of a function marked gpu to the next."""
    p = agree(interpreted, module, "called_steps", grid(), grid() + 1, 6)
    moved(p, module, INNER + 2 * BORDER, 2 * INNER, 12)


def test_host_between(interpreted: ModuleType, module: ModuleType) -> None:
    """Host code reads and writes elements between nests."""
    p = agree(interpreted, module, "host_between", grid(), grid() + 1, 4)
    assert p.launches == 8


def test_temporaries(interpreted: ModuleType, module: ModuleType) -> None:
    """Arrays that the function makes and drops never leave the device."""
    p = agree(interpreted, module, "temporaries", np.arange(3000.0), 20)
    assert p.fallbacks == () and p.launches == 41
    if module.transfers == "copy":
        assert (p.bytes_up, p.bytes_down) == (8 * 3000, 8 * 3000)


def test_calls(interpreted: ModuleType, module: ModuleType) -> None:
    """Functions that know nothing of devices, libraries, views that are returned."""
    agree(interpreted, module, "calls_others", np.arange(25.0), np.arange(625.0).reshape(25, 25) / 100)


@pytest.mark.parametrize("bad", [False, True])
def test_checked_indices(interpreted: ModuleType, module: ModuleType, bad: bool) -> None:
    """Nests that may raise keep arrays there, too; when one does, the host raises at the very iteration."""
    index = np.arange(500) * 7 % 400
    index[480] = 1000 if bad else -1
    p = agree(interpreted, module, "gathers", np.arange(400.0), np.arange(500.0), index, 5)
    assert p.launches == (1 if bad else 10)
    if module.transfers == "copy" and not bad:
        assert (p.bytes_up, p.bytes_down) == (8 * 1400, 8 * 900)


@pytest.mark.parametrize("k", [3, -1, 1000])
def test_exceptions(interpreted: ModuleType, module: ModuleType, k: int) -> None:
    """What was written before an exception is at home when it is raised."""
    agree(interpreted, module, "raises", np.arange(100.0), k)


def test_while(interpreted: ModuleType, module: ModuleType) -> None:
    """A condition that reads an element brings it home each time."""
    p = agree(interpreted, module, "while_away", np.arange(100.0), 1000.0)
    assert p.launches > 5


@pytest.mark.parametrize("name, args, up, down", [
    ("columns", (np.arange(4000.0).reshape(100, 40), 7), 200, 100),
    ("every_other", (np.arange(2000.0), np.zeros(2000)), 1000, 1000),
    ("triangle", (np.arange(900.0).reshape(30, 30), np.zeros((30, 30))), 465, 465),
    ("triangle", (np.arange(1800.0).reshape(30, 60)[:, ::2], np.zeros((30, 30), order="F")), 465, 465),
    ("triangle", (np.arange(8100.0).reshape(90, 90)[::3, ::3], np.zeros((60, 60))[::2, 1::2]), 465, 465),
    ("shifted", (np.arange(3000.0)[5:1005], np.zeros(1000)), 1000, 1000),
    ("shifted", (np.arange(3000.0)[::-3], np.zeros(1000)), 1000, 1000),
    ("steps", (grid(), grid(), 1), INNER + BORDER, INNER),
])
def test_footprints(interpreted: ModuleType, module: ModuleType, name: str, args: tuple, up: int, down: int) -> None:
    """Exactly what is read goes up, exactly what is written comes home."""
    moved(agree(interpreted, module, name, *args), module, up, down, 1)


def test_packed_again(interpreted: ModuleType, module: ModuleType) -> None:
    """Nests with the same footprint whose accesses differ."""
    agree(interpreted, module, "column_pair", np.arange(4000.0).reshape(100, 40), 3)


def test_interleaved_parts(interpreted: ModuleType, module: ModuleType) -> None:
    """Real parts into imaginary parts of one array: two arguments that overlap by their intervals."""
    def parts(function: Callable) -> np.ndarray:
        z = np.arange(500.0) + 1j
        function(z.real, z.imag)
        return z
    expected = parts(interpreted.shifted)
    with pycc.profile() as p:
        assert (parts(module.shifted) == expected).all()
    moved(p, module, 500, 500, 1)


def test_overlapping_arguments(interpreted: ModuleType, module: ModuleType) -> None:
    """They depend on the order: the host runs them."""
    def overlap(function: Callable) -> np.ndarray:
        x = np.arange(50.0)
        function(x[:-1], x[1:])
        return x
    assert (overlap(module.shifted) == overlap(interpreted.shifted)).all()


def test_threads(interpreted: ModuleType, module: ModuleType) -> None:
    """Two threads call at once."""
    want = grid(), grid() + 1
    interpreted.steps(*want, 7)
    wrong = []

    def work() -> None:
        for _ in range(20):
            u, v = grid(), grid() + 1
            module.steps(u, v, 7)
            if not (np.allclose(u, want[0]) and np.allclose(v, want[1])):
                wrong.append((u, v))
    threads = [threading.Thread(target=work) for _ in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def run_alone(module_path: Path, text: str, **environment: str) -> str:
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300, env={
        **os.environ, "PYCC_PLACE": "gpu", "PYCC_TRANSFERS": "copy", "PYTHONPATH":
        os.pathsep.join([str(module_path.parent), *sys.path]), **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_fork(compiled: Path) -> None:
    """A child that is forked off after the device was used computes on the host; both end in order."""
    said = run_alone(compiled, """if True:
        import os, warnings, numpy as np, resident
        x, y = np.arange(9.0), np.zeros(9)
        resident.shifted(x, y)
        child = os.fork()
        y[:] = 0
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            resident.shifted(x, y)
        assert (y == 2 * x).all()
        if child:
            print('status', os.waitpid(child, 0)[1])
        else:
            os._exit(0)
        """)
    assert "status 0" in said


def test_no_device(compiled: Path) -> None:
    """Without a loader all runs on the host, and one warning says why."""
    said = run_alone(compiled, """if True:
        import numpy as np, resident
        x, y = np.arange(9.0), np.zeros(9)
        for _ in range(3):
            resident.shifted(x, y)
        assert (y == 2 * x).all()
        """, PYCC_OPENCL_LIBRARY="/nonexistent.so")
    assert said.count("RuntimeWarning") == 1 and "runs on the host" in said


def test_tiles(compiled: Path) -> None:
    """Ten times the device's memory and more: tile by tile."""
    said = run_alone(compiled, """if True:
        import numpy as np, pycc, resident
        a, b = np.arange(40000.0).reshape(200, 200) % 7, np.arange(40000.0).reshape(200, 200) % 5
        c = np.zeros((200, 200))
        with pycc.profile() as p:
            resident.product(a, b, c)
        assert (c == a @ b).all() and p.tiles > 10, p
        u, v = np.tile(a, (2, 1)), np.tile(b, (2, 1))
        uu, vv = u.copy(), v.copy()
        with pycc.profile() as p:
            resident.steps(u, v, 3)
        for _ in range(3):
            vv[1:-1, 1:-1] = 0.25 * (uu[:-2, 1:-1] + uu[2:, 1:-1] + uu[1:-1, :-2] + uu[1:-1, 2:])
            uu, vv = vv, uu
        assert (u == vv).all() and (v == uu).all() and p.tiles > 10 and p.fallbacks == (), p
        """, PYCC_DEVICE_MEMORY="96K")
    assert "Warning" not in said


@pytest.mark.skipif(SANITIZED, reason="of times, which sanitizers change")
def test_copies_go_on_while_tiles_are_computed(compiled: Path) -> None:
    """A processor that is its own bus seldom lets them, so that several runs are looked at."""
    said = run_alone(compiled, """if True:
        import numpy as np, pycc, resident
        a, b, c, met = np.ones((700, 700)), np.ones((700, 700)), np.zeros((700, 700)), 0
        for _ in range(20):
            with pycc.profile() as p:
                resident.product(a, b, c)
            assert p.tiles > 50 and (c == 700).all(), p
            copies = [s for s in p.spans if s.phase in ('upload', 'download')]
            kernels = [s for s in p.spans if s.phase == 'compute']
            assert len(kernels) == p.launches and sum(s.bytes for s in copies) == p.bytes_moved
            met += sum(s.begin < t.end and t.begin < s.end for s in copies for t in kernels)
            if met:
                break
        print('met', met > 0)
        """, PYCC_DEVICE_MEMORY="1200K")
    assert "met True" in said


def test_time_line_is_in_order(compiled: Path) -> None:
    """By the device's clock: what a nest reads comes before it is computed, its results after that."""
    said = run_alone(compiled, """if True:
        import numpy as np, pycc, resident
        a, c = np.ones((200, 200)), np.zeros((200, 200))
        for _ in range(2):
            with pycc.profile() as p:
                resident.product(a, a.copy(), c)
        print(*[s.phase for s in p.spans if s.phase in ('upload', 'compute', 'download')])
        """)
    assert "upload upload compute download" in said
