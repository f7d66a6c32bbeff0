"""The names of unPython: ``from pycc import unpython`` or ``import unpython``."""
from ._decorators import fastmath, gpu
from ._decorators import type_decorator as type
from ._loops import prange, xrange

__all__ = ["fastmath", "gpu", "prange", "xrange"]
