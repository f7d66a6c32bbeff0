"""Some of the random array and fusion programs on a device: other seeds than on the host.

test_oclgrind.py runs this: it builds a kernel in a tenth of the time that drivers take, and watches every access.
"""
from __future__ import annotations

from pathlib import Path

import pytest

import pycc
import test_random_arrays as arrays
import test_random_fusion as fusion

from harness import check, compile_text, device_or_skip, load, outcome


def run(made: list, text: str, folder: Path, name: str) -> int:
    """Compiled, on the device, as interpreted; returns how many nests ran there."""
    fast = compile_text(text, folder, "--fp=strict", "--fallback", "--gpu", "-O0", name=name)
    slow = load(f"plain_{name}", folder / f"{name}.py")
    with pycc.profile() as p:
        for program in made:
            function = getattr(fast, program.name)
            if type(function).__module__ != "pycc":
                continue
            exact = getattr(program, "exact", True)
            for number, args in enumerate(program.arguments()):
                expected = outcome(getattr(slow, program.name), args)
                check(expected, function, args, exact, f"case {number} of\n{program.text}")
    return p.nests


@pytest.mark.parametrize("part", range(4))
def test_random_arrays_on_device(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Views, broadcasting, overlaps, slice assignments, reductions."""
    device_or_skip(monkeypatch, transfers="copy" if part % 2 else "auto")
    monkeypatch.setenv("PYCC_KERNELS", "general")
    made = [arrays.Program(100_000 + 100 * part + i, f"program_{i}") for i in range(arrays.FUNCTIONS // 8)]
    assert run(made, arrays.module_text(made), tmp_path, f"arrays{part}") > len(made)


@pytest.mark.parametrize("part", range(3))
def test_random_fusion_on_device(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several statements, time loops, arrays that are born and die there."""
    device_or_skip(monkeypatch, transfers="auto" if part % 2 else "copy")
    monkeypatch.setenv("PYCC_KERNELS", "general")
    monkeypatch.setattr(fusion, "SIZES", {1: [*fusion.SIZES[1][:-1], (701,)], 2: [*fusion.SIZES[2][:-1], (35, 21)]})
    made = [fusion.Program(100_000 + 100 * part + i, f"program_{i}") for i in range(fusion.FUNCTIONS // 8)]
    text = "import numpy as np\n\nfrom pycc import f32, f64, i64\n\n\n" + "\n\n".join(p.text for p in made)
    assert run(made, text, tmp_path, f"fusion{part}") > len(made)
