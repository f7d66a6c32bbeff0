"""Where the integer solver of the run time is: an optional shared object, installed with the compiler."""
from __future__ import annotations

import os

from ._find import resources


def solver_path() -> str:
    """Return its path, or an empty text when it is not installed. ``PYCC_ILP`` names another, or none."""
    asked = os.environ.get("PYCC_ILP")
    if asked is not None:
        return asked
    try:
        path = os.path.join(resources(), "pycc_ilp.so")
    except FileNotFoundError:
        return ""
    return path if os.path.isfile(path) else ""
