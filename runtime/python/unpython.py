"""The names of unPython for modules that say ``import unpython``; see pycc.unpython."""
from pycc.unpython import fastmath, gpu, prange, type, xrange

__all__ = ["fastmath", "gpu", "prange", "xrange"]
