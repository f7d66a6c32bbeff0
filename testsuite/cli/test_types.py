"""Type checkers: what docs/annotations.md calls clean is clean under ``mypy --strict`` and pyright, and mistakes are found through our types."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from test_docs import ROOT, blocks, environment

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

# What `pycc stubs` is given, with an import of its own for what stays Python.
MODULE = """
import math
from dataclasses import dataclass
from typing import Optional, Union

import numpy as np
import pycc
from pycc import f32, f64

LIMIT, NAME = 3, "a name"
RATE: float = 0.5
TABLE = (1, (2.5, True))
WEIGHTS = np.array([1, 2, 1]) / 4
Vec = f64[:]
Number = Union[int, float]

@dataclass
class Box:
    side: float
    made = 0
    def __init__(self, side, *more) -> None:
        self.side = side
    @staticmethod
    def unit(k): return Box(1.0)
    async def later(self, n: "Number" = 3, /, *, k=1): return n

def helper(x, k=2): return x * k

def variadic(x, *rest, **named): return x

def norm(x: Vec) -> float:
    return math.sqrt(np.sum(x * x)) * LIMIT

def scaled(x: Union[f64[:], f32[:]], k: int = 3, *, by: Optional[f64] = None):
    return helper(x, k) if by is None else x * f32(by)

def parts(n: int, t: "tuple[int, f64]", xs: "list[f64[:, :]]"):
    return {"n": n}, t, [xs[0][0]], np.float32(n) > 1, np.arange(n)

@pycc.type("f32", "int", None)
def nothing(x, n=1): pass

if __name__ == "__main__":
    hidden = 1
try:
    import json as fast
except ImportError:
    fast = None
for i in range(3):
    counted = i
