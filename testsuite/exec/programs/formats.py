"""str.format with fields that name what they show."""


def again(x: int, y: float) -> str:
    return "{0} {1} {0}".format(x, y)


def turned(x: int, y: float) -> str:
    return "{1:>8}|{0:<5}|{{}}{{0}}".format(x, y)


def by_name(x: int, s: str) -> str:
    return "{s}: {x:04d} {s!r:>{w}}".format(x=x, s=s, w=9)


def both(x: int, s: str) -> str:
    return "{} {name} {}".format(x, 2 * x, name=s) + "{0}{name:.1}".format(s, name=s)


def nested(x: float, w: int, p: int) -> str:
    return "{:{}}|{:>{}.{}f}|{x:{w}.{p}f}".format(x, w, x, w, p, x=x, w=w, p=p)


def computed(x: int, y: int) -> str:
    return "{a} {b}".format(a=x + y, b=x * y) + "{1}{0}".format(x, x - y)


def raised(x: int, s: str) -> None:
    raise ValueError("{s} is not {x}, {s}".format(x=x, s=s))


def in_loops(words: list[str]) -> list[str]:
    return ["{i}={w} {w!r}".format(w=w, i=i) for i, w in enumerate(words)]


CASES = {
    "again": [(1, 2.5), (-3, 0.0)],
    "turned": [(1, 2.5), (-3, 1e100)],
    "by_name": [(1, "ab"), (-3, "it's"), (0, "")],
    "both": [(1, "ab"), (-3, "\u00e9x")],
    "nested": [(1.5, 8, 2), (-2.0, 1, 3)],
    "computed": [(1, 2), (3, -4)],
    "raised": [(1, "a"), (2, "")],
    "in_loops": [[], ["a", "it's"]],
}
