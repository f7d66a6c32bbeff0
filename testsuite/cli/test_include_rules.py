"""Who may include what: the table of the design, checked on the sources themselves.

CMake's include paths, room by room (pycc_room), refuse most of it when compiling; headers of the system (GLPK,
Python, OpenCL) are on every path, so that only this test keeps them in their files.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.MULTILINE)

# Folder -> headers of ours that it must not include, outside the files named.
FORBIDDEN = {
    "frontend/base": ["ast.h", "frontend.h", "tir.h", "ops.h", "analysis.h", "lmad.h", "pycc_rt.h"],
    "frontend": ["tir.h", "typeinfer.h", "analysis.h", "lmad.h", "backend.h", "pycc_rt.h"],
    "typeinfer/tir": ["ast.h", "typeinfer.h", "type.h", "lower.h", "analysis.h", "backend.h", "pycc_rt.h"],
    "typeinfer": ["analysis.h", "lmad.h", "backend.h", "pycc_rt.h"],
    "analysis/lmad": ["arena.h", "vec.h", "diag.h", "writer.h", "tir.h", "analysis.h", "ast.h"],
    "analysis": ["ast.h", "frontend.h", "typeinfer.h", "backend.h", "pycc_rt.h"],
    "backend": ["ast.h", "pycc_rt.h"],
    "runtime": ["arena.h", "vec.h", "diag.h", "ast.h", "tir.h", "analysis.h", "backend.h"],
}

# Header of the system, or one that brings it -> the only files that may include it.
CONFINED = {
    r"glpk\.h": r"analysis/lmad/ilp\.c",
    r"tree_sitter/.*": r"frontend/text/tree\.c",
    r"(Python|structmember|numpy/.*)\.?h?": r"runtime/glue/glue[a-z_]*\.[ch]",
    r"CL/.*": r"runtime/opencl/opencl_api\.h",
    r"opencl_api\.h": r"runtime/opencl/opencl[a-z_]*\.c",
}


def sources() -> list[Path]:
    """Return the C files of the five folders, with their headers."""
    folders = ["frontend", "typeinfer", "analysis", "backend", "runtime"]
    found = [p for f in folders for p in (ROOT / f).rglob("*.[ch]")]
    assert found, "no sources: the test looks in the wrong place"
    return sorted(found)


def folder_of(path: str) -> str:
    """Return the row of the table that a file belongs to: the longest folder that holds it."""
    return max((f for f in FORBIDDEN if path.startswith(f + "/")), key=len)


@pytest.mark.parametrize("source", sources(), ids=lambda p: str(p.relative_to(ROOT)))
def test_includes_only_what_the_table_allows(source: Path) -> None:
    path = source.relative_to(ROOT).as_posix()
    included = INCLUDE.findall(source.read_text(encoding="utf-8"))
    forbidden = set(FORBIDDEN[folder_of(path)]) & set(included)
    if path.startswith("backend/driver/"):
        forbidden -= {"ast.h"}
    assert not forbidden, f"{path} must not include {sorted(forbidden)}"
    for header in included:
        for pattern, allowed in CONFINED.items():
            if re.fullmatch(pattern, header):
                assert re.fullmatch(allowed, path), f"{path} must not include {header}"


@pytest.mark.parametrize("source", sources(), ids=lambda p: str(p.relative_to(ROOT)))
def test_file_is_of_a_readable_length(source: Path) -> None:
    lines = source.read_text(encoding="utf-8").count("\n")
    assert lines <= 700, f"{lines} lines; split by pass or by node family"
