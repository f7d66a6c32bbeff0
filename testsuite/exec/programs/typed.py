"""What users of type checkers write: clean under `mypy --strict` and pyright (testsuite/cli/test_types.py), and compiled."""
from __future__ import annotations

import typing as t
from typing import TYPE_CHECKING, Annotated, Any, Optional, TypeVar, Union

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

import pycc
import pycc as pc
from pycc import f32, f64, i64, prange, u8

if TYPE_CHECKING:
    from typing import TypeAlias

Vec = Annotated[NDArray[np.float64], "f64[:]"]
Image: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float64]]"
Number = Union[int, float]
T = TypeVar("T", f32, f64)
D = TypeVar("D", np.float32, np.float64)
B = TypeVar("B", bound=Union[int, float])


def dot(x: Vec, y: Vec) -> float:
    s = 0.0
    for i in prange(len(x)):
        s += x[i] * y[i]
    return float(s)


def brighten(a: Image, k: Number, to: Optional[Image] = None) -> None:
    if to is None:
        a *= k
    else:
        to[:, :] = a * k


def blend(x: T, y: T, w: T) -> T:
    return x + w * (y - x)


def first(x: NDArray[D], y: "npt.NDArray[D]") -> D:
    s: D = x[0] - y[0]
    return s


def rows(x: NDArray[np.float64]) -> NDArray[np.float64]:
    n, m = x.shape
    out: NDArray[np.float64] = np.zeros(n)
    for i in range(n):
        for j in range(m):
            out[i] += x[i, j]
    return out


def corner(x: np.ndarray[Any, np.dtype[np.int32]], k: Annotated[int, "a factor"]) -> np.int32:
    v: np.int32 = x[0, -1] * k
    return v


def counted(x: NDArray[np.uint8], top: u8 = u8(7)) -> i64:
    n = i64(0)
    for v in x:
        if v > top:
            n += i64(1)
    return n


def scaled(x: B, y: B, n: pc.f64 | None) -> "f64 | Number":
    return y if n is None else x * n


def pair(p: tuple[int, f64], xs: list[float]) -> tuple[f64, int]:
    return p[1] + xs[0], p[0]


@pycc.fastmath
@pycc.type("f64[:] | f32[:]", "float", None)
def axpy(y: t.Union[NDArray[np.float64], NDArray[np.float32]], a: float) -> None:
    y += a


@pc.jit("f64[:]", fallback=True)
def jitted(x: NDArray[np.float64]) -> float:
    return float(x.sum())


@pc.jit
def jitted_bare(x: NDArray[D], k: int = 2) -> D:
    v: D = x[0] * k
    return v


if TYPE_CHECKING:
    total: float = jitted(np.zeros(3))
    forms: tuple[str, ...] = jitted_bare.signatures + jitted.signatures
    compiled: float = pycc.compile(dot)(np.zeros(3), np.ones(3))

X = np.arange(6.0).reshape(2, 3)
CASES: dict[str, list[tuple[Any, ...]]] = {
    "dot": [(X[0], X[1])],
    "brighten": [(X.copy(), 2), (X.copy(), 0.5), (X.copy(), 3, X.copy())],
    "blend": [(f32(1), f32(2), f32(0.25)), (f64(1), f64(2), f64(0.25))],
    "first": [(X[1], X[0]), (X[1].astype(np.float32), X[0].astype(np.float32))],
    "rows": [(X,)],
    "corner": [(np.arange(6, dtype=np.int32).reshape(2, 3), 3)],
    "counted": [(np.arange(20, dtype=np.uint8),), (np.arange(20, dtype=np.uint8), u8(3))],
    "scaled": [(2, 3, None), (2.5, 0.5, None), (2, 3, f64(1.5)), (2.5, 0.5, f64(1.5))],
    "pair": [((1, f64(0.5)), [0.25])],
    "axpy": [(X[0].copy(), 0.5), (X[0].astype(np.float32), 0.5)],
}
