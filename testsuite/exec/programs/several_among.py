"""Values of several types looked for: in tuples and lists as written and in variables, in texts."""
def f(k: int):
    out = []
    xs = [k, "+", 2.5, "a", None, True]
    for t in xs:
        out.append((t in ("+", "-"), t in ["+", "a"], t in (1, "a"), t in ("+", 2.5, None), t in "+a" if isinstance(t, str) else False, t not in ("+", "x"), t == "+", "+" == t, t != "+", t in (1, 2), t in ("+",), t in ()))
    return out


def g(text: str):
    xs = [1, text]
    a = xs[k_of(text)]
    return a in ("x", "y"), a in (text, "q"), a in [text], a is None, a in (None, 1)


def k_of(text: str) -> int:
    return 1 if text else 0


def h(k: int, names: list[str], ints: list[int]):
    out = []
    xs = [k, "+", 2.5, "a", None, True]
    for t in xs:
        pair = ("a", 1)
        out.append((t in names, t in ints, t in pair, k in (t, 5), "a" in (t, "b"), "q" in (t, "b"), t in [1, 2], t in [k, "a"]))
    return out


def narrowed(k: int, word: str):
    out = []
    xs = [k, "+", 2.5, "a", None, True]
    for t in xs:
        if isinstance(t, str):
            out.append((t in "+a", t not in word, "a" in t, word in t, t in word + "a"))
    return out


def bad(k: int):
    xs = [k, "a"]
    return xs[0] in "abc"


def bad2(k: int):
    xs = [k, "a"]
    return "a" in xs[0]


def bad3(k: int):
    xs = [k, "a"]
    return xs[0] in xs[1]


CASES = {
    "f": [(k,) for k in (0, 1, 5)],
    "g": [(t,) for t in ("x", "", "z")],
    "h": [(1, ["a", "b"], [1, 3]), (0, [], [])],
    "narrowed": [(1, "a"), (1, "")],
    **{name: [(1,)] for name in ("bad", "bad2", "bad3")},
}
