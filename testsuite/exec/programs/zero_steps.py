"""np.arange by a step of 0, of Python's numbers and of NumPy's; what NumPy tells true of large elements."""
import numpy as np

from pycc import f32, i16, i64, u64


def of_ints(start: int, stop: int, step: int):
    return np.arange(start, stop, step)


def of_small(start: int, stop: i16, step: int):
    return np.arange(start, stop, step)


def by_numpy(start: int, stop: int, step: i64):
    return np.arange(start, stop, step)


def of_singles(start: f32, stop: float, step: int):
    return np.arange(start, stop, step)


def large_is_true(x: u64[:]):
    return bool(x)


_ENDS = [(1, 4, 0), (1, 1, 0), (1, 4, 2), (4, 1, -2)]
CASES = {
    "of_ints": _ENDS,
    "of_small": [(a, np.int16(b), c) for a, b, c in _ENDS],
    "by_numpy": [(a, b, np.int64(c)) for a, b, c in _ENDS],
    "of_singles": [(np.float32(a), float(b), c) for a, b, c in _ENDS],
    "large_is_true": [(np.array([x], np.uint64),) for x in (0, 1, 2**63, 2**64 - 1)],
}
