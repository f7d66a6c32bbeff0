"""Ints given where float is declared: of functions that take functions, of *args, of methods; in lists and dictionaries that are declared to hold floats."""
import math
from collections.abc import Callable


def halved(f: Callable[[float], float], a: float, times: int) -> float:
    for _ in range(times):
        a = f(a) / 2
    return a


def of_ints(n: int) -> float:
    return halved(lambda x: x * 1.5, 2, n) + halved(math.cos, n, 2)


def bisect(f: Callable[[float], float], lo: float, hi: float, tol: float = 1e-12) -> float:
    flo, fhi = f(lo), f(hi)
    if flo * fhi > 0:
        raise ValueError("not bracketed")
    while hi - lo > tol:
        mid = (lo + hi) / 2
        fmid = f(mid)
        if flo * fmid <= 0:
            hi, fhi = mid, fmid
        else:
            lo, flo = mid, fmid
    return (lo + hi) / 2


def roots(k: int) -> tuple[float, float]:
    return bisect(lambda x: x ** 3 - k * x - 5, 2, 3), bisect(math.cos, 0, 3)


class Poly:
    def __init__(self, *coef: float):
        self.c = list(coef)

    def __call__(self, x: float) -> float:
        y = 0.0
        for a in reversed(self.c):
            y = y * x + a
        return y

    def plus(self, coef: list[float]) -> "Poly":
        n = max(len(self.c), len(coef))
        return Poly(*[(self.c[i] if i < len(self.c) else 0.0) + (coef[i] if i < len(coef) else 0.0) for i in range(n)])


def polynomials(x: float) -> tuple[float, float, float]:
    p, q = Poly(1, 0, 3), Poly(-1.5, 2)
    return p(x), q(2), q.plus([1.0, 2.0, 0.5])(x)


def summary(n: int) -> dict[str, float]:
    xs = [i * 1.25 for i in range(n)]
    return {"n": n + 0.0, "sum": sum(xs), "most": max(xs) if xs else -1}


def put(n: int, xs: list[float], d: dict[str, float]) -> tuple[float, float]:
    xs.append(n)
    xs.insert(0, n + 1)
    xs[1] = n
    d["n"] = n
    d["m"] = d.setdefault("k", n) / 4
    d["k"] += n
    return sum(xs) / 2, sum(d.values()) / 2


def displays(n: int) -> float:
    return sum(listed(n)) / 2 + listed(n)[0] / 4 + mapped(n)["a"] / 2


def listed(n: int) -> list[float]:
    return [n, 1.5]


def mapped(n: int) -> dict[str, float]:
    return {"a": n, "b": 2.5}


CASES = {
    "of_ints": [(n,) for n in (0, 3)],
    "roots": [(2,), (9,)],
    "polynomials": [(0.5,), (-3.0,)],
    "summary": [(n,) for n in (1, 5)],
    "put": [(3, [1.5], {"q": 2.5})],
    "displays": [(7,)],
}
