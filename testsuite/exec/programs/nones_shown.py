"""Values that may be None in texts: f-strings, str(), repr(), % and messages of exceptions."""
from __future__ import annotations


def got(d: dict[str, int], k: str) -> str:
    return f"{d.get(k)}" + str(d.get(k)) + "%s" % d.get(k) + "{!r}".format(d.get(k)) + f"{d.get(k)!s:>6}|"


def got_text(d: dict[str, str], k: str) -> str:
    x = d.get(k)
    return f"{x}|{x!r}|{x!s:>6}|" + str(x) + repr(x) + "%s,%r" % (x, x)


def got_others(d: dict[str, list[int]], t: dict[str, tuple[int, str]], k: str) -> str:
    return f"{d.get(k)} {t.get(k)}" + str(t.get(k))


def found(xs: list[float]) -> str:
    best = None
    for x in xs:
        if best is None or x > best:
            best = x
    return f"best={best}" + f" {best=}"


def mean(xs: list[float]) -> str:
    def sense(ys):
        if not ys:
            return None
        return sum(ys) / len(ys)
    return f"mean {sense(xs)}" + str(sense(xs))


def given(x: float | None) -> str:
    if x is not None:
        return f"{x:.2f} {x}"
    return f"{x} {x is None}" + str(x)


def no_format(d: dict[str, int], k: str) -> str:
    try:
        return f"{d.get(k):>4}"
    except TypeError:
        return "none"


def raised(d: dict[str, float], k: str) -> None:
    x = d.get(k)
    if k == "args":
        raise ValueError("bad", x)
    if k == "only":
        raise ValueError(x)
    raise ValueError(f"bad {x}")


def extremes(xs: list[int]) -> str:
    least = min(xs, default=None, key=lambda x: -x)
    if least is None:
        return f"{least} {max(xs, default=None)}"
    return f"{least + 1} {max(xs, default=None)} {max(xs, default=-1)}"


def named_defaults(xs: list[str]) -> str:
    it = iter(xs)
    return max(xs, default="none") + min(xs, key=len, default="none") + next(it, "none")


D = [({"a": 1}, k) for k in ("a", "b")]
CASES = {
    "extremes": [([],), ([3],), ([3, 4],)],
    "named_defaults": [([],), (["b", "ac"],)],
    "got": D, "no_format": D,
    "got_text": [({"a": "q'"}, k) for k in ("a", "b")],
    "got_others": [({"a": [1, 2]}, {"a": (1, "x")}, k) for k in ("a", "b")],
    "found": [([1.0, 3.0],), ([],)],
    "mean": [([1.0, 2.0],), ([],)],
    "given": [(1.5,), (None,)],
    "raised": [({"a": 1.5, "args": 2.5, "only": 0.5}, k) for k in ("a", "b", "args", "only")],
}
