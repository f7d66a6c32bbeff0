"""Modules that import modules of the user's (docs/modules.md): the package modules/lab runs compiled and uncompiled."""
from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness import O1, PYCC, run_pycc, same

HERE = Path(__file__).resolve().parent
A, B = np.linspace(0.3, 5.0, 13), np.linspace(-1, 1, 5, dtype=np.float32)
CALLS = [("total", A), ("folded", 4), ("written_out", 1.5), ("arrays", A), ("statistics", A), ("through", A),
         ("several_types", A, B, 9), ("closures", A), ("aliased", A, A[::-1]), ("item", A, 2), ("item", A, 99), ("item", A, 98), ("item", A, 50),
         ("item_by_name", A, -1), ("item_by_name", A, 99), ("inside", A), ("shadowed", A, 2.5, 3), ("by_type", A, A.copy()),
         ("scattered", A.copy(), np.array([3, 0, 12])), ("joined", A, A[::-1])]
# Runs in another process, since both packages have one name: prints outcomes and the arguments afterwards.
RUNNER = """
import pickle, sys, traceback
from harness import outcome
import lab.kernel
calls = pickle.load(open("calls.pickle", "rb"))
found = [outcome(getattr(lab.kernel, name), args) for name, *args in calls for args in [tuple(args)]]
def place(name, *args):
    try:
        getattr(lab.kernel, name)(*args)
    except Exception as e:
        return type(e).__name__, *[(f.filename.rsplit("/", 1)[-1], f.lineno, f.line) for f in traceback.extract_tb(e.__traceback__)][-1]
a = calls[0][1]
places = place("item", a, 98), place("scattered", a.copy(), a.astype(int) * 0)
pickle.dump((lab.kernel.__file__, found, places), open("found.pickle", "wb"))
"""


