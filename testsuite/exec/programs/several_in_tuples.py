"""Items of tuples whose items have several types, at an index that is known when running."""


def item(t: tuple[int, float, str], i: int):
    return t[i]


def local(i: int, s: str):
    t = (i, 2.5, s, "q", None, True)
    x = t[i]
    return x, x is None, [t[k] for k in range(-2, 2)]


def twice(t: tuple[int, float], u: tuple[bool, str], k: int):
    return t[k] + 1, u[k], t[k] * 2 if isinstance(u[k], bool) else u[k]


def one_or_none(i: int):
    t, u = (1, None), ("a", None)
    return t[i], u[i], t[i] is None


def none_first(i: int) -> bool:
    t = (None, "a")
    x = t[i]
    return x is not None and x == "a"


CASES = {
    "one_or_none": [(i,) for i in (0, 1, -1, 2)],
    "none_first": [(0,), (1,)],
    "item": [((4, 3.1, "sss"), i) for i in (0, 1, 2, -1, -3, 3, -4)],
    "local": [(i, "x") for i in (0, 1, 2, 3, 4, 5, -1, 6)],
    "twice": [((1, 2.5), (True, "a"), k) for k in (0, 1, -1, 2)],
}
