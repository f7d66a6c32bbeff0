"""What ./dev bench limits measures: pycc's code, the C tuned by hand and the BLAS give the same, at small sizes."""
from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import pycc

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))

from bench_limits import Blas, Rivals, build, nests  # noqa: E402


@pytest.mark.skipif("PYCC_SANITIZED" in os.environ, reason="the C of benchmarks is GCC's")
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_nests(dtype: str, tmp_path: Path) -> None:
    """Every nest, on one thread and two."""
    ours, library = build(tmp_path, dtype)
    found = nests("S", dtype)
    assert len(found) >= 20
    for threads in (1, 2):
        pycc.set_num_threads(threads)
        for nest in found:
            assert not Rivals(nest, ours, library, Blas(dtype)).differing(1e-9 if dtype == "f8" else 1e-3), nest.name
