"""map, filter, zip(strict=), itertools, functools and operator, in loops, comprehensions and by themselves."""
# needs Python 3.10: itertools.pairwise
import functools
import itertools
import math
import operator
from functools import reduce
from itertools import accumulate, chain, combinations, islice, pairwise, permutations, product
from operator import itemgetter, mul
from typing import Callable

import numpy as np

from pycc import f64


def square(v):
    return v * v


def strict(x: f64[:], y: f64[:], out: f64[:], limit: float):
    s = 0.0
    for i, (a, b) in enumerate(zip(x, y)):
        out[i] = a
    for a, b in zip(x, y, strict=True):
        s += a * b
        out[0] = s
        if s > limit:
            break
    else:
        s = -s
    return s


def strict3(x: f64[:], xs: list[int], n: int):
    return [a + b * c for a, b, c in zip(x, xs, range(n), strict=True)], list(zip(x, xs, strict=False))


def mapped(x: f64[:], xs: list[int], k: float):
    s = 0.0
    for v in map(square, x):
        s += v
    for v in map(lambda p, q: p * q + k, x, xs):
        s += v
    return float(s), list(map(abs, x)), float(sum(map(float, xs))), list(map(math.sqrt, xs)), [v for v in map(lambda t: t * k, xs)], max(map(len, [xs, xs]))


def filtered(xs: list[int], x: f64[:]):
    return (list(filter(lambda v: v % 2 == 0, xs)), sum(filter(None, xs)), [v * v for v in filter(lambda v: v > 1, x)],
            list(itertools.filterfalse(lambda v: v > 1, x)))


def products(n: int, x: f64[:]):
    s = 0.0
    for i, j in product(range(n), range(3)):
        if i == j:
            continue
        s = s * 3 + i * j
        if s > 400:
            break
    for i, (a, b) in enumerate(product(x, (2, n))):
        s += i * a * b
    return float(s), [a * b * c for a, b, c in product(range(2), repeat=3)], list(itertools.product([1, n], x, range(2))), [t[0] for t in product(x)]


def chosen(xs: list[int], n: int):
    s = 0
    for a, b, c in permutations(range(3)):
        s = s * 3 + a * b + c
    return (list(combinations(xs, 2)), sum(a * b * c for a, b, c in combinations(range(n), 3)), list(permutations(xs, 2)), s,
            list(permutations((n, 2, 3))), list(itertools.combinations_with_replacement(xs, 2)), len(list(combinations(range(n), 4))),
            list(permutations(xs, 3)), list(combinations(xs, 1)))


def chained(xs: list[int], n: int, x: f64[:]):
    s = 0
    for v in chain(xs, range(n), (1, 2)):
        s = s * 3 + v
    return s, list(chain(x, x[:1])), list(chain.from_iterable([xs, xs])), list(chain.from_iterable([i] * i for i in range(n)))


def counted(n: int, x: f64[:]):
    return list(itertools.repeat(x[0], n)), list(islice(x, 2)), list(islice(x, 1, n)), list(islice(x, 0, None, 2)), list(pairwise(x)), \
        [b - a for a, b in pairwise(range(n))]


def sliced(x: f64[:], a: int, b: int, c: int):
    return list(islice(x, a, b, c))


def totals(xs: list[int], x: f64[:]):
    return (list(accumulate(xs)), list(accumulate(x)), list(accumulate(xs, max)), list(accumulate(xs, mul)), list(accumulate(x, initial=np.float64(1.5))),
            list(accumulate(xs, lambda a, b: a * 2 + b, initial=2)))


def ends(xs: list[int]):
    return (list(itertools.takewhile(lambda v: v < 3, xs)), list(itertools.dropwhile(lambda v: v < 3, xs)),
            list(itertools.compress(xs, [True, False, True])), list(itertools.starmap(square, [(v,) for v in xs])),
            list(itertools.starmap(operator.pow, [(2, 3), (4, 2)])), list(itertools.zip_longest(xs, (4, 5), fillvalue=-1)))


