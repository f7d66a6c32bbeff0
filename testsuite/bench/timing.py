"""Interleaved timing: every competitor once per round, the median of the rounds or their least."""
from __future__ import annotations

import statistics
import time
from typing import Callable

import numpy as np


def interleaved(calls: dict[str, Callable[[], object]], rounds: int = 7, pause: float = 0.005,
                before: dict[str, Callable[[], object]] | None = None, pick: Callable = statistics.median) -> dict[str, float]:
    """Median seconds per call of each competitor, or what pick makes of them; the order turns every round.

    A pause between calls lets the threads of one OpenMP run time fall asleep before another's start; what stands in
    before runs ahead of a competitor's call, and is not timed.
    """
    for name, call in calls.items():
        if before:
            before[name]()
        call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    order = list(calls)
    for r in range(rounds):
        for name in order[r % len(order):] + order[:r % len(order)]:
            time.sleep(pause)
            if before:
                before[name]()
            start = time.perf_counter()
            calls[name]()
            times[name].append(time.perf_counter() - start)
    return {name: pick(t) for name, t in times.items()}


def agree(expected: tuple, got: tuple, rtol: float) -> bool:
    """Do all arrays of two argument tuples agree?"""
    return all(np.allclose(e, g, rtol=rtol, atol=rtol) for e, g in zip(expected, got) if isinstance(e, np.ndarray))


def table(header: list[str], rows: list[list[str]]) -> None:
    """Prints columns as wide as they need to be."""
    widths = [max(len(str(row[i])) for row in [header, *rows]) for i in range(len(header))]
    for row in [header, *rows]:
        print("  ".join(str(x).ljust(w) if i == 0 else str(x).rjust(w) for i, (x, w) in enumerate(zip(row, widths))))
