"""with statements of objects of classes of the module: what their __exit__ is given, suppresses and raises; several items, ways out."""
import contextlib
from contextlib import nullcontext, suppress


class Counter:
    def __init__(self) -> None:
        self.n = 0

    def __enter__(self) -> "Counter":
        self.n += 1
        return self

    def __exit__(self, *args) -> None:
        self.n += 10


class Log:
    def __init__(self, words: list[str], name: str) -> None:
        self.words = words
        self.name = name

    def __enter__(self) -> str:
        self.words.append("in " + self.name)
        return self.name.upper()

    def __exit__(self, exc_type, exc, tb):
        if exc_type is not None:
            self.words.append(f"{exc_type.__name__}: {exc} {exc!r} in {self.name}")
        else:
            self.words.append("out " + self.name)
        return False


class Swallow:
    def __init__(self, only_keys: bool) -> None:
        self.only_keys = only_keys
        self.seen = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace) -> bool:
        if kind is None:
            return False
        self.seen += 1
        if self.only_keys:
            return issubclass(kind, (KeyError, ZeroDivisionError))
        return isinstance(value, ValueError) or kind is IndexError


class Breaks:
    def __enter__(self) -> int:
        return 3

    def __exit__(self, a, b, c) -> None:
        raise RuntimeError("broken")


class MyError(ValueError):
    pass


def entered(n: int) -> int:
    c = Counter()
    with c as d:
        d.n += n
    with c:
        pass
    return c.n


def logged(n: int) -> list[str]:
    words: list[str] = []
    try:
        with Log(words, "a") as a, Log(words, "b") as b:
            words.append(a + b)
            words.append(str(10 // n))
    except ZeroDivisionError:
        words.append("caught")
    return words


def failing(n: int) -> int:
    words = ["x"]
    with Log(words, "a"):
        if n > 2:
            raise MyError("too much")
        words[n] = "y"
    return len(words)


def swallowed(n: int) -> int:
    s = Swallow(n > 9)
    d = {1: 2}
    with s:
        if n == 0 or n == 10:
            return -1
        if n == 1:
            raise MyError("own")
        if n == 2 or n == 12:
            return d[n]
        if n == 3 or n == 13:
            return [1, 2][n]
        raise OverflowError("none of these")
    return s.seen


def left(n: int) -> int:
    c = Counter()
    for i in range(n):
        with c:
            if i == 1:
                continue
            if i == 3:
                break
            c.n += 100
    return c.n


def returned(n: int) -> str:
    with Counter() as c:
        if n:
            return str(c.n)
    return "end " + str(c.n)


def always(n: int) -> int:
    with Counter() as c:
        return c.n + n


def broken(n: int) -> int:
    with Breaks() as b:
        if n:
            raise ValueError("first")
        n += b
    return n


def inside_try(n: int) -> list[str]:
    words: list[str] = []
    for i in range(n):
        try:
            with Log(words, str(i)):
                if i % 2:
                    raise ValueError(f"odd {i}")
        except ValueError as e:
            words.append(str(e))
        finally:
            words.append("fin")
    return words


def mixed(n: int) -> int:
    c = Counter()
    with nullcontext(), c, suppress(IndexError, KeyError):
        return [5, 6][n]
    with contextlib.suppress(ZeroDivisionError), c as d:
        return d.n // n
    return c.n * 1000


def in_brackets(n: int) -> int:
    with (Counter() as a, Counter() as b):
        a.n += n
        b.n += 2 * n
    return a.n * 1000 + b.n


def given(n: int):
    with suppress(ZeroDivisionError):
        return 1 // n
    with nullcontext(5) as k, contextlib.nullcontext((n + 1, 2)) as (a, b):
        n = k + a * b
    with nullcontext(n):
        n += 1
    return n * 100 + a


CASES = {
    "given": [0, 1],
    "entered": [3],
    "logged": [0, 2],
    "failing": [0, 1, 3],
    "swallowed": [0, 1, 2, 3, 4, 10, 12, 13, 14],
    "left": [0, 1, 3, 6],
    "returned": [0, 1],
    "always": [4],
    "broken": [0, 1],
    "inside_try": [3],
    "mixed": [0, 1, 2, 9],
    "in_brackets": [2],
}
