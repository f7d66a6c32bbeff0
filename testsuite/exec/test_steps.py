"""Time loops whose sweeps wait for those of later steps (runtime/host/steps.c): the bits of the interpreter, whatever waits for how long."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc

from harness import compile_once, load, run_pycc, shared_folder

SOURCE = '''
import numpy as np

from pycc import f32, f64, i64, prange


def loops(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for t in range(T):
        for i in prange(1, n - 1):
            for j in range(1, m - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i - 1, j] + a[i + 1, j])
        for i in prange(1, n - 1):
            for j in range(1, m - 1):
                a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, j + 1] + b[i - 1, j] + b[i + 1, j])


def in_order(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for t in range(T):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i - 1, j] + a[i + 1, j])
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, j + 1] + b[i - 1, j] + b[i + 1, j])


def in_place(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for t in range(T):
        for i in range(2, n - 1):
            for j in range(1, m - 1):
                a[i, j] = 0.25 * (a[i - 2, j] + a[i + 1, j + 1] + a[i, j - 1]) + b[i, j] * t
        for i in range(1, n - 2):
            for j in range(m):
                b[i, j] = b[i - 1, j] * 0.5 + a[i + 2, j]


def mixed(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for t in range(T):
        for i in range(1, n):
            for j in range(m):
                a[i, j] = 0.5 * (a[i - 1, j] + a[i, j])
        b[1:-1] = a[2:] - a[:-2]
        for i in prange(n):
            for j in range(m):
                a[i, j] += 0.125 * b[i, j]


def both_parallel(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for t in range(T):
        for i in prange(2, n - 2):
            for j in prange(m):
                b[i, j] = a[i - 2, j] + a[i + 1, j] * 0.25
        for i in prange(n):
            for j in prange(m):
                a[i, j] = b[i, j] * 0.5 - t


def columns(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    n, m = a.shape
    for t in range(T):
        for j in prange(1, m - 1):
            for i in range(n):
                b[i, j] = 0.25 * a[i, j - 1] + 0.5 * a[i, j] + 0.25 * a[i, j + 1]
        for j in prange(1, m - 1):
            for i in range(n):
                a[i, j] = b[i, j] + 1.0


def whole(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])


def other_rows(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        b[1:-1] = a[:-2] - 0.5 * a[2:]
        a[:] = b
        a[3:-2, :] = 0.5 * b[5:, :]


def swapped(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        b[1:-1, 1:-1] = 0.25 * (a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1]) - t
        a, b = b, a


def rotated(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    c = np.zeros_like(a)
    for t in range(T):
        c[1:-1, 1:-1] = 2.0 * b[1:-1, 1:-1] - a[1:-1, 1:-1] + 0.1 * (b[2:, 1:-1] + b[:-2, 1:-1] - 2.0 * b[1:-1, 1:-1])
        a, b, c = b, c, a


def pointwise(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        a *= 0.75
        a += b
        b -= a * 0.125


def turned(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        b[1:] = a[:-1] + 0.5
        a[:] = b[::-1] * 0.5


def until(T: int, a: f64[:, :], b: f64[:, :]) -> int:
    t = 0
    while t < T:
        b[1:-1] = 0.5 * (a[2:] + a[:-2])
        if t == 17:
            break
        a[1:-1] = 0.5 * (b[2:] + b[:-2])
        t += 1
    return t


def fails(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        b[1:-1] = 0.5 * (a[2:] + a[:-2])
        a[1:-1] = b[1:-1] / (7 // (9 - t))


def caught(T: int, a: f64[:, :], b: f64[:, :]) -> float:
    try:
        for t in range(T):
            b[1:-1] = 0.5 * (a[2:] + a[:-2])
            a[1:-1] = b[1:-1] * (7 // (5 - t))
    except ZeroDivisionError:
        return a[3, 3] + b[4, 4]
    return 0.0


def returns(T: int, a: f64[:, :], b: f64[:, :]):
    u, v = a * 1.0, b * 1.0
    for t in range(T):
        u[1:-1] = 0.5 * (v[2:] + v[:-2])
        v[1:-1] = u[1:-1] + 1.0
        if t == 11:
            return v
    return u


def renamed(T: int, a: f64[:, :], b: f64[:, :]):
    for t in range(T):
        c = a.copy()
        c[1:-1] = 0.5 * (a[2:] + a[:-2])
        a = c
    return a


def made(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        h = a * b
        g = np.zeros_like(a)
        g[1:-1] = h[2:] - h[:-2]
        a[1:-1] -= 0.1 * (g[2:] - g[:-2])
        b[:] = b * 0.99 + h * 0.01


def edges(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        b[1:-1, 1:-1] = 0.25 * (a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        b[0, :] = b[1, :]
        b[-1, :] = b[-2, :] * 0.5
        b[:, 0] = b[:, 1]
        b[:, -1] = t
        a, b = b, a


def around(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        a[0, :] = b[-2, :]
        a[-1, :] = b[1, :]
        b[1:-1] = 0.5 * (a[2:] + a[:-2])


def waves(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    c = a * b
    pulse = np.arange(T) * 0.5
    for t in range(pulse.shape[0]):
        a[0, :] = pulse[t]
        a[1:, :] -= 0.5 * (c[1:, :] - c[:-1, :])
        b[:, 1:] -= 0.5 * (c[:, 1:] - c[:, :-1])
        c[:-1, :-1] -= 0.7 * (b[:-1, 1:] - b[:-1, :-1] + a[1:, :-1] - a[:-1, :-1])


def looks(T: int, a: f64[:, :], b: f64[:, :]) -> float:
    last = 0.0
    for t in range(T):
        b[1:-1] = 0.5 * (a[2:] + a[:-2])
        a[1:-1] = b[1:-1] + last
        if t % 5 == 4:
            last = a[3, 3]
        elif b[2, 2] > 3.0:
            return b[2, 2]
    return last


def raises(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        b[1:-1] = 0.5 * (a[2:] + a[:-2])
        if t == 8:
            raise ArithmeticError("far enough")
        a[1:-1] = b[1:-1] * 0.5


def in_loops(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T // 4):
        for k in range(1, 4):
            b[k:-k] = 0.5 * (a[2 * k:] + a[:-2 * k])
            a[:] = b


def step(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i - 1, j] + a[i + 1, j])


def around_once(a, b):
    step(a, b)
    step(b, a)


def smoothed(a, w):
    b = np.zeros_like(a)
    b[1:-1] = w * (a[2:] + a[:-2])
    return b


def called(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        step(a, b)
        a, b = b, a


def called_in_turns(T: int, a: f64[:, :], b: f64[:, :]) -> int:
    t = 0
    while t < T:
        if t == T - 1:
            step(a, b)
        else:
            around_once(a, b)
        t += 2
    return t


def called_for_new(T: int, a: f64[:, :], b: f64[:, :]):
    for t in range(T):
        a = smoothed(a, 0.5 + 0.01 * t)
        b = smoothed(a - b, 0.25)
    return a, b


def called_for_views(T: int, a: f64[:, :], b: f64[:, :]) -> None:
    for t in range(T):
        step(a, a)
        step(a[1:], b[:-1])
        step(b[:-1], b[1:])


def vectors(T: int, a: f64[:], b: f64[:]) -> None:
    for t in range(T):
        b[1:-1] = 0.25 * (a[:-2] + 2.0 * a[1:-1] + a[2:])
        a[2:-2] = 0.25 * (b[:-4] + 2.0 * b[2:-2] + b[4:])


def cubes(T: int, a: f64[:, :, :], b: f64[:, :, :]) -> None:
    for t in range(T):
        b[1:-1, 1:-1, 1:-1] = a[2:, 1:-1, 1:-1] + a[:-2, 1:-1, 1:-1] - a[1:-1, 2:, 1:-1] * 0.5 + a[1:-1, 1:-1, :-2] * 0.25
        a[1:-1, 1:-1, 1:-1] = b[2:, 1:-1, 1:-1] * 0.5 + b[1:-1, :-2, 1:-1] - b[1:-1, 1:-1, 2:]


def life(T: int, a: i64[:, :], b: i64[:, :]) -> None:
    for t in range(T):
        b[1:-1, 1:-1] = (a[:-2, :-2] + a[:-2, 1:-1] + a[:-2, 2:] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, :-2] + a[2:, 1:-1] + a[2:, 2:])
        a[1:-1, 1:-1] = np.where(b[1:-1, 1:-1] == 3, 1, np.where(b[1:-1, 1:-1] == 2, a[1:-1, 1:-1], 0))
'''
SLOW = ("loops", "in_order", "in_place", "mixed", "both_parallel", "columns", "called", "called_in_turns", "called_for_views")
MATRICES = [*SLOW, "whole", "other_rows", "swapped", "rotated", "pointwise", "turned", "until", "fails", "caught",
            "returns", "renamed", "made", "edges", "around", "waves", "looks", "raises", "in_loops", "called_for_new"]
NEAR = ("1T", "700", "5K")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = shared_folder(tmp_path_factory, "steps") / "steps_program.py"
    path.write_text(SOURCE)
    return path


@pytest.fixture(scope="module")
def compiled(source: Path) -> ModuleType:
    return load("steps_program", compile_once(source, source.parent, "--fp=strict"))


@pytest.fixture(scope="module")
def interpreted(source: Path) -> ModuleType:
    return load("steps_interpreted", source)


def outcome(function, *arguments):
    """What it returns or raises, and its arguments afterwards."""
    try:
        result = function(*arguments)
    except ArithmeticError as error:
        result = repr(error)
    return [result, *arguments]


def agree(function, reference, monkeypatch: pytest.MonkeyPatch, *arguments) -> None:
    def again():
        return [a.copy(order="K") if isinstance(a, np.ndarray) else a for a in arguments]
    expected = outcome(reference, *again())
    for near in NEAR:
        monkeypatch.setenv("PYCC_NEAR_CACHE", near)
        for threads in (1, 2, 5):
            pycc.set_num_threads(threads)
            for got, want in zip(outcome(function, *again()), expected):
                np.testing.assert_array_equal(got, want, err_msg=f"{near}, {threads} threads")


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).random(shape) - 0.5


@pytest.mark.parametrize(("shape", "order"), [((130, 40), "C"), ((700, 9), "C"), ((67, 121), "F")], ids=str)
@pytest.mark.parametrize("name", MATRICES)
def test_matrices(compiled: ModuleType, interpreted: ModuleType, name: str, shape: tuple[int, int], order: str,
                  monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number of steps, rows and threads."""
    if name in SLOW and shape != (130, 40):
        pytest.skip("the interpreter takes long")
    a, b = (np.asarray(x, order=order) for x in (numbers(*shape), numbers(*shape) + 1))
    for steps in (1, 6) if name in SLOW else (0, 2, 7, 40):
        agree(getattr(compiled, name), getattr(interpreted, name), monkeypatch, steps, a, b)


