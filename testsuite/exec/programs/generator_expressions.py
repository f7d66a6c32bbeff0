"""Generator expressions that are kept, given to functions, taken in part."""


def kept(xs: list[int]):
    g = (x * x for x in xs)
    v = next(g)
    return v, sum(g), sum(g), list(g), next(g, -1)


def filtered(xs: list[int], k: int):
    g = (x * k for x in xs if x > 1 if x < 9)
    s = 0
    for v in g:
        s = s * 10 + v
        if v > 3:
            break
    return s, list(g)


def chained(n: int):
    g = (x + 1 for x in range(n))
    h = (v * 2 for v in g)
    return next(h), next(g, 50), list(h), next(g, 5)


def searched(n: int):
    g = (x + 1 for x in range(n))
    return any(v > 2 for v in g), list(g)


def texts(w: str):
    g = (c.upper() for c in w)
    return "".join(list(g)), [c for c in (x + "-" for x in w)]


def summed(it):
    s = 0
    for v in it:
        s = s * 10 + v
    return s


def given(xs: list[int]):
    return summed(x + 1 for x in xs), summed((x for x in xs if x > 1))


def unpacked(xs: list[int], d: dict[str, int]):
    g = (i * x for i, x in enumerate(xs))
    h = (k for k, v in d.items() if v > 1)
    return sum(g), list(h), max((x for x in xs), default=0), sorted((v, k) for k, v in d.items())


def shared(xs: list[int]):
    it = iter(xs)
    g = (x * 2 for x in it)
    return next(g), next(it), list(g)


def zipped(xs: list[int]):
    a = (x for x in xs)
    b = (x * 2 for x in xs)
    return (list(zip(a, b)), [p + q for p, q in zip((x for x in xs), xs)], list(enumerate(x for x in xs)),
            list(map(lambda v: v + 1, (x for x in xs))))


def failing(xs: list[int]):
    g = (6 // x for x in xs)
    s = 0
    try:
        for v in g:
            s += v
    except ZeroDivisionError:
        s = -s
    return s


CASES = {
    "kept": [([1, 2, 3],), ([],), ([4],)],
    "filtered": [([1, 2, 3, 10], 2), ([], 1)],
    "chained": [(1,), (4,), (0,)],
    "searched": [(5,), (1,)],
    "texts": [("ab",), ("",)],
    "given": [([1, 2],), ([],)],
    "unpacked": [([1, 2, 3], {"a": 1, "b": 2}), ([], {"c": 5})],
    "shared": [([1, 2, 3, 4],), ([1],), ([],)],
    "zipped": [([1, 2],), ([],)],
    "failing": [([1, 2, 3],), ([1, 0, 2],)],
}
