"""Functions of programs/ on a device, with memory of its own. test_oclgrind.py runs this, as it does oclgrind_random.py."""
from __future__ import annotations

from pathlib import Path

import pytest

from harness import device_or_skip
from test_programs import all_functions, folder, run_cases  # noqa: F401


def device_functions() -> list[tuple[Path, str]]:
    """A third of what is about parallel loops and arrays, and some files whole: each has kernels of its own to be built."""
    whole = ("prange_map", "array_fusion", "array_out")
    third = ("prange_reduce", "array_ops", "array_reduce", "array_store", "index_arrays", "index_masks", "loops", "views", "prange_errors",
             "view_functions")
    return [(path, name) for i, (path, name) in enumerate(all_functions())
            if path.stem in whole or (path.stem in third and i % 3 == 0)]


@pytest.mark.parametrize("path, name", device_functions(), ids=lambda x: x if isinstance(x, str) else x.stem)
def test_program_on_device(path: Path, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Compiled as interpreted, with whatever can run on the device there, and memory of its own."""
    device_or_skip(monkeypatch, transfers="copy")
    monkeypatch.setenv("PYCC_KERNELS", "general")
    run_cases(path, name, "gpu", folder)
