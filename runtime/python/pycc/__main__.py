"""``python -m pycc``: runs the compiler with the arguments given."""
from __future__ import annotations

import os
import sys

from ._find import compiler, environment


def main() -> int:
    """Replace this process by the compiler; return only when there is none."""
    try:
        path = compiler()
    except FileNotFoundError as e:
        print(f"pycc: {e}", file=sys.stderr)
        return 2
    sys.stdout.flush()
    os.execve(path, ["pycc", *sys.argv[1:]], environment())


if __name__ == "__main__":
    sys.exit(main())
