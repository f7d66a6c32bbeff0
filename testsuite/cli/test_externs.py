"""Every function that a header offers has a user: another file of ours, or the code that we generate.

What only its own file calls is static there, and what only tests call is dead, but for what stands in FOR_TESTS.
"""
from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("frontend", "typeinfer", "analysis", "backend", "runtime")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
WORD = re.compile(r"[A-Za-z_]\w*")
DEFINITION = re.compile(r"^(?!static)[a-z][\w \*]*?\b(\w+)\([^;{}]*\)\s*(?:__attribute__\S*\s*)?\{$", re.M)

# What only tests call by name, for it shows the inside of what the file itself uses, or counts for them.
FOR_TESTS = {
    "device_rates_host", "device_rates_print", "device_rates_scan", "device_tile_cost", "diag_code_name",
    "diag_code_summary", "lmad_bind_access", "lmad_bind_nest", "lmad_footprint_element",
    "lmad_is_cslmad", "lmad_self_overlap", "opencl_finish", "opencl_usage", "partition_unintrusive",
    "pycc_distinct", "pycc_unit", "runs_equal", "source_from_text",
}


def words(path: Path) -> Counter[str]:
    """The identifiers of a file, and how often each stands there."""
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    return Counter(WORD.findall(text))


@cache
def sources() -> dict[Path, Counter[str]]:
    """Our files that may use a function, with their identifiers."""
    found = [p for f in FOLDERS for e in ("c", "h", "def", "cl") for p in (ROOT / f).rglob(f"*.{e}")]
    assert found, "no sources: the test looks in the wrong place"
    return {p: words(p) for p in found}


@cache
def generated() -> re.Pattern[str]:
    """The names that the generated C may call: those in formats, %t and %s of which stand for anything."""
    formats = set()
    for path in [*(ROOT / "backend").rglob("*.c"), *(ROOT / "frontend").rglob("*.def")]:
        formats |= set(re.findall(r"pycc_(?:\w|%[a-z])*%(?:\w|%[a-z])*|pycc_\w+", path.read_text(encoding="utf-8")))
    return re.compile("|".join(re.sub("%[a-z]", r"\\w*", f) for f in formats))


def is_used(name: str, file: Path) -> bool:
    """Does another file use it? In headers a declaration is no use; rows of lib.def make result_NAME."""
    if generated().fullmatch(name):
        return True
    headers = 0
    for path, counts in sources().items():
        if path == file:
            continue
        if path.suffix == ".h":
            headers += counts[name]
        elif counts[name] or (path.suffix == ".def" and name.startswith("result_") and counts[name[7:]]):
            return True
    return headers > 1


@pytest.mark.parametrize("folder", FOLDERS)
def test_externs_have_a_user(folder: str) -> None:
    unused = []
    for path in sorted((ROOT / folder).rglob("*.c")):
        text = COMMENT.sub("", path.read_text(encoding="utf-8"))
        unused += [f"{path.relative_to(ROOT)}: {name}" for name in DEFINITION.findall(text)
                   if name not in FOR_TESTS and name != "main" and not is_used(name, path)]
    assert not unused, "no other file of ours uses\n" + "\n".join(unused)


def test_a_function_without_user_is_found() -> None:
    assert not is_used("walk_nobody", ROOT / "analysis" / "nobody.c")
    assert is_used("expr_walk", ROOT / "typeinfer" / "tir" / "walk.c")
    assert not is_used("expr_walk_nobody", ROOT / "typeinfer" / "tir" / "walk.c")
