"""Variables that are bound again and again to a value or None: behind a test they are the value, until they are bound or a loop begins."""


def chain(after: dict[str, str], start: str) -> list[str]:
    node = after.get(start)
    out = [start]
    while node is not None:
        out.append(node)
        node = after.get(node)
    return out


def _find(xs, t):
    for i, x in enumerate(xs):
        if x == t:
            return i
    return None


def path(adjacent: dict[int, list[int]], start: int, end: int) -> list[int]:
    before = {start: None}
    queue = [start]
    while queue:
        u = queue.pop(0)
        for v in adjacent.get(u, []):
            if v not in before:
                before[v] = u
                queue.append(v)
    out = []
    node = end if end in before else None
    while node is not None:
        out.append(node)
        node = before[node]
    return out[::-1]


def places(xs: list[int], t: int) -> list[int]:
    out = []
    i = _find(xs, t)
    if i is None:
        return out
    while i is not None and len(out) < 100:
        out.append(i)
        xs[i] = -5
        i = _find(xs, t)
    return out


def words(d: dict[str, str], key: str) -> str:
    v = d.get(key)
    if v is None:
        v = "none"
    s = v + "!"
    v = d.get(s)
    while v is not None:
        s += v
        v = d.get(v)
    for w in ("a", "b"):
        v = d.get(w)
        if v is not None:
            s += v
            continue
        s += "-"
    return s


def behind_loop(d: dict[str, str], key: str, n: int) -> int:
    v = d.get(key)
    total = 0
    if v is not None:
        for i in range(n):
            total += 1 if v is None else len(v)
            v = d.get(key + str(i))
    return total


def either(d: dict[int, int], n: int) -> list[int]:
    out = []
    v = d.get(n)
    for i in range(4):
        if i % 2 == 0 and v is not None:
            out.append(v)
            v = d.get(i)
        elif v is None:
            v = d.get(i)
        out.append(-1 if v is None else v)
    return out


D = {"a": "b", "b": "cc", "none!": "a", "a0": "xyz"}
G = {1: [2, 3], 2: [4], 3: [4], 4: [5], 5: []}
CASES = {
    "chain": [(D, "a"), (D, "zz"), (D, "none!")],
    "path": [(G, 1, 5), (G, 5, 1), (G, 3, 3)],
    "places": [([1, 2, 1], 1), ([1], 5), ([], 0)],
    "words": [(D, "q"), (D, "a"), ({}, "")],
    "behind_loop": [(D, "a", 3), (D, "none!", 2), (D, "q", 2)],
    "either": [({1: 5, 2: 7}, 1), ({0: 3, 3: 4}, 0), ({}, 2)],
}
