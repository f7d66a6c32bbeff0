"""Texts at run time: characters, operators, slices, lists and tuples of texts, formats."""
from typing import Literal


def count_vowels(s: str) -> int:
    n = 0
    for c in s:
        if c in "aeiou":
            n += 1
    return n


def caesar(s: str, k: int) -> str:
    out = ""
    for c in s:
        if 'a' <= c <= 'z':
            out += chr((ord(c) - ord('a') + k) % 26 + ord('a'))
        else:
            out += c
    return out


def levenshtein(a: str, b: str) -> int:
    last = [j for j in range(len(b) + 1)]
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            row.append(min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])))
        last = row
    return last[len(b)]


def run_lengths(s: str) -> str:
    out = ""
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out += s[i] + str(j - i)
        i = j
    return out


def longest_word(s: str) -> str:
    best = ""
    for word in s.split():
        if len(word) > len(best):
            best = word
    return best


def numbers(line: str):
    return sum([int(x) for x in line.split(",")])


def element(s: str, i: int) -> str:
    return s[i]


def part(s: str, i: int, j: int) -> str:
    return s[i:j] + "|" + s[i:] + "|" + s[:j] + "|" + s[-2:]


def stepped(s: str, k: int) -> str:
    return s[::k] + "|" + s[5:1:k]


def comparisons(a: str, b: str):
    return [a == b, a != b, a < b, a <= b, a > b, a >= b, a in b, a not in b, a == "abc", "b" < b, a == b[:1], bool(a)]


def chosen(mode: Literal["fast", "slow"], n: int) -> int:
    if mode == "fast":
        return n
    elif mode in ("slow", "late"):
        return -n
    return 0


ZERO = "a\0b"


def with_zero(s: str):
    t = "x\0y"
    return s + t, len(ZERO + s), t == "x", s + ZERO == "a\0b"


def named(n: int) -> str:
    name = "none"
    if n == 1:
        name = "one"
    elif n > 1:
        name = "many" if n < 10 else "lots"
    return name * 2 + 2 * "!" + "-" * n


def is_vowel(c):
    return c in ("a", "e", "i", "o", "u")


def helpers(s: str) -> str:
    sep = ", "
    kept = []
    for c in s:
        if is_vowel(c):
            kept.append(c)
    return sep.join(kept)


def shown(n: int, x: float, s: str) -> str:
    return f"{n:>5}|{x:.2f}|{s!r}|{s:*^9}" + "%d %s %5.1f" % (n, s, x) + "{} {}".format(s, x) + str(x) + repr(s) + str(n > 0)


def raised(s: str, n: int) -> int:
    if n == 0:
        raise ValueError(f"no {s} here")
    if n == 1:
        raise KeyError(s)
    return int(s)


def real(s: str) -> float:
    return float(s)


def listed(words: list[str], s: str) -> list[str]:
    more = [w + s for w in words if w]
    more.append("end")
    more.insert(0, s[:1])
    more[-1] = more[-1] + "!"
    more.sort()
    return more


def sought(words: list[str], s: str):
    return s in words, s not in words, words.count(s), words.index(s)


def paired(p: tuple[str, int]) -> tuple[int, str, str]:
    name, n = p
    return n + 1, name * n, name


def turned(s: str) -> str:
    t = ""
    for i in range(len(s) - 1, -1, -1):
        t = t + s[i]
    u = t
    t += "x"
    u += "y"
    return t + u + s


def codes(s: str):
    return [ord(c) for c in s]


def character(n: int) -> str:
    return chr(n)


def enumerated(s: str) -> int:
    n = 0
    for i, c in enumerate(s):
        n += i * (c == "a")
    for a, b in zip(s, s[1:]):
        n += 100 * (a == b)
    return n


def defaulted(s: str, sep: str = "-") -> str:
    return s + sep + s


def truth(s: str, t: str) -> str:
    if not s:
        return t
    return s if t and s < t else t


def generated(s: str) -> str:
    return "-".join(c for c in s if c != " ") + "".join(str(i) for i in range(len(s)))


def absent(s: str) -> int:
    return 1 if s is None else 2


SEPARATOR = ","


def constant(s: str) -> str:
    own = "; "
    return own.join(s.split(SEPARATOR)) + f"{own}{SEPARATOR}" + str(s.count(SEPARATOR)) + str(s[:1] == SEPARATOR)


def caught(s: str) -> int:
    try:
        return int(s)
    except ValueError:
        return -1


TEXTS = ["", "a", "abc", "Hello, World", "\u00fcber stra\u00dfe", "\U0001f600 a\U0001f600 b", "aaabbbcccc", "  two  words ", "aeiou" * 4]
PAIRS = [(s, t) for s in TEXTS for t in ("", "abc", "b", "\U0001f600 a\U0001f600 b")]
CASES = {
    "with_zero": [("",), ("a",), ("\0",)],
    "count_vowels": TEXTS,
    "caesar": [(s, 3) for s in TEXTS],
    "levenshtein": PAIRS,
    "run_lengths": TEXTS,
    "longest_word": TEXTS,
    "numbers": ["1,2,3", " 7 ", "", "-5,+4,1_000", "12345678901234567", "x", "\u0663", "99999999999"],
    "element": [(s, i) for s in TEXTS[:3] for i in (0, 2, -1, -3, 3, -4)],
    "part": [(s, i, j) for s in TEXTS[:6] for i, j in ((0, 2), (-3, -1), (2, 100), (5, 1))],
    "stepped": [(s, k) for s in TEXTS[:6] for k in (1, 2, -1, -3, 0)],
    "comparisons": PAIRS,
    "chosen": [("fast", 3), ("slow", 3), ("", 1)],
    "named": [(n,) for n in (0, 1, 5, 12)],
    "helpers": TEXTS,
    "shown": [(3, 0.1, "ab"), (-12345, 1e100, "\u00fc'"), (0, float("inf"), "")],
    "raised": [("ab", 0), ("ab", 1), ("12", 2), ("ab", 2), ("", 2)],
    "real": ["1.5", "-0.0", "1e3", " .5 ", "nan", "-", "", "123456789.0123456", "0.1", "1.2.3", "-inf", "5."],
    "listed": [(["b", "", "a"], "x"), ([], ""), (["\U0001f600"], "yz")],
    "sought": [(["b", "", "a", "b"], "b"), (["b", "c"], "c")],
    "paired": [(("ab", 2),), (("", 0),)],
    "turned": TEXTS,
    "codes": TEXTS,
    "character": [(n,) for n in (65, 0x1f600, 0, -1, 0x110000)],
    "enumerated": TEXTS,
    "defaulted": [("a",), ("a", "+")],
    "truth": PAIRS,
    "generated": TEXTS,
    "absent": TEXTS[:2],
    "constant": TEXTS,
    "caught": ["5", "x", ""],
}