def python(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    path = os.pathsep.join([str(folder), str(HERE), variables.pop("PYTHONPATH", ""), os.environ.get("PYTHONPATH", "")])
    return subprocess.run([sys.executable, *arguments], cwd=folder, env={**os.environ, **variables, "PYTHONPATH": path}, capture_output=True, text=True)


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def pycc(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    return subprocess.run([PYCC, *arguments], cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True)


def run_lab(folder: Path) -> Any:
    (folder / "calls.pickle").write_bytes(pickle.dumps(CALLS))
    done = python(folder, "-c", RUNNER)
    assert done.returncode == 0, done.stderr
    return pickle.loads((folder / "found.pickle").read_bytes())


@pytest.fixture(scope="module")
def labs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The package as it is, and with its module kernel compiled."""
    folders = tmp_path_factory.mktemp("plain"), tmp_path_factory.mktemp("compiled")
    for folder in folders:
        shutil.copytree(HERE / "modules" / "lab", folder / "lab")
    done = subprocess.run([PYCC, "lab/kernel.py", "--fp=strict", O1], cwd=folders[1], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "16 functions compiled" in done.stderr and " 0 left" in done.stderr
    return folders


def test_package(labs: tuple[Path, Path]) -> None:
    (file, plain, places), (compiled_file, compiled, compiled_places) = map(run_lab, labs)
    assert file.endswith(".py") and compiled_file.endswith(".so")
    for call, expected, got in zip(CALLS, plain, compiled):
        wrong = same(expected, got, False)
        assert wrong is None, f"{call[0]}: {wrong}"
    assert places[0] == compiled_places[0] == ("ValueError", "mean.py", 30, 'raise ValueError("no such item")')
    assert places[1] is None and compiled_places[1] == ("RaceError", "mean.py", 35, "for i in prange(len(at)):")


def test_stages_name_files(labs: tuple[Path, Path]) -> None:
    """What people read says which file a line is in; what compiling reads is in the dependences."""
    text = pycc(labs[0], "lab/kernel.py", "--emit", "explain", "--depfile", "x.d").stdout
    assert re.search(r"^weighted, mean.py:19$", text, re.M) and re.search(r"^total, kernel.py:26$", text, re.M)
    assert "return helper(np.sqrt(np.sum((a - m) ** 2) / len(a))) + SHIFT  (mean.py)" in text
    assert "lines 100, 40 of mean.py, 41 of mean.py, 102: one loop nest; no array for e, z, t" in text
    assert "line 101: the statements of stretched stand for the call" in text
    assert "line 40 of mean.py not with line 100: their extents are not known to be equal" in text
    files = (labs[0] / "x.d").read_text().split(": ")[1].split()
    assert sorted(files) == sorted(f"lab/{n}.py" for n in (
        "kernel", "__init__", "consts", "other", "plain", "tools/__init__", "tools/mean", "tools/weights"))
    text = pycc(labs[0], "lab/kernel.py", "--emit", "c", "-g").stdout
    assert '"lab/tools/mean.py"' in text and re.search(r'^#line 21 "lab/tools/mean.py"$', text, re.M)


# ---- what is refused, and where

HEAD = "from pycc import f64\n"
F = "\n\ndef f(x: float) -> float:\n    return "
UTIL = "EPS = 1e-3\nN = 2\nN += 1\n\n\ndef sq(x):\n    return x * x\n\n\ndef opens(x):\n    with memoryview(x) as f:\n        return f\n"
WRONG = {
    "name": ({"util.py": UTIL, "m.py": "from util import sqr" + F + "sqr(x)"},
             ["m.py:5:12: error: the compiler knows nothing about 'sqr' [PY204]", "m.py:2:18: note: 'util.py' has no name 'sqr'"]),
    "member": ({"util.py": UTIL, "m.py": "import util" + F + "util.sqr(x)"}, ["m.py:5:17: error: the compiler does not know 'util.sqr' [PY204]"]),
    "file": ({"m.py": "from .util import sq" + F + "sq(x)"}, ["m.py:5:12: error: the compiler knows nothing about 'sq' [PY204]",
                                                              "note: there is no file for '.util' beside m.py"]),
    "absolute": ({"m.py": "from util import sq" + F + "sq(x)"}, ["m.py:5:12: error: the compiler knows nothing about 'sq' [PY204]"]),
    "beyond": ({"p/__init__.py": "", "p/m.py": "from ...util import sq" + F + "sq(x)"}, ["p/m.py:5:12: error", "no file for '...util'"]),
    "syntax": ({"util.py": "def sq(x):\n    return x *\n", "m.py": "from util import sq" + F + "sq(x)"}, ["util.py:2:15: error: expected an expression [PY101]"]),
    "encoding": ({"util.py": "SQ = '\udcff'\n", "m.py": "from .util import SQ" + F + "SQ"}, ["m.py:5:12: error", "util.py: the file is not UTF-8"]),
    "inside": ({"util.py": UTIL, "m.py": "from util import opens" + F + "opens(x)"},
               ["util.py:11:5: error: with statement other than of objects of classes of the module, np.errstate() that ignores or warns, functions before it with @contextmanager, contextlib.nullcontext() and "
                "contextlib.suppress(...) is not supported in a compiled function [PY110]\n   11 |     with memoryview(x) as f:\n"]),
    "looped": ({"util.py": "for N in (1, 2):\n    pass\n", "m.py": "from util import N" + F + "x + N"},
               ["m.py:5:16: error: 'N' is a global variable that can change [PY203]", "util.py:1:5: note: what it is cannot be seen in the text"]),
    "private": ({"util.py": "_SQ = 1\n", "m.py": "from util import *" + F + "x + _SQ"}, ["m.py:5:16: error: name '_SQ' is not defined [PY201]"]),
    "not in __all__": ({"util.py": "__all__ = ['B']\nA = 1\nB = 2\n", "m.py": "from util import *" + F + "x + B + A"},
                       ["m.py:5:20: error: name 'A' is not defined [PY201]"]),
    "cycle": ({"a.py": "from b import EPS\n", "b.py": "from m import EPS\n", "m.py": "from a import EPS" + F + "x + EPS"},
              ["m.py:5:16: error: the compiler knows nothing about 'EPS' [PY204]",
               "note: import cycle of 'EPS': m.py -> a.py -> b.py -> m.py"]),
    "cycle of constants": ({"a.py": "import b\nA = b.B + 1\n", "b.py": "import a\nB = a.A + 1\n", "m.py": "import a" + F + "x + a.A"},
                           ["b.py:2:5: error: 'A' is a global variable that can change [PY203]", "so the type of the global 'B' is not known"]),
    "decorated": ({"util.py": "import functools\n\n\n@functools.singledispatch\ndef sq(x):\n    return x * x\n", "m.py": "from util import sq" + F + "sq(x)"},
                  ["m.py:5:12: error"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong(tmp_path: Path, name: str) -> None:
    files, expected = WRONG[name]
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes((HEAD + text if file.endswith("m.py") else text).encode("utf-8", "surrogateescape"))
    module = next(file for file in files if file.endswith("m.py"))
    done = pycc(tmp_path, module, "--emit", "c")
    assert done.returncode == 1, done.stdout
    assert done.stderr.count("error:") == 1, done.stderr
    for text in expected:
        assert text in done.stderr, done.stderr


def test_what_is_not_used_is_not_refused(tmp_path: Path) -> None:
    """Neither functions that cannot be compiled, nor modules that nothing names, whatever is in them."""
    write(tmp_path, {"util.py": UTIL + "def typed(x: 'f46[:]', y: 'f64[:]'):\n    return nothing\n",
                     "m.py": HEAD + "import broken\nfrom util import sq, opens\nfrom .gone import away\nfrom shown import show" + F + "sq(x)\n\n\nshow(f)\n",
                     "broken.py": "def (:\n", "shown.py": "def show(f:\n"})
    done = pycc(tmp_path, "m.py", "--emit", "c")
    assert done.returncode == 0 and done.stderr == ""


def test_chain(tmp_path: Path) -> None:
    """Three hundred modules, each of which imports the next one's function and constant."""
    n = 300
    for i in range(n):
        (tmp_path / f"m{i}.py").write_text(f"from m{i + 1} import step as next_step, LEVEL as L\nLEVEL = L + 1\n\n\n"
                                           "def step(x):\n    return next_step(x) if x < 0 else x + LEVEL\n")
    (tmp_path / f"m{n}.py").write_text("LEVEL = 0\n\n\ndef step(x):\n    return x\n")
    (tmp_path / "main.py").write_text(HEAD + "from m0 import LEVEL" + F + "x + LEVEL")
    done = pycc(tmp_path, "main.py", "--emit", "c")
    assert done.returncode == 0 and "300" in done.stdout, done.stderr


# ---- what the import looks at

STALE = {
    "constant": ("EPS = 0.5\n", "EPS = 0.25\n", "module 'util' is not what it was"),
    "by exec": ("EPS = 0.5\nexec('EPS = 0.75')\n", None, "'EPS' of module 'util' for what line 1"),
    "unseen": ("import numpy as np\nEPS = np.array([0.5, 1])\nlist(map(lambda v: v.fill(2), [EPS]))\n", None, "'EPS' of module 'util' for what line 2"),
}


@pytest.mark.parametrize("name", STALE)
def test_import_looks(tmp_path: Path, name: str) -> None:
    """What an imported module is when the compiled one is imported is what it was compiled with, or ImportError."""
    text, later, message = STALE[name]
    table = "np" in text
    write(tmp_path, {"util.py": text, "m.py": HEAD + "import util" + F + ("x + util.EPS[0]" if table else "x + util.EPS")})
    done = pycc(tmp_path, "m.py", O1)
    assert done.returncode == 0, done.stderr
    if later is not None:
        done = python(tmp_path, "-c", "import m; print(m.f(1.0), m.__file__[-3:])")
        assert done.stdout == "1.5 .so\n", done.stderr
        (tmp_path / "util.py").write_text(later)
    done = python(tmp_path, "-c", "import m")
    assert done.returncode == 1 and "ImportError" in done.stderr and message in done.stderr


def test_both_compiled(tmp_path: Path) -> None:
    """A module that is compiled with another one's functions, which is compiled too: what it was compiled from counts."""
    util = "from pycc import f64\n\nSCALE = 3.0\n\n\ndef scaled(x: float) -> float:\n    return x * SCALE\n"
    write(tmp_path, {"p/__init__.py": "", "p/util.py": util, "p/m.py": HEAD + "from .util import scaled, SCALE" + F + "scaled(x) + SCALE"})
    done = pycc(tmp_path, "p/util.py", "p/m.py", O1)
    assert done.returncode == 0, done.stderr
    command = "import p.m, p.util; print(p.util.__file__[-3:], p.m.__file__[-3:], p.m.f(2.0)); p.m.scaled = None; print(p.m.f(2.0))"
    assert python(tmp_path, "-c", command).stdout == ".so .so 9.0\n9.0\n"
    (tmp_path / "p/util.py").write_text(util + "# more\n")
    assert python(tmp_path, "-c", command).stdout == ".so .so 9.0\n9.0\n"
    assert pycc(tmp_path, "p/util.py", O1).returncode == 0
    done = python(tmp_path, "-c", command)
    assert done.returncode == 1 and "module '.util' is not what it was" in done.stderr


CONSTANTS = """
import scipy.constants
import scipy.constants as sc
from pycc import f64
from scipy import constants as k
from scipy.constants import *
from scipy.constants import hbar as HBAR, not_listed

TWICE = 2 * sc.c

def f(x: float, n: int):
    return scipy.constants.c * x + k.hbar, HBAR, n + sc.count, c, TWICE, not_listed
"""


def test_constants_of_scipy(tmp_path: Path) -> None:
    """The interpreter says what they are when compiling, and the import looks whether they still are."""
    site = {"PYTHONPATH": str(tmp_path / "site")}
    scipy = "c = speed_of_light = 300.0 - 0.25\nhbar = 1e-34\ncount = 3\nnot_listed = 4.5\nbig = 1 << 80\nword = 'c'\n" \
            "__all__ = ['c', 'hbar', 'count', 'big']\ndef f(x): return x\n"
    write(tmp_path, {"site/scipy/__init__.py": "", "site/scipy/constants.py": scipy, "m.py": CONSTANTS})
    command = "import m; print(m.__file__[-3:], *m.f(2.0, 4))"
    plain = python(tmp_path, "-c", command, **site).stdout
    done = pycc(tmp_path, "m.py", O1, "--depfile=m.d", PYCC_PYTHON=sys.executable, **site)
    assert done.returncode == 0, done.stderr
    assert plain.split()[1:] == ["599.5", "1e-34", "7", "299.75", "599.5", "4.5"]
    assert python(tmp_path, "-c", command, **site).stdout == plain.replace(".py", ".so")
    assert "scipy" not in (tmp_path / "m.d").read_text()
    (tmp_path / "site/scipy/constants.py").write_text(scipy.replace("hbar = 1e-34", "hbar = 2e-34"))
    done = python(tmp_path, "-c", command, **site)
    assert done.returncode == 1 and "'hbar' of module 'scipy.constants'" in done.stderr
    (tmp_path / "n.py").write_text("from scipy.constants import big, word" + F + "big + word")
    done = pycc(tmp_path, "n.py", "--emit=c", PYCC_PYTHON=sys.executable, **site)
    assert done.returncode == 1 and done.stderr.count("'scipy.constants' has no name") == 2
    (tmp_path / "site/scipy/__init__.py").write_text("raise ImportError\n")
    done = pycc(tmp_path, "n.py", "--emit=c", PYCC_PYTHON=sys.executable, **site)
    assert done.returncode == 1 and "note: the interpreter cannot import 'scipy.constants' here" in done.stderr
    assert "Traceback" not in done.stderr


JIT = """
import sys, pycc, p.m
compiled = pycc.compile(p.m)
print(compiled.f(2.0), p.m.g(3.0), p.m.g.source("python").count("TRIPLE = 3"), p.m.__file__[-3:])
"""


def test_just_in_time(tmp_path: Path) -> None:
    """pycc.compile of a module in a package, and @pycc.jit, follow imports; what they keep goes with these."""
    util = "TRIPLE = 3.0\n\n\ndef triple(x):\n    return TRIPLE * x\n"
    module = "import pycc\nfrom .util import triple, TRIPLE\nfrom . import util" + F + "triple(x) + util.TRIPLE\n\n\n@pycc.jit\ndef g(x):\n    return util.triple(x) + TRIPLE\n"
    write(tmp_path, {"p/__init__.py": "", "p/util.py": util, "p/m.py": module})
    cache = {"PYCC_CACHE": str(tmp_path / "cache"), "CFLAGS": O1}
    assert python(tmp_path, "-c", JIT, **cache).stdout == "9.0 12.0 1 .py\n"
    made = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.so")}
    assert len(made) == 2
    assert python(tmp_path, "-c", JIT, **cache).stdout == "9.0 12.0 1 .py\n"
    assert made == {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.so")}
    (tmp_path / "p/util.py").write_text(util.replace("3.0", "3.25"))
    assert python(tmp_path, "-c", JIT, **cache).stdout == "9.75 13.0 1 .py\n"


def test_page(tmp_path: Path) -> None:
    """The commands of docs/modules.md print what stands there."""
    page = (HERE.parents[1] / "docs/modules.md").read_text()
    for block in re.findall(r"^```python\n(.*?)^```", page, re.M | re.S):
        write(tmp_path, {block.split("\n", 1)[0][2:]: block})
    commands, shown = (re.search(rf"^```{kind}\n(.*?)^```", page, re.M | re.S)[1] for kind in ("sh", "text"))
    path = os.pathsep.join([str(Path(PYCC).parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(["bash", "-ec", f"exec 2>&1; {commands}"], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    *lines, rule = done.stdout.splitlines()
    assert "\n".join(lines) + "\n" == shown
    assert rule.endswith(".so: physics/orbit.py physics/__init__.py physics/laws.py")
