"""Generated programs (testsuite/fuzz/programs.py), compiled and interpreted: the same ones in every run. `./dev fuzz programs`
makes others."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "fuzz"))
from program_words import HEAD  # noqa: E402
from programs import generate, run_batch  # noqa: E402

FUNCTIONS = 100


@pytest.mark.parametrize("seed", [1, 2])
def test_generated_programs(seed: int, tmp_path: Path) -> None:
    """Compiled as interpreted: results, arguments and exceptions; and most of them are compiled."""
    made = generate(FUNCTIONS, seed)
    result = run_batch(made, tmp_path)
    assert not result.wrong, "".join(f"{what}\n{HEAD}{made[j].source('f')}\n" for j, what in result.wrong)
    assert result.counts["functions"] == len(made) >= FUNCTIONS * 9 // 10
    assert result.counts["refused"] < FUNCTIONS * 2 // 5 and result.counts["calls"] > FUNCTIONS * 3
