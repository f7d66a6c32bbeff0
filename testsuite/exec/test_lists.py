"""Lists at the border to Python: what is refused there, and what is given back, whatever happens."""
from __future__ import annotations

import ctypes
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from harness import O1, SANITIZED, compile_text_once, shared_folder

SOURCE = '''
import numpy as np
from pycc import f64, prange

def total(xs: list[float]) -> float:
    s = 0.0
    for x in xs:
        s += x
    return s

def bools(xs: list[bool]):
    return [not x for x in xs]

def first(xs: list[f64[:]], k: int):
    return xs[k]

def zero(xs: list[f64[:]]) -> None:
    for x in xs:
        x[:] = 0

def rows(xss: list[list[int]]):
    return [len(xs) for xs in xss]

def pairs(ps: list[tuple[int, float]]):
    return [x for k, x in ps]

def numbers(n: int, i: int):
    xs = [k * 0.5 for k in range(n)]
    ys = xs[::2] + xs
    ys.insert(1, xs[i])
    return ys

def arrays(n: int, i: int):
    xs = [np.full(100, k * 0.5) for k in range(n)]
    pairs = [(x, k) for k, x in enumerate(xs)]
    x, k = pairs.pop()
    xs.append(x * 2)
    xs[0] = xs[i]
    xs.reverse()
    return xs[1:], pairs

def nested(n: int, i: int):
    rows = [[np.zeros(k), np.ones(k)] for k in range(n)]
    more = rows * 2
    more[0].clear()
    more[1] = rows[i]
    return more, [len(r) for r in rows]

def recursive(xs, n: int, i: int):
    if n == 0:
        return xs[i][0]
    ys = [x * 2 for x in xs]
    ys.pop()
    return recursive(ys + [xs[0]], n - 1, i)

def deep(n: int, i: int):
    return recursive([np.ones(50), np.zeros(50)], n, i)

def parallel(n: int, i: int):
    xs = [np.full(20, k * 0.5) for k in range(n)]
    out = np.zeros(n)
    s = 0.0
    for j in prange(n):
        own = [xs[j][0], 1.0]
        s += own[i] + xs[j][1]
    return s

def iterations(n: int, i: int):
    a = np.ones((n, 100))
    for j in prange(n):
        parts = [a[j, :50], a[j, 50:] * 2]
        for k in range(j):
            parts.append(parts[-1] + k)
        parts[0] = parts[i]
        parts.insert(1, np.concatenate(parts[::2]))
        parts.pop().fill(3.0)
        a[j, 0] = parts[1].sum()
    return a
'''


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return compile_text_once(SOURCE, shared_folder(tmp_path_factory, "lists"), O1, name="listed")


WRONG = [("total", ((1.0, 2.0),), TypeError, "parameter 'xs' got tuple, expected list[float]"),
         ("total", (np.ones(3),), TypeError, "expected list[float]"),
         ("total", ([1.0, "2"],), TypeError, "expected list[float]"),
         ("total", ([1.0, 2j],), TypeError, "expected list[float]"),
         ("total", ([1.0, None],), TypeError, "expected list[float]"),
         ("bools", ([True, 1],), TypeError, "expected list[bool]"),
         ("first", ([np.ones(3), np.ones(3, np.float32)], 0), TypeError, "expected list[f64[:]]"),
         ("first", ([np.ones(3), np.ones((3, 1))], 0), TypeError, "expected list[f64[:]]"),
         ("rows", ([[1], [2.5]],), TypeError, "expected list[list[int]]"),
         ("rows", ([[1], [2**70]],), OverflowError, "'xss'"),
         ("pairs", ([(1, 2.0), (1, 2.0, 3)],), TypeError, "expected list[tuple[int, float]]")]


@pytest.mark.parametrize("name, args, kind, text", WRONG)
def test_wrong_arguments(module: ModuleType, name: str, args: tuple, kind: type, text: str) -> None:
    """What does not fit is refused, and nothing is kept of what was converted before."""
    with pytest.raises(kind) as raised:
        getattr(module, name)(*args)
    assert text in str(raised.value)


def test_arrays_come_back(module: ModuleType) -> None:
    """An array out of a list is the caller's own object; a list is not."""
    a, b = np.ones(3), np.ones(4)
    assert module.first([a, b], 1) is b
    with pytest.raises(IndexError, match="list index out of range"):
        module.first([a, b], 2)
    module.zero([a, b[::2]])
    assert not a.any() and b.tolist() == [0, 1, 0, 1]


def test_read_only_arrays(module: ModuleType) -> None:
    """They are refused where the function writes into them."""
    a = np.ones(3)
    a.flags.writeable = False
    assert module.first([a], 0) is a
    with pytest.raises(ValueError, match="read-only"):
        module.zero([np.ones(2), a])


class Info(ctypes.Structure):
    """mallinfo2 of glibc."""
    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks",
                                                      "fsmblks", "uordblks", "fordblks", "keepcost")]


def in_use() -> int:
    """Bytes that malloc has given out."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Info
    info = libc.mallinfo2()
    return info.uordblks + info.hblkhd


CALLS = [(name, (n, i)) for name in ("numbers", "arrays", "nested", "deep", "parallel", "iterations") for n in (4, 6) for i in (1, 9)]
CALLS += [("first", ([np.ones(100), np.ones(50)], k)) for k in (1, 5)]
CALLS += [("total", ([0.5] * 100,)), ("total", ([0.5] * 100 + ["x"],)), ("rows", ([[1] * 50] * 10,)),
          ("rows", ([[1] * 50] * 10 + [3],)), ("first", ([np.ones(100), 3], 0))]


@pytest.mark.skipif(SANITIZED or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="needs malloc of glibc")
@pytest.mark.parametrize("name, args", CALLS)
def test_nothing_is_kept(module: ModuleType, name: str, args: tuple[Any, ...]) -> None:
    """As many calls as one likes, with and without exceptions, in as much memory: what leaks does so each time."""
    function, grown = getattr(module, name), []
    for _ in range(5):
        before = in_use()
        for _ in range(300):
            try:
                function(*args)
            except (IndexError, TypeError):
                pass
        grown.append(in_use() - before)
    assert min(grown) < 300 * 8, grown


def test_many_owners(module: ModuleType) -> None:
    """Results outlive the call that made them, and each other."""
    more, lengths = module.nested(3, 1)
    rest = more[2]
    del more
    assert lengths == [0, 2, 2] and [x.tolist() for x in rest] == [[0, 0], [1, 1]]
