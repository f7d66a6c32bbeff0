"""Makes harness importable from every test of this folder."""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

# Kernels are built once for all processes of all runs, and not into the user's own cache.
os.environ.setdefault("PYCC_CACHE_DIR", str(Path(tempfile.gettempdir()) / f"pycc-test-cache-{os.getuid()}"))
