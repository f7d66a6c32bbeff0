"""Nested sequences at the border to Python: what is taken for one, what is refused, what is shared. Loops over them are in
programs/ragged.py."""
from __future__ import annotations

import copy
import pickle
from types import ModuleType

import numpy as np
import pycc
import pytest
from pycc import nested

from harness import compile_text_once

TEXT = """
import pycc
from pycc import f32, f64, i32, i64, nested, prange

def sums(xs: nested[f64]) -> f64[:]:
    out = [0.0] * len(xs)
    for i, row in enumerate(xs):
        for x in row:
            out[i] += x
    return np.array(out)

def deep(xs: nested[nested[i64, i32]]):
    return [len(row) for rows in xs for row in rows]

def narrow(xs: nested[f32, i32]):
    return xs

def cleared(xs: nested[f64]) -> None:
    for row in xs:
        row[...] = 0

def rows_of(xs: nested[f64[:]], i: int):
    return xs[i]

def total(xs: nested[f64], w: f64[:]):
    s = 0.0
    for i in prange(len(xs)):
        for x in xs[i]:
            s += x * w[i]
    return s

def by_hand(at: i64[:], data: f64[:], out: f64[:], first: int) -> None:
    for i in prange(len(out)):
        lo, hi = at[first + i], at[first + i + 1]
        out[i] += 1
        for k in range(lo, hi):
            out[i] += data[k]

def by_slices(at: i32[:], data: f64[:]):
    out = np.empty(len(at) - 1)
    for i in prange(1, len(at)):
        out[i - 1] = np.sum(data[at[i - 1]:at[i]] * 2)
    return out

@pycc.type("nested[float64]", "int")
@pycc.type("nested[int64]", "int")
def count(xs):
    n = 0
    for row in xs:
        n += len(row)
    return n
"""
WITHIN, FALL = "the offsets of a nested sequence are within its data", "the offsets of a nested sequence do not fall"
NONE = "a nested sequence has one offset more than rows"


