"""docs/scipy.md lists what the compiler has of SciPy, and each name is SciPy's."""
from __future__ import annotations

import importlib
import re
import sys
import types
from pathlib import Path

import pytest

from harness import compile_file, load, run_pycc

ROOT = Path(__file__).parents[2]


def found(name: str) -> bool:
    """Has SciPy the function of a module, or of an object in one?"""
    module, _, function = name.rpartition(".")
    try:
        return hasattr(importlib.import_module(f"scipy.{module}"), function)
    except ModuleNotFoundError:
        outer, _, held = module.rpartition(".")
        return hasattr(getattr(importlib.import_module(f"scipy.{outer}"), held), function)


def test_list_is_what_there_is() -> None:
    listed = {f"{m}.{n}" for m, names in re.findall(r"^\| `scipy\.([\w.]+)` \| `([^`]+)` \|$", (ROOT / "docs/scipy.md").read_text(), re.M)
              for n in names.split()}
    prelude = "".join(p.read_text() for p in (ROOT / "frontend/prelude").glob("*.py"))
    paths = dict(re.findall(r'^    \{"scipy\.([\w.]+)", \w+, "(\w+)"\},$', (ROOT / "frontend/names/library.c").read_text(), re.M))
    have = {f"{m}.{n}" for m, path in paths.items() for n in re.findall(rf"^def {path}__(\w+)\(", prelude, re.M)}
    rows = (ROOT / "frontend/ops/ops.def").read_text()
    have |= {f"special.{n}" for n in re.findall(r'^OP\(\w+, "(\w+)", [^,]*\bIN_SPECIAL\b', rows, re.M)}
    have |= {f"special.{n}" for n in re.findall(r'^ALIAS\("(\w+)", IN_SPECIAL\b', rows, re.M)}
    pointers = (ROOT / "frontend/ops/special.def").read_text()
    have |= {f"special.{n}" for n in re.findall(r"(?:SCIPY|COUNTED|WHOLE)\(\d, (\w+)\)", pointers)}
    calls = (ROOT / "frontend/ops/lib.def").read_text()
    have |= {f"linalg.{n}" for n in re.findall(r'^LIB\(\w+, "(\w+)", IN_SCIPY_LINALG', calls, re.M)}
    assert listed == have
    assert all(found(name) for name in have)


POINTERS = """from scipy import special
from pycc import f64

def bessel(x: f64[:]):
    return special.jv(0.5, x)
"""


def test_pointer_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A SciPy without the C function: the import says so."""
    source = tmp_path / "pointers.py"
    source.write_text(POINTERS)
    module = compile_file(source, tmp_path, "-O0")
    assert load("pointers", module).bessel.__wrapped__
    monkeypatch.setitem(sys.modules, "scipy.special.cython_special", types.SimpleNamespace(__pyx_capi__={}))
    with pytest.raises(ImportError, match=r"no C function of scipy\.special\.jv"):
        load("pointers", module)


def test_pointers_are_no_vectors(tmp_path: Path) -> None:
    """A loop that calls a function of SciPy is said to be none."""
    source = tmp_path / "pointers.py"
    source.write_text(POINTERS)
    told = run_pycc(source, "--emit=explain")
    assert "no: it calls a function of SciPy" in " ".join(told.stdout.split())
