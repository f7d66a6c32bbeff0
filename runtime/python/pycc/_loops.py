"""Loops: to the interpreter, every one of them is ``range``."""
from __future__ import annotations

from typing import SupportsIndex


def prange(*args: SupportsIndex, independent: bool = False) -> range:
    """Iterate as ``range`` does, and allow the compiler to run the iterations in parallel.

    Parameters
    ----------
    *args : int
        ``prange(stop)``, ``prange(start, stop)`` or ``prange(start, stop, step)``.
    independent : bool, keyword only
        True is your word that no iteration touches an element that another one writes, for loops of which the
        compiler cannot know it: they run in parallel without a test. ``pycc --check=races`` tests it in each call.

    Returns
    -------
    range
        Uncompiled, the iterations run one after the other.
    """
    return range(*args)


xrange = range  # as Python 2 and unPython spell it