"""
CALLS = """
import numpy as np
from module import Box, LIMIT, NAME, RATE, TABLE, helper, norm, nothing, parts, scaled
one, single, two = np.zeros(3), np.zeros(3, np.float32), np.zeros((2, 2))
a: float = norm(one)
b: np.ndarray[tuple[int], np.dtype[np.float32]] = scaled(single)
c: np.ndarray[tuple[int], np.dtype[np.float64]] = scaled(one, 2, by=np.float64(3))
d: tuple[int, tuple[float, bool]] = TABLE
e: list[str] = [NAME] * LIMIT
nothing(1.5)
nothing(np.float32(1), n=2)
p, q, r, v, w = parts(1, (2, np.float64(3)), [two])
f: np.float64 = q[1]
norm(single)  # wrong: arg-type
norm([1.0])  # wrong: arg-type
scaled(two)  # wrong: arg-type
scaled(one, 1, np.float64(2))  # wrong: call-overload
g: int = RATE  # wrong: assignment
nothing(1, 2, 3)  # wrong: call-arg
h: str = v  # wrong: assignment
from module import hidden  # wrong: attr-defined
"""


# Each line that is an error to pyright, whatever else it says of it.
NO_TYPES = """
from typing import Annotated, TypeAlias, Union
import numpy as np
from numpy.typing import NDArray
from pycc import f32, f64
Row: TypeAlias = "f64[:]"  # wrong: a text of no type
def quoted(x: "f64[:]") -> None: ...  # wrong: dimensions
def plain(x: f64[:]) -> None: ...  # wrong: dimensions
def either(x: f64[:] | f32[:]) -> None: ...  # wrong: dimensions
def both(x: Annotated[NDArray[np.float64], "f64[:]"] | Annotated[NDArray[np.float32], "f32[:]"]) -> None: ...
def scalars(x: f64, t: tuple[int, f64], xs: list[f64], n: Union[int, float], o: f64 | None = None) -> f64: return x
def image(x: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> NDArray[f64]: return x
"""


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)


def mypy(folder: Path, plugin: bool, files: dict[str, str], *more: str) -> list[tuple[str, int, str]]:
    """The errors that mypy finds: file, line and code. What it makes of NumPy is kept for the next runs."""
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n" + "plugins = pycc.mypy\n" * plugin)
    write(folder, files)
    cache = folder.parent / f"mypy{'-plugin' * plugin}"
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", cache, "--follow-imports=silent", *more, *files], cwd=folder, capture_output=True, text=True)
    assert not done.stderr and done.returncode in (0, 1), done.stderr + done.stdout
    return [(name, int(line), code) for name, line, code in re.findall(r"^(\w+\.pyi?):(\d+): error: .*\[([\w-]+)\]$", done.stdout, re.M)]


def pyright(folder: Path, files: dict[str, str]) -> list[tuple[str, int]]:
    """Where pyright, as it is set when nothing is, finds errors."""
    if not shutil.which("node"):
        pytest.skip("pyright runs in node, which is not here")
    write(folder, files)
    done = subprocess.run([sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, *files], cwd=folder, capture_output=True,
                          text=True, env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"})
    said = json.loads(done.stdout)
    assert said["summary"]["filesAnalyzed"] >= len(files), done
    return sorted({(Path(e["file"]).name, e["range"]["start"]["line"] + 1) for e in said["generalDiagnostics"] if e["severity"] == "error"})


def wanted(files: dict[str, str]) -> list[tuple[str, int, str]]:
    """The errors that the texts say they have."""
    return [(name, number, line.split("# wrong: ")[1]) for name, text in files.items()
            for number, line in enumerate(text.split("\n"), 1) if "# wrong: " in line]


def test_clean(tmp_path: Path) -> None:
    """Users' code in every form is clean without the plugin, and what calls it wrongly is not."""
    files = {"typed.py": (ROOT / "testsuite/exec/programs/typed.py").read_text(), "uses.py": USES,
             "page.py": blocks(ROOT / "docs/annotations.md", "python")[-1]}
    assert mypy(tmp_path, False, files) == wanted(files)


def test_pyright(tmp_path: Path) -> None:
    """The same is clean under pyright; dimensions are an error to it in every form, as the page says."""
    files = {"typed.py": (ROOT / "testsuite/exec/programs/typed.py").read_text(), "uses.py": USES, "no_types.py": NO_TYPES,
             "page.py": blocks(ROOT / "docs/annotations.md", "python")[-1]}
    assert pyright(tmp_path, files) == sorted({(name, line) for name, line, _ in wanted(files)})


def test_plugin(tmp_path: Path) -> None:
    """With the plugin ``f64[:, :]`` is an array of its rank, and without it an error."""
    files = {"dimensions.py": DIMENSIONS, "typed.py": (ROOT / "testsuite/exec/programs/typed.py").read_text()}
    assert mypy(tmp_path, True, files) == wanted(files)


def test_samples(tmp_path: Path) -> None:
    """With the plugin the samples are clean as they are; what of them has no annotations has no types."""
    files = {path.name: path.read_text() for path in (ROOT / "samples").glob("*.py") if path.name != "demo.py"}
    assert len(files) > 10 and mypy(tmp_path, True, files, "--allow-untyped-defs", "--allow-untyped-calls") == []


def test_stubs(tmp_path: Path) -> None:
    """Stubs of two modules are clean; a checker finds through them what calls of compiled functions have wrong."""
    (tmp_path / "module.py").write_text(MODULE)
    for source in (tmp_path / "module.py", ROOT / "testsuite/exec/programs/annotations.py"):
        subprocess.run(["pycc", "stubs", source, "-o", tmp_path / f"{source.stem}.pyi"], env=environment(), check=True)
    stubs = {name: (tmp_path / name).read_text() for name in ("module.pyi", "annotations.pyi")}
    (tmp_path / "module.py").unlink()
    compile(stubs["module.pyi"], "module.pyi", "exec")
    files = {**stubs, "calls.py": CALLS}
    assert mypy(tmp_path, False, files) == wanted(files)
    if shutil.which("node"):
        assert pyright(tmp_path, files) == [(name, line) for name, line, _ in wanted(files)]


def test_stubs_refused(tmp_path: Path) -> None:
    """A module that is not compiled gets no stub, but the compiler's message; -o - prints, without -o the stub lies beside the source."""
    def stubs(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["pycc", "stubs", *args], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    (tmp_path / "good.py").write_text("def f(x: int) -> int:\n    return x\n")
    (tmp_path / "bad.py").write_text("def f(x: flaot64) -> int:\n    return x\n")
    bad, missing, several, printed = stubs("bad.py"), stubs("none.py"), stubs("good.py", "bad.py", "-o", "x.pyi"), stubs("good.py", "-o", "-")
    assert bad.returncode == 1 and "bad.py:1:10: error: unknown type 'flaot64'" in bad.stderr and not (tmp_path / "bad.pyi").exists()
    assert missing.returncode == 1 and "none.py" in missing.stderr and "Traceback" not in missing.stderr
    assert several.returncode == 1 and "-o names one file" in several.stderr and stubs("-o").returncode == 1
    assert stubs("good.py").returncode == 0 and (tmp_path / "good.pyi").read_text() == printed.stdout
    assert printed.stdout.endswith("\ndef f(x: int) -> int: ...\n")
