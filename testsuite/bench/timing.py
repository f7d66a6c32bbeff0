"""Interleaved timing: every competitor once per round, the median of the rounds."""
from __future__ import annotations

import statistics
import time
from typing import Callable

import numpy as np


def interleaved(calls: dict[str, Callable[[], object]], rounds: int = 7, pause: float = 0.005) -> dict[str, float]:
    """Median seconds per call of each competitor; the order turns every round.

    A pause between calls lets the threads of one OpenMP run time fall asleep before another's start.
    """
    for call in calls.values():
        call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    order = list(calls)
    for r in range(rounds):
        for name in order[r % len(order):] + order[:r % len(order)]:
            time.sleep(pause)
            start = time.perf_counter()
            calls[name]()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(t) for name, t in times.items()}


def agree(expected: tuple, got: tuple, rtol: float) -> bool:
    """Do all arrays of two argument tuples agree?"""
    return all(np.allclose(e, g, rtol=rtol, atol=rtol) for e, g in zip(expected, got) if isinstance(e, np.ndarray))


def table(header: list[str], rows: list[list[str]]) -> None:
    """Prints columns as wide as they need to be."""
    widths = [max(len(str(row[i])) for row in [header, *rows]) for i in range(len(header))]
    for row in [header, *rows]:
        print("  ".join(str(x).ljust(w) if i == 0 else str(x).rjust(w) for i, (x, w) in enumerate(zip(row, widths))))
