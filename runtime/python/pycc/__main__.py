"""``python -m pycc``: runs the compiler with the arguments given."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Iterator, Optional


def candidates() -> Iterator[Optional[str]]:
    """Yield where the compiler may be, the likeliest place first."""
    yield os.environ.get("PYCC")
    yield str(Path(sys.executable).parent / "pycc")
    yield shutil.which("pycc")


def find_compiler() -> Optional[str]:
    """Return the path of the compiler's executable, or None."""
    return next((c for c in candidates() if c and os.path.isfile(c) and os.access(c, os.X_OK)), None)


def main() -> int:
    """Replace this process by the compiler; return only when there is none."""
    compiler = find_compiler()
    if compiler is None:
        print("pycc: the compiler is not installed for this Python: no 'pycc' beside "
              f"{sys.executable} or on PATH, and PYCC does not name one", file=sys.stderr)
        return 2
    sys.stdout.flush()
    os.execv(compiler, ["pycc", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
