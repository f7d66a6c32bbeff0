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


def test_jit() -> None:
    """The types of a nested sequence decide the overload."""
    @pycc.jit
    def total(xs):
        s = 0
        for row in xs:
            for x in row:
                s += x
        return s
    for dtype in (np.float32, np.int64):
        for offset in (np.int64, np.int32):
            assert total(nested(np.arange(4, dtype=dtype), np.array([1, 1, 4], offset))) == 6
    assert len(total.signatures) == 4
