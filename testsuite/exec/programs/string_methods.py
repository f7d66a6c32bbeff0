"""Methods of texts."""


def searched(s: str, t: str, i: int, j: int):
    return [s.find(t), s.rfind(t), s.count(t), s.find(t, i), s.find(t, i, j), s.rfind(t, i, j), s.count(t, i, j),
            int(s.startswith(t)), int(s.endswith(t)), int(s.startswith(t, i)), int(s.startswith(("x", t)))]


def within(s: str, t: str, i: int, j: int) -> list[int]:
    """Between places that may lie behind the end, or each behind the other."""
    return [int(s.startswith(t, i, j)), int(s.endswith(t, i, j)), int(s.startswith(("zz", t), i, j)), int(s.endswith((t, "zz"), i, j)),
            int(s.endswith(t, i)), s.find(t, None, j), s.rfind(t, i, None), s.count(t, None, None), int(s.startswith(t, None, j)),
            int(s.endswith(("zz", t), i, None))]


def _ends(s, t, i, j):
    return int(s.endswith(t, i, j)), s.find(t, i, j)


def given_none(s: str, t: str, i: int):
    """None as an argument of a helper, which gives it to a method."""
    return _ends(s, t, i, None), _ends(s, t, None, None), _ends(s, t, None, i)


def index(s: str, t: str) -> int:
    return s.index(t) + 100 * s.rindex(t)


def replaced(s: str, t: str, n: int) -> str:
    return s.replace(t, "<>") + "|" + s.replace(t, "", n)


def split(s: str, n: int):
    return [s.split(), s.rsplit(), s.split(None, n), s.rsplit(None, n), s.split("a"), s.split("b ", n), s.rsplit("a", n)]


def split_by_name(s: str, n: int):
    return [s.split(maxsplit=n), s.split(sep="a"), s.rsplit("b ", maxsplit=n), s.splitlines(keepends=n > 0)]


def split_at(s: str, t: str) -> list[str]:
    return s.split(t)


def lines(s: str):
    return [s.splitlines(), s.splitlines(True)]


def joined(words: list[str], s: str) -> str:
    return s.join(words) + ",".join([w.upper() for w in words]) + "".join(("x", s))


def joined_text(s: str, t: str) -> str:
    return s.join(t) + "|" + "".join(reversed(s)) + "|" + t.join(s[1:])


def tabs(s: str, n: int) -> str:
    return s.expandtabs() + "|" + s.expandtabs(n) + "|" + s.expandtabs(tabsize=2)


def stripped(s: str, t: str):
    return [s.strip(), s.lstrip(), s.rstrip(), s.strip(t), s.lstrip(t), s.rstrip("ab "), s.removeprefix(t), s.removesuffix(t)]


def parted(s: str, t: str):
    a, b, c = s.partition(t)
    d, e, f = s.rpartition(t)
    return [a, b, c, d, e, f]


def padded(s: str, n: int):
    return [s.ljust(n), s.rjust(n, "*"), s.center(n), s.center(n + 1, "."), s.zfill(n)]


def cased(s: str):
    return [s.lower(), s.upper(), s.title(), s.capitalize(), s.swapcase(), s.casefold()]


def kinds(s: str):
    return [s.isdigit(), s.isalpha(), s.isalnum(), s.isspace(), s.isupper(), s.islower(), s.isascii(), s.isdecimal(), s.isnumeric(),
            s.istitle(), s.isidentifier(), s.isprintable()]


def kinds_of_characters(s: str) -> int:
    n = 0
    for c in s:
        n += c.isdigit() + 10 * c.isalpha() + 100 * c.isspace() + 1000 * c.isalnum() + 10000 * c.isupper() + 100000 * c.islower()
        n += 1000000 * (c.lower() == "a")
    return n


TEXTS = ["", "a", "ab ab a", " Hello\tWorld \n", "\u00dcBER stra\u00dfe \u0663\u00b2", "\U0001f600a\U0001f600", "-12", "aXbaXb",
         "one\r\ntwo\n\nthree\x85four\u2028", "\u3000a\u00a0", "\u01c5x"]
PAIRS = [(s, t) for s in TEXTS for t in ("", "a", "aX", "\U0001f600", "zz")]
CASES = {
    "searched": [(s, t, i, j) for s, t in PAIRS for i, j in ((0, 3), (-2, 100), (20, 1))],
    "within": [(s, t, i, j) for s, t in PAIRS for i, j in ((0, 3), (3, 2), (-4, -20), (20, 21))],
    "given_none": [(s, t, i) for s, t in PAIRS for i in (1, -2)],
    "index": PAIRS,
    "replaced": [(s, t, n) for s, t in PAIRS for n in (0, 1, -1)],
    "split": [(s, n) for s in TEXTS for n in (-1, 0, 1)],
    "split_by_name": [(s, n) for s in TEXTS for n in (-1, 0, 1)],
    "split_at": PAIRS,
    "lines": TEXTS,
    "joined": [([], "x"), (["a"], "--"), (["", "\u00df", "b"], "\U0001f600"), (["", ""], ",")],
    "joined_text": PAIRS,
    "tabs": [(s, n) for s in [*TEXTS, "a\tbc\td", "\t\n\tx", "ab\r\u00e9\t\tq"] for n in (4, 1, 0, -3)],
    "stripped": PAIRS,
    "parted": PAIRS,
    "padded": [(s, n) for s in TEXTS for n in (0, 5, 8)],
    "cased": TEXTS,
    "kinds": TEXTS + ["A", "ab1", "Ab", "12", "  "],
    "kinds_of_characters": TEXTS,
}
