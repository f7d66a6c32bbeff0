"""What a handler reads of what it has caught: texts, classes, arguments, attributes of classes of the module."""


class E(Exception):
    def __init__(self, code: int, text: str, ok: bool, w: float):
        super().__init__(text)
        self.code = code
        self.ok = ok
        self.w = w
        self.text = text


class F(E):
    pass


def _raises(n):
    if n == 1:
        raise ValueError("one")
    if n == 2:
        raise KeyError("two")
    if n == 3:
        raise IndexError("a", n)
    if n == 4:
        raise ZeroDivisionError
    return n


def shown(n: int):
    try:
        _raises(n)
        return "none"
    except Exception as e:
        return "%s|%r" % (e, n) + "|" + repr(e) + "|" + type(e).__name__ + "|{}".format(e) + e.__class__.__name__


def kinds(n: int):
    try:
        _raises(n)
        return 0
    except Exception as e:
        return isinstance(e, ValueError) + 2 * isinstance(e, (LookupError, ZeroDivisionError)) + 4 * (type(e) is KeyError) + 8 * (type(e) != IndexError)


def first(n: int):
    try:
        _raises(n)
        return "none"
    except ValueError as e:
        return e.args[0]
    except LookupError as e:
        return e.args[0] + e.args[-2]


def given(n: int):
    total = 0.0
    for i in range(n):
        try:
            if i % 2:
                raise ValueError(i, i * 0.5)
            total += 1
        except ValueError as e:
            total += e.args[0] + e.args[1]
    return total


def whole(n: int):
    try:
        if n == 0:
            raise ValueError("a", "b")
        raise ValueError("c", str(n))
    except ValueError as e:
        a, b = e.args
        return a + b, e.args, str(e)


def empty(n: int):
    try:
        raise ValueError
    except ValueError as e:
        return e.args, str(e)


def own(n: int):
    try:
        if n > 0:
            raise E(n, "big", n > 1, 0.1 * n)
        raise F(-1, "small", False, 2.5)
    except E as e:
        return e.code, e.text, e.ok, e.w, str(e), type(e).__name__, isinstance(e, F)


def nested(n: int):
    try:
        try:
            _raises(n)
        except ValueError as e:
            raise RuntimeError("from " + e.args[0]) from e
        except KeyError as e:
            raise
    except RuntimeError as e:
        return e.args
    except LookupError as e:
        return (type(e).__name__,)
    return ("none",)


def system(n: int):
    try:
        if n > 2:
            raise FileNotFoundError("x", "b", "c")
        raise IOError("a", "b", "c")
    except FileNotFoundError:
        return (n, "none")
    except OSError as e:
        return (len(e.args), e.args[1])


CASES = {name: [(n,) for n in range(6)] for name in ("system", "shown", "kinds", "first", "given", "whole", "empty", "own", "nested")}
