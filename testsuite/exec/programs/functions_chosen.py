"""Functions that are chosen at run time: in variables, lists and dictionaries, as results and arguments."""
import math
import operator
from functools import reduce

import numpy as np


def disp(op: str, a: float, b: float) -> float:
    ops = {"add": lambda x, y: x + y, "mul": operator.mul, "zz": max}
    return ops[op](a, b)


OPS = {"add": operator.add, "mul": lambda x, y: x * y, "": min}


def glob(op: str, a: int, b: int) -> int:
    return OPS[op](a, b)


def glob2(op: str, a: int, b: int) -> int:
    if op not in OPS:
        return -1
    f = OPS[op]
    return f(a, f(b, 2)) + len(OPS)


def lst(i: int, x: float) -> float:
    fs = [math.sin, math.cos, lambda v: v * v]
    return fs[i](x) + sum([f(x) for f in fs])


def cond(c: bool, x: float) -> float:
    f = math.sin if c else math.cos
    g = abs
    return f(x) + f(g(x))


def branch(c: int, x: float) -> float:
    if c == 0:
        f = math.sin
    elif c == 1:
        f = math.cos
    else:
        f = lambda v: v + c
    return f(x)


def _app(f, x):
    return f(f(x))


def value(c: bool, x: float) -> float:
    f = math.sin if c else math.cos
    return _app(f, x) + _app([math.exp, math.sin][int(c)], x)


def getd(op: str, a: int, b: int) -> int:
    return OPS.get(op, lambda x, y: x - y)(a, b)


def getn(op: str, a: int, b: int) -> int:
    f = OPS.get(op)
    if f is None:
        return 0
    return f(a, b)


def pairs(x: float) -> list[str]:
    out = []
    for name, f in [("sin", math.sin), ("cos", math.cos)]:
        out.append(name + str(round(f(x), 3)))
    t = [("a", math.sin), ("b", abs)]
    for name, f in t:
        out.append(name + str(round(f(x), 3)))
    return out


def items(x: float) -> float:
    d = {"a": math.sin, "b": math.cos}
    s = 0.0
    for k, f in d.items():
        s = s * 10 + f(x) * len(k)
    for f in d.values():
        s += f(x)
    for k in sorted(d):
        s -= d[k](x)
    return s


def append(n: int, x: int) -> int:
    fs = []
    for i in range(n):
        if i % 2 == 0:
            fs.append(lambda v: v + 1)
        else:
            fs.append(lambda v: v * 2)
    for f in fs:
        x = f(x)
    return x


def _choose(k):
    if k == 0:
        return math.sin
    return math.cos


def chosen(k: int, x: float) -> float:
    return _choose(k)(x)


def ints(k: int, x: int) -> int:
    table = {0: lambda v: v, 1: lambda v: -v}
    return table[k](x)


def direct(k: str, x: int) -> int:
    return {"add": lambda v: v + 1, "mul": lambda v: v * 2}[k](x)


def proc(k: int) -> list[int]:
    out = [0]
    def one():
        out.append(1)
    def two():
        out.append(2)
    acts = [one, two]
    acts[k]()
    for a in acts:
        a()
    return out


def state(n: int) -> int:
    def inc(x):
        return x + 1
    def dbl(x):
        return 2 * x
    f = inc
    s = 1
    for i in range(n):
        s = f(s)
        f = dbl if f is inc else inc
    return s


def mapped(c: bool) -> list[int]:
    f = (lambda v: v + 1) if c else (lambda v: v * 3)
    return list(map(f, [1, 2, 3])) + [f(x) for x in range(2)]


def sortk(c: bool) -> list[int]:
    key = abs if c else (lambda v: -v)
    return sorted([3, -1, 2], key=key)


def truth(op: str, a: int) -> int:
    f = OPS.get(op)
    if f:
        return f(a, 3)
    return -9


def _twice(f):
    return lambda x: f(f(x))


def twice(x: int) -> int:
    return _twice(lambda v: v + 3)(x) + _twice(_twice(lambda v: v * 2))(x)


def _adder(k):
    def add(x):
        return x + k
    return add


def adders(n: int) -> int:
    a = _adder(n)
    b = _adder(2)
    return a(1) * b(5)


def pipeline(x: int) -> int:
    steps = [lambda v: v + 1, lambda v: v * 2, abs]
    for s in steps:
        x = s(x)
    return reduce(lambda acc, f: f(acc), steps, x)


def best(x: float) -> float:
    fs = [math.sin, math.cos, math.tan]
    return max(f(x) for f in fs) + max([g(x) for g in fs])


def rpn(s: str) -> float:
    ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}
    st = []
    for tok in "3 4 + 2 *".split():
        if tok in ops:
            b = st.pop()
            a = st.pop()
            st.append(ops[tok](a, b))
        else:
            st.append(float(tok))
    return st[0]


def arity(op: str, a: float, b: float) -> float:
    table = {"add": (operator.add, 2), "mul": (operator.mul, 3)}
    if op in table:
        f, k = table[op]
        return f(a, b) * k + table[op][0](a, a) * table[op][1]
    return 0.0


