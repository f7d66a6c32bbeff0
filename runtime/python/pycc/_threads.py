"""The number of threads of parallel loops, one setting for all compiled modules of a process.

It lives in the compiled modules (runtime/glue/glue_state.c). They and this file meet in the hidden module
``_pycc_state``: the first compiled module puts its functions there; what was asked for before that
waits in its attribute ``num_threads``.
"""
from __future__ import annotations

import operator
import os
import sys
from types import ModuleType
from typing import SupportsIndex

_NAME = "_pycc_state"


def set_num_threads(n: SupportsIndex) -> None:
    """Set how many threads parallel loops use, in modules already imported too.

    Results do not depend on it. In a process that was forked from another one it stays at 1: its
    siblings use the other processors.

    Parameters
    ----------
    n : int
        At least 1. Without this call it is ``PYCC_NUM_THREADS`` or ``OMP_NUM_THREADS`` of the
        environment, or the number of processors that the process may use.
    """
    n = operator.index(n)
    if n < 1:
        raise ValueError(f"the number of threads must be at least 1, not {n}")
    state = sys.modules.setdefault(_NAME, ModuleType(_NAME))
    if hasattr(state, "set_num_threads"):
        state.set_num_threads(n)
    else:
        state.num_threads = n  # type: ignore[attr-defined]


def get_num_threads() -> int:
    """Return how many threads parallel loops use.

    Returns
    -------
    int
        At least 1.
    """
    state = sys.modules.get(_NAME)
    if state is not None and hasattr(state, "get_num_threads"):
        return state.get_num_threads()
    return getattr(state, "num_threads", None) or _default()


def _default() -> int:
    for variable in ("PYCC_NUM_THREADS", "OMP_NUM_THREADS"):
        text = os.environ.get(variable, "").split(",")[0].strip()
        if text.isdigit() and int(text) > 0:
            return int(text)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
