"""Where compiled functions run: ``with pycc.places.gpu0: ...``, ``.openmp``, ``.sequential``, ``.here``.

``gpu0``
    Nests of functions marked ``@pycc.gpu`` run on the device, whether or not a forecast says that it
    pays. Arrays that are passed to them are brought over once and stay there from call to call; what
    calls wrote comes back when Python touches it, at the end of the block, or when :func:`pycc.sync` asks.
    What Python writes goes there again.
``openmp``
    Everything runs on the host's threads.
``sequential``
    Everything runs on one thread of the host.
``here``
    The interpreter runs the Python source instead of the compiled code.

Places hold for the thread that enters them. In the interpreter, where nothing is compiled, they mean
nothing.

>>> import numpy as np
>>> import pycc
>>> a = np.zeros(10)
>>> with pycc.places.gpu0:
...     pycc.sync(a)
"""
from __future__ import annotations

import sys
import threading
from types import ModuleType, TracebackType
from typing import Any, Dict, List, Optional, Tuple, Type

import numpy as np

from ._threads import get_num_threads, set_num_threads

__all__ = ["Place", "gpu0", "here", "openmp", "sequential"]

_STATE = "_pycc_state"

# The first three are enum pycc_place of pycc_rt_device.h, the last is runtime/glue/glue_device.c's.
_GPU, _CPU, _HERE = 1, 2, 3


class _Block:
    """One ``with`` block that a thread is in: what devices keep for it, and of which arrays."""

    def __init__(self, kind: int) -> None:
        self._kind = kind
        self._keepers: Dict[int, Tuple[Dict[str, Any], Any]] = {}  # key of a module -> (module, keeper)
        self._arrays: Dict[int, np.ndarray] = {}

    def _borrow(self, key: int, arrays: List[np.ndarray]) -> Any:
        """Return the keeper of a module that is about to be called; what others keep comes home."""
        self._arrays.update((id(a), a) for a in arrays)
        for other, (device, keeper) in self._keepers.items():
            if other != key:
                device["close"](keeper)
        if key not in self._keepers:
            device = next(d for d in _devices() if d["key"] == key)
            self._keepers[key] = device, device["open"]()
        return self._keepers[key][1]

    def _sync(self, array: np.ndarray) -> None:
        for device, keeper in self._keepers.values():
            device["sync"](keeper, array)

    def _flush(self) -> None:
        """Bring everything home and let go of it, even when something fails."""
        error: Optional[BaseException] = None
        for device, keeper in self._keepers.values():
            try:
                device["close"](keeper)
            except Exception as e:
                error = error or e
        self._arrays.clear()
        if error is not None:
            raise error


_here = threading.local()


def _blocks() -> List[_Block]:
    """Return the blocks that this thread is in, the innermost last."""
    if not hasattr(_here, "blocks"):
        _here.blocks = []
    return _here.blocks


def _current() -> Optional[_Block]:
    blocks = _blocks()
    return blocks[-1] if blocks else None


def _state() -> ModuleType:
    """Return the hidden module that compiled modules and this package meet in."""
    return sys.modules.setdefault(_STATE, ModuleType(_STATE))


def _devices() -> List[Dict[str, Any]]:
    """Return what compiled modules with code for devices offer: runtime/glue_device.c."""
    return getattr(_state(), "devices", [])


def _count(n: int) -> None:
    """Tell compiled modules that there are n more blocks: they ask only when there are some."""
    state = _state()
    state.current_place = _current  # type: ignore[attr-defined]
    if hasattr(state, "add_places"):
        state.add_places(n)
    else:
        state.places = getattr(state, "places", 0) + n  # type: ignore[attr-defined]


class Place:
    """A place where compiled functions can run, to be entered by ``with``.

    Attributes
    ----------
    name : str
        As in ``pycc.places``.
    """

    def __init__(self, name: str, kind: int) -> None:
        self.name = name
        self._kind = kind

    def __repr__(self) -> str:
        return f"pycc.places.{self.name}"

    def __enter__(self) -> "Place":
        for block in _blocks():
            block._flush()
        _blocks().append(_Block(self._kind))
        _count(1)
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        block = _blocks().pop()
        _count(-1)
        block._flush()


class _Sequential(Place):
    """One thread of the host's."""

    def __enter__(self) -> "Place":
        self._threads = [*getattr(self, "_threads", []), get_num_threads()]
        set_num_threads(1)
        return super().__enter__()

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        super().__exit__(kind, error, traceback)
        set_num_threads(self._threads.pop())


gpu0 = Place("gpu0", _GPU)
openmp = Place("openmp", _CPU)
here = Place("here", _HERE)
sequential = _Sequential("sequential", _CPU)


def sync(*arrays: np.ndarray) -> None:
    """Bring arrays home from the device inside ``with pycc.places.gpu0``.

    That would also happen when they are touched, a few pages at a time: it is a hint that all of an array
    will be read, or about to be read by the operating system (``a.tofile``), which cannot ask for it.
    Outside of such a block nothing is away, and nothing happens.

    Parameters
    ----------
    *arrays : numpy.ndarray
        None: all that the block keeps.
    """
    for array in arrays:
        if not isinstance(array, np.ndarray):
            raise TypeError(f"sync() takes arrays, not {type(array).__name__}")
    for block in _blocks():
        if not arrays:
            block._flush()
        for array in arrays:
            block._sync(array)
