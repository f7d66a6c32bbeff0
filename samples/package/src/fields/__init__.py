"""Fields on grids: a small package whose modules pycc compiles."""
from .grids import heat
from .norms import norms
from .smooth import smooth

__all__ = ["heat", "norms", "smooth"]
