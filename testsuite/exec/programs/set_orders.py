"""The order of sets that were changed: CPython's, for keys that collide, with slots of deleted keys used again."""
import random


def combined(a: list[int], b: list[int]):
    p = set(a)
    q = set(b)
    return [k for k in p ^ q], [k for k in p - q], [k for k in p & q], [k for k in p | q]


def in_place(a: list[int], b: list[int]):
    q = set(b)
    p = set(a)
    p ^= q
    p.add(3)
    r = set(a)
    r -= q
    r.add(a[0])
    s = set(a)
    s &= q
    s.add(3)
    return [k for k in p], [k for k in r], [k for k in s]


def with_lists(a: list[int], b: list[int]):
    p = set(a)
    return [k for k in p.intersection(b)], [k for k in p.difference(b)], [k for k in p.symmetric_difference(b)]


def with_others(a: list[int], b: list[int]):
    p = set(a)
    q = set(b)
    return [k for k in p.intersection(q, a[2:])], [k for k in p.difference(b[:1], q)], p.issuperset(b), p.issuperset(a[1:]), p >= q


def updated(a: list[int], b: list[int]):
    p = set(a)
    p.symmetric_difference_update(b)
    q = set(a)
    q.difference_update(b)
    r = set(a)
    r.intersection_update(b)
    s = set(a)
    s.symmetric_difference_update(set(b))
    return [k for k in p], [k for k in q], [k for k in r], [k for k in s]


def popped(a: list[int], n: int):
    p = set(a)
    out = [0]
    for i in range(n):
        out.append(p.pop())
        if i % 3 == 0:
            p.add(a[0] + i)
    return out, [k for k in p]


_r = random.Random(3)
_lists = [[_r.randrange(60) * _r.choice((1, 8, 32)) for _ in range(n)] for n in (1, 2, 5, 9, 14, 20, 30, 45, 60, 80)]
CASES = {
    "combined": [(a, b) for a in _lists for b in _lists],
    "in_place": [(a, b) for a in _lists for b in _lists],
    **dict.fromkeys(["with_lists", "with_others", "updated"], [(a, b) for a in _lists for b in _lists]),
    "popped": [(a, len(set(a))) for a in _lists] + [([1], 3)],
}
