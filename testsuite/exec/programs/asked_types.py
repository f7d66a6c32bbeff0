"""Questions about types and attributes, constructors without arguments, print(*xs), keywords of a display."""


class P:
    LIMIT = 3
    def __init__(self, x):
        self.x = x
    def m(self):
        return self.x


def zero() -> float:
    return int() + float() + bool() + complex().real


def truths(xs: list[int], d: dict[str, int], s: str, k: int) -> list[bool]:
    t = (1, 2)
    return [bool(xs), bool(d), bool(s), bool(k), bool(t), bool(())]


def attrs(n: int) -> int:
    p = P(n)
    return getattr(p, "x") + (10 if hasattr(p, "m") else 0) + (100 if hasattr(p, "q") else 0) + hasattr(p, "LIMIT")


def types(n: int, x: float, b: bool) -> list[bool]:
    p = P(n)
    return [type(n) is int, type(n) == float, type(x) is float, type(b) is int, type(b) == bool, type(n) == type(3), type(n) != type(x),
            type([n]) is list, type((n, x)) is tuple, type("a") is str, type(p) is P, type(p) == type(P(3)), type(2j) is complex]


def shows(xs: list[int], x: float) -> None:
    print(*xs)
    print("a", *xs, x, sep=", ", end="!\n")
    print(*xs, sep="")
    print(*[])
    print(1, *(1, 2), "x")


def digits(a, b=3, *, c=5):
    return a * 100 + b * 10 + c


def from_display(n: int) -> int:
    return digits(n, **{"c": 7}) + digits(**{"a": 1, "b": n})


def searched(n: int) -> int:
    return next(digits(x, b=0) for x in range(n) if x > 0) if n > 2 else 0


NUMBERS = [(0,), (1,), (5,)]
CASES = {
    "zero": [()],
    "truths": [([], {}, "", 0), ([0], {"a": 1}, "x", 3), ([], {"a": 0}, "", -1)],
    "attrs": NUMBERS,
    "types": [(1, 2.0, True), (0, 0.5, False)],
    "shows": [([], 1.5), ([1, 2, 3], 2.0), ([7], 0.0)],
    "from_display": NUMBERS,
    "searched": NUMBERS,
}
