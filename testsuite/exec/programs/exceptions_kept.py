"""Exceptions in variables: their arguments, texts, classes; raised later."""


def arguments(n: int):
    a = ValueError(n, "t", 2.5)
    b = KeyError()
    c = IndexError("x")
    return a.args, c.args, a.args[0] + 1, str(b), repr(b)


def texts(n: int):
    a = RuntimeError("hello")
    b = KeyError("k")
    c = TypeError(n, "t")
    d = Exception(n)
    return [str(a), repr(a), f"{a}", str(b), repr(b), f"{b}!", str(c), repr(c), str(d), repr(d), type(c).__name__]


def raised(n: int):
    e = ValueError("value", n)
    f = ZeroDivisionError("zero")
    if n > 3:
        raise e
    try:
        if n > 1:
            raise f
        raise e
    except ZeroDivisionError as g:
        return str(g)
    except ValueError as g:
        return repr(g)


def of_system(n: int):
    a = OSError(n, "two", "three")
    b = FileNotFoundError("plain")
    return a.errno, a.strerror, a.filename, a.args, str(b), b.args


def caught_of_system(n: int):
    try:
        raise OSError(n + 2, "no file")
    except OSError as e:
        return e.errno, e.strerror, str(e)


def syntax(n: int):
    a = SyntaxError(1, 2, 3)
    b = IndentationError("x")
    return a.args, b.args, type(b).__name__


def in_loops(n: int):
    total = 0
    for i in range(n):
        e = LookupError(i, 2 * i)
        try:
            if i % 2:
                raise e
            total += e.args[1]
        except LookupError:
            total += 100
    return total


CASES = {name: [(n,) for n in range(5)] for name in
         ("arguments", "texts", "raised", "of_system", "caught_of_system", "syntax", "in_loops")}
