"""``python -m pycc``: runs the compiler with the arguments given."""
from __future__ import annotations

import sys

from ._find import main

if __name__ == "__main__":
    sys.exit(main())
