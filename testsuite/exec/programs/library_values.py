"""Constants of sys and string, clocks of time; Sequence and Mapping as types of parameters and results."""
from __future__ import annotations

import string
import sys
import time
from collections.abc import Mapping, MutableSequence, Sequence
from sys import maxsize
from time import perf_counter, time as now


def limits() -> tuple[int, int, float, float]:
    return sys.maxsize, maxsize - 1, sys.float_info.max * 0.5, sys.float_info.epsilon + sys.float_info.min


def digits() -> tuple[int, int, int, int, int, int]:
    return sys.float_info.dig, sys.float_info.mant_dig, sys.float_info.max_exp, sys.float_info.min_exp, sys.float_info.max_10_exp, sys.float_info.radix


def least(xs: list[int]) -> int:
    low = sys.maxsize
    for x in xs:
        low = min(low, x)
    return low


def local_names(n: int) -> int:
    maxsize = n
    return maxsize + len(string.ascii_uppercase)


def clocks(n: int) -> tuple[bool, bool, bool, int]:
    start = time.perf_counter()
    first = time.monotonic_ns()
    total = 0
    for i in range(n):
        total += i * i
    return 0.0 <= perf_counter() - start < 100.0, time.monotonic_ns() >= first, now() > 1e9 and time.process_time() >= 0.0, total


def of_sequence(xs: Sequence[float], ys: MutableSequence[int]) -> Sequence[float]:
    ys.append(len(xs))
    return [x + ys[0] for x in xs]


def of_mapping(d: Mapping[str, int], k: str) -> Mapping[str, int]:
    return {k: d[k] + len(d)}


CASES = {
    "limits": [()], "digits": [()], "least": [([],), ([3, -5, 2],)], "local_names": [(3,)], "clocks": [(1000,)],
    "of_sequence": [([1.5, 2.0], [4]), ([], [])], "of_mapping": [({"a": 1}, "a"), ({"a": 1}, "b")],
}
