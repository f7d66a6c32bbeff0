"""Where the compiler is: in the package when it was installed from a wheel, beside the interpreter in a build of the sources."""
from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from typing import Dict, Iterator, Optional

PACKAGE = os.path.dirname(os.path.abspath(__file__))


def places() -> Iterator[Optional[str]]:
    """Yield where the compiler's executable may be, the likeliest place first."""
    yield os.environ.get("PYCC")
    yield os.path.join(PACKAGE, "bin", "pycc")
    yield os.path.join(os.path.dirname(sys.executable), "pycc")
    import shutil  # takes more time than all of the rest
    yield shutil.which("pycc")


def compiler() -> str:
    """Return the path of the compiler's executable; FileNotFoundError says where it was looked for."""
    for path in places():
        if path and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError("the compiler is not installed for this Python: there is no 'pycc' in the package, beside "
                            f"{sys.executable} or on PATH, and PYCC does not name one")


def environment() -> Dict[str, str]:
    """Return the environment to start the compiler in: it compiles for this interpreter unless PYCC_PYTHON names another."""
    if "PYCC_PYTHON" in os.environ:
        return dict(os.environ)
    return {**os.environ, "PYCC_PYTHON": sys.executable, "PYCC_ABI": f"{sys.version_info[1]} {EXTENSION_SUFFIXES[0]}"}


def resources() -> str:
    """Return the folder of the run time's libraries and headers, which belongs to the compiler."""
    own = os.path.join(PACKAGE, "lib", "pycc")
    return own if os.path.isdir(own) else os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(compiler()))), "lib", "pycc")


def main() -> int:
    """Replace this process by the compiler, with the arguments given; return only when there is none."""
    try:
        path = compiler()
    except FileNotFoundError as e:
        print(f"pycc: {e}", file=sys.stderr)
        return 2
    sys.stdout.flush()
    os.execve(path, ["pycc", *sys.argv[1:]], environment())