def reduced(xs: list[int], x: f64[:]):
    return (reduce(lambda a, b: a * b, xs), float(reduce(operator.add, x, 0.0)), reduce(max, xs), functools.reduce(lambda a, b: a * 2 + b, (1, 2, 3)),
            float(reduce(square_sum, x, 1.0)))


def square_sum(s, v):
    return s + v * v


def operators(a: int, b: float, xs: list[int]):
    return (operator.add(a, b), operator.sub(a, b), operator.mul(a, b), operator.truediv(a, b), operator.floordiv(a, 2), operator.mod(a, 2),
            operator.pow(a, 2), operator.neg(a), operator.lt(a, b), operator.ge(a, b), operator.eq(a, a), operator.not_(a), operator.xor(a, 3),
            operator.and_(a, 2), operator.lshift(a, 2), operator.abs(b), operator.getitem(xs, 1), operator.truth(a), operator.invert(a),
            operator.ne(a, 3), operator.matmul(np.ones(2), np.ones(2)))


def keys(xs: list[int], k: int):
    pairs = [(v % 3, v) for v in xs]
    return sorted(xs, key=abs), sorted(pairs, key=itemgetter(1)), max(pairs, key=itemgetter(1)), sorted(xs, key=operator.neg)


def integral(f: Callable[[float], float], a: float, b: float) -> float:
    return (f(a) + f(b)) * 0.5 * (b - a)


def library_values(x: float):
    return integral(math.sin, 0.0, x), integral(np.exp, x, 1.0), integral(abs, -x, x), integral(square, 0.0, x), integral(lambda t: t + x, 0.0, x)


def named(x: float, y: f64[:], n: int):
    g = math.sin
    h = np.sqrt
    k = abs
    low = min
    s = 0.0
    for _ in range(n):
        s += g(x) + integral(g, 0.0, x)
    return s, h(y * y), k(-n), low(n, 2), list(map(g, [x, 1.0]))


def searched(x: f64[:], n: int):
    a = any(1 // int(v) > 0 and j > n for j in range(3) for v in x if v != 7)
    b = all(v > 0 for v in x)
    c = all(v >= 0 for v in x if v < 5)
    return a, b, c, any(v for v in x), all(v for v in x), any([v > 2 for v in x])


def in_rows(x: f64[:, :], n: float):
    return [any(v > n for v in row) for row in x], sum(1 for i in range(3) if all(x[i, j] > n for j in range(2)))


V = np.array([3.0, -1.0, 2.5, 4.0])

CASES = {
    "strict": [(V, V, V.copy(), 1e9), (V, V[:3], V.copy(), 1e9), (V[:2], V, V.copy(), 1e9), (V, V[:3], V.copy(), 2.0), (V[:0], V, V.copy(), 2.0)],
    "strict3": [(V, [1, 2, 3, 4], 4), (V, [1, 2, 3], 2), (V, [1, 2, 3, 4], 3), (V[:2], [1, 2], 3), (V[:2], [1, 2, 3], 3)],
    "mapped": [(V, [1, 2, 3], 0.5), (V[:0], [], 2.0)], "filtered": [([1, 2, 0, 4], V)], "products": [(4, V), (0, V[:0])],
    "chosen": [([1, 2, 3], 5), ([], 2)], "chained": [([1, 2], 4, V), ([], 0, V[:0])], "counted": [(3, V), (0, V[:1])],
    "sliced": [(V, 1, 3, 1), (V, 0, 9, 2), (V, 5, 2, 1), (V, -1, 2, 1), (V, 0, 3, 0)], "totals": [([3, 1, 4], V), ([], V[:0])],
    "ends": [[1, 2, 5, 1], []], "reduced": [([1, 2, 3], V), ([], V), ([4], V[:0])], "operators": [(3, 1.5, [4, 5]), (0, -1.5, [4, 5])],
    "keys": [([3, -4, 1], 1)], "library_values": [0.75],
    "named": [(0.5, V, 3), (0.5, V[:0], 0)],
    "searched": [(V[2:3] * 0, -1), (np.array([1.0, 0.0]), -1), (np.array([1.0, 0.0]), 5), (np.array([1.0, 7.0]), 1), (V[:0], 5)],
    "in_rows": [(np.arange(6.0).reshape(3, 2), 1.5)],
}