def test_more(compiled: ModuleType, interpreted: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other ranks and types."""
    agree(compiled.vectors, interpreted.vectors, monkeypatch, 50, numbers(10001), numbers(10001) + 1)
    agree(compiled.cubes, interpreted.cubes, monkeypatch, 9, numbers(31, 17, 19), numbers(31, 17, 19))
    board = (numbers(90, 70) > 0).astype(np.int64)
    agree(compiled.life, interpreted.life, monkeypatch, 33, board, 0 * board)


def test_vector_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """exp in vectors is not exp of a number: the same elements are in vectors, whatever waits and on how many threads."""
    program = tmp_path / "steps_functions.py"
    program.write_text("""import numpy as np
from pycc import f64


def functions(T: int, a: f64[:], b: f64[:]) -> None:
    for t in range(T):
        b[1:-1] = np.exp(-a[:-2]) + a[2:] ** 1.25
        a[3:-2] = np.exp(-b[:-5]) * b[5:]
""")
    functions = load(program.stem, compile_once(program, tmp_path)).functions
    found = []
    for near in ("1G", *NEAR):
        monkeypatch.setenv("PYCC_NEAR_CACHE", near)
        for threads in (1, 2, 3, 5):
            pycc.set_num_threads(threads)
            a, b = numbers(20011) + 0.5, numbers(20011) + 0.5
            functions(9, a, b)
            found.append((a, b))
    for got in found[1:]:
        np.testing.assert_array_equal(got, found[0])


@pytest.mark.parametrize("name", ["whole", "other_rows", "swapped", "pointwise", "turned"])
def test_overlapping(compiled: ModuleType, interpreted: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arguments that are views of one array, in several ways."""
    pairs = [(np.s_[:100], np.s_[100:200]), (np.s_[:100], np.s_[90:190]), (np.s_[:100], np.s_[1:101]), (np.s_[:100], np.s_[:100]),
             (np.s_[:200:2], np.s_[1:200:2]), (np.s_[99::-1], np.s_[100:200]), (np.s_[99::-1], np.s_[:100]), (np.s_[:100, :50], np.s_[:100, 50:]),
             (np.s_[:100, :50], np.s_[:100, 49:99]), (np.s_[:100, :50], np.s_[50:150, 50:])]
    for p, q in pairs:
        base = numbers(200, 100)
        expected = base.copy()
        outcome(getattr(interpreted, name), 12, expected[p], expected[q])
        for near in NEAR:
            monkeypatch.setenv("PYCC_NEAR_CACHE", near)
            for threads in (1, 2):
                pycc.set_num_threads(threads)
                got = base.copy()
                outcome(getattr(compiled, name), 12, got[p], got[q])
                np.testing.assert_array_equal(got, expected, err_msg=f"{p}, {q}, {near}, {threads} threads")


def test_which_wait(source: Path) -> None:
    """Every function has nests that may wait, but the one that calls for what is tested only when called."""
    text = run_pycc("--emit", "c", source).stdout
    for name in {*MATRICES, "vectors", "cubes", "life"} - {"called_for_views"}:
        body = re.search(rf"\n.*static [^\n]*\b{name}(__try|_)?\(struct pycc_ctx.*?\n}}", text, re.DOTALL)[0]
        assert "PYCC_STEPS" in body and "PYCC_SWEEP(" in body, name


@pytest.mark.parametrize("name", ["whole", "in_place"])
def test_interrupt(compiled: ModuleType, name: str) -> None:
    """Ctrl-C ends a loop whose sweeps wait."""
    script = f"""
import os, signal, sys, threading
sys.path.insert(0, {str(Path(compiled.__file__).parent)!r})
import numpy as np, steps_program
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    steps_program.{name}(10**9, np.ones((500, 500)), np.ones((500, 500)))
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, env={**os.environ, "PYCC_NEAR_CACHE": "64K"})
    assert done.stdout == "interrupted\n", done.stdout + done.stderr
