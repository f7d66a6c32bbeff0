"""Complex numbers as keys, and their hash()."""
import numpy as np


def keys(x: float):
    s = {x * 1j, 2j, 2j + x}
    d = {1j * x: 3, 2j: 4}
    d[2j] += 1
    return len(s), 2j in s, x in s, d[2j], 1j * x in d


def given(s: set[complex], d: dict[complex, int], t: set[tuple[int, complex]]):
    return 2j in s, len(s), d[1 + 2j], (1, 2j) in t


def large(s: set[np.uint64], n: np.uint64):
    return n in s, np.uint64(7) in s, len(s)


def made(n: int):
    return {1j * k for k in range(n)}, {1j * k: k for k in range(n)}


def back(s: set[complex]):
    s.add(1.5 + 1j)
    return s


def hashes(x: float, y: float):
    c = complex(x, y)
    return hash(c), hash(np.complex64(c)), hash((c, 1))


CASES = {
    "keys": [(1.5,), (0.0,)],
    "given": [({2j, 3j}, {1 + 2j: 5}, {(1, 2j)})],
    "made": [(5,), (0,)],
    "large": [({np.uint64(2**63 + 5), np.uint64(7)}, np.uint64(2**63 + 5)), ({np.uint64(2**64 - 1)}, np.uint64(2**64 - 1))],
    "back": [({1j, 2.5j},)],
    "hashes": [(0.0, 0.0), (1.5, -2.0), (-0.0, 1e10), (0.1, 0.7), (0.0, -1.0), (float("inf"), 3.0), (-1.0, 0.0)],
}
