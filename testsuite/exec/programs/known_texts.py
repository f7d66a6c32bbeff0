"""Texts that are written out, as sequences: loops over them, indices, slices, what containers are filled from; texts that grow where items hold them."""
from collections import Counter, deque
from typing import NamedTuple


def letters(n: int) -> list[str]:
    found = []
    for c in "abc":
        found.append(c * n)
    for i, c in enumerate("xy"):
        found.append(c + str(i))
    return found + [a + b for a, b in zip("pq", "rst")] + [c for c in "" if n > 0] + list("uv") + sorted("cab")


def digits(n: int) -> int:
    return sum([int(c) for c in "123"]) + n + sum(list(map(int, "45")))


def digit(i: int) -> str:
    return "0123456789abcdef"[i]


def ends(i: int) -> str:
    s = "0123456789abcdef"
    return s[i:] + "|" + s[:i] + "|" + s[i::-2] + "|" + "abc"[-1]


def in_base(n: int, base: int) -> str:
    signs = "0123456789abcdefghijklmnopqrstuvwxyz"
    if n == 0:
        return signs[0]
    out = ""
    while n > 0:
        out = signs[n % base] + out
        n //= base
    return out


def vowels(s: str) -> dict[str, int]:
    counts = {}
    for c in "aeiou":
        counts[c] = s.count(c)
    return counts


def among(s: str) -> tuple[bool, bool, int]:
    return all([c in "abc" for c in s]), any([c == s[:1] for c in "xa"]), len(set("aab"))


def filled(s: str) -> tuple[list[str], list[tuple[str, int]], dict[str, int], list[str]]:
    q = deque("abc")
    q.extend("de")
    q.extendleft(s)
    c = Counter("abca")
    c.update("axx")
    c.subtract("b")
    seen = set("ab")
    seen.update("bc")
    return list(q), c.most_common(2), dict(zip("abc", range(3))), sorted(seen)


def turned(s: str) -> str:
    return "".join(reversed("abc")) + "".join(map(str.upper, "abc")) + s


def grown(words: list[str]) -> tuple[list[str], dict[str, str]]:
    lines = ["", "-"]
    by = {"": "."}
    for i, w in enumerate(words):
        lines[i % 2] += w
        lines[1] += "!"
        by[""] += w[:1]
        by[w] = w
        by[w] += w[0]
    return lines, by


class Log:

    def __init__(self, start: str):
        self.text = start

    def add(self, more: str) -> None:
        self.text += more
        self.text += "\n"


def logged(words: list[str]) -> str:
    log = Log("<")
    for w in words:
        log.add(w)
    return log.text


def itself(words: list[str]) -> list[str]:
    for i in range(len(words)):
        words[i] += words[-1]
    return words


def bigrams(s: str) -> dict[tuple[str, str], int]:
    d = {}
    for p in zip(s, s[1:]):
        d[p] = d.get(p, 0) + 1
    return d


def bigrams_apart(s: str) -> dict[tuple[str, str], int]:
    d = {}
    for a, b in zip(s, s[1:]):
        d[a, b] = d.get((a, b), 0) + 1
    return d


def common_pairs(s: str) -> list[tuple[tuple[str, str], int]]:
    return Counter(zip(s, s[1:])).most_common(2)


def places(s: str) -> list[tuple[str, int]]:
    t = set()
    for i, c in enumerate(s):
        t.add((c, i % 2))
    return sorted(t) + sorted({(c, s.count(c)) for c in s})


def runs(s: str) -> list[tuple[str, int]]:
    out = []
    for c in s:
        if out and out[-1][0] == c:
            out[-1] = (c, out[-1][1] + 1)
        else:
            out.append((c, 1))
    return out


def unpacked(s: str) -> str:
    a, b = "xy"
    c, d = s
    return b + a + c + d + min("cab") + max("cab")


def translated(s: str) -> str:
    return s.translate({97: "b", 98: None}) + s.translate(str.maketrans({"a": None, "z": "xx"})) + s.translate({ord("a"): 98})


S = [("",), ("a",), ("abxe",), ("zzz",)]
W = [([],), (["ab", "b"],), (["x", "yy", "é"],), (["a", ""],)]
NAMES = ("a", "b")
MIXED = (1, "b", ("c", 2.5))


class Entry(NamedTuple):
    name: str
    n: int


def tuples_of_module(w: str, i: int):
    return (w in NAMES, "a" in NAMES, "ab" in NAMES, "a" not in NAMES, NAMES[0] == w, NAMES[i], NAMES.index("b"), [u for u in NAMES], len(NAMES[0]),
            "".join(NAMES), {u: 1 for u in NAMES}, NAMES, MIXED[1], MIXED[2][0], MIXED[0], MIXED)


def among_items(w: str, n: int):
    t = (w, "b")
    m = (n, "b")
    e = Entry("a", 3)
    return "a" in t, w in t, "b" not in t, "b" in m, "a" in m, w in e, w not in e, (w + "x") in e


CASES = {
    "tuples_of_module": [("a", 0), ("z", 1)],
    "among_items": [("a", 1), ("q", 3), ("b", 0)],
    "letters": [(0,), (2,)], "digits": [(1,)], "digit": [(0,), (15,), (-1,), (16,), (-17,)], "ends": [(0,), (3,), (-2,), (99,)],
    "in_base": [(0, 2), (255, 16), (35, 36), (7, 2)], "vowels": S, "among": S, "filled": S, "turned": S, "bigrams": S, "bigrams_apart": S, "common_pairs": S,
    "places": S, "runs": S, "unpacked": S + [("pq",)], "translated": S,
    "grown": W, "logged": W, "itself": W,
}
