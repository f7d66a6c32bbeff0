"""What the tests of the command share: the compiler's path and a way to run it."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

PYCC = os.environ.get("PYCC") or str(Path(sys.executable).parent / "pycc")
Run = Callable[..., subprocess.CompletedProcess]


@pytest.fixture
def pycc(tmp_path: Path) -> Run:
    """Runs the compiler in tmp_path; further keywords are environment variables."""
    def run(*arguments: object, timeout: float = 120, **variables: str | None) -> subprocess.CompletedProcess:
        environment = {k: v for k, v in {**os.environ, **variables}.items() if v is not None and k != "LD_PRELOAD"}
        return subprocess.run([PYCC, *map(str, arguments)], cwd=tmp_path, env=environment, capture_output=True,
                              text=True, errors="replace", timeout=timeout)
    return run
