"""Ranges that functions return, and that lists hold."""
from functools import reduce


def indices(xs):
    return range(len(xs))


def upto(n, step=1):
    return range(0, n, step)


def chosen(n):
    if n > 3:
        return range(n)
    return range(1, n, 2)


def looped(n: int):
    total = 0
    for i in upto(n):
        total += i
    return total, sum(upto(n)), list(map(lambda i: i * 2, upto(n))), [x + y for x in upto(n) for y in upto(2)]


def asked(n: int):
    r = upto(n, 2)
    return r[1], r[-1], len(r), 3 in r, 4 in r, r == upto(n, 2), r == upto(n + 2, 2), str(r), r.stop, r.index(2), r.count(3), max(r)


def parts(n: int):
    return list(upto(n)[1:3]), list(upto(n)[::-1]), len(upto(n)[::2]), upto(n)[1:][0], str(upto(n)[1:-1])


def others(n: int):
    return list(reversed(chosen(n))), sorted(chosen(n)), tuple(chosen(n)), set(chosen(n)), any(chosen(n)), f"{chosen(n)}"


def paired(xs: list[float]):
    return [(i, v) for i, v in zip(indices(xs), xs)], list(enumerate(indices(xs)))


def held(n: int):
    rows = [range(n), range(2, n), range(n, 0, -2)]
    return sum(sum(r) for r in rows), [len(r) for r in rows], rows[2][0]


def folded(xs: list[float]):
    return reduce(lambda a, b: (a[0] + b[0], a[1] * b[1]), zip(indices(xs), xs), (0, 1.0))


def no_step(n: int):
    return len(upto(n, n))


CASES = {
    **{name: [(n,) for n in range(7)] for name in ("looped", "asked", "parts", "others", "held", "no_step")},
    "paired": [([1.5, 2.5],), ([0.5],)], "folded": [([1.5, 2.5, 3.0],)],
}
