"""Iterators that are kept: iter(), next(), objects with a method __next__ in loops."""


def nexts(xs: list[int]) -> int:
    it = iter(xs)
    a = next(it)
    b = next(it, -1)
    c = next(it, -2)
    return a * 10000 + b * 100 + c


def first(d: dict[str, int]) -> str:
    return next(iter(d))


def stop(xs: list[int]) -> int:
    it = iter(xs)
    t = 0
    try:
        while True:
            t += next(it)
    except StopIteration:
        t += 1000
    return t


class It:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


def loops(n: int) -> int:
    it = It(n)
    t = 0
    for x in it:
        if x == 2:
            break
        t = t * 10 + x
    for x in it:
        t = t * 10 + x
    return t + sum(It(3)) + len([y for y in It(4)]) + max(It(3))


def over_iter(xs: list[int]) -> int:
    it = iter(xs)
    t = next(it)
    for x in it:
        if x < 0:
            continue
        t = t * 10 + x
    else:
        t += 1
    return t + sum(it)


class Pairs:
    """Gives an iterator of its own for each loop."""

    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return Pair(self.n)


class Pair:
    def __init__(self, n):
        self.at = 0
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.at == self.n:
            raise StopIteration
        self.at += 1
        return self.at, self.at * self.at


def pairs(n: int) -> int:
    t = 0
    p = Pairs(n)
    for a, b in p:
        for c, d in Pairs(a):
            if d > b:
                break
            t += a * d - c
        else:
            t += 1
    return t + len(list(p)) + sum([b for _, b in p])


def rest(xs: list[int], k: int) -> tuple[int, int, list[int]]:
    it = iter(xs)
    for x in it:
        if x == k:
            return x, next(it, -1), list(it)
    return 0, next(it, -2), list(it)


def grows(n: int) -> list[int]:
    xs = [1]
    it = iter(xs)
    for x in it:
        if len(xs) < n:
            xs.append(x * 2)
    xs.append(0)
    return xs + [next(it, -5)]


def given(it, n):
    return [next(it) for _ in range(n)]


def passed(xs: list[int]) -> list[int]:
    it = iter(xs)
    a = given(it, 2)
    return given(it, 1) + a


def texts(s: str) -> str:
    it = iter(s)
    t = ""
    for c in it:
        t += c + next(it, "-") + "|"
    return t


def others(xs: list[float], t: tuple[int, int], d: dict[str, int]) -> float:
    total = 0.0
    for x in iter(xs):
        total = total * 2 + x
    for k in iter(t):
        total += k
    for k in iter(d):
        total += d[k] + len(k)
    for x in xs:
        total += x
    for k in d:
        total -= d[k]
    return total


LISTS = [([],), ([5],), ([3, 1, 2],), ([4, -1, 2, 9, 9],)]
CASES = {
    **dict.fromkeys(["nexts", "stop", "over_iter", "passed"], LISTS),
    "first": [({"a": 1},), ({"b": 2, "a": 1},), ({},)],
    "loops": [(0,), (1,), (3,), (7,)],
    "pairs": [(0,), (1,), (4,), (9,)],
    "rest": [([], 1), ([1, 2, 3], 1), ([1, 2, 3], 3), ([1, 2, 3], 7)],
    "grows": [(1,), (4,), (9,)],
    "texts": [("",), ("abc",), ("abcdef",)],
    "others": [([], (1, 2), {}), ([1.5, 2.5], (3, 4), {"a": 1, "bc": 5})],
}
