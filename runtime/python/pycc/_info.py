"""What pycc made of a module or of one of its functions."""
from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Dict, Tuple, Union


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
        What was decided for each loop of the module, in words.
    """

    name: str
    compiled: bool
    source: str
    signatures: Dict[str, Tuple[str, ...]]
    report: str

    def __str__(self) -> str:
        lines = [f"{self.name}: {'compiled by pycc' if self.compiled else 'not compiled'} "
                 f"from {self.source or 'an unknown source'}"]
        lines += [f"  {s}" for overloads in self.signatures.values() for s in overloads]
        return "\n".join(lines + ([self.report.rstrip("\n")] if self.report else []))


def info(thing: Union[ModuleType, Any]) -> Info:
    """Describe a module or a function.

    Parameters
    ----------
    thing : module or function
        Compiled or not.

    Returns
    -------
    Info
        Source path, accepted signatures and report.
    """
    if isinstance(thing, ModuleType):
        return _of_module(thing)
    if not callable(thing) or not hasattr(thing, "__name__"):
        raise TypeError(f"info() takes a module or a function, not {thing!r}")
    compiled = hasattr(thing, "signatures") and hasattr(thing, "__wrapped__")
    about = getattr(sys.modules.get(thing.__module__ or ""), "__pycc__", {}) if compiled else {}
    code = getattr(thing, "__code__", None)
    return Info(thing.__name__, compiled, about.get("source") or getattr(code, "co_filename", ""),
                {thing.__name__: thing.signatures} if compiled else {}, about.get("report", ""))


def _of_module(module: ModuleType) -> Info:
    about = getattr(module, "__pycc__", None)
    if about is None:
        return Info(module.__name__, False, getattr(module, "__file__", None) or "", {}, "")
    functions = ((name, getattr(module, name, None)) for name in about["functions"])
    return Info(module.__name__, True, about["source"],
                {name: f.signatures for name, f in functions if hasattr(f, "signatures")},
                about["report"])
