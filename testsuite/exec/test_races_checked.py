"""Loops that are decided when they are called: races/checked.py."""
from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import pycc

from harness import outcome, same
from race_catalogue import THREADS, catalogue, check_equal, compiled, meets, names, raced, run_everywhere, verdict

FILES = ("checked",)
EACH = pytest.mark.parametrize("file, name", [(f, k) for f in FILES for k in names(f)])
SERIAL = ("--on-unknown=serial",)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs go."""
    return tmp_path_factory.mktemp("races_checked")


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


def test_race_error() -> None:
    """What users catch."""
    assert issubclass(pycc.RaceError, RuntimeError)
