"""Loops that are decided when they are called: races/checked.py."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pycc

from harness import compile_text, outcome, same, shared_folder
from race_catalogue import (
    THREADS, catalogue, check_equal, compiled, meets, names, raced, run_everywhere, source, verdict)

FILES = ("checked",)
EACH = pytest.mark.parametrize("file, name", [(f, k) for f in FILES for k in names(f)])
SERIAL = ("--on-unknown=serial",)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs go."""
    return shared_folder(tmp_path_factory, "races")


@EACH
def test_verdict(file: str, name: str, folder: Path) -> None:
    """As the catalogue says."""
    expected = catalogue(file).VERDICTS[name]
    accepted, text = verdict(file, name, folder)
    said = "accepted" if accepted else "refused"
    assert meets(expected, accepted, text), f"expected {expected}, but it is {said}:\n{text}"


@EACH
def test_result(file: str, name: str, folder: Path) -> None:
    """Arguments without a collision: equal to the interpreter, the same bits on any number of threads."""
    module = catalogue(file)
    run_everywhere(getattr(module, name), compiled(file, name, folder), module.CASES[name], pycc.set_num_threads)


COLLIDING = [(k, i) for k, rows in catalogue("checked").COLLIDING.items() for i in range(len(rows))]


@pytest.mark.parametrize("name, number", COLLIDING)
def test_collision_raises(name: str, number: int, folder: Path) -> None:
    """RaceError names the element, and nothing was written."""
    args, element = catalogue("checked").COLLIDING[name][number]
    function = compiled("checked", name, folder)
    texts = set()
    for threads in THREADS:
        pycc.set_num_threads(threads)
        got = outcome(function, args)
        assert raced(got), f"no RaceError but {got[0]}"
        assert re.search(element, got[0][1]), f"{element} is not named: {got[0][1]}"
        assert all(same(a, b, True) is None for a, b in zip(args, got[1]) if isinstance(a, np.ndarray)), "written"
        texts.add(got[0][1])
    assert len(texts) == 1, f"the message depends on the threads: {texts}"


@pytest.mark.parametrize("name, number", COLLIDING)
def test_collision_in_order(name: str, number: int, folder: Path) -> None:
    """With --on-unknown=serial the loop runs in order."""
    module = catalogue("checked")
    args, _ = module.COLLIDING[name][number]
    function = compiled("checked", name, folder, SERIAL)
    for threads in THREADS:
        pycc.set_num_threads(threads)
        check_equal(outcome(getattr(module, name), args), outcome(function, args), f"{threads} threads")


@pytest.mark.parametrize("name", names("checked"))
def test_result_with_serial_flag(name: str, folder: Path) -> None:
    """The flag changes nothing for arguments without a collision."""
    module = catalogue("checked")
    function = compiled("checked", name, folder, SERIAL)
    run_everywhere(getattr(module, name), function, module.CASES[name], pycc.set_num_threads)


# ---- by the user's word

ASSURED = [(k, i) for k, rows in catalogue("assured").COLLIDING.items() for i in range(len(rows))]
TESTED = ("--check=races",)


@pytest.mark.parametrize("name", names("assured"))
def test_word_is_tested(name: str, folder: Path) -> None:
    """With --check=races a word is checked when called, and good ones change nothing."""
    accepted, text = verdict("assured", name, folder, TESTED)
    assert meets("independent" if name == "known_anyway" else "checked", accepted, text), text
    module = catalogue("assured")
    run_everywhere(getattr(module, name), compiled("assured", name, folder, TESTED), module.CASES[name], pycc.set_num_threads)


@pytest.mark.parametrize("name, number", ASSURED)
def test_untrue_word_raises(name: str, number: int, folder: Path) -> None:
    """RaceError names the element, and nothing was written; without the flag the word is believed."""
    args, element = catalogue("assured").COLLIDING[name][number]
    function = compiled("assured", name, folder, TESTED)
    for threads in THREADS:
        pycc.set_num_threads(threads)
        got = outcome(function, args)
        assert raced(got) and re.search(element, got[0][1]), got[0]
        assert all(same(a, b, True) is None for a, b in zip(args, got[1]) if isinstance(a, np.ndarray)), "written"
    assert raced(outcome(compiled("assured", name, folder), args)) == (name == "not_his_word")


def test_race_error() -> None:
    """What users catch."""
    assert issubclass(pycc.RaceError, RuntimeError)


# ---- inspecting without bounds checks, remembering, the solver

def run_python(text: str, folder: Path, **environment: str) -> str:
    """What a script prints, in a process of its own."""
    done = subprocess.run([sys.executable, "-c", text], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(folder), **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_inspecting_is_always_checked(tmp_path: Path) -> None:
    """Without bounds checks an index far outside of y is the caller's matter (here the memory is his), but not one
    of the table that the inspector writes to."""
    compile_text(source("checked", "scatter"), tmp_path, "--no-bounds-check", name="unchecked")
    (tmp_path / "unchecked.py").unlink()
    got = run_python("import numpy as np, pycc, unchecked\n"
                     "memory = np.zeros(10**8 + 1, np.int8).view(np.int8)[:8 * (10**8 // 8)].view(np.float64)\n"
                     "idx = np.arange(90000)\n"
                     "for far in (12 * 10**6, 90000, 10**6):\n"
                     "    idx[7] = far\n"
                     "    for threads in (1, 2):\n"
                     "        pycc.set_num_threads(threads)\n"
                     "        unchecked.scatter(np.ones(90000), idx, memory[:90000])\n"
                     "        print(memory[far], memory[7])\n", tmp_path)
    assert got == "1.0 0.0\n" * 6


def test_a_call_site_remembers_many_calls(folder: Path) -> None:
    """Answers for other sizes, strides and offsets in between change nothing."""
    function = compiled("checked", "stride_and_offset", folder)
    interpreted = catalogue("checked").stride_and_offset
    y = np.zeros(400)
    for turn in range(300):
        args = (y[turn % 7:], 9 + turn % 3, turn % 5, turn % 4)
        got, expected = outcome(function, args), outcome(interpreted, args)
        if turn % 5 == 0:
            assert raced(got), turn
        else:
            check_equal(expected, got, f"turn {turn}")


def test_solver_is_loaded_when_needed(tmp_path: Path) -> None:
    """Not at import, not for what search settles; and a module runs where it is not installed."""
    compile_text(HARD, tmp_path, name="hard")
    (tmp_path / "hard.py").unlink()
    script = ("import numpy as np, pycc, hard\n"
              "loaded = lambda: 'pycc_ilp' in open('/proc/self/maps').read()\n"
              "y = np.zeros(930000)\n"
              "hard.five(y, 2, 400000, 1, 1, 1, 1), print(loaded())\n"
              "for turn in range(20):\n"
              "    try:\n"
              "        hard.five(y, 6, 5323, 4680, 11011, 18640, 3704)\n"
              "    except pycc.RaceError:\n"
              "        print('race')\n"
              "        break\n"
              "print(loaded())\n")
    assert pycc._solver_path().endswith("pycc_ilp.so")
    assert run_python(script, tmp_path, PYCC_ILP="").split() == ["False", "race", "False"]  # it is inspected
    assert run_python(script, tmp_path).split() == ["False", "race", "True"]


HARD = """
from pycc import f64, prange


def five(y: f64[:], n: int, a: int, b: int, c: int, d: int, e: int) -> None:
    for i in prange(n):
        for j in range(22):
            for k in range(5):
                for l in range(34):
                    for m in range(39):
                        y[a * i + b * j + c * k + d * l + e * m] = 1.0 * i
"""
