"""docs/scipy.md lists what the compiler has of SciPy, and each name is SciPy's."""
from __future__ import annotations

import importlib
import re
from pathlib import Path

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
