"""functools.reduce from an int over floats, and over lists of lists; itemgetter of indices that the run tells; repeat of None."""
from functools import reduce
from itertools import repeat
from operator import itemgetter


def summed(xs: list[float], ys: list[float]):
    return reduce(lambda s, p: s + p[0] + p[1], zip(xs, ys), 0)


def products(xs: list[float], ns: list[int]):
    return reduce(lambda a, b: a * b, xs, 1), reduce(lambda a, b: a * b, ns, 1), reduce(lambda a, b: a + b, [1, 2, 3])


def subsets(xs: list[int]):
    return reduce(lambda found, x: found + [s + [x] for s in found], xs, [[]])


def one(i: int, xs: list[int]):
    get = itemgetter(i)
    return get(xs)


def three(i: int, j: int, k: int, xs: list[int]):
    get = itemgetter(i, j, k)
    return get(xs), itemgetter(2, 0, 1)(xs), itemgetter(j, i)(xs)


def by_key(xs: list[tuple[int, str]]):
    return sorted(xs, key=itemgetter(1)), max(xs, key=itemgetter(0)), sorted(xs, key=itemgetter(1, 0))


def repeated(n: int):
    count = 0
    for _ in repeat(None, n):
        count += 1
    return count, list(repeat(None, n)), list(repeat(n, 2))


CASES = {
    "repeated": [(3,), (0,)],
    "summed": [([1.5, 2.0], [2.5, 1.0]), ([], [])],
    "products": [([1.5, 2.0], [3, 4]), ([], [])],
    "subsets": [([1, 2, 3],), ([],)],
    "one": [(0, [1, 2, 3]), (-1, [1, 2, 3]), (5, [1, 2, 3])],
    "three": [(0, 1, 2, [4, 5, 6]), (2, -1, 0, [4, 5, 6]), (0, 1, 3, [4, 5, 6])],
    "by_key": [([(1, "b"), (2, "a")],)],
}
