"""Procedures of pycc.copperhead on a device: kernels over arrays, matrices and rows of several lengths give what the
host gives, errors too."""
from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from harness import compile_text, compile_text_once, device_or_skip, outcome, same, shared_folder

import pycc

TEXT = '''
import pycc
from pycc import f64, i64, nested
from pycc.copperhead import *

@cu
def dot(x: f64[:], y: f64[:]):
    return sum(map(lambda a, b: a * b, x, y))

@cu
def gathered(x: f64[:], j: i64[:]):
    return map(lambda v: 2 * v + 1, gather(x, j))

@cu
def heat(x: f64[:]):
    return map(lambda l, c, r: (l + c + r) / 3, shift(x, -1, 0), x, shift(x, 1, 0))

@cu
def matvec(m: f64[:, :], x: f64[:]):
    return map(lambda r: sum(map(op_mul, r, x)), m)

@cu
def spmv(v: nested[f64], c: nested[i64], x: f64[:]):
    return map(lambda r, j: sum(map(op_mul, r, gather(x, j))), v, c)

@cu
def sums(v: nested[f64]):
    return map(sum, v)

@cu
def greatest(v: nested[f64]):
    return map(lambda r: reduce(op_max, r, 0), v)

@cu
def ends(v: nested[f64]):
    return map(lambda r, i: (r[-1] + i if len(r) > 0 else 0, len(r)), v, indices(v))

@cu
def fourth(v: nested[f64]):
    return map(lambda r: r[3], v)

@cu
def flat(v: f64[:], c: i64[:], offsets: i64[:], x: f64[:]):
    def row(a, b):
        return sum(map(lambda r, j: r * x[j], v[a:b], c[a:b]))
    return map(row, offsets[:-1], offsets[1:])

@cu
def flat_sums(v: f64[:], starts: i64[:], ends: i64[:]):
    return map(lambda a, b: (sum(v[a:b]), len(v[a:b])), starts, ends)

@cu
def products(v: nested[f64], w: nested[f64]):
    return map(lambda r, s: sum(map(op_mul, r, s)), v, w)
'''
RNG = np.random.default_rng(5)
N = 3000
X, J = RNG.random(N), RNG.integers(0, N, N)
OFFSETS = np.concatenate([[0], np.cumsum(RNG.integers(0, 9, 500))])
V = pycc.nested(RNG.random(OFFSETS[-1]), OFFSETS)
C = pycc.nested(RNG.integers(-N, N, OFFSETS[-1]), OFFSETS)
# The last is how many nests are kernels; 0: a check fails, and the host is asked again.
CALLS: list[tuple[str, tuple, int]] = [
    ("dot", (X, X[::-1]), 1), ("gathered", (X, J), 1), ("heat", (X,), 1), ("matvec", (X[:2500].reshape(50, 50), X[:50]), 1),
    ("spmv", (V, C, X), 1), ("sums", (V,), 1), ("greatest", (V,), 1), ("ends", (V,), 2), ("products", (V, V), 1),
    ("flat", (V.data, C.data, OFFSETS, X), 1), ("flat_sums", (V.data, OFFSETS[:-1], OFFSETS[1:]), 1),
    ("flat_sums", (V.data, OFFSETS[1:], OFFSETS[:-1]), 1), ("flat_sums", (V.data, OFFSETS - 300, OFFSETS * 2), 1),
    ("flat", (V.data, C.data[:-9], OFFSETS, X), 0), ("flat", (V.data, C.data, OFFSETS, X[:-9]), 0),
    ("gathered", (X, J + 1), 0), ("spmv", (V, pycc.nested(C.data + 1, OFFSETS), X), 0), ("fourth", (V,), 0),
    ("products", (V, pycc.nested(V.data, np.concatenate([[0, 1], OFFSETS[2:]]))), 0)]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    folder: Path = shared_folder(tmp_path_factory, "cu_device")
    return compile_text_once(TEXT, folder, "--gpu", name="cu_device")


@pytest.mark.parametrize("i", range(len(CALLS)), ids=lambda i: f"{CALLS[i][0]}-{i}")
def test_kernels(i: int, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    name, args, launches = CALLS[i]
    device_or_skip(monkeypatch)
    f: Any = getattr(module, name)
    expected = outcome(f.__wrapped__, args)
    with pycc.profile() as p:
        got = outcome(f, args)
    assert same(expected, got, False) is None
    assert launches == 0 or (p.launches, p.fallbacks) == (launches, ())


MARKED = '''
import pycc
from pycc import f64
from pycc.copperhead import *

@pycc.gpu
@cu
def marked(x: f64[:]):
    def shifted(v, i):
        return v + i
    return scan(op_add, map(shifted, x, indices(x)))

@cu
def plain(x: f64[:]):
    return scan(op_add, map(lambda v: v * 2, x))
'''


def test_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a module that is not compiled for devices, the procedures that say so."""
    device_or_skip(monkeypatch)
    m = compile_text(MARKED, tmp_path)
    for f, launches in ((m.marked, 4), (m.plain, 0)):
        expected = outcome(f.__wrapped__, (X,))
        with pycc.profile() as p:
            got = outcome(f, (X,))
        assert same(expected, got, False) is None
        assert (p.launches, p.fallbacks) == (launches, ())
