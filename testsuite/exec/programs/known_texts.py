"""Texts that are written out, as sequences: loops over them, indices, slices, what containers are filled from; texts that grow where items hold them."""
from collections import Counter, deque


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


S = [("",), ("a",), ("abxe",), ("zzz",)]
W = [([],), (["ab", "b"],), (["x", "yy", "é"],), (["a", ""],)]
CASES = {
    "letters": [(0,), (2,)], "digits": [(1,)], "digit": [(0,), (15,), (-1,), (16,), (-17,)], "ends": [(0,), (3,), (-2,), (99,)],
    "in_base": [(0, 2), (255, 16), (35, 36), (7, 2)], "vowels": S, "among": S, "filled": S, "turned": S, "grown": W, "logged": W, "itself": W,
}
