"""What handlers read of exceptions whose classes declare nothing: attributes, arguments, methods, of the types that are raised."""


class Code(Exception):
    severity = 1

    def __init__(self, code):
        self.code = code

    def is_bad(self):
        return self.code > 3

    @property
    def twice(self):
        return self.code * 2


class Funds(Exception):
    severity = 2

    def __init__(self, balance, amount, what="funds"):
        super().__init__(f"need {amount - balance} more")
        self.balance = balance
        self.amount = amount
        self.what = what
        self.missing = amount - balance


class Parse(Exception):
    def __init__(self, message=None, at=-1):
        if message is None:
            message = f"nothing at {at}"
        super().__init__(message, at)
        self.message = message
        self.at = at
        self.where = "line " + str(at)
        self.ratio = at / 2


class Unexpected(Parse):
    def __init__(self, c, at):
        super().__init__("unexpected " + c, at)
        self.c = c


class Deep(Unexpected):
    pass


class Named(Exception):
    def __init__(self, name):
        super().__init__(name)
        self.name = name

    def __str__(self):
        return "<" + self.name + ">"

    def shout(self):
        if len(self.name) > 2:
            return self.name + "!"
        return "?"


def code(n: int) -> int:
    try:
        if n > 2:
            raise Code(n)
        return 0
    except Code as e:
        return e.code + e.severity * 100 + e.twice * 1000 + e.is_bad()


def _withdraw(balance, amount):
    if amount > balance:
        raise Funds(balance, amount)
    if amount < 0:
        raise Funds(balance, amount, "sign")
    return balance - amount


def funds(balance: int, amount: int) -> str:
    try:
        return str(_withdraw(balance, amount))
    except Funds as e:
        return f"{e}: {e.balance} {e.amount} {e.what} {e.missing} {e.severity}"


def behind(xs: list[int], t: int) -> int:
    try:
        _search(xs, t)
    except Code as found:
        return found.code
    return -1


def _search(xs, t):
    for i, x in enumerate(xs):
        if x == t:
            raise Code(i)


def _parsed(s):
    n = 0
    for i, c in enumerate(s):
        if c == "!":
            raise Deep(c, i)
        if not c.isdigit():
            raise Unexpected(c, i)
        n = n * 10 + int(c)
    if not s:
        raise Parse
    if n > 100:
        raise Parse("very large", n)
    if n > 50:
        raise Parse("large", at=n)
    return n


def parsed(s: str) -> str:
    try:
        return str(_parsed(s))
    except Unexpected as e:
        return e.c + e.message + e.where + str(e.at) + str(e.ratio) + str(len(e.args)) + e.args[0] + str(e.args[1] + 1)
    except Parse as e:
        return e.message + " at " + str(e.at) + e.where + str(e.ratio) + repr(e)


def named(n: int) -> str:
    try:
        raise Named("ab" * n)
    except Named as e:
        return str(e) + e.name + e.shout() + str(len(e.args))


def _many(n):
    if n == 0:
        raise ValueError("zero", n, 0.5)
    if n == 1:
        raise ValueError("one", n + 7, 1.5)
    if n == 2:
        raise LookupError(n * n, True)
    if n == 3:
        raise ValueError
    return n


def many(n: int) -> float:
    try:
        return float(_many(n))
    except ValueError as e:
        if len(e.args) == 0:
            return -1.0
        return e.args[1] + e.args[2] + len(e.args[0])
    except LookupError as e:
        return float(e.args[0]) if e.args[1] else 0.0


def missing(n: int) -> int:
    try:
        if n == 0:
            raise Funds(1, 2)
        raise Parse("p", 3)
    except (Funds, Parse) as e:
        return e.missing


def again(n: int) -> int:
    total = 0
    for i in range(n):
        try:
            try:
                raise Code(i)
            except Code as e:
                if e.code % 2:
                    raise Funds(e.code, 100) from e
                total += e.code
            finally:
                total += 1000
        except Funds as e:
            total += e.missing
    return total


CASES = {
    "code": [(1,), (3,), (5,)],
    "funds": [(10, 5), (10, 50), (10, -2)],
    "behind": [([1, 2, 3], 3), ([1, 2, 3], 4)],
    "parsed": [("12",), ("1x2",), ("12!",), ("",), ("200",), ("60",)],
    "named": [(0,), (1,), (3,)],
    "many": [(n,) for n in range(5)],
    "missing": [(0,), (1,)],
    "again": [(4,)],
}
