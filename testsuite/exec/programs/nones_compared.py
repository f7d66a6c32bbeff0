"""Two values of which each may be None: equal when both are; texts that are written out among them."""


def written(p: int, q: int):
    a = "text" if p > 0 else None
    b = "text" if q < 0 else None
    c = "other" if q < 0 else None
    return a == b, a != b, a == c, a != c, a == a, a != "text", "other" == a


def branch(p: int, q: int) -> int:
    if p > 0:
        a = "text"
    else:
        a = None
    if q < 0:
        b = "text"
    else:
        b = None
    if a == b:
        return 10
    else:
        return 20


def made(p: int, q: int):
    a = str(p) if p > 0 else None
    b = "1" if q > 0 else None
    return a == b, b != a


def numbers(p: int, q: int):
    a = 5 if p > 0 else None
    b = 5.0 if q < 0 else None
    c = (1, 2) if p > 0 else None
    d = (1, 2) if q < 0 else None
    return a == b, a != b, c == d, c != d


def lists(p: int, q: int):
    a = [p] if p > 0 else None
    b = a if q > 0 else None
    return a is b, a is not b


_ALL = [(p, q) for p in (-1, 1) for q in (-1, 1)]
CASES = {name: _ALL for name in ("written", "branch", "made", "numbers", "lists")}
