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

def counted(d: dict[str, float], words: list[str]) -> dict[str, float]:
    for w in words:
        d[w] = d.get(w, 0.0) + 1.0
    if len(d) > 40:
        raise IndexError("too many")
    return d

def united(s: set[tuple[int, float]], t: set[tuple[int, float]]) -> set[tuple[int, float]]:
    return s | t

def added(d: dict[int, list[int]], ps: tuple[list[str], f64[:]]):
    for k in d:
        d[k].append(k)
    if len(ps[0]) < 2:
        ps[0].append("x" * len(ps[1]))
    return ps[1][1:]

def first(xs: list[f64[:]], k: int):
    return xs[k]

def zero(xs: list[f64[:]]) -> None:
    for x in xs:
        x[:] = 0

def rows(xss: list[list[int]]):
    return [len(xs) for xs in xss]

def grown(xs: list[int], ys: list[int], n: int, zs: list[int]) -> int:
    ys.append(n)
    return len(xs) * 100 + len(ys) * 10 + zs[-1]

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

def caught(s: str) -> int:
    try:
        return int(s)
    except ValueError:
        return -1

def said(n: int) -> int:
    try:
        raise ValueError(f"{n} is")
    except ValueError as e:
        return len(str(e))

def absent(k: int) -> int:
    try:
        return {1: 2}[k]
    except KeyError:
        return -1

def labelled(pair: tuple[str, int]) -> int:
    return len(pair[0]) + pair[1]

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
          ("caught", ("7x",)), ("said", (7,)), ("absent", (7,)), ("labelled", (("text" * 9, 1.5),)),
          ("rows", ([[1] * 50] * 10 + [3],)), ("first", ([np.ones(100), 3], 0))]
WORDS = [f"word {i}" for i in range(30)]
CALLS += [("counted", (dict.fromkeys(WORDS, 0.5), WORDS)), ("counted", ({"a": 1.0}, WORDS * 2 + ["b"] * 9)),
          ("counted", ({**dict.fromkeys(WORDS, 0.5), "z": "z"}, WORDS)), ("counted", ({}, [*WORDS, 1])),
          ("counted", ({str(i): 1 for i in range(60)}, [])), ("united", ({(1, 2.0), (2, 3.0)}, {(5, 1.0)})),
          ("united", ({(1, 2.0), (2, 3.0)}, {(5, 1.0), (1, 2, 3)})), ("united", ({(1, 2.0)}, {1: 2})),
          ("added", ({i: [i] * 3 for i in range(0)}, (WORDS[:0], np.ones(3)))), ("added", ({1: [2], 2: [3, "x"]}, ([], np.ones(2)))),
          ("added", ({1: [2]}, ([], np.ones((2, 2)))))]


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


def test_changed_arguments_are_the_callers(module: ModuleType) -> None:
    """What is changed is that very object, also where it is held twice; nothing else is replaced."""
    xs, key = [1], "key"
    d, words = {1: xs, 2: xs}, ["a"]
    held = module.added(d, (words, np.arange(3.0)))
    assert d == {1: [1, 1, 2], 2: [1, 1, 2]} and d[1] is xs and d[2] is xs and words == ["a", "xxx"] and held.tolist() == [1, 2]
    given: dict[str, float] = {key: 1}
    assert module.counted(given, ["a", "a"]) is given and given == {"key": 1.0, "a": 2.0}
    with pytest.raises(IndexError, match="too many"):
        module.counted(given, [str(i) for i in range(50)])
    assert len(given) == 52
    with pytest.raises(TypeError, match=r"'d' got dict, expected dict\[str, float\]"):
        module.counted({1: 2.0}, [])
    with pytest.raises(TypeError, match="'d' got collections.defaultdict"):
        module.counted(__import__("collections").defaultdict(float), [])
    with pytest.raises(OverflowError, match="'d'"):
        module.added({2**64: []}, ([], np.ones(1)))


def test_changed_under_another_name(module: ModuleType) -> None:
    """An argument that is only read is the one that is changed where both are one list."""
    one, other, third = [1], [2], [3]
    assert module.grown(one, one, 7, one) == 227 and one == [1, 7]
    assert module.grown(one, other, 8, other) == 228 and (one, other) == ([1, 7], [2, 8])
    assert module.grown(one, other, 9, third) == 233 and module.grown(other, other, 5, third) == 443 and third == [3]


def test_many_owners(module: ModuleType) -> None:
    """Results outlive the call that made them, and each other."""
    more, lengths = module.nested(3, 1)
    rest = more[2]
    del more
    assert lengths == [0, 2, 2] and [x.tolist() for x in rest] == [[0, 0], [1, 1]]
