"""What annotated modules import: decorators, types and loops that mean nothing to the interpreter.

A module that uses them runs uncompiled as it is; compiled by ``pycc module.py -o module.so`` it runs
natively. Pure Python; needs NumPy only.

>>> import pycc
>>> @pycc.type('f64[:]', 'f64')
... def total(a):
...     s = 0.0
...     for i in pycc.prange(len(a)):
...         s += a[i]
...     return s
"""
from __future__ import annotations

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from ._errors import CompileError, RaceError
from ._nested import _nested, nested
from ._threads import get_num_threads, set_num_threads
from ._types import (
    Type, bool_, c64, c128, complex64, complex128, double, f16, f32, f64, fastmath, float16, float32, float64, gpu, i8, i16,
    i32, i64, int8, int16, int32, int64, prange, schedule, single, static, u8, u16, u32, u64, uint8, uint16, uint32, uint64, xrange)
from ._types import type_decorator
from ._version import __version__

type = type_decorator  # the unPython name; `builtins` has the other one

# Without `compile` and `type`: `from pycc import *` must leave Python's own alone.
__all__ = [
    "CompileError", "Info", "Profile", "RaceError", "Type", "bool_", "c128", "c64", "complex128", "complex64", "double", "f16", "f32",
    "f64", "fastmath", "float16", "float32", "float64", "get_num_threads", "gpu", "i16", "i32", "i64", "i8",
    "info", "instantiate", "int16", "int32", "int64", "int8", "jit", "nested", "places", "prange", "profile", "random", "schedule", "set_num_threads",
    "single",
    "static", "sync", "u16", "u32", "u64", "u8", "uint16", "uint32", "uint64", "uint8", "unpython", "xrange", "__version__",
]

if _TYPE_CHECKING:
    from . import places, random, unpython
    from ._cu import instantiate
    from ._info import Info, info
    from ._jit import compile_now, jit
    from ._profile import Profile, profile
    from .places import sync
    compile = compile_now

# What few programs ask for, with the module and its name there; "" is the module.
_LATER = {"places": ("places", ""), "random": ("random", ""), "unpython": ("unpython", ""), "sync": ("places", "sync"),
          "_solver_path": ("_solver", "solver_path"),
          "instantiate": ("_cu", "instantiate"), "Info": ("_info", "Info"), "info": ("_info", "info"), "Profile": ("_profile", "Profile"),
          "profile": ("_profile", "profile"), "compile": ("_jit", "compile_now"), "jit": ("_jit", "jit")}


def __getattr__(name: str) -> _Any:
    """Import what few programs ask for when it is asked for."""
    if name not in _LATER:
        raise AttributeError(f"module 'pycc' has no attribute '{name}'")
    from importlib import import_module
    module, attribute = _LATER[name]
    found = import_module(f"{__name__}.{module}")
    return globals().setdefault(name, getattr(found, attribute) if attribute else found)


def load_ipython_extension(shell: _Any) -> None:
    """What ``%load_ext pycc`` calls: ``%%pycc`` compiles a cell."""
    from ._ipython import load
    load(shell)
