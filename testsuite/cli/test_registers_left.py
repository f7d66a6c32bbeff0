"""Compiled functions leave no upper halves of vector registers behind, which slow down what follows them on the thread."""
from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from command import Run

PROGRAM = """import numpy as np
from pycc import f32, f64


def root(x: f64[:]):
    return np.sqrt(x), np.log(x)


def root_of_singles(x: f32[:, :]):
    return np.sqrt(x) + np.exp(x)
"""


@pytest.mark.skipif(not shutil.which("objdump"), reason="objdump shows the instructions")
def test_wide_registers_are_cleared(pycc: Run, tmp_path: Path) -> None:
    (tmp_path / "roots.py").write_text(PROGRAM)
    assert pycc("roots.py", "-o", "roots.so").returncode == 0
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "roots.so"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    functions = [f for f in text.split("\n\n") if re.search(r"^[0-9a-f]+ <root\w*>:", f, re.M)]
    wide = [f for f in functions if re.search(r"%[yz]mm", f) and "ret" in f]
    assert functions
    assert [f.splitlines()[0] for f in wide if "vzeroupper" not in f] == []
