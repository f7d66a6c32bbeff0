"""Loops over dictionaries, sets and deques whose bodies change them: items are read when they are due."""
from collections import defaultdict, deque


def values(d: dict[int, int]) -> tuple[int, dict[int, int]]:
    t = 0
    for v in d.values():
        t += v
        d[v] = 3
    return t, d


def set_values(d: dict[int, int], at: int) -> tuple[list[int], dict[int, int]]:
    out = []
    for v in d.values():
        out.append(v)
        d[at] = 50
    return out, d


def set_items(d: dict[str, float]) -> list[tuple[str, float]]:
    out = []
    for k, v in d.items():
        out.append((k, v))
        d["b"] = v + 1
        d["c"] *= 2
    return out


def numbered(d: dict[int, int]) -> list[int]:
    out = []
    for i, v in enumerate(d.values()):
        out.append(i * v)
        for k in d:
            d[k] += 1
    return out


def zipped(d: dict[int, int], xs: list[int]) -> list[tuple[int, int, int]]:
    out = []
    for (k, v), x in zip(d.items(), xs):
        out.append((k, v, x))
        d[k + 1] = x
    return out


def other_keys(d: dict[int, int]) -> dict[int, int]:
    for k in d:
        del d[k]
        d[k + 100] = 1
    return d


def key_ahead(d: dict[int, int], gone: int) -> list[int]:
    out = []
    for k in d:
        out.append(k)
        if gone in d:
            del d[gone]
            d[gone + 100] = 1
    return out


def after_deleted(n: int) -> list[tuple[int, str]]:
    d = {i: str(i) for i in range(n)}
    del d[1]
    out = []
    for k, v in d.items():
        out.append((k, v))
        d[n - 1] = v + "!"
    return out


def grows(d: dict[int, int]) -> int:
    n = 0
    for k in d.keys():
        n += k
        d[k + 1] = 0
    return n


def caught(d: dict[int, int]) -> tuple[str, dict[int, int]]:
    try:
        for k, v in d.items():
            d.pop(k)
    except RuntimeError as e:
        return str(e), d
    return "", d


def lists(n: int) -> list[list[int]]:
    d: dict[int, list[int]] = defaultdict(list)
    for i in range(n):
        d[i % 3].append(i)
    out = []
    for xs in d.values():
        out.append(xs)
        d[2] = [7]
    return out


def in_set(s: set[int]) -> list[int]:
    out = []
    for x in s:
        out.append(x)
        s.discard(x)
        s.add(x)
    return sorted(out)


def in_deque(n: int) -> list[int]:
    q = deque(range(n))
    q.popleft()
    out = []
    for x in q:
        out.append(x)
        q[-1] = 9
    return out


def nested(d: dict[int, int]) -> list[int]:
    out = []
    for a in d.values():
        for b in d.values():
            out.append(10 * a + b)
            d[1] = b
    return out


def strict(d: dict[int, int], xs: list[int]) -> int:
    t = 0
    for k, x in zip(d, xs, strict=True):
        d[k] = x
        t += d[k]
    return t


CASES = {
    "values": [({5: 1, 1: 5},), ({3: 3},), ({},)],
    "set_values": [({1: 2, 3: 4}, 3), ({1: 2, 3: 4}, 1), ({1: 2, 3: 4}, 5)],
    "set_items": [({"a": 1.0, "b": 2.0, "c": 3.0},), ({"c": 1.0},)],
    "numbered": [({1: 1, 2: 2, 3: 3},)],
    "zipped": [({1: 1, 2: 2, 3: 3}, [7, 8]), ({1: 1, 2: 2}, [7, 8])],
    "other_keys": [({1: 2},), ({1: 2, 3: 4},), ({},)],
    "key_ahead": [({1: 2, 2: 3}, 2), ({1: 2, 2: 3}, 1), ({1: 2, 2: 3, 3: 4}, 2)],
    "after_deleted": [(4,), (5,)],
    "grows": [({1: 1},), ({},)],
    "caught": [({1: 1, 2: 2},), ({},)],
    "lists": [(7,)],
    "in_set": [({1, 2, 3},)],
    "in_deque": [(4,)],
    "nested": [({1: 1, 2: 2},)],
    "strict": [({1: 1, 2: 2}, [5, 6]), ({1: 1, 2: 2}, [5]), ({1: 1}, [5, 6])],
}
