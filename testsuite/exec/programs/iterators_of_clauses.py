"""Generator expressions of several clauses that are kept, `in` of iterators, itertools imported where they are used."""
import itertools


def evens(n: int):
    for i in range(n):
        yield i * 2


def flat(n: int):
    it = (i * 10 + j for i in range(n) for j in range(i))
    first = next(it, -1)
    return first, list(it)


def chosen(xs: list[int], n: int):
    it = (x * y + n for x in xs if x > 1 for y in range(x) if y % 2 for z in [0, 1] if z < y)
    return [v for v in it], sum(v for v in (a + b for a in xs for b in xs))


def of_pairs(pairs: list[tuple[int, float]]):
    it = (a * b + c for a, b in pairs for c in range(a))
    return next(it, 0.5), list(it)


def mapped(xs: list[int]):
    return (list(map(lambda a, b: a * b, xs, (y for x in xs for y in xs if x < 2))),
            list(filter(lambda x: x % 2 == 1, (y for x in xs for y in range(x)))),
            list(zip((y for x in xs for y in range(x)), xs)), list(enumerate(y for x in xs for y in range(x))))


def given(n: int):
    return pairs_of(range(n)), sum(pairs_in([1, n]))


def pairs_of(xs):
    return list(z for x in xs for y in xs for z in range(x + y))


def pairs_in(xs):
    return (z for x in xs for y in xs for z in range(x + y))


def found(n: int):
    squares = (i * i for i in range(n))
    return 4 in squares, list(squares), 9.0 in (i * i for i in range(n)), 3 not in (i * i for i in range(n))


def found_in_kept(xs: list[int], x: int):
    it = iter(xs)
    return x in it, list(it), x not in it


def found_in_generator(n: int):
    f = evens(n)
    return 4 in f, list(f), 3 in evens(n), 2 not in evens(n)


def imported(xs: list[int]):
    from itertools import combinations, islice as cut, permutations
    c, p, s = combinations(xs, 2), permutations(xs, 2), 0
    pairs = combinations(xs, 2)
    first = next(pairs, (0, 0))
    others = permutations(xs)
    next(others, None)
    some = cut(xs, 3)
    s = next(some, 0)
    return first, list(pairs), len(list(others)), s, list(some), list(c) == list(p)


def of_module(xs: list[int]):
    import itertools as it
    both = it.product(xs, xs)
    return next(both, (0, 0)), list(both)


def outside(xs: list[int]):
    both = itertools.product(xs, xs)
    return next(both, (0, 0)), list(both)


CASES = {
    "flat": [(0,), (1,), (2,), (5,)], "chosen": [([1, 2, 3], 4), ([], 1)], "of_pairs": [([(1, 2.5), (0, 1.0), (3, 0.5)],), ([],)],
    "mapped": [([1, 2, 3],), ([],)], "given": [(3,), (0,)], "found": [(0,), (3,), (6,)],
    "found_in_kept": [([1, 2, 3], 2), ([1], 5), ([], 0)], "found_in_generator": [(0,), (4,)],
    **dict.fromkeys(["imported", "of_module", "outside"], [([1, 2, 3],), ([],)]),
}
