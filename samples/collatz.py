"""Lengths of Collatz sequences."""
import numpy as np

from pycc import i32, prange


def length(n):
    """Steps from n to 1; a helper: its type is inferred from its use."""
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def collatz(out: i32[:]) -> int:
    """out[i] = steps from i + 1 to 1; returns the longest."""
    longest = 0
    for i in prange(len(out)):
        steps = length(i + 1)
        out[i] = steps
        longest = max(longest, steps)
    return longest


def arguments(n):
    """The first n numbers."""
    return (np.zeros(n, np.int32),)


DEMO = "collatz", arguments, 20000
