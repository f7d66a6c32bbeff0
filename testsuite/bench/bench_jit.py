"""The first call of each program of the suite under @pycc.jit, with its small input: alone, with `tier=True`, and of a
second process that finds it compiled; beside Numba's first call with `parallel=True` where Numba compiles the program.
Names: of these programs only; `--no-peers`: without Numba."""
from __future__ import annotations

import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import suite_worker
from timing import table

CALL = """
import importlib, sys, time
sys.path[:0] = [{folder!r}, {bench!r}]
import suite_worker
module = importlib.import_module({module!r})
original = suite_worker.load({name!r}, suite_worker.SUITE / {file!r})
arguments = original.initialize(*original.SIZES["S"])
start = time.perf_counter()
getattr(module, {name!r})(*arguments)
print(time.perf_counter() - start)
"""


def decorated(name: str, package: str, decorator: str, every: bool) -> str:
    """The program's kernel under a decorator, and its helpers too where they need it."""
    text = suite_worker.kernels_only(suite_worker.SUITE / f"{name}.py")
    text = "\n".join(line for line in text.splitlines() if "pythran export" not in line) + "\n"
    text = text.replace("import numpy as np", f"import {package}\nimport numpy as np", 1)
    return text.replace("\ndef " if every else f"\ndef {name}(", f"\n@{decorator}\ndef " + ("" if every else f"{name}("))


def first_call(name: str, module: str, folder: Path) -> float:
    """Wall seconds of the first call in a process of its own, or 0 where it is refused."""
    script = CALL.format(folder=str(folder), bench=str(suite_worker.SUITE.parent), module=module, name=name, file=f"{name}.py")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          env={**os.environ, "PYCC_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"})
    return float(done.stdout) if done.returncode == 0 else 0.0


def run(arguments: list[str]) -> int:
    """Prints a row per program and the medians."""
    numba = "--no-peers" not in arguments and importlib.util.find_spec("numba") is not None
    names = [a for a in arguments if not a.startswith("-")]
    programs = [p.stem for p in sorted(suite_worker.SUITE.glob("*.py")) if not names or p.stem in names]
    kinds = {"whole": ("pycc", "pycc.jit", False), "tier": ("pycc", "pycc.jit(tier=True)", False)}
    if numba:
        kinds["numba"] = ("numba", "numba.njit(parallel=True)", True)
    columns: dict[str, list[float]] = {kind: [] for kind in ("whole", "again", *list(kinds)[1:])}
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        for name in programs:
            for kind, how in kinds.items():
                (folder / f"{name}_{kind}.py").write_text(decorated(name, *how))
                columns[kind].append(first_call(name, f"{name}_{kind}", folder))
                if kind == "whole":
                    columns["again"].append(first_call(name, f"{name}_{kind}", folder))
    rows = [[name, *(f"{column[i]:.3f} s" if column[i] else "refused" for column in columns.values())] for i, name in enumerate(programs)]
    rows.append(["median", *(f"{statistics.median([x for x in column if x]):.3f} s" for column in columns.values() if any(column))])
    table(["first call", *columns], rows)
    return 0 if all(columns["whole"]) else 1
