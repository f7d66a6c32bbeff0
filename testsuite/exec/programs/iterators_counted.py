"""Functions of any number of arguments, sets of lists of sets, itertools with lengths known at run time, iter(f, end), cmp_to_key."""
import functools
import itertools
import math
from itertools import combinations, permutations


def g(n: int) -> list[int]:
    return [math.gcd(n, 12, 18), math.gcd(), math.gcd(n), math.lcm(2, 3, 4), math.lcm(n), math.gcd(*[12, 8, n])]


def h(x: float) -> float:
    return math.hypot(x, 2.0, 3.0) + math.hypot(x) + math.hypot(*[x, 1.0]) + math.hypot(x, 1, 2, 2)


def uni(xs: list[set[int]]) -> list[int]:
    return sorted(set().union(*xs)) + sorted({9}.union(*xs))


def inter(xs: list[set[int]]) -> list[int]:
    return sorted(set.intersection(*xs)) + sorted({1, 2}.difference(*xs)) + sorted(set.union(*xs))


def comb(xs: list[int], r: int) -> int:
    t = len(list(combinations(xs, r)))
    for c in combinations(xs, r):
        t = t * 3 + sum(c) + len(c)
    return t


def subs(xs: list[int]) -> int:
    return sum(sum(c) for r in range(len(xs) + 1) for c in combinations(xs, r))


def perms(s: str) -> list[str]:
    return ["".join(p) for p in permutations(s)] + ["".join(p) for p in permutations(s, len(s) - 1)]


def wr(xs: list[int], r: int) -> list[int]:
    return [10 * len(c) + sum(c) for c in itertools.combinations_with_replacement(xs, r)]


def bat(xs: list[int], n: int) -> list[int]:
    return [sum(b) * len(b) for b in itertools.batched(xs, n)]


def tee(xs: list[int]) -> int:
    a, b = itertools.tee(xs)
    return sum(a) + len(list(b))


def cmpk(xs: list[int]) -> list[int]:
    return sorted(xs, key=functools.cmp_to_key(lambda a, b: b - a)) + sorted(xs, key=functools.cmp_to_key(lambda a, b: a % 2 - b % 2), reverse=True)


def star(n: int) -> list[int]:
    ps = [(n, 3), (3, 2)]
    return list(itertools.starmap(pow, ps)) + list(itertools.starmap(lambda a, b: a - b, ps))


def until(n: int) -> int:
    xs = [1, 2, 0, 5, n]
    return sum(iter(xs.pop, 0)) + len(list(iter(lambda: xs.pop(), 1)))


def zl(a: list[int], b: list[int]) -> list[int]:
    return [x + 10 * y + 100 * z for x, y, z in itertools.zip_longest(a, b, [1], fillvalue=7)]


LISTS = [([],), ([3, 1, 2],), ([5],), ([4, 4, -1, 0, 7],)]
COUNTED = [([], 0), ([], 1), ([3, 1, 2], 0), ([3, 1, 2], 2), ([3, 1, 2], 3), ([3, 1, 2], 4), ([5, 5], 1), ([1, 2, 3, 4, 5], 5), ([1, 2], -1)]
CASES = {
    **dict.fromkeys(["g", "star", "until"], [(0,), (3,), (-8,), (30,)]),
    "h": [(1.5,), (-2.0,), (0.0,)],
    **dict.fromkeys(["uni", "inter"], [([{1, 2}, {2, 3}],), ([{5}],), ([{1}, {2}, {3}],)]),
    **dict.fromkeys(["comb", "wr"], COUNTED),
    **dict.fromkeys(["subs", "tee", "cmpk"], LISTS),
    "perms": [("abc",), ("a",), ("xyzw",)],
    "zl": [([1], [2, 3]), ([], []), ([1, 2, 3, 4], [])],
    **({"bat": [([], 2), ([1, 2, 3], 2), ([1, 2, 3], 0), ([1], 5)]} if hasattr(itertools, "batched") else {}),
}
