"""Golden files: for each stage, what ``pycc --emit STAGE`` says about the programs beside it.

``golden/STAGE/NAME.py`` is compiled and compared with ``golden/STAGE/NAME.EXT``; in ``diag`` it is
the messages of the whole compiler that are compared. ``PYCC_UPDATE_GOLDEN=1`` writes the files
instead, for a look at ``git diff``; a program without its file is a failure otherwise.
"""

from __future__ import annotations

import difflib
import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PYCC = os.environ.get("PYCC") or str(HERE.parents[1] / "build" / "venv" / "bin" / "pycc")
UPDATE = os.environ.get("PYCC_UPDATE_GOLDEN") == "1"

#: Folder: the stage to emit and the ending of the expected output.
STAGES = {
    "ast": ("ast", ".ast"),
    "types": ("types", ".types"),
    "tir": ("tir", ".tir"),
    "access": ("access", ".access"),
    "plan": ("plan", ".plan"),
    "explain": ("explain", ".explain"),
    "schedule": ("schedule", ".schedule"),
    "c": ("c", ".c"),
    "opencl": ("opencl", ".cl"),
    "diag": ("c", ".err"),
}


def programs() -> list[str]:
    """Every program of every stage, as ``STAGE/NAME.py``."""
    found = []
    for stage in STAGES:
        found += sorted(f"{stage}/{path.name}" for path in (HERE / stage).glob("*.py"))
    return found


def run(stage: str, name: str) -> subprocess.CompletedProcess[str]:
    """Compile a program from its own folder, so that no path of this machine is in the output."""
    command = [PYCC, "--emit", STAGES[stage][0], name]
    return subprocess.run(
        command, cwd=HERE / stage, capture_output=True, text=True, timeout=60, check=False
    )


def output_of(stage: str, name: str) -> str:
    """The text to compare; the exit status must fit it."""
    done = run(stage, name)
    if stage == "diag":
        assert done.returncode == (1 if " error: " in done.stderr else 0), done.stderr
        assert done.stderr, "a program in diag/ must give a message"
        return done.stderr
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_programs() -> None:
    assert {"ast", "diag"} <= {program.split("/")[0] for program in programs()}


@pytest.mark.parametrize("program", programs())
def test_golden(program: str) -> None:
    stage, name = program.split("/")
    expected = (HERE / program).with_suffix(STAGES[stage][1])
    actual = output_of(stage, name)
    if UPDATE:
        expected.write_text(actual)
        return
    assert expected.exists(), f"{expected.name} is missing; PYCC_UPDATE_GOLDEN=1 writes it"
    if actual != expected.read_text():
        diff = difflib.unified_diff(
            expected.read_text().splitlines(), actual.splitlines(), "expected", "actual", lineterm=""
        )
        pytest.fail("\n".join(diff), pytrace=False)


@pytest.mark.parametrize("stage", STAGES)
def test_no_stray_files(stage: str) -> None:
    """An expected output whose program is gone would be checked by nothing."""
    ending = STAGES[stage][1]
    stray = [p.name for p in (HERE / stage).glob("*" + ending) if not p.with_suffix(".py").exists()]
    assert stray == []