def cases(op: str, a: int) -> int:
    match op:
        case "add":
            f = lambda v: v + 10
        case "mul":
            f = lambda v: v * 10
        case _:
            f = lambda v: 0
    return f(a)


def names(i: int) -> str:
    fs = [math.sin, math.cos]
    return fs[i].__name__ if i < 2 else ""


def kws(i: int) -> int:
    def p(a, b=2):
        return a * b
    def q(a, b=5):
        return a + b
    fs = (p, q)
    return fs[i % 2](3) + fs[i % 2](3, b=4)


def starred(op: str) -> int:
    ops = {"add": operator.add, "mul": operator.mul}
    t = (2, 5)
    return ops[op](*t)


def nested(c: bool, x: float) -> float:
    f = math.sin if c else math.cos
    def g(y):
        return f(y) + 1
    return g(x) + (lambda z: f(z))(2.0)


def empty(n: int) -> int:
    fs = []
    fs.append(abs)
    fs.append(lambda v: v + 1)
    return fs[-1](fs[0](n))


def ternary(n: int, a: int) -> int:
    return (max if n > 1 else min)(a, 2)


def defaults(op: str, a: int) -> int:
    f = {"add": lambda v: v + 1}.get(op, lambda v: v)
    return f(a)


class Op:
    def __init__(self, k: int):
        self.k = k

    def run(self, op: str, a: int) -> int:
        fs = {"add": lambda v: v + self.k, "mul": lambda v: v * self.k}
        return fs[op](a) if op in fs else a


def objs(op: str, a: int) -> int:
    return Op(3).run(op, a)


def ctor(n: int) -> int:
    make = Op if n > 0 else Op
    return make(n).k


def gens(n: int) -> int:
    t = 0
    for i in range(n):
        f = (lambda v: v + 1) if i % 2 else (lambda v: v + 2)
        t += f(i)
    return t


def keyed(x: float) -> float:
    fs = [math.sin, math.cos, math.tan]
    f = max(fs, key=lambda g: g(x))
    return f(x) + sum(map(lambda h: h(x), fs))


def opstar(n: int) -> int:
    t = (n, 3)
    return operator.mul(*t)


def joined(n: int) -> "float[:]":
    """An index form, whose base is a function."""
    f = math.sin if n else math.cos
    x = np.arange(3.0)
    y = np.r_[0, x / x[-1], f(0.0)]
    return np.r_[y, n]


def products(n: int) -> "tuple[float[:, :], float[:, :], float]":
    """Functions of two arrays, and of one, as arguments."""
    parts = [np.eye(2) * k + 1.0 for k in range(1, abs(n) + 2)]
    return reduce(np.kron, parts), reduce(np.matmul, parts), float(max(map(np.linalg.det, parts)))


def _both(f, x):
    return f(x) + f(x + 1)


TABLE = [("sin", math.sin, 1.0), ("sq", lambda t: t * t, 2.0), ("exp", math.exp, 0.5)]


def columns(x: float):
    out = []
    for name, f, w in TABLE:
        out.append(f"{name} {_both(f, x) * w:.6f} {f(w):.3f}")
    return out, {name: f(x) for name, f, _ in TABLE}, [_both(f, w) for _, f, w in TABLE]


def columns_written(x: float):
    s = 0.0
    for f, a in ((math.cos, 1.0), (lambda t: t + x, 2.0)):
        s += _both(f, a)
    rows = [(math.sin, 1.0), (math.cos, 2.0)]
    for f, a in rows:
        s += _both(f, x) + f(a)
    return s


CASES = {
    "columns": [(1.5,)],
    "columns_written": [(0.5,)],
    **dict.fromkeys(["disp", "arity"], [("add", 1.5, 2.0), ("mul", -2.0, 0.5), ("zz", 1.0, 3.0), ("none", 1.0, 1.0)]),
    **dict.fromkeys(["glob", "glob2", "getd", "getn"], [("add", 1, 2), ("mul", -3, 4), ("", 5, 2), ("none", 1, 1)]),
    **dict.fromkeys(["lst", "branch", "chosen"], [(0, 0.5), (1, -1.25), (-1, 2.0), (7, 1.0)]),
    **dict.fromkeys(["cond", "value", "nested"], [(True, 0.5), (False, -1.25)]),
    **dict.fromkeys(["pairs", "items", "best", "keyed"], [(0.5,), (-2.0,)]),
    **dict.fromkeys(["append", "ints", "ternary"], [(0, 3), (1, -4), (5, 7), (-1, 1)]),
    **dict.fromkeys(["direct", "truth", "cases", "defaults", "objs"], [("add", 3), ("mul", -4), ("none", 5)]),
    **dict.fromkeys(["proc", "state", "twice", "adders", "pipeline", "names", "kws", "empty", "ctor", "gens", "opstar", "joined", "products"], [(0,), (1,), (3,), (-1,)]),
    **dict.fromkeys(["mapped", "sortk"], [(True,), (False,)]),
    **dict.fromkeys(["rpn", "starred"], [("add",), ("mul",), ("",)]),
}
