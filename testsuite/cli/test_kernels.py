"""Every kernel that ``pycc --emit opencl`` prints is OpenCL C 1.2.

All programs of the test suite are printed as if each function were marked @pycc.gpu, put behind
the prelude of kernels, and checked by clang, which has a front end for OpenCL C; without clang the
test says so and is skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYCC = os.environ.get("PYCC") or str(ROOT / "build" / "venv" / "bin" / "pycc")
PRELUDE = (ROOT / "runtime" / "kernels" / "prelude.cl").read_text()
CLANG = shutil.which("clang")
PROGRAMS = sorted(
    [*(ROOT / "testsuite" / "exec" / "programs").rglob("*.py")]
    + [*(ROOT / "testsuite" / "golden" / "opencl").glob("*.py")]
    + [*(ROOT / "testsuite" / "bench" / "suite").glob("*.py")]
    + [*(ROOT / "samples").glob("*.py")]
)
FLAGS = [
    "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only",
    "-Werror=implicit-function-declaration", "-Wall", "-Wno-macro-redefined", "-Wno-unused",
    "-Wno-bitwise-conditional-parentheses",
]  # fmt: skip


def kernels(program: Path) -> str:
    """The kernels of a program, or nothing where the module is refused."""
    command = [PYCC, "--gpu", "--emit", "opencl", program.name]
    done = subprocess.run(
        command, cwd=program.parent, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout if done.returncode == 0 else ""


def apart(text: str) -> list[str]:
    """The kernels, in texts that have each name once: they are built separately, and so are the functions that each has."""
    texts: dict[int, str] = {0: ""}
    seen: dict[str, int] = {}
    for part in re.split(r"^(?=/\* ---- )", text, flags=re.M):
        names = re.findall(r"^(?:__kernel|static) .*?(\w+)\(.*{$", part, flags=re.M)
        number = max((seen.get(name, 0) for name in names), default=0)
        seen.update(dict.fromkeys(names, number + 1))
        texts[number] = texts.get(number, "") + part
    return list(texts.values())


def check(text: str) -> str:
    """What clang says of OpenCL C."""
    done = subprocess.run(
        [str(CLANG), *FLAGS, "-"], input=text, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stderr if done.returncode or done.stderr else ""


@pytest.mark.skipif(not CLANG, reason="no clang: kernels are not checked")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: str(p.relative_to(ROOT)))
def test_is_opencl(program: Path) -> None:
    for text in apart(kernels(program)):
        said = check(PRELUDE + text)
        assert not said, said


@pytest.mark.skipif(not CLANG, reason="no clang: kernels are not checked")
def test_can_fail() -> None:
    assert "no_such_function" in check(PRELUDE + "__kernel void f(__global int *a) { *a = no_such_function(); }")


def test_there_are_kernels() -> None:
    assert sum(kernels(program).count("__kernel") for program in PROGRAMS) > 200


def test_devices_without_doubles() -> None:
    """The prelude needs none, and kernels of floats do not either."""
    golden = ROOT / "testsuite" / "golden" / "opencl" / "spaces.py"
    text = kernels(golden)
    kernel = text[text.index("/* ---- matmul__loop1 */") : text.index("/* ---- triangle__loop1 */")]
    assert "double" not in kernel and "float" in kernel
    if CLANG:
        said = check("#undef cl_khr_fp64\n" + PRELUDE + kernel)
        assert not said, said
