"""Makes command.py's fixture known to every test of this folder."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from command import pycc  # noqa: E402, F401
