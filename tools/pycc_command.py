#!python
"""The command pycc of a wheel: runs the compiler in the package, without importing the package, which takes NumPy's time."""
import os
import sys
from importlib.util import find_spec

os.environ.pop("PYCC", None)  # which may name this command
sys.path.insert(0, find_spec("pycc").submodule_search_locations[0])
from _find import main  # noqa: E402

sys.exit(main())
