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


def parts(xs: list[int], z: complex, p: tuple[str, float]) -> str:
    return "{0[0]:>4} {0[1]} {z.imag} {1[1]:.2f} {1[0]!r}".format(xs, p, z=z)


def mapped(d: dict[str, float], x: int) -> str:
    return "{a} {b:.1f} {a}".format_map(d) + "{x}{y:>4}".format_map({"x": x, "y": x + 1})


def behind_star(t: tuple[int, float], xs: list[str]) -> str:
    return "{} {}".format(*t) + "{:>4}|{}|{}".format(1, *t) + "{1}{0}".format(*t) + "{} {}".format(*xs)


def turned_costly(x: int) -> str:
    return "{1} {0} {1}".format(x + 1, x * 2) + "{b} {a} {b:>{w}}".format(a=x + 1, b=x - 1, w=x + 4)


def printed(x: int, y: int) -> None:
    print("{1} {0}".format(x + 1, y + 2), "%c" % x, "%(u)s" % {"u": x}, "{0[1]}".format((x, y)), "%s|%s" % ("{1}{0}".format(x + 1, y + 1), x))


def raised_turned(x: int, y: int) -> None:
    raise ValueError("{1} {0} ".format(x + 1, y + 2) + "%c" % x)


def characters(n: int, s: str) -> str:
    return "%c%c" % (n, "x") + "%c" % s + "%c" % 98


def starred_widths(n: int, w: int) -> str:
    return "%*d|%-*d|%.*f|%5.3d|%s" % (w, n, 4, n, 2, 1.5, n, "x")


def by_key(n: int, d: dict[str, float]) -> str:
    e = {"a": n, "b": 2 * n}
    return "%(b)d %(a)5d %(b)s%%" % e + "%(x).2f %(y)g" % d + "%(a)d %%(b)d %(b)s" % {"a": n, "b": "q"}


def of_tuples(t: tuple[int, str], n: int) -> str:
    return "%d %s" % t + "%s" % (t,) + "%r|%s" % (t, n)


ROW = "{:<10}{:>8.2f}"
HEAD = "%-10s|%8s"


def of_a_name(name: str, x: float) -> str:
    own = "{} is {}"
    digits = "%05d" if x > 0 else "%x"
    return ROW.format(name, x) + HEAD % (name, "x") + own.format(name, int(x)) + digits % int(x)


def of_a_text(s: str, x: int, y: float) -> str:
    return s.format(x, y) if "{" in s else s % (x, y)


def of_one(s: str, t: tuple[int, str]) -> str:
    return s.format(t) if "{" in s else s % t


def of_none(s: str) -> str:
    return s.format()


def of_each(s: str, words: list[str]) -> list[str]:
    return [s.format(w) for w in words] + [(s + "%s") % w for w in words]


CASES = {
    "again": [(1, 2.5), (-3, 0.0)],
    "turned": [(1, 2.5), (-3, 1e100)],
    "by_name": [(1, "ab"), (-3, "it's"), (0, "")],
    "both": [(1, "ab"), (-3, "\u00e9x")],
    "nested": [(1.5, 8, 2), (-2.0, 1, 3)],
    "computed": [(1, 2), (3, -4)],
    "raised": [(1, "a"), (2, "")],
    "in_loops": [[], ["a", "it's"]],
    "parts": [([1, 2], 1 + 2j, ("a'", 2.5)), ([1], 1j, ("", 0.0))],
    "mapped": [({"a": 1.5, "b": 2.0}, 3), ({"a": 1.5}, 3), ({"b": 1.5}, 3)],
    "behind_star": [((1, 2.5), ["a", "b", "c"]), ((1, 2.5), ["a"]), ((0, -0.0), [])],
    "turned_costly": [5, -3],
    "printed": [(65, 2), (-1, 2)],
    "raised_turned": [(65, 2), (0x110000, 1)],
    "characters": [(65, "y"), (300, ""), (-1, "y"), (10000, "yy"), (9731, "\u00e9")],
    "starred_widths": [(65, 5), (-3, -7), (0, 0)],
    "by_key": [(3, {"x": 1.0, "y": 3.0}), (-3, {"x": 1.0})],
    "of_tuples": [((1, "a"), 2)],
    "of_a_name": [("ab", 2.5), ("", -26.0)],
    "of_a_text": [("{} {}", 1, 2.5), ("{1:.3f} {0:>5}", 1, 2.5), ("{2}", 1, 2.5), ("{", 1, 2.5), ("", 1, 2.0), ("%d %s", 1, 2.5), ("%d", 1, 2.5),
                  ("%5.1f%%", 1, 2.0), ("%d %d %d", 1, 2.0)],
    "of_one": [("%d%s", (1, "a")), ("%d", (1, "a")), ("{0[1]} {0}", (1, "a"))],
    "of_none": ["{", "{}", "{{}}", "ab"],
    "of_each": [("{}", ["a", "b"]), ("{0!r:>5}{0}", ["\u00e9"]), ("{}{}", ["a"]), ("{}", [])],
}
