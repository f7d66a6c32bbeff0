"""Numba's names over ``pycc.jit``: ``import pycc.numba as numba``, or ``PYCC_AS_NUMBA=1 python script.py``.

What is not there runs in the interpreter, with one warning that says what. Integers wrap as Numba's do; indices are
checked, and loops of ``prange`` whose iterations collide raise, as everywhere in pycc.
"""
from __future__ import annotations

import contextlib
import sys
import warnings
from typing import Any, Callable, Dict, Sequence

import numpy as np

from .. import _cache, _jit
from .._types import prange
from .._threads import get_num_threads, set_num_threads
from . import typed, types
from ._elementwise import Stencil, guvectorize, stencil, vectorize
from .types import TYPES, Unknown

__version__ = "0.61.0"  # what scripts compare; the names of that version
globals().update({name: value for name, value in {**TYPES, "void": types.void}.items()})
_jit._KEYS[typed.List] = _jit._of_list

# Options that mean nothing here: the interpreter's lock, caches (always on), types of locals, inlining.
_IGNORED = {"nopython", "nogil", "cache", "inline", "looplift", "debug", "boundscheck", "error_model", "locals", "no_cpython_wrapper",
            "no_cfunc_wrapper", "pipeline_class", "target", "_dbg_extend_lifetimes", "forceinline"}


class NumbaWarning(RuntimeWarning):
    """What of Numba is not there, and runs in the interpreter."""


def warn(message: str, level: int = 3) -> None:
    """Tell once, at the user's line."""
    warnings.warn(f"pycc.numba: {message}", NumbaWarning, stacklevel=level)


def _function(function: Any, signatures: Sequence[str], options: Dict[str, Any]) -> Any:
    unknown = sorted(set(options) - _IGNORED - {"parallel", "fastmath", "forceobj"})
    if unknown or options.get("forceobj"):
        warn(f"option {(unknown or ['forceobj'])[0]} is not there: {function.__name__} runs in the interpreter", 4)
        return function
    flags = _cache.read_flags("fast" if options.get("fastmath") else None, "wrap")
    try:
        return _jit._make(function, signatures, True, False, flags, not options.get("parallel"))
    except TypeError as error:
        warn(f"{error}; it runs in the interpreter", 4)
        return function


def jit(*given: Any, **options: Any) -> Any:
    """``@jit``, ``@jit(nopython=True, parallel=True)``, ``@jit('f8(f8[:])')``, ``@jit([float64(float64), ...])``.

    ``fastmath`` (any set of flags) lets floating-point operations be reordered; without ``parallel``, ``prange`` is
    ``range``. What cannot be compiled runs in the interpreter, with a warning.
    """
    if len(given) == 1 and callable(given[0]) and not isinstance(given[0], (types.Signature, types._Type)):
        return _function(given[0], (), options)
    wanted = options.pop("signature_or_function", None)
    listed = [s for g in (*given, *([wanted] if wanted is not None else [])) for s in (g if isinstance(g, list) else [g])]

    def decorate(function: Any) -> Any:
        try:
            return _function(function, [", ".join(types.read(s).texts()) for s in listed], options)
        except Unknown as unknown:
            warn(f"{unknown}: {function.__name__} is compiled for the types of its calls")
            return _function(function, (), options)
    return decorate


njit = jit


def _left(name: str) -> Callable[..., Any]:
    """A decorator, or a function that makes one, which leaves what it decorates to the interpreter."""
    def decorator(*given: Any, **_: Any) -> Any:
        if len(given) == 1 and (isinstance(given[0], type) or hasattr(given[0], "__code__")):
            return given[0]
        return lambda thing: thing
    decorator.__name__ = name
    return decorator


def _missing(module: str, name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module '{module}' has no attribute '{name}'")
    warn(f"{module.replace('pycc.', '', 1)}.{name} is not there: what it decorates runs in the interpreter", 4)
    return _left(name)


# What Numba has and is not here.
_NOT_HERE = {"cfunc", "jitclass", "overload", "gdb", "from_dtype", "deferred_type", "extending", "roc", "hsa", "optional", "carray", "farray"}


def __getattr__(name: str) -> Any:
    """What Numba has and is not here leaves what it decorates to the interpreter."""
    if name not in _NOT_HERE:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return globals().setdefault(name, _missing(__name__, name))


def literally(value: Any) -> Any:
    """The value: constants are constants of their overload anyway."""
    return value


def literal_unroll(items: Any) -> Any:
    """The tuple: loops over tuples are unrolled anyway."""
    return items


def typeof(value: Any) -> Any:
    """The type of a value, as far as compiled code has one. Raises TypeError."""
    if isinstance(value, np.ndarray):
        return types.Array(TYPES[value.dtype.name], value.ndim, "C" if value.flags.c_contiguous else "A")
    if isinstance(value, tuple):
        return types.Tuple([typeof(item) for item in value])
    if isinstance(value, list) and value:
        return types.List(typeof(value[0]))
    if isinstance(value, (bool, int, float, complex, np.generic)):
        return TYPES[np.asarray(value).dtype.name]
    raise TypeError(f"a {type(value).__name__} has no type in compiled code")


def objmode(**_: Any) -> Any:
    """A block for the interpreter, where the whole function runs then."""
    return contextlib.nullcontext()


register_jitable = njit


class _Config:
    """``numba.config``: what scripts set is taken and means nothing, but for the number of threads."""

    NUMBA_NUM_THREADS = property(lambda self: get_num_threads())
    NUMBA_DEFAULT_NUM_THREADS = NUMBA_NUM_THREADS
    DISABLE_JIT = False
    THREADING_LAYER = "omp"


config = _Config()


def threading_layer() -> str:
    """The threads are OpenMP's."""
    return "omp"


class _Module(type(sys)):  # type: ignore[misc]
    """``numba.core.errors``, ``numba.experimental`` and so on: names that are not there, as above."""

    def __getattr__(self, name: str) -> Any:
        if name.endswith(("Error", "Warning")):
            return NumbaWarning if name.endswith("Warning") else _jit.CompileError
        if name in ("register_jitable",):
            return njit
        if name == "prange":
            return prange
        return _missing(self.__name__, name)


def _submodules(root: str) -> Dict[str, Any]:
    names = ("core", "core.errors", "core.types", "errors", "experimental", "extending", "np", "np.ufunc", "cuda", "pycc", "stencils")
    made = {f"{root}.{name}": _Module(f"{root}.{name}") for name in names}
    for module in made.values():
        module.__path__ = []
    made[f"{root}.core.types"] = types
    return {**made, f"{root}.types": types, f"{root}.typed": typed}


def install() -> None:
    """Let ``import numba`` mean this module: what ``PYCC_AS_NUMBA=1`` does when the interpreter starts."""
    sys.modules["numba"] = sys.modules[__name__]
    _attach(_submodules("numba"))


def _attach(modules: Dict[str, Any]) -> None:
    for name, module in modules.items():
        parent, _, own = name.rpartition(".")
        vars(sys.modules.get(parent) or modules[parent]).setdefault(own, module)
        sys.modules[name] = module


_attach(_submodules(__name__))
