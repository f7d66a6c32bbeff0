"""Every program of the bench suite, at size S, gives what NumPy gives: layouts and 1, 2 and 5 threads."""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

import pycc

from harness import compile_file, duplicate, in_layout, load

BENCH = Path(__file__).resolve().parents[1] / "bench"
sys.path.insert(0, str(BENCH))

from suite_worker import SUITE, close, outcome  # noqa: E402

NAMES = sorted(p.stem for p in SUITE.glob("*.py"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where compiled programs go."""
    return tmp_path_factory.mktemp("suite")


@pytest.mark.parametrize("name", NAMES)
def test_program(name: str, folder: Path) -> None:
    """Results and written arguments agree."""
    plain = load(f"{name}_plain", SUITE / f"{name}.py")
    compiled = getattr(load(name, compile_file(SUITE / f"{name}.py", folder)), name)
    args = plain.initialize(*plain.SIZES["S"])
    for layout in ("C", "F", "strided", "reversed"):
        use = in_layout(args, layout)
        own = duplicate(use)
        expected = outcome(getattr(plain, name)(*own), own)
        for threads in (1, 2, 5):
            pycc.set_num_threads(threads)
            own = duplicate(use)
            got = outcome(compiled(*own), own)
            assert len(got) == len(expected)
            for k, (e, g) in enumerate(zip(expected, got)):
                assert close(e, g), f"{name}, {layout}, {threads} threads, output {k}"


def test_suite_is_whole() -> None:
    """Sixty programs, each with its sizes, its input and its count of work."""
    assert len(NAMES) >= 60
    for name in NAMES:
        program = load(f"{name}_whole", SUITE / f"{name}.py")
        assert set(program.SIZES) == {"S", "L"}
        flops, moved = program.work(*program.SIZES["L"])
        assert flops > 0 and moved > 0
