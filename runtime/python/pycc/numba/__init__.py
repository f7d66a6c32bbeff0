"""Numba's names over ``pycc.jit``: ``import pycc.numba as numba``, or ``PYCC_AS_NUMBA=1 python script.py``.

What is not there runs in the interpreter, with one warning that says what. Integers wrap as Numba's do; indices are
checked, and loops of ``prange`` whose iterations collide raise, as everywhere in pycc.
"""
from __future__ import annotations

import contextlib
import os
import sys
import warnings
from typing import Any, Callable, Dict, Sequence

import numpy as np

from .. import _cache, _jit, _keys
from .._types import prange
from .._threads import get_num_threads, set_num_threads
from . import typed, types
from ._elementwise import Stencil, guvectorize, stencil, vectorize
from .types import TYPES, Unknown

__version__ = "0.61.0"  # what scripts compare; the names of that version
globals().update({name: value for name, value in {**TYPES, "void": types.void, "optional": types.optional}.items()})
_keys._KEYS[typed.List] = _keys._of_list

# Options that mean nothing here: the interpreter's lock, caches (always on), types of locals, inlining.
_IGNORED = {"nopython", "nogil", "cache", "inline", "looplift", "debug", "boundscheck", "error_model", "locals", "no_cpython_wrapper",
            "no_cfunc_wrapper", "pipeline_class", "target", "_dbg_extend_lifetimes", "forceinline"}


class NumbaWarning(RuntimeWarning):
    """What of Numba is not there, and runs in the interpreter."""


def warn(message: str, level: int = 3) -> None:
    """Tell once, at the user's line."""
    warnings.warn(f"pycc.numba: {message}", NumbaWarning, stacklevel=level)


class Dispatcher(_jit.Jit):
    """What ``jit`` makes, with Numba's names for what users ask."""

    @property
    def py_func(self) -> Any:
        """The Python function."""
        return self.__wrapped__

    @property
    def nopython_signatures(self) -> Any:
        """What has been compiled."""
        return self.signatures

    @property
    def overloads(self) -> Dict[str, Any]:
        """What has been compiled, by signature."""
        return {signature: o for o in self._compiled for signature in o.signatures()}

    def parallel_diagnostics(self, signature: Any = None, level: int = 1) -> None:
        """Print what became of each loop."""
        print(self.explain())

    def _code(self, signature: Any = None) -> Any:
        """The C code, by signature."""
        code = {s: o.job.emit("c") for o in self._compiled for s in o.signatures()}
        return code if signature is None else self.source()

    inspect_llvm = inspect_asm = _code

    def recompile(self) -> None:
        """Forget what has been compiled, for globals that have changed."""
        self._overloads.clear()

    def disable_compile(self, *_: Any) -> None:
        """Means nothing: other types are compiled all the same."""


def _function(function: Any, signatures: Sequence[str], options: Dict[str, Any]) -> Any:
    if config.DISABLE_JIT:
        return function
    unknown = sorted(set(options) - _IGNORED - {"parallel", "fastmath", "forceobj"})
    if unknown or options.get("forceobj"):
        warn(f"option {(unknown or ['forceobj'])[0]} is not there: {function.__name__} runs in the interpreter", 4)
        return function
    flags = _cache.read_flags("fast" if options.get("fastmath") else None, "wrap")
    try:
        return _jit._make(function, signatures, True, False, flags, not options.get("parallel"), Dispatcher)
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


class _Left:
    """A decorator, or what makes one, which leaves what it decorates to the interpreter; in conditions it is false."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __call__(self, *given: Any, **_: Any) -> Any:
        if self.__name__.startswith("overload"):  # of another function, for what follows
            return _Left("")
        thing = len(given) == 1 and (isinstance(given[0], type) or hasattr(given[0], "__code__"))
        return given[0] if thing else self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Left(name)

    def __bool__(self) -> bool:
        return False


def _missing(module: str, name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module '{module}' has no attribute '{name}'")
    warn(f"{module.replace('pycc.', '', 1)}.{name} is not there: what it decorates runs in the interpreter", 4)
    return _Left(name)


# What Numba has and is not here.
_NOT_HERE = {"cfunc", "jitclass", "overload", "gdb", "from_dtype", "deferred_type", "extending", "roc", "hsa", "carray", "farray"}


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


def get_thread_id() -> int:
    """The number of the thread, which is that of the interpreter: compiled code does not ask."""
    return 0


def objmode(**_: Any) -> Any:
    """A block for the interpreter, where the whole function runs then."""
    return contextlib.nullcontext()


register_jitable = njit


class _Config:
    """``numba.config``: what scripts set is taken and means nothing, but for the number of threads."""

    NUMBA_NUM_THREADS = property(lambda self: get_num_threads())
    NUMBA_DEFAULT_NUM_THREADS = NUMBA_NUM_THREADS
    DISABLE_JIT = bool(int(os.environ.get("NUMBA_DISABLE_JIT") or 0))
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
        made = _missing(self.__name__, name)
        setattr(self, name, made)  # one warning
        return made


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
