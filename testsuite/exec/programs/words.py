"""Texts as keys, in attributes of objects and in sets that change in place."""


class Label:
    def __init__(self, s, k):
        self.s = s
        self.name = "abc"
        self.k = k

    def rename(self, t):
        self.name = t + self.s
        self.s = "lit"


def labelled(s: str) -> str:
    a = Label("lit", 3)
    b = Label(s, 2)
    b.rename("q")
    a.rename(s)
    return a.s + s + b.name + a.name + b.s


def frequencies(s: str) -> list[str]:
    d = {}
    for w in s.split(","):
        if w in d:
            d[w] += 1
        else:
            d[w] = 1
    best = [w for w in d if d[w] > 1]
    for k, v in d.items():
        best.append(k + str(v))
    return best


def characters(s: str) -> int:
    d = {}
    for c in s:
        d[c] = d.get(c, 0) + 1
    return sum([v * v for v in d.values()])


def in_place(n: int):
    a = {1, 2, 3}
    b = a
    a -= {n}
    c = {1, 2, 3}
    e = c
    c &= {n, 2}
    f = {1, 2}
    g = f
    f ^= {n, 2}
    return sorted(b), sorted(e), sorted(g)


TEXTS = [("",), ("é",), ("a,b,,a,,c",), ("ab,\0,ab",)]
CASES = {"labelled": TEXTS, "frequencies": TEXTS, "characters": TEXTS, "in_place": [(1,), (2,), (3,)]}
