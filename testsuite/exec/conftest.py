"""Makes harness importable from every test of this folder."""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

# The driver's compiler takes most of the time of tests on devices; what it makes faster is not tested.
os.environ.setdefault("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable")
os.environ.setdefault("POCL_WORK_GROUP_SPECIALIZATION", "0")  # one function for groups of all sizes, compiled once

# Under sanitizers the tests of code that is generated for the host: verdicts, kernels and page faults are the same.
if os.environ.get("PYCC_SANITIZED"):
    collect_ignore = ["test_copperhead_package.py", "test_cu.py", "test_cu_errors.py", "test_device_kernels.py", "test_device_local.py",
                      "test_device_places.py", "test_device_rows.py", "test_device_suite.py", "test_jit.py", "test_modules.py",
                      "test_random_programs.py", "test_random_races.py", "test_tsan.py", "test_turns.py"]

# Kernels are built once for all processes of all runs, and not into the user's own cache.
os.environ.setdefault("PYCC_CACHE_DIR", str(Path(tempfile.gettempdir()) / f"pycc-test-cache-{os.getuid()}"))
