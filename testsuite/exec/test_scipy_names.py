"""docs/scipy.md lists what the compiler has of SciPy, and each name is SciPy's."""
from __future__ import annotations

import importlib
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_list_is_what_there_is() -> None:
    listed = {f"{m}.{n}" for m, names in re.findall(r"^\| `scipy\.(\w+)` \| `([^`]+)` \|$", (ROOT / "docs/scipy.md").read_text(), re.M)
              for n in names.split()}
    prelude = "".join((ROOT / f"frontend/prelude/{n}.py").read_text() for n in ("scientific", "special"))
    have = {f"{m}.{n}" for m, n in re.findall(r"^def ([a-z]+)__(\w+)\(", prelude, re.M)}
    rows = (ROOT / "frontend/ops/ops.def").read_text()
    have |= {f"special.{n}" for n in re.findall(r'^OP\(\w+, "(\w+)", [^,]*\bIN_SPECIAL\b', rows, re.M)}
    have |= {f"special.{n}" for n in re.findall(r'^ALIAS\("(\w+)", IN_SPECIAL\b', rows, re.M)}
    assert listed == have
    assert all(hasattr(importlib.import_module(f"scipy.{m}"), n) for m, n in (name.split(".") for name in have))
