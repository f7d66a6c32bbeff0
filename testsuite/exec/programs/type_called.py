"""type(x)(y), modules under another name in a function, order of texts that are written out, reversed texts."""
import math as ma

import numpy as np

from pycc import f64, i8, i32, u16


def numbers(i: int, x: float, b: bool, c: complex, s: str):
    return type(i)(x), type(x)(i), type(b)(i), type(c)(x), type(s)(i)


def small(a: i8, b: i32, c: u16, d: f64):
    return type(a)(b), type(b)(2.75), type(c)(7), type(d)(a)


def too_large(a: i8, n: int):
    return type(a)(n)


def containers(xs: list[int], t: tuple[int, float], d: dict[str, int], s: set[int]):
    ys = type(xs)(xs)
    ys.append(1)
    return ys, type(t)(t), type(d)(d), type(s)(xs), type(xs)(s)


def again(n: int):
    x = np.int16(n)
    kind = type(x)(3)
    return kind, kind.dtype == np.int16


def renamed(x: float):
    import math as ma2
    m = ma
    n = ma2
    f = lambda y: m.cos(y) + n.sin(y)  # noqa: E731
    return m.cos(x), n.floor(x), f(x)


def array_module(xs: list[float]):
    xp = np
    return xp.sum(xp.array(xs)), xp.linalg.norm(xp.array(xs))


def order(s: str):
    return ranked("ZZZ"), ranked("ABCD"), ranked("é"), "a" < "b", "b" <= "ab", "" > "a", s > "m"


def ranked(a):
    if a > "ABCD":
        return 2
    elif a <= "ZDSD":
        return 1
    return 3


def backwards(s: str):
    return list(map(ord, reversed(s[0]))), list(reversed(s)), "".join(reversed(s)), [c for c in reversed("abc")]


def together(a: set[int], b: set[int], c: list[int]):
    s = a | {1}
    s.intersection_update(b, c)
    t = a | b
    t.intersection_update(c)
    return sorted(s), sorted(t)


CASES = {
    "numbers": [(3, 2.5, True, 1j, "a"), (0, -0.5, False, 0j, "")],
    "small": [(np.int8(3), np.int32(100), np.uint16(9), np.float64(0.5))],
    "too_large": [(np.int8(1), 5), (np.int8(1), 300)], "containers": [([1, 2], (1, 2.5), {"a": 1}, {3})], "again": [(5,)], "renamed": [(0.5,)], "array_module": [([3.0, 4.0],)],
    "order": [("a",), ("z",)], "backwards": [("hello",), ("é1",)],
    "together": [({1, 2, 3}, {2, 3, 1}, [1, 3, 5]), (set(), {1}, [1]), ({4}, set(), [])],
}
