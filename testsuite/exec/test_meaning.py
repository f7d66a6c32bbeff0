"""What a function means where the interpreter's word is more than a result: strides, arguments of exceptions, local
annotations, names."""
from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pytest

from harness import compile_text, load, same

SOURCE = '''
import numpy as np
from pycc import f32, f64, i8, prange, static

# ---- order=

def o_array(a: f64[:, :]): return np.array(a, order="F"), np.array(a, np.float32, order="F"), np.array(a, order="C")
def o_display(a: f64[:, :]): return np.array([[1.0, a[0, 0]], [3.0, 4.0]], order="F"), np.array([[1, 2]], np.int8, order="F")
def o_like(a: f64[:, :]): return np.zeros_like(a, order="F"), np.ones_like(a, order="C"), np.full_like(a, 3, order="F")
def o_place(a: f64[:, :]): return np.zeros_like(a, np.int8, "F"), np.empty_like(a, np.int8, "F").shape
def o_shape(a: f64[:, :]): return np.zeros_like(a, shape=(3, 2), order="F"), np.ones_like(a, shape=3)
def o_copy(a: f64[:, :]): return a.copy("F"), a.copy(order="C"), np.copy(a, order="F"), np.copy(a, "C")
def o_new(a: f64[:, :]): return np.zeros(a.shape, order="F"), np.ones((2, 3), np.int8, "F"), np.full(a.shape, 2, order="F")
def o_as(a: f64[:, :]): return np.ascontiguousarray(a), np.asfortranarray(a), a.ravel(order="F"), np.reshape(a, (-1, 2), "F")

def o_dtype(a: f64[:, :]): return _made(a, np.int16) + _made(a, float) + _made(a, a.dtype)

def _made(a, d: static):
    return np.array([1.0, 2.5], d), np.asarray([2], d), np.arange(3, dtype=d), np.eye(2, dtype=d), np.ascontiguousarray(a, d)

# ---- exceptions

def e_each(a: f64[:, :], n: int):
    if n == 0:
        raise ValueError
    elif n == 1:
        raise IndexError()
    elif n == 2:
        assert n < 2
    elif n == 3:
        raise KeyError
    elif n == 4:
        raise KeyError("k")
    elif n == 5:
        raise ValueError("")
    elif n == 6:
        raise IndexError("")
    elif n == 7:
        assert n < 7, ""
    elif n == 8:
        raise RuntimeError(f"{n}")
    elif n == 9:
        raise ValueError(f"")
    elif n == 10:
        raise StopIteration
    elif n == 11:
        a[n, 0] = 1.0
    elif n == 12:
        for i in prange(3):
            if i == 2:
                raise IndexError
    else:
        raise NotImplementedError

# ---- local annotations mean nothing

def l_scalars(a: f64[:, :], n: int):
    x: f32 = n
    y: float = n
    z: int = 2.5
    u: f32 = 1.5
    v: complex = 1.5
    v += n
    w: bool = 1
    s: float
    s = n
    t: i8 = 100
    t += 300
    return x, y, z, u, v, w, s, t

def l_lists(a: f64[:, :], n: int):
    x: list[float] = [n]
    y: list[float] = [1, 2]
    z: list[float] = []
    z.append(n)
    u: list[int] = []
    u.append(2.5)
    v: list[list[int]] = []
    e: list[f32] = []
    for i in range(n):
        v.append([i])
    p: tuple[float, int] = (1, 2)
    return x, y, z, u, v, e, p
'''
MATRICES = {"C": np.arange(6.0).reshape(2, 3), "F": np.arange(6.0).reshape(3, 2).T}
EXCEPTIONS = range(14)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    """The module interpreted and compiled."""
    folder = tmp_path_factory.mktemp("meaning")
    compiled = compile_text(SOURCE, folder, "-O0", name="meaning")
    return load("meaning_interpreted", folder / "meaning.py"), compiled


def strides(x: Any) -> Any:
    """Of all arrays in x."""
    return [strides(y) for y in x] if isinstance(x, (tuple, list)) else getattr(x, "strides", None)


def raised(function: Callable, *args: Any) -> tuple[str, str, tuple]:
    """Class, text and arguments of what a call raises."""
    with pytest.raises(Exception) as caught:
        function(*args)
    return type(caught.value).__name__, str(caught.value), caught.value.args


@pytest.mark.parametrize("layout", MATRICES)
@pytest.mark.parametrize("name", ["o_array", "o_display", "o_like", "o_place", "o_shape", "o_copy", "o_new", "o_as", "o_dtype"])
def test_order_is_kept(both: tuple[ModuleType, ModuleType], name: str, layout: str) -> None:
    """An order that is written is what the caller sees; np.array(a, order="K") is refused (wrong_programs.py)."""
    expected, got = (getattr(m, name)(MATRICES[layout]) for m in both)
    assert same(expected, got, True) is None
    assert strides(expected) == strides(got)


@pytest.mark.parametrize("n", EXCEPTIONS)
def test_arguments_of_exceptions(both: tuple[ModuleType, ModuleType], n: int) -> None:
    """Without a message they have none."""
    expected, got = (raised(m.e_each, np.zeros((2, 2)), n) for m in both)
    assert got == expected


@pytest.mark.parametrize("name", ["l_scalars", "l_lists"])
def test_local_annotations(both: tuple[ModuleType, ModuleType], name: str) -> None:
    """`x: f32 = n` does not convert."""
    expected, got = (getattr(m, name)(np.zeros((1, 1)), 3) for m in both)
    assert same(expected, got, True) is None
