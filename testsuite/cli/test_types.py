"""Type checkers: what docs/annotations.md calls clean is clean under ``mypy --strict``, and mistakes are found through our types."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from test_docs import ROOT, blocks

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="the pinned mypy and NumPy's types are for Python 3.11 and newer")

# What is an error has `# wrong: CODE` behind it.
USES = """
import numpy as np
from typed import blend, dot, jitted_bare

single = np.zeros(3, np.float32)
dot(np.zeros(3), np.zeros(3))
dot(single, np.zeros(3))  # wrong: arg-type
dot([1.0], np.zeros(1))  # wrong: arg-type
blend(np.float32(1), np.float32(2), np.float32(3))
blend("1", "2", "3")  # wrong: type-var
n: int = jitted_bare(np.zeros(3))  # wrong: assignment
jitted_bare()  # wrong: call-arg
"""
DIMENSIONS = """
from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pycc as pc
from pycc import f32, f64, prange

Row: TypeAlias = "f64[:]"

def scale(x: f64[:, :], y: "f32[::1]", k: f64, to: Row | None = None, z: pc.f64[()] | None = None) -> f64[:]:
    n, m = x.shape
    for i in prange(n):
        y[i] *= k
    wrong: int = x  # wrong: assignment
    return np.zeros(n)

one, two, single = np.zeros(3), np.zeros((2, 3)), np.zeros(3, np.float32)
r = scale(two, single, f64(2), one)
n: tuple[int] = r.shape
scale(one, single, f64(2))  # wrong: arg-type
scale(two, one, f64(2))  # wrong: arg-type
scale(two, single, f64(2), two)  # wrong: arg-type
"""


def mypy(folder: Path, plugin: bool, files: dict[str, str]) -> list[tuple[str, int, str]]:
    """The errors that mypy finds: file, line and code."""
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n" + "plugins = pycc.mypy\n" * plugin)
    for name, text in files.items():
        (folder / name).write_text(text)
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", ".cache", "--follow-imports=silent", *files], cwd=folder, capture_output=True, text=True)
    assert not done.stderr and done.returncode in (0, 1), done.stderr + done.stdout
    return [(name, int(line), code) for name, line, code in re.findall(r"^(\w+\.py):(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.M)]


def wanted(files: dict[str, str]) -> list[tuple[str, int, str]]:
    """The errors that the texts say they have."""
    return [(name, number, line.split("# wrong: ")[1]) for name, text in files.items()
            for number, line in enumerate(text.split("\n"), 1) if "# wrong: " in line]


def test_clean(tmp_path: Path) -> None:
    """Users' code in every form is clean without the plugin, and what calls it wrongly is not."""
    files = {"typed.py": (ROOT / "testsuite/exec/programs/typed.py").read_text(), "uses.py": USES,
             "page.py": blocks(ROOT / "docs/annotations.md", "python")[-1]}
    assert mypy(tmp_path, False, files) == wanted(files)


def test_plugin(tmp_path: Path) -> None:
    """With the plugin ``f64[:, :]`` is an array of its rank, and without it an error."""
    files = {"dimensions.py": DIMENSIONS, "typed.py": (ROOT / "testsuite/exec/programs/typed.py").read_text()}
    assert mypy(tmp_path, True, files) == wanted(files)
