"""Conditions that are decided when compiling: None, strings, element types, ranks, static parameters."""
import numpy as np
import pycc
from pycc import f32, f64, i64, static


def weighted(a, w=None):
    if w is None:
        return a.sum()
    return (a * w).sum()


def none_default(a: f64[:], w: f64[:]):
    return weighted(a), weighted(a, w), weighted(a, None)


def both(a, w=None, low=None):
    if w is not None and low is None:
        return a[0] * w[0]
    elif not (w is None or low is None):
        return a[0] * w[0] + low
    elif low is None:
        return a[0] + 1
    return a[0] - low


def several(a: f64[:], w: f64[:]):
    return both(a), both(a, w), both(a, w, 3.0), both(a, low=2)


def kind(a, mode="plain"):
    if a.dtype == np.float32:
        return 1
    if a.dtype.kind == "f" and mode != "plain":
        return 2
    if a.dtype.kind in "iu":
        return 3
    return 4 if mode in ("plain", "simple") else 5


def kinds(a: f64[:], b: f32[:], c: i64[:]):
    return kind(a), kind(a, "other"), kind(b), kind(c), kind(a > 0, "other"), kind(a > 0, mode="simple")


def corner(a):
    if a.ndim == 1:
        return a[0]
    elif a.ndim == 2:
        return a[0, 0] * 2
    return a[0, 0, 0] * 3


def ranks(a: f64[:, :, :]):
    return corner(a), corner(a[0]), corner(a[0, 0])


def along(a, axis: static):
    k = axis + a.ndim if axis < 0 else axis
    return a.sum(axis=k) if k == 0 else a.max(axis=k, keepdims=True)


def axes(a: f64[:, :]):
    return along(a, 0), along(a, -1), along(a, axis=-2), along(a[0], 0)


def rank_of_own(a: f64[:, :]) -> float:
    if a.ndim == 1:
        return a[0] + 1.0
    else:
        x = float(a[0, 0])
    return x


def counted(n, steps: static):
    if steps == 0:
        return n
    return counted(n * 2, steps - 1)


def recursion(n: int):
    return counted(n, 5) + counted(n, 0)


def zeros_of(a, dtype=None):
    t = a.dtype if dtype is None else dtype
    return np.zeros(a.shape[:1], t) + np.ones(1, dtype=t)


def types(a: f32[:]):
    return zeros_of(a), zeros_of(a, np.int32), zeros_of(a, float), zeros_of(a, "i8"), zeros_of(a, np.result_type(a, 1j))


def bump(x):
    x[0] += 1
    return x.ndim


def effects(x: f64[:]):
    if bump(x) == 1:
        x[0] += 10
    y = 2 if bump(x) == 2 else 3
    return y, bump(x) == 1 and x[0] > 5


def last(items, i: static = 0):
    if i == len(items) - 1:
        return items[i]
    return last(items, i + 1)


def items(a: f64[:]):
    return last((a, 1, 2.5)), last((3, a))


def in_loop(a: f64[:], w: f64[:]):
    s = 0.0
    for i in range(len(a)):
        if a.ndim == 2:
            continue
        s += weighted(a[i:]) if i % 2 == 0 else weighted(a, w)
    return s


# What is not decided runs for what it raises, where Python comes to it.

def or_rank(a: f64[:], n: int):
    if a[1] or a.ndim:
        return n
    return 0


def or_or_rank(a: f64[:], n: int):
    if n > 3 or a[n] > 0.0 or a.ndim == 1:
        return n
    return 0


def and_rank(a: f64[:], n: int):
    return 1 if 10 // n and a.ndim == 2 else 2


def chain_or_rank(a: f64[:], n: int):
    if a[0] < a[1] < a[n] or a.ndim == 1:
        return 1
    return 2


def not_and_rank(a: f64[:], n: int):
    if not (n < 2 and a[n] and a.ndim == 2):
        return 1
    return 2


A = np.arange(24.0).reshape(2, 3, 4) - 7
V = np.array([3.0, -1.5, 2.0])

def rank_of_item(a: f64[:], n: int):
    xs = [a, a]
    if xs[n].ndim == 1 and a[n:].dtype == np.float64 and np.ndim(a[n]) == 0:
        return 1
    return 2


_RAISING = [(np.arange(float(m)), n) for m in (0, 1, 3) for n in (0, 1, 2, 5)]

CASES = {
    **{f: _RAISING for f in ("or_rank", "or_or_rank", "and_rank", "chain_or_rank", "not_and_rank", "rank_of_item")},
    "none_default": [(V, V * 2)],
    "several": [(V, V * 2)],
    "kinds": [(V, np.float32(V), np.array([1, 2]))],
    "ranks": [(A,)],
    "axes": [(A[0].copy(),)],
    "rank_of_own": [(A[0].copy(),)],
    "recursion": [(3,)],
    "types": [(np.float32(V),)],
    "effects": [(V,)],
    "items": [(V,)],
    "in_loop": [(V, V + 1)],
}

ROUNDED = ("none_default", "axes", "in_loop")
