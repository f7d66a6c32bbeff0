"""A package whose modules import each other in every way; test_modules.py runs it compiled and uncompiled."""
SHIFT = 0.25

from . import consts
from .tools.mean import spread as reexported
from .kernel import total  # back to the module that is compiled, which needs SHIFT only

__all__ = ["SHIFT", "consts", "reexported", "total"]
