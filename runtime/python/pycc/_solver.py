"""Where the integer solver of the run time is: an optional shared object, installed with the compiler."""
from __future__ import annotations

import os
from typing import Iterator

from .__main__ import candidates

NAME = "pycc_ilp.so"


def places() -> Iterator[str]:
    """Yield where it may be: in the package, in the compiler's resources."""
    yield os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)
    for compiler in candidates():
        if compiler:
            folder = os.path.dirname(os.path.realpath(compiler))
            yield os.path.join(os.path.dirname(folder), "lib", "pycc", NAME)


def solver_path() -> str:
    """Return its path, or an empty text when it is not installed. ``PYCC_ILP`` names another, or none."""
    asked = os.environ.get("PYCC_ILP")
    return asked if asked is not None else next((p for p in places() if os.path.isfile(p)), "")
