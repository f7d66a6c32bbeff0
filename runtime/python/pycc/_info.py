"""What pycc made of a module or of one of its functions."""
from __future__ import annotations

import copy
import inspect
import os
import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import places
from ._explain import Choices, Loop, explain, loops_of, read_report, words
from ._profile import Forecasts, Kernels, forecasts_of, kernels_of


@dataclass(frozen=True)
class Info:
    """What is known about a module or a function; ``print`` shows it.

    Attributes
    ----------
    name : str
        Of the module or the function.
    compiled : bool
        Was it compiled by pycc?
    source : str
        Path of the Python source.
    signatures : dict of str to tuple of str
        For each compiled function the signatures it accepts.
    report : str
        What became of each loop, in words.
    loops : tuple of Loop
        The same, loop by loop in source order, once for each signature.
    target : str
        The kind of processor that the code is for, of those that ``--target`` named the one that was taken.
    """

    name: str
    compiled: bool
    source: str
    signatures: Dict[str, Tuple[str, ...]]
    report: str
    loops: Tuple[Loop, ...] = ()
    target: str = ""
    _functions: Tuple[Dict[str, Any], ...] = field(default=(), repr=False, compare=False)
    _wrapped: Optional[Callable[..., Any]] = field(default=None, repr=False, compare=False)
    _function: Optional[Callable[..., Any]] = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        lines = [f"{self.name}: {'compiled by pycc' if self.compiled else 'not compiled'} "
                 f"{f'for {self.target} ' if self.target not in ('', 'native') else ''}from {self.source or 'an unknown source'}"]
        lines += [f"  {s}" for overloads in self.signatures.values() for s in overloads]
        return "\n".join(lines + (["", self.report.rstrip("\n")] if self.report else []))

    def explain(self, *args: Any, **kwargs: Any) -> Choices:
        """Say what each loop nest of the function would do with these arguments, without running it.

        Parameters
        ----------
        *args, **kwargs
            As for the function itself.

        Returns
        -------
        Choices
            One ``Choice`` per nest; ``print`` shows them.

        Raises
        ------
        TypeError
            The arguments fit no signature, or this describes no compiled function.
        """
        if self._wrapped is None:
            raise TypeError("explain() needs a compiled function: pycc.info(module.function).explain(...)")
        return explain(self._functions, inspect.signature(self._wrapped).bind, args, kwargs)

    def kernels(self, *args: Any, **kwargs: Any) -> Kernels:
        """Say which kernels a call with these arguments launches on the device, with their OpenCL text.

        The function runs, on copies of the arguments, since sizes may depend on what it computes.

        Parameters
        ----------
        *args, **kwargs
            As for the function itself.

        Returns
        -------
        Kernels
            One ``Kernel`` per launch, and why nests stay on the host; ``print`` shows both.

        Raises
        ------
        TypeError
            This describes no compiled function.
        """
        if self._function is None:
            raise TypeError("kernels() needs a compiled function: pycc.info(module.function).kernels(...)")
        own = copy.deepcopy((args, kwargs))
        with places.gpu0:
            return kernels_of(lambda: self._function(*own[0], **own[1]))

    def forecast(self, *args: Any, **kwargs: Any) -> Forecasts:
        """Say where each nest of a call with these arguments would run, host or device, and what either would cost.

        The function runs, on copies of the arguments, since sizes may depend on what it computes; what its nests do to
        what is on the device counts for those after them. ``PYCC_PLACE`` and places do not change what is foreseen.

        Parameters
        ----------
        *args, **kwargs
            As for the function itself.

        Returns
        -------
        Forecasts
            One ``Forecast`` per nest: seconds on both sides, bytes to move, which is faster; ``print`` shows them.

        Raises
        ------
        TypeError
            This describes no compiled function.
        """
        if self._function is None:
            raise TypeError("forecast() needs a compiled function: pycc.info(module.function).forecast(...)")
        own = copy.deepcopy((args, kwargs))
        return forecasts_of(lambda: self._function(*own[0], **own[1]))


def info(thing: Union[ModuleType, Any]) -> Info:
    """Describe a module or a function.

    Parameters
    ----------
    thing : module or function
        Compiled or not.

    Returns
    -------
    Info
        Source path, accepted signatures and what became of each loop.
    """
    if isinstance(thing, ModuleType):
        return _of_module(thing)
    if not callable(thing) or not hasattr(thing, "__name__"):
        raise TypeError(f"info() takes a module or a function, not {thing!r}")
    compiled = hasattr(thing, "signatures") and hasattr(thing, "__wrapped__")
    about = getattr(sys.modules.get(thing.__module__ or ""), "__pycc__", {}) if compiled else {}
    code = getattr(thing, "__code__", None)
    source = about.get("source") or getattr(code, "co_filename", "")
    if not compiled:
        return Info(thing.__name__, False, source, {}, "")
    text, functions = _parse(about, thing.__name__)
    own = [f for f in functions if f["signature"] in thing.signatures] or functions
    return Info(thing.__name__, True, source, {thing.__name__: thing.signatures}, text, _loops(own), about.get("target", ""),
                tuple(own), thing.__wrapped__, thing)


def _of_module(module: ModuleType) -> Info:
    about = getattr(module, "__pycc__", None)
    if about is None:
        return Info(module.__name__, False, getattr(module, "__file__", None) or "", {}, "")
    functions = ((name, getattr(module, name, None)) for name in about["functions"])
    text, instances = _parse(about, None)
    return Info(module.__name__, True, about["source"],
                {name: f.signatures for name, f in functions if hasattr(f, "signatures")},
                text, _loops(instances), about.get("target", ""), tuple(instances))


def _parse(about: Dict[str, Any], name: Optional[str]) -> Tuple[str, List[Dict[str, Any]]]:
    """Return the words and the instances in a module's report, of one function or of all."""
    report = about.get("report", "")
    if not report.startswith("{"):
        return report, []
    functions = [f for f in read_report(report) if name in (None, f["name"])]
    return words(functions, os.path.basename(about["source"])), functions


def _loops(functions: List[Dict[str, Any]]) -> Tuple[Loop, ...]:
    return tuple(loop for f in functions for loop in loops_of(f))
