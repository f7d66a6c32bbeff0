"""Python ints have 64 bits in compiled code: beyond them OverflowError, in loops and elsewhere; wrapping when asked."""
from __future__ import annotations

import copy
import itertools
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import pycc
from harness import O1, compile_text, run_pycc
from int_cases import CASES, ENDS, LOOPS, expected, oracle, outcome, random_functions

TEXT = "a Python int has 64 bits in compiled code: use a type of NumPy, or --overflow=wrap"


@pytest.fixture(scope="module")
def loops(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return compile_text(LOOPS, tmp_path_factory.mktemp("int"), O1, name="int_loops")


def same(x: object, y: object) -> bool:
    return all(map(np.array_equal, x, y)) if isinstance(x, tuple) else x == y


@pytest.mark.parametrize("threads", (1, 2))
@pytest.mark.parametrize("name", sorted(CASES))
def test_loops(loops: ModuleType, name: str, threads: int) -> None:
    """Loops, reductions, indices and helpers do what ints of 64 bits do."""
    interpreted = oracle(LOOPS)[name]
    pycc.set_num_threads(threads)
    for args in CASES[name]:
        mine, theirs = copy.deepcopy(args), copy.deepcopy(args)
        wanted, got = expected(interpreted, theirs), outcome(getattr(loops, name), mine)
        assert same(got, wanted), (args, got, wanted)
        assert wanted is OverflowError or same(mine, theirs), args
    pycc.set_num_threads(2)


def test_random_expressions(tmp_path: Path) -> None:
    """Expressions at the ends of 64 bits: the value, or OverflowError where an operation leaves them."""
    text = random_functions(np.random.default_rng(11), 60)
    m, names = compile_text(text, tmp_path, O1, name="int_random"), oracle(text)
    raised = 0
    for k in range(60):
        for args in itertools.product(ENDS[::2], ENDS[::3], ENDS[1::4]):
            wanted = expected(names[f"f{k}"], args)
            assert outcome(getattr(m, f"f{k}"), args) == wanted, (k, args)
            raised += wanted is OverflowError
    assert 1000 < raised < 10000


def test_text(loops: ModuleType) -> None:
    """The message says what to write."""
    with pytest.raises(OverflowError, match=TEXT):
        loops.factorial(21)


def test_explained(loops: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call's report says which version of a nest its sizes choose."""
    monkeypatch.setitem(sys.modules, loops.stored.__module__, loops)
    y = np.zeros(9, np.int64)
    versions = [pycc.info(loops.stored).explain(y, a, 0)[0] for a in (3, 2**62)]
    assert [v.version for v in versions] == ["contiguous", "checked"]
    assert "each one is tested for 64 bits" in versions[1].reasons[0]


def test_wrap(tmp_path: Path) -> None:
    """--overflow=wrap: ints wrap around, without a test."""
    text = "def f(a: int, b: int) -> int:\n    return a * b + a\n"
    m = compile_text(text, tmp_path, "--overflow=wrap")
    assert m.f(2**62, 2) == -2**62 and m.f(2**63 - 1, 1) == -2
    assert "FITS" not in run_pycc(tmp_path / "prog.py", "--overflow=wrap", "--emit", "c").stdout
    assert "knows raise and wrap" in run_pycc(tmp_path / "prog.py", "--overflow=stop").stderr


def test_types_of_numpy_wrap(tmp_path: Path) -> None:
    """As in NumPy, in scalars and elements."""
    text = ("from pycc import i8, i64\n\n\ndef f(x: i64[:], y: i8[:]) -> None:\n    for i in range(len(x)):\n"
            "        x[i] = x[i] * x[i]\n        y[i] += y[i]\n")
    m = compile_text(text, tmp_path)
    x, y = np.array([2**62, 3]), np.array([100, 3], np.int8)
    m.f(x, y)
    assert x.tolist() == [0, 9] and y.tolist() == [-56, 6]


def test_nothing_is_left_to_test(tmp_path: Path) -> None:
    """Counters, lengths, indices, products that exist in memory, small steps: no test remains where they are used."""
    text = '''
from pycc import f64, i32, prange


def stencil(x: f64[:, :], y: f64[:, :]) -> None:
    n, m = x.shape
    for i in prange(1, n - 1):
        for j in range(1, m - 1):
            y[i, j] = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]


def counts(x: f64[:], k: i32[:]) -> int:
    c = 0
    s = 0
    for i in range(len(x)):
        if x[i] > 0:
            c += 1
        s += k[i] % 3 + 2 * i
    return c


def search(x: f64[:], v: float) -> int:
    lo = 0
    hi = len(x) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if x[mid] < v:
            lo = mid + 1
        else:
            hi = mid - 1
    return lo


def random(n: int) -> int:
    s = 1
    for i in range(n):
        s = (s * 16807 + 11) % 2147483647
    return s
'''
    path = tmp_path / "prog.py"
    path.write_text(text)
    printed = run_pycc(path, "--emit", "tir").stdout
    assert [line for line in printed.splitlines() if "fits" in line] == []


def test_long_axes(tmp_path: Path) -> None:
    """No axis is longer than 2**48, so that what is computed from lengths fits: refused, not wrapped."""
    text = ("import numpy as np\nfrom pycc import f64\n\n\ndef f(x: f64[:]) -> int:\n    return len(x)\n\n\n"
            "def g(n: int) -> int:\n    return np.broadcast_to(np.zeros(1), (n,)).shape[0]\n\n\n"
            "def h(n: int) -> int:\n    return np.zeros((0, n)).shape[1]\n")
    m = compile_text(text, tmp_path, O1)
    wide = np.lib.stride_tricks.as_strided(np.zeros(1), (2**49,), (0,))
    assert m.f(wide[:2**48]) == 2**48 and m.g(2**48) == 2**48 and m.h(2**48) == 2**48
    for call in (lambda: m.f(wide), lambda: m.g(2**49), lambda: m.h(2**49)):
        with pytest.raises(ValueError):
            call()
