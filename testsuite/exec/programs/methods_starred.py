"""Methods that take *args: of one class and of several, with parameters before, defaults and keywords; *xs of lists and tuples."""


class Log:
    def __init__(self, *coef: float):
        self.c = list(coef)
        self.lines: list[str] = []

    def added(self, *xs: float) -> float:
        return sum(xs) + self.c[0]

    def note(self, level: int, *words: str) -> int:
        self.lines.append(str(level) + ":" + " ".join(words))
        return len(words)

    def every(self, sep: str = ",", *more: int) -> str:
        return sep.join(self.lines) + str(sum(more))

    def twice(self, *xs: float) -> float:
        return self.added(*xs) + self.added(1, *xs)


class Loud(Log):
    def note(self, level: int, *words: str) -> int:
        self.lines.append("!".join(words) + "!" * level)
        return -len(words)


class Other:
    def __init__(self, n: int):
        self.n = n

    def note(self, level: int, *words: str) -> int:
        return self.n + level + len(words)


def called(n: int):
    q = Log(-1.5, 2)
    a = q.added(1, 2.5) + q.added() + q.added(n)
    b = q.note(1, "a", "bc") + q.note(2)
    t = (1.0, 2.0)
    return a, b, q.lines, q.added(*t), q.added(0.5, *t)


def defaults(n: int):
    q = Log(1.0)
    q.note(level=3)
    return q.every(), q.every(";"), q.every(";", 1, n)


def starred(xs: list[float]):
    q = Log(2.0)
    return q.added(*xs), q.added(1, 2), q.twice(3.0, 0.5)


def classes(n: int):
    q, r = Loud(1.5), Other(n)
    return q.note(2, "x", "y"), q.lines, q.twice(0.5), r.note(1), r.note(2, "a", "b", "c")


CASES = {
    "called": [(n,) for n in (0, 3)],
    "defaults": [(2,)],
    "starred": [(xs,) for xs in ([], [1.0, 2.5])],
    "classes": [(4,)],
}
