"""What the machine can do, measured by machine.c: bandwidth, operations per second, and how long loads wait."""
from __future__ import annotations

import ctypes
import time
from typing import Callable

import numpy as np

LEVELS = {"L1": 16 << 10, "L2": 256 << 10, "L3": 4 << 20, "memory": 256 << 20}  # bytes that a level holds and the one before does not


def least(call: Callable[[], object], seconds: float = 0.8) -> float:
    """The best time of a call."""
    best, spent = float("inf"), 0.0
    while spent < seconds:
        start = time.perf_counter()
        call()
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
    return best


def rates(library: ctypes.CDLL, threads: int, dtype: str = "f8") -> dict[str, float]:
    """Bandwidth of a triad in bytes per second (with the lines that writing reads) and flops per second."""
    n, steps = 12_000_000, 100_000
    arrays, out = [np.ones(n) for _ in range(3)], np.zeros(threads, dtype)
    triad = least(lambda: library.triad(ctypes.c_int64(n), *(ctypes.c_void_p(a.ctypes.data) for a in arrays)))
    peak = least(lambda: library.peak(ctypes.c_int64(threads), ctypes.c_int64(steps), ctypes.c_void_p(out.ctypes.data)))
    return {"bandwidth": 32.0 * n / triad, "flops": 256.0 * steps * threads / peak}


def latencies(library: ctypes.CDLL) -> dict[str, float]:
    """Seconds from a load to the next, of which each names the line of the next, by the level that they come from."""
    found, steps = {}, 200_000
    for level, size in LEVELS.items():
        lines = np.random.default_rng(0).permutation(size // 64)
        following = np.zeros(size // 8, np.int64)
        following[lines * 8] = np.roll(lines, -1) * 8
        call = lambda at=following: library.chase(ctypes.c_int64(steps), ctypes.c_void_p(at.ctypes.data))
        found[level] = least(call, 0.2) / steps
    return found
