"""Every program of the bench suite, at size S, on a device: all functions as if they were marked @pycc.gpu."""
from __future__ import annotations

from pathlib import Path

import pytest

import pycc

from harness import SANITIZED, compile_file, device_or_skip, duplicate, in_layout, load
from test_suite import NAMES, SUITE, close, outcome

# Products of matrices by a library, loops that are not prange, powers of complex numbers, or chains of steps each of which needs
# the one before.
ON_THE_HOST = ("alignment", "atax", "bicg", "bilateral", "breadth_first", "julia", "ludcmp", "matrix_chain", "mvt", "newton", "nussinov",
               "poisson", "tridiagonal")


@pytest.mark.parametrize("name", NAMES[::8] if SANITIZED else NAMES)
def test_program(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results and written arguments agree with NumPy's."""
    device_or_skip(monkeypatch, transfers="copy")
    plain = load(f"{name}_plain", SUITE / f"{name}.py")
    compiled = getattr(load(name, compile_file(SUITE / f"{name}.py", tmp_path, "--gpu", "-O0")), name)
    args = plain.initialize(*plain.SIZES["S"])
    for layout in ("C", "strided") if NAMES.index(name) % 8 == 0 else ("C",):
        use = in_layout(args, layout)
        own = duplicate(use)
        expected = outcome(getattr(plain, name)(*own), own)
        own = duplicate(use)
        with pycc.profile() as p:
            got = outcome(compiled(*own), own)
        assert len(got) == len(expected)
        for k, (e, g) in enumerate(zip(expected, got)):
            assert close(e, g), f"{name}, {layout}, output {k}\n{p}"
        assert (p.nests > 0) == (name not in ON_THE_HOST), str(p)
        assert p.bytes_needed <= p.bytes_moved <= 1.1 * p.bytes_needed, str(p)
