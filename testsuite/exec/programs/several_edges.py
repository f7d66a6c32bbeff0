"""Values of several types: None put in, in results declared so, beside NumPy's numbers, the names of their types; fields that may be None."""
from dataclasses import dataclass

import numpy as np

from pycc import f32, f64


@dataclass
class Field:
    name: str
    v: int
    w: float | None = None


def fields(n: int):
    a = Field("x", n)
    b = Field("y", 2, 2.5)
    return a.w, b.w, a.name, [f.w for f in (a, b)]


def nothing(k: int):
    if k > 100:
        print(k)


def items(k: int):
    xs = [1, "a"]
    y = None
    xs[k] = y
    xs[0] = nothing(k)
    return xs


def keyed(n: int):
    d = {1: 2, "a": "x"}
    d[n] = nothing(n)
    y = None
    d["b"] = y
    d[None] = 3
    d[None] += 1
    return d, d[None], d.get(None), None in d


def declared(k: int, s: str) -> tuple[str, int | float]:
    return s, k


def listed(k: int, s: str) -> list[tuple[str, int | str]]:
    return [(s, k), (s, s)]


def with_numpy(x: f64[:], n: int):
    v = max(n, 0.5)
    return v / x[0], v * x[1], x[1] - v, x[1] / v, x[1] ** v, v // x[1], v % x[1], v + x[1], v - x[1], x[1] // v, x[1] % v, v ** x[1], x[1] * v, x[1] + v


def with_single(x: f32[:], n: int):
    v = max(n, 0.5)
    return v * x[1], x[1] + v, v - x[1]


def trained(x: f64[:], n: int):
    d = {"rate": 0.5, "n": n, "name": "x"}
    s = 0.0
    for q in range(len(x)):
        s += d["rate"] * x[q] / d["n"]
    return s


def of_text(x: f64[:], n: int):
    d = [n, "x"]
    try:
        y = d[n] * x[1]
    except TypeError:
        return "TypeError"
    return str(y)


def names(k: int):
    xs = [k, 2.5, "a", None, True]
    w = xs[k]
    return [type(v).__name__ for v in xs[:k]], f"{type(w).__name__}: {w}", w.__class__.__name__ == "float"


def extremes(n: int, x: float):
    return max(n, x), min(n, x), max(x, n), min(x, n), max(n, x, 3), min(1, n, x)


X = np.array([0.0, 2.0])
WHOLE = (0, -1, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63))
REAL = (0.0, -0.0, -0.5, 2.0**53, -(2.0**53), 2.0**63, -(2.0**63), -(2.0**64), float("inf"), float("nan"))
CASES = {
    "fields": [(1,)],
    "items": [(k,) for k in (0, 1, 5)],
    "keyed": [(1,), (7,)],
    "declared": [(1, "a")],
    "listed": [(1, "a")],
    **{name: [(X, n) for n in (0, 1, 3)] for name in ("with_numpy", "trained")},
    "with_single": [(X.astype(np.float32), n) for n in (0, 3)],
    "of_text": [(X, 0), (X, 1)],
    "extremes": [(n, x) for n in WHOLE for x in REAL],
    "names": [(k,) for k in range(5)],
}
