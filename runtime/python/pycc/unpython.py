"""The names of unPython: ``from pycc import unpython`` or ``import unpython``."""
from ._types import fastmath, gpu, prange, type_decorator, xrange

type = type_decorator

__all__ = ["fastmath", "gpu", "prange", "xrange"]
