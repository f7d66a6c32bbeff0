"""Values of several types: shifts, exact comparisons, sums of parts, joined lists, texts as formats, complex()."""


def chosen(s: str, n: int):
    return str("7") or n, str("") and n, [str("x") or n], s or n, s and n, 'abc'.upper() or n


def compared(n: int, x: float):
    v = [n, x, "a"]
    return v[0] < v[1], v[0] <= v[1], v[0] > v[1], v[0] >= v[1], v[0] == v[1], v[0] != v[1], v[0] < x, x < v[0], v[0] == x, x == v[0], x >= v[0], n < v[1], n == v[1]


def sums(n: int, x: float):
    xs = [n, x, n]
    d = {"a": n, "b": x}
    return sum(xs[:2]), sum(d.values()), sum(xs), sum([v for v in xs]), sum(xs[:0]), sum(xs, 1)


def joined(n: int, x: float):
    xs = [n, x, "a"]
    ys = [x, n, None]
    whole = [n, n + 1]
    more = xs + whole
    more.append("z")
    return xs[1:] + [n], xs + ys, [n] + xs, [1.5, 2.5] + xs, xs * 2, ["a"] + xs, more, len(whole)


def shifted(n: int, x: float):
    xs = [n, x, True, "a"]
    return xs[0] << 2, xs[0] >> 1, 3 << xs[2], xs[2] << xs[0], 40 >> xs[0]


def shifted_float(n: int, x: float):
    xs = [n, x]
    return xs[1] << 2


def shifted_text(n: int, x: float):
    xs = [n, "a"]
    return 1 >> xs[1]


def formats(n: int, x: float):
    xs = [n, x, "b %s", "c %s %d"]
    return xs[2] % xs[1], xs[2] % "q", xs[2] % n, xs[0] % xs[1], xs[3] % (n, 4), "%s %5s|" % (xs[0], xs[1])


def format_of_number(n: int, x: float):
    xs = [n, "b"]
    return xs[0] % (n, 4)


def format_is_short(n: int, x: float):
    xs = [n, "b %s %s"]
    return xs[1] % n


def complexes(n: int, x: float):
    xs = [n, x, "1+2j", True]
    return [complex(v) for v in xs]


def complex_of_none(n: int, x: float):
    xs = [n, None, "a"]
    return complex(xs[1])


CASES = {
    "chosen": [("7", 3), ("", 3), ("", 0)],
    "compared": [(2**53 + 1, 2.0**53), (2**53, 2.0**53), (2**62, 1e300), (2**53 + 1, float("nan")), (3, 2.5), (2**63 - 1, 2.0**63), (-2**63, -2.0**63), (0, -0.0)],
    **{name: [(3, 2.5), (5, -1.0)] for name in ("sums", "joined", "shifted", "shifted_float", "shifted_text", "formats", "format_of_number", "format_is_short", "complexes", "complex_of_none")},
}
