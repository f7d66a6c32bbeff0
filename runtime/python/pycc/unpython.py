"""The names of unPython: ``from pycc import unpython`` or ``import unpython``."""
from ._types import fastmath, gpu, prange, xrange
from ._types import type_decorator as type

__all__ = ["fastmath", "gpu", "prange", "xrange"]
