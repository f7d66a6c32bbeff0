"""d.keys(), d.values() and d.items() in variables: they show what is in the dictionary when they are read."""


class Table:
    def __init__(self):
        self.rows = {"a": 1}

    def names(self):
        names = self.rows.keys()
        self.rows["b"] = 2
        return sorted(names)


def keys(d: dict[str, int]):
    k = d.keys()
    d["zz"] = 1
    return "zz" in k, "q" not in k, len(k), sorted(k), [x for x in k], k == {"zz"}, k != d.keys(), list(k)


def values(d: dict[str, int]):
    v = d.values()
    d["zz"] = 50
    return sum(v), max(v), sorted(v), len(v), list(v)


def items(d: dict[str, int]):
    pairs = d.items()
    d["zz"] = 50
    return sorted(pairs), len(pairs), ("zz", 50) in pairs, dict(pairs)


def emptied(d: dict[str, int]):
    k = d.keys()
    for x in list(k):
        del d[x]
    return len(k), list(k)


def of_attribute(n: int):
    return Table().names()


def of_another(d: dict[str, int], e: dict[str, int]):
    k = d.keys()
    d = e
    n = sorted(k)
    k = d.keys()
    d["new"] = 1
    return n, sorted(k)


def captured(d: dict[str, int]):
    k = d.keys()
    f = lambda x: x in k  # noqa: E731
    d["w"] = 1
    return f("w"), f("v")


def hidden(d: dict[str, int]):
    k = d.keys()
    return [k for k in [1, 2]], len(k), {k: 1 for k in d}


def in_loop(n: int):
    out = []
    for i in range(n):
        d = {i: i}
        k = d.keys()
        d[i + 10] = 1
        out.append(sorted(k))
    return out


def of_item(ds: list[dict[str, int]]):
    k = ds[0].keys()
    ds[0]["p"] = 1
    return sorted(k), "p" in k, "p" not in k


CASES = {
    **dict.fromkeys(["keys", "values", "items", "emptied", "captured", "hidden"], [({"a": 1, "b": 2},), ({},)]),
    "of_attribute": [(1,)], "in_loop": [(3,)], "of_another": [({"a": 1}, {"b": 2})], "of_item": [([{"a": 1}],)],
}
