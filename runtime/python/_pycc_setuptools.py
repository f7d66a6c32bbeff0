"""What setuptools calls for every distribution that it builds; those that do not use pycc cost nothing, NumPy's import least of all."""
import sys
from typing import Any


def finalize(distribution: Any) -> None:
    """Hand a distribution to pycc.build when its setup.py has imported that, or pyproject.toml has a table [tool.pycc]."""
    try:
        with open("pyproject.toml", "rb") as f:
            asked = b"[tool.pycc" in f.read()
    except OSError:
        asked = False
    if asked or "pycc.build" in sys.modules:
        from pycc.build import finalize as finalize_distribution
        finalize_distribution(distribution)