@pytest.fixture(scope="session")
def m(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The functions, compiled."""
    folder = tmp_path_factory.getbasetemp().parent / "nested"
    folder.mkdir(exist_ok=True)
    return compile_text_once("import numpy as np" + TEXT, folder, "-O0", name="border")


@pytest.mark.parametrize("offsets, words", [
    ([0, 3, 2, 4], FALL), ([-1, 2], WITHIN), ([0, 5], WITHIN), ([], NONE), ([5, 5], WITHIN)])
@pytest.mark.parametrize("dtype", [np.int64, np.int32])
@pytest.mark.parametrize("step", [1, -2])
def test_wrong_offsets(m: ModuleType, offsets: list, words: str, dtype: type, step: int) -> None:
    """Refused by the class, and in each call, since arrays may change."""
    at = np.repeat(np.array(offsets, dtype)[::1 if step > 0 else -1], abs(step))[::step]
    with pytest.raises(ValueError, match=words):
        nested(np.zeros(4), at)
    with pytest.raises(ValueError, match=words):
        m.sums(pycc._nested(np.zeros(4), at))
    with pytest.raises(ValueError, match=words):
        m.deep(pycc._nested(pycc._nested(np.zeros(3, int), np.int32([0, 0, 1, 1, 3])), at))
    with pytest.raises(ValueError, match=words):
        m.deep(pycc._nested(pycc._nested(np.zeros(4, int), at), np.array([0, 0])))


@pytest.mark.parametrize("offsets", [np.array([0.0, 1.0]), np.array([[0, 1]]), np.int64(3), np.array([0, 1], np.uint8)])
def test_offsets_of_another_type(m: ModuleType, offsets: np.ndarray) -> None:
    """A TypeError."""
    with pytest.raises(TypeError, match="offsets of int64 or int32"):
        nested(np.zeros(4), offsets)
    with pytest.raises(TypeError, match=r"expected nested\[f64\]"):
        m.sums(pycc._nested(np.zeros(4), offsets))


def test_lists(m: ModuleType) -> None:
    """Lists of lists are converted, of the depth that is asked for."""
    assert m.sums([[1, 2.5], [], (3,)]).tolist() == [3.5, 0, 3] and m.sums([]).tolist() == []
    assert m.sums(([np.ones(3), np.arange(2)])).tolist() == [3, 1]
    assert m.deep([[[1, 2], []], [], [[3]]]) == [2, 0, 1] and m.deep([[], []]) == [] and m.deep([]) == []
    assert m.count([[1.0], [2, 3]]) == 3
    for wrong in ([1, 2], [[[1.0]]], 3, np.zeros((2, 2)), "ab", None, [None]):
        with pytest.raises((TypeError, ValueError)):
            m.sums(wrong)
    with pytest.raises(TypeError, match="pycc.nested"):
        m.sums(nested(np.zeros(3, np.float32), np.array([0, 3])))
    with pytest.raises(TypeError):
        m.deep(nested(np.zeros(3, int), np.array([0, 3])))
    with pytest.raises(TypeError):
        m.sums(nested(np.zeros((3, 1)), np.array([0, 3])))


def test_offsets_of_the_other_width(m: ModuleType) -> None:
    """Are converted; data never is."""
    data = np.arange(5.0)
    for dtype in (np.int32, np.int64):
        assert m.sums(nested(data, np.array([0, 2, 2, 5], dtype))).tolist() == [1, 0, 9]
    xs = m.narrow(nested(np.float32([1, 2, 3]), np.array([0, 1, 3])))
    assert xs.offsets.dtype == np.int32 and xs.tolist() == [[1], [2, 3]]


def test_memory_is_shared(m: ModuleType) -> None:
    """What is written is written there, what is returned is the very array."""
    data, offsets = np.arange(5, dtype=np.float32), np.int32([1, 2, 4])
    back = m.narrow(nested(data, offsets))
    assert type(back) is nested and back.data is data and back.offsets is offsets
    xs = nested(np.arange(5.0), np.array([1, 2, 4]))
    m.cleared(xs)
    assert xs.data.tolist() == [0, 0, 0, 0, 4]
    xs.offsets.flags.writeable = False
    m.cleared(xs)
    xs.data.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        m.cleared(xs)
    matrix = np.arange(6.0).reshape(3, 2)
    row = m.rows_of(nested(matrix, np.array([0, 1, 3])), 1)
    assert np.shares_memory(row, matrix) and row.tolist() == [[2, 3], [4, 5]]


def test_references(m: ModuleType) -> None:
    """Calls, those that fail too, keep nothing."""
    import sys
    data, offsets = np.arange(5.0), np.array([0, 2, 5])
    xs, before = nested(data, offsets), (sys.getrefcount(data), sys.getrefcount(offsets))
    for _ in range(20):
        m.sums(xs)
        m.count(xs)
        for wrong in (np.array([3, 2]), np.array([0.5])):
            with pytest.raises((TypeError, ValueError)):
                m.sums(pycc._nested(data, wrong))
    assert (sys.getrefcount(data), sys.getrefcount(offsets)) == before


def test_rows_are_shared_out_by_their_lengths(m: ModuleType) -> None:
    """A few long rows among many: each is gone through once, in an order that threads do not change."""
    rng = np.random.default_rng(3)
    size = rng.integers(0, 4, 20000)
    size[7], size[9000], size[-1] = 200000, 100000, 50000
    at = np.concatenate([[0], np.cumsum(size)])
    data = rng.normal(size=at[-1])
    expected = np.array([data[lo:hi].sum() for lo, hi in zip(at, at[1:])])
    before, sums = pycc.get_num_threads(), set()
    for threads in (1, 2, 5):
        pycc.set_num_threads(threads)
        sums.add(m.total(nested(data, at), np.ones(20000)))
        for first in (0, 10000):
            out = np.zeros(20000 - first)
            m.by_hand(at, data, out, first)
            assert np.allclose(out, expected[first:] + 1)
        assert np.allclose(m.by_slices(at.astype(np.int32), data), 2 * expected)
        assert m.by_slices(np.zeros(1, np.int32), data).shape == (0,)
    pycc.set_num_threads(before)
    assert len(sums) == 1 and np.isclose(sums.pop(), data.sum())


@pytest.mark.parametrize("kind", ["falling", "random", "outside", "short"])
def test_offsets_that_are_none(m: ModuleType, kind: str) -> None:
    """By hand, rows need not lie behind one another: nothing is left out, nothing is done twice."""
    rng, n = np.random.default_rng(4), 30000
    lo = {"falling": np.arange(n + 1)[::-1] * 3, "random": rng.integers(0, 90, n + 1)}.get(kind, np.arange(n + 1) * 10)
    lo, data = np.ascontiguousarray(lo), np.ones(10 * n - (kind == "outside"))
    out = np.zeros(n + (kind == "short"))
    before = pycc.get_num_threads()
    for threads in (1, 3):
        pycc.set_num_threads(threads)
        out[...] = 0
        if kind in ("outside", "short"):
            with pytest.raises(IndexError):
                m.by_hand(lo, data, out, 0)
            assert np.all(out[:n - 1] == 11)
        else:
            m.by_hand(lo, data, out, 0)
            assert np.array_equal(out, 1 + np.maximum(lo[1:] - lo[:-1], 0))
    pycc.set_num_threads(before)


def test_overloads(m: ModuleType) -> None:
    """The types of the data decide."""
    assert m.count(nested(np.zeros(3), np.array([0, 3]))) == 3 and m.count(nested(np.zeros(3, int), np.int32([0, 2]))) == 2
    with pytest.raises(TypeError):
        m.count(nested(np.zeros(3, np.float32), np.array([0, 3])))


def test_class() -> None:
    """A sequence of Python's."""
    xs = nested.from_lists([[1, 2], [], [3]])
    assert len(xs) == 3 and [r.tolist() for r in xs] == xs.tolist() == [[1, 2], [], [3]] and xs[-1].tolist() == [3]
    assert repr(xs) == "nested([[1, 2], [], [3]])" and "500 rows" in repr(nested.from_lists([[]] * 500))
    assert pickle.loads(pickle.dumps(xs)).tolist() == copy.deepcopy(xs).tolist() == xs.tolist()
    assert nested.from_lists([[], [[1], []]])[1][0].tolist() == [1]
    assert nested.from_lists([np.ones(2), np.zeros(1)], np.float32).data.dtype == np.float32
    with pytest.raises(IndexError, match="index 3 is out of bounds for axis 0 with size 3"):
        xs[3]
    for wrong in (slice(1), (0, 1), 1.5):
        with pytest.raises((TypeError, AttributeError)):
            xs[wrong]
    with pytest.raises(AttributeError, match="cannot be replaced"):
        xs.data = None
