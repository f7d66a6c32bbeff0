"""Functions of NumPy that are chosen at run time; comparisons in chains that types decide; parts of lists assigned; cmath.rect at infinities."""
import cmath

import numpy as np
from numpy.typing import NDArray


def made(n: int):
    if n > 10:
        make = np.ones
    else:
        make = np.zeros
    return make(n, dtype=np.uint8).nbytes, make(2)


def listed(n: int, a: NDArray[np.float64]):
    fs = [np.sum, np.max, np.min]
    out = [f(a) for f in fs]
    make = np.zeros if n > 1 else np.ones
    return out, fs[n](a), make(3)


def by_name(name: str, a: NDArray[np.float64]):
    ops = {"sum": np.sum, "std": np.std, "med": np.median}
    return [ops[k](a) for k in ("std", "sum")], ops[name](a)


def types(x: int, y: float):
    return type(x) == int == type(y), type(x) == int == type(x), x is None is None, int == type(x) is int


def helper(x, y):
    if not (x is None is y):
        return "7"
    else:
        return 7


def nones(x: int):
    return helper(0, x), helper(None, x), helper(None, None), helper(x, None)


def parts(n: int, x: float):
    xs = [1.0, 2.0]
    xs[0:1] = [7, 8]
    ys = [x, 2.0]
    ys[0:1] = [n, 8]
    zs = [n]
    zs[n:] = (x, 2.0)
    us = ["a"]
    us[1:] = "bc"
    return [float(x) for x in xs], ys, zs, us


def ranges(n: int):
    b = range(n)
    return isinstance(b, range), isinstance(b, list), isinstance(b, (list, range)), len(b)


def rect(r: float, phi: float):
    return cmath.rect(r, phi)


INF = float("inf")
CASES = {
    "made": [(3,), (30,)],
    "listed": [(k, np.arange(3.0)) for k in (0, 1, 2)],
    "by_name": [(k, np.arange(4.0)) for k in ("sum", "med")],
    "types": [(1, 2.5)],
    "nones": [(3,)],
    "parts": [(3, 2.5), (0, 1.5)],
    "ranges": [(3,)],
    "rect": [(r, phi) for r in (-INF, INF, float("nan"), 2.0, -2.0, 0.0) for phi in (0.0, -0.0, 0.5)],
}
