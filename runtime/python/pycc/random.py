"""Random numbers as pure functions of a seed and an index.

``uniform(seed, i)`` is the i-th number of the sequence that a seed names. There is no state: every
iteration of a ``prange`` loop can ask for its own numbers, and gets the same ones on any number of
threads, compiled or interpreted.

>>> from pycc import random
>>> random.uniform(42, 0) == random.uniform(42, size=3)[0]
True

The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2,
3", SC 2011). ``uniform`` and ``integers`` are the same to the last bit in compiled code; ``normal`` differs
in the last digits, where logarithm and cosine do.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

__all__ = ["integers", "normal", "uniform"]

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_UNIFORM, _NORMAL, _INTEGERS = range(3)


def philox(counter: tuple, key: tuple) -> tuple:
    """Ten rounds of Philox4x32 on four counter words and two key words, arrays of uint64 below 2**32."""
    x0, x1, x2, x3 = (np.asarray(w, np.uint64) for w in counter)
    k0, k1 = (np.asarray(w, np.uint64) for w in key)
    for _ in range(10):
        p, q = x0 * np.uint64(0xD2511F53), x2 * np.uint64(0xCD9E8D57)
        x0, x1, x2, x3 = (q >> _HALF) ^ x1 ^ k0, q & _LOW, (p >> _HALF) ^ x3 ^ k1, p & _LOW
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & _LOW, (k1 + np.uint64(0xBB67AE85)) & _LOW
    return x0, x1, x2, x3


def _words(x: Any) -> tuple:
    if isinstance(x, int):
        x &= 0xFFFFFFFFFFFFFFFF
        return np.uint64(x & 0xFFFFFFFF), np.uint64(x >> 32)
    x = np.asarray(x)
    if x.dtype.kind not in "iu":
        raise TypeError(f"it needs integers, not {x.dtype}")
    x = x.astype(np.int64).astype(np.uint64)
    return x & _LOW, x >> _HALF


def _block(seed: Any, i: Any, stream: int) -> tuple:
    low, high = _words(i)
    return philox((low, high, np.uint64(stream), np.uint64(0)), _words(seed))


def _indices(i: Any, size: Any) -> Any:
    if size is None:
        if i is None:
            raise TypeError("either an index or size= is needed")
        return i
    if i is not None:
        raise TypeError("an index and size= cannot both be given")
    shape = np.empty(size).shape  # ValueError when it is negative
    return np.arange(math.prod(shape), dtype=np.int64).reshape(shape)


def _plain(result: np.ndarray, *given: Any) -> Any:
    """A Python number when Python ints were given, else NumPy's."""
    if all(isinstance(x, int) for x in given):
        return result.item()
    return result[()]


def _fraction(high: np.ndarray, low: np.ndarray) -> np.ndarray:
    return ((high >> np.uint64(5)) << np.uint64(26)) + (low >> np.uint64(6))


def uniform(seed: Any, i: Any = None, *, size: Any = None) -> Any:
    """A number in [0, 1), a multiple of 2**-53.

    Parameters
    ----------
    seed
        An integer that names the sequence.
    i
        Which number of it: an integer, or an array of them.
    size
        Instead of i: the shape of an array of the first numbers, in C order.
    """
    i = _indices(i, size)
    x = _block(seed, i, _UNIFORM)
    return _plain(_fraction(x[0], x[1]) * 2.0 ** -53, seed, i)


def normal(seed: Any, i: Any = None, *, size: Any = None) -> Any:
    """A number of mean 0 and variance 1; parameters as of :func:`uniform`."""
    i = _indices(i, size)
    x = _block(seed, i, _NORMAL)
    u = (_fraction(x[0], x[1]) + np.uint64(1)) * 2.0 ** -53
    v = _fraction(x[2], x[3]) * 2.0 ** -53
    return _plain(np.sqrt(-2.0 * np.log(u)) * np.cos(6.283185307179586 * v), seed, i)


def _high_product(x: tuple, n: np.ndarray) -> np.ndarray:
    """The upper 64 bits of (x[0] * 2**32 + x[1]) * n."""
    low, high = n & _LOW, n >> _HALF
    middle = x[0] * low + ((x[1] * low) >> _HALF)
    carry = x[1] * high + (middle & _LOW)
    return x[0] * high + (middle >> _HALF) + (carry >> _HALF)


def integers(seed: Any, *args: Any, low: Any = None, high: Any = None, size: Any = None) -> Any:
    """An integer in a range, which is empty only by mistake and gives its lower end then.

    ``integers(seed, i, n)`` is in [0, n), ``integers(seed, i, low, high)`` in [low, high), and
    ``integers(seed, low=low, high=high, size=shape)`` an array of such numbers.
    """
    if size is not None:
        i = _indices(None, size)
    elif len(args) == 2:
        (i, high), low = args, 0
    elif len(args) == 3:
        i, low, high = args
    else:
        raise TypeError("integers takes a seed, an index and a range")
    n = high - low
    x = _block(seed, i, _INTEGERS)
    positive = np.maximum(np.asarray(n, np.int64), 0).astype(np.uint64)
    result = low + _high_product(x, positive).astype(np.int64)
    return _plain(np.asarray(result), seed, i, low, high)
