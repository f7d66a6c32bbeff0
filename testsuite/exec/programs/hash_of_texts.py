"""hash() of texts, which is Python's: hash tables, filters and __hash__ of classes."""


def g(s: str, n: int):
    return hash(s) % 7, hash(s[1:]), hash(s + "é")


class Table:
    def __init__(self, size):
        self.size = size
        self.buckets = [[] for _ in range(size)]

    def put(self, key, value):
        b = self.buckets[hash(key) % self.size]
        for i, (k, v) in enumerate(b):
            if k == key:
                b[i] = (key, value)
                return
        b.append((key, value))

    def get(self, key):
        for k, v in self.buckets[hash(key) % self.size]:
            if k == key:
                return v
        raise KeyError(key)


def table(words: list[str], q: str):
    t = Table(5)
    for i, w in enumerate(words):
        t.put(w, i)
    return t.get(q), sum(len(b) for b in t.buckets)


class P:
    def __init__(self, name, x):
        self.name, self.x = name, x

    def __eq__(self, other):
        return self.name == other.name and self.x == other.x

    def __hash__(self):
        return hash(self.name) ^ self.x


def objects(names: list[str]):
    d = {}
    for i, n in enumerate(names):
        p = P(n, i % 2)
        d[p] = d.get(p, 0) + 1
    return sorted((p.name, p.x, k) for p, k in d.items())


CASES = {
    "g": [("abc", 1), ("", 1)],
    "table": [(["a", "b", "a"], "a"), (["a"], "z")],
    "objects": [(["a", "b", "a", "a"],)],
}
