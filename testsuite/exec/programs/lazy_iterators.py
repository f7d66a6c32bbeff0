"""Iterators over iterators: itertools, zip, enumerate, map and filter of generators and of one another, with and without an end."""
import itertools
from itertools import chain, count, cycle, dropwhile, filterfalse, islice, takewhile


def up(n):
    i = 0
    while i < n:
        yield i
        i += 1


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


class Down:
    def __init__(self, n: int):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


def counted(n: int) -> int:
    total = 0
    for i in count(3, 2):
        if i > n:
            break
        if i % 5 == 0:
            continue
        total += i
    return total


def counted_floats(n: int) -> list[float]:
    return list(islice(count(0.5, 0.25), n))


def numbered(xs: list[str]) -> dict[str, int]:
    c = itertools.count()
    return {x: next(c) for x in xs}


def kept_counter(n: int) -> list[int]:
    c = count(n, -3)
    first = next(c)
    return [first, next(c), next(c) + next(c)]


def cycled(xs: list[int], n: int) -> list[int]:
    return [x for x, _ in zip(cycle(xs), range(n))]


def turns(n: int) -> str:
    players = itertools.cycle(["a", "bc", "d"])
    t = ""
    for _ in range(n):
        t += next(players)
    return t


def sliced(n: int) -> list[int]:
    return list(islice(fib(), n))


def sliced_steps(a: int, b: int, c: int) -> list[int]:
    out = []
    for x in itertools.islice(fib(), a, b, c):
        out.append(x)
    return out


def sliced_rest(n: int) -> list[int]:
    g = fib()
    head = list(islice(g, n))
    gap = sum(islice(g, 1, 3))
    return head + [gap, next(g)]


def taken(n: int) -> list[int]:
    return list(takewhile(lambda x: x < n, fib())) + list(takewhile(lambda x: x < 5, count()))


def taken_loop(n: int) -> int:
    total = 0
    for x in itertools.takewhile(lambda x: x * x < n, itertools.count(1)):
        total = total * 3 + x
    else:
        total += 1
    return total


def dropped(n: int) -> list[int]:
    d = dropwhile(lambda x: x < n, fib())
    return [next(d), next(d), next(d)]


def numbered_fib(n: int) -> int:
    for i, x in enumerate(fib()):
        if x > n:
            return i
    return -1


def numbered_kept(n: int) -> int:
    g = up(n)
    next(g, 0)
    total = 0
    for i, x in enumerate(g, start=10):
        total += i * x
    return total


def paired(xs: list[int]) -> int:
    total = 0
    for x, y in zip(xs, fib()):
        total += x * y
    return total


def paired_kept(xs: list[float]) -> list[float]:
    g = count(1)
    out = [x * k for x, k in zip(xs, g)]
    out.append(float(next(g)))
    return out


def paired_first(xs: list[float]) -> list[float]:
    g = count(1)
    out = [x * k for k, x in zip(g, xs)]
    out.append(float(next(g)))
    return out


def three(xs: list[int]) -> list[tuple[int, int, str]]:
    return list(zip(xs, fib(), cycle(["x", "y"])))


def squares(n: int) -> list[int]:
    return list(islice(map(lambda x: x * x, count(1)), n))


def added(n: int) -> list[int]:
    return list(islice(map(lambda a, b: a + b * n, count(1), fib()), n))


def odd(n: int) -> list[int]:
    return list(islice(filter(lambda x: x % n, count(1)), 6)) + list(islice(filterfalse(lambda x: x % n, count(1)), 3))


def chained(n: int) -> list[int]:
    return list(islice(chain([1, 2], up(2), fib()), n))


def whole(n: int) -> tuple[int, int, int]:
    return sum(takewhile(lambda x: x < n, fib())), max(islice(cycle([3, n]), 5)), min(zip(fib(), [n, 2]))[1]


def decided(n: int) -> tuple[bool, bool]:
    g = map(lambda x: x > n, fib())
    return any(g), all(filter(lambda x: x, islice(count(n), 3)))


def nested(n: int) -> list[int]:
    it = enumerate(zip(fib(), map(lambda x: -x, count(n))), 5)
    out = []
    for i, (x, y) in it:
        if i > 8:
            break
        out += [i, x, y]
    i, p = next(it)
    return out + [i, p[0], p[1]]


def of_class(n: int) -> list[int]:
    return [i * x for i, x in enumerate(Down(n))] + list(islice(Down(n), 1, None))


def of_iter(xs: list[int]) -> list[int]:
    it = iter(xs)
    return [a * 10 + b for a, b in zip(it, it)]


def sieve(n: int) -> list[int]:
    primes = [2]
    for x in count(3, 2):
        if len(primes) >= n:
            break
        if all(x % p for p in primes):
            primes.append(x)
    return primes


def found(n: int) -> tuple[int, int, bool]:
    g = up(n)
    some = any(x > 3 for x in g)
    return next(g, 100), next(x * 2 for x in fib() if x > n), some and all(x < n for x in fib() if x < n + 30)


def several(n: int) -> list[int]:
    return [x * y for x in takewhile(lambda x: x < n, fib()) if x % 2 for y in islice(count(x), 3) if y != 3]


def inside(n: int) -> list[list[int]]:
    return [[x + k for x in islice(fib(), k)] for k in range(n)]


def sets(n: int) -> tuple[set[int], dict[int, int]]:
    x = 7
    s = {x % 4 for x in islice(fib(), n)}
    d = {i: x for i, x in enumerate(takewhile(lambda x: x < n, fib()))}
    d[100] = x
    return s, d


NUMBERS = [(0,), (1,), (2,), (5,), (9,), (30,)]
LISTS = [([],), ([4],), ([3, 1, 4, 1, 5],)]
CASES = {
    **dict.fromkeys(["counted", "kept_counter", "sliced", "sliced_rest", "taken", "taken_loop", "dropped", "numbered_fib", "numbered_kept", "squares",
                     "added", "chained", "decided", "nested", "of_class", "turns", "counted_floats", "found", "several", "inside", "sets"], NUMBERS),
    **dict.fromkeys(["paired", "three", "of_iter"], LISTS),
    **dict.fromkeys(["paired_kept", "paired_first"], [([],), ([4.0],), ([3.0, 1.5, -4.0],)]),
    "cycled": [([], 3), ([1], 3), ([5, 7, 8], 7), ([5, 7, 8], 0)],
    "numbered": [([],), (["a", "bc", "d"],)],
    "sliced_steps": [(0, 0, 1), (0, 9, 2), (3, 20, 5), (5, 2, 1), (1, 8, 3), (2, 9, 0), (-1, 3, 1)],
    "whole": [(5,), (50,)],
    "odd": [(2,), (3,)],
    "sieve": [(1,), (3,), (12,)],
}
