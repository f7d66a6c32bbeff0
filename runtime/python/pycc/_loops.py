"""Loops: to the interpreter, every one of them is ``range``."""
from __future__ import annotations

from typing import SupportsIndex


def prange(*args: SupportsIndex) -> range:
    """Iterate as ``range`` does, and allow the compiler to run the iterations in parallel.

    Parameters
    ----------
    *args : int
        ``prange(stop)``, ``prange(start, stop)`` or ``prange(start, stop, step)``.

    Returns
    -------
    range
        Uncompiled, the iterations run one after the other.
    """
    return range(*args)


xrange = range  # as Python 2 and unPython spell it
