"""One name means one thing: files, include guards, and what headers offer have names of their own.

What a file keeps to itself (static functions, its structs) may be called as in another file, but not as what a header
offers that it can see.
"""
from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("frontend", "typeinfer", "analysis", "backend", "runtime")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
GUARD = re.compile(r"^#ifndef (\w+_H)$", re.M)
TYPE = re.compile(r"^(?:struct|enum|union) (\w+) \{", re.M)
NUMBER = re.compile(r"^#define ([A-Z][A-Z0-9_]+) +\S|^ *([A-Z][A-Z0-9_]+) = [^,\n]*(?:,|$)", re.M)


def texts() -> dict[Path, str]:
    """Our C files and headers, without comments."""
    found = [p for f in FOLDERS for e in ("c", "h") for p in (ROOT / f).rglob(f"*.{e}")]
    assert found, "no sources: the test looks in the wrong place"
    return {p.relative_to(ROOT): COMMENT.sub("", p.read_text(encoding="utf-8")) for p in sorted(found)}


def names(kind: str, path: Path, text: str) -> set[str]:
    """What the file has of a kind."""
    if kind == "file":
        return {path.name}
    if path.suffix != ".h":
        return set()
    if kind == "guard":
        return set(GUARD.findall(text))
    if kind == "type":
        return set(TYPE.findall(text))
    own = set(re.findall(r"^#undef (\w+)", text, re.M))  # of a header that is a template
    return {a or b for a, b in NUMBER.findall(text)} - own


def twice(kind: str, sources: dict[Path, str]) -> dict[str, list[str]]:
    """The names of that kind that two files have, with the files."""
    have = defaultdict(list)
    for path, text in sources.items():
        for name in names(kind, path, text):
            have[name].append(path.as_posix())
    return {name: paths for name, paths in have.items() if len(paths) > 1}


@pytest.mark.parametrize("kind", ["file", "guard", "type", "number"])
def test_a_name_means_one_thing(kind: str) -> None:
    assert not twice(kind, texts())


def test_a_threshold_stands_in_the_table_only() -> None:
    """No file has a number of its own under a name of thresholds.h."""
    sources = texts()
    table = next(p for p in sources if p.name == "thresholds.h")
    own = {a or b for a, b in NUMBER.findall(sources[table])}
    assert len(own) > 10
    found = {str(p): own & {a or b for a, b in NUMBER.findall(t)} for p, t in sources.items() if p != table}
    assert not {p: n for p, n in found.items() if n}


def test_what_is_there_twice_is_found() -> None:
    text = "#ifndef A_H\nstruct tree {\nenum {\n    MOST = 4\n};\n#define LEAST 3\n"
    sources = {Path("a/x.h"): text, Path("b/x.h"): text}
    assert [list(twice(k, sources)) for k in ("file", "guard", "type")] == [["x.h"], ["A_H"], ["tree"]]
    assert sorted(twice("number", sources)) == ["LEAST", "MOST"]
