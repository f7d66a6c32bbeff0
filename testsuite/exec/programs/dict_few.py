"""Dictionaries of few keys, which are searched one after the other, and what becomes of them: deletions between insertions, and 7 to 20 keys."""
from collections import Counter, OrderedDict, defaultdict


def turned(n: int) -> tuple[int, list[int]]:
    d: dict[int, int] = {}
    for i in range(n):
        d[i % 3] = i
        del d[i % 3]
    d[5] = 1
    return len(d), list(d)


def queue(n: int, width: int) -> list[int]:
    d: dict[int, int] = {}
    out = []
    for i in range(n):
        d[i] = i * i
        if len(d) > width:
            first = next(iter(d))
            out.append(d.pop(first))
    return out + list(d) + list(d.values())


def cache(keys: list[int], size: int) -> tuple[list[int], int]:
    d: OrderedDict[int, int] = OrderedDict()
    hits = 0
    for k in keys:
        if k in d:
            d.move_to_end(k)
            hits += 1
        else:
            d[k] = k * 2
            if len(d) > size:
                d.popitem(last=False)
    return list(d.keys()), hits


def grown(n: int, gone: int) -> list[tuple[int, str]]:
    d = {i * 7 % 23: str(i) for i in range(n)}
    for i in range(gone):
        d.pop(i * 7 % 23)
    for i in range(n, n + gone):
        d[i * 7 % 23] = str(i)
    return list(d.items())


def kinds(words: list[str]) -> tuple[dict[str, int], dict[str, list[int]], list[tuple[str, int]]]:
    c = Counter(words)
    at = defaultdict(list)
    for i, w in enumerate(words):
        at[w].append(i)
    n = {}
    for w in words:
        n[w] = n.get(w, 0) + 1
        if n[w] == 2:
            del n[w]
    return n, dict(at), c.most_common(2)


CASES = {
    "turned": [(n,) for n in (0, 1, 8, 40)],
    "queue": [(40, w) for w in (1, 2, 5, 7, 8, 9, 12)],
    "cache": [([1, 2, 3, 1, 4, 5, 1, 6, 2, 7, 8, 9, 1, 2, 3] * 3, s) for s in (1, 3, 8)],
    "grown": [(n, g) for n in (7, 8, 9, 10, 20) for g in (0, 1, 6)],
    "kinds": [(["a", "b", "a", "c", "a", "b"] * 3,), ([],)],
}
