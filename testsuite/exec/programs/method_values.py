"""Methods of objects as values: in variables, lists, dictionaries and arguments, and in tables that objects or their classes have."""
import operator

RULES = {"up": lambda a: a + 1, "down": lambda a: a - 1}


def plus(a, b):
    return a + b


def minus(a, b):
    return a - b


SIGNS = {"+": plus, "-": minus}


def by_rules(words: list[str]) -> int:
    n = 0
    for w in words:
        n = RULES[w](n)
    return n


def by_signs(words: list[str], n: int) -> int:
    for i, w in enumerate(words):
        if w in SIGNS:
            n = SIGNS[w](n, i)
    return n


class Machine:
    def __init__(self, n):
        self.n = n
        self.acc = 0
        self.ops = {"add": self.add, "sub": self.sub, "neg": self.neg, "twice": self.twice}
        self.steps = [self.neg, self.twice]
        self.log = []

    def add(self, k):
        self.acc += k

    def sub(self, k):
        self.acc -= k

    def neg(self, k=0):
        self.acc = -self.acc + k

    def twice(self, k=1):
        self.acc *= 2 * k

    def run(self, program):
        put = self.log.append
        for word in program:
            name, _, arg = word.partition(" ")
            if name not in self.ops:
                raise ValueError(f"unknown {name}")
            self.ops[name](int(arg))
            put(self.acc)
        return self.acc

    def all(self):
        for s in self.steps:
            s(3)
        return self.acc

    def found(self, name):
        op = self.ops.get(name)
        if op is None:
            return -1
        op(4)
        return self.acc

    def event(self, kind, k):
        handler = {"in": self.add, "out": self.sub}[kind]
        handler(k)
        return self.acc

    def names(self):
        return sorted(self.ops)


def machine(program: list[str]):
    m = Machine(3)
    m.run(program)
    return m.acc, m.log, m.all(), m.names(), m.found("add"), m.found("x"), m.event("in", 9)


def event(kind: str) -> int:
    return Machine(2).event(kind, 5)


def twice(fn, x):
    fn(x)
    return fn(x)


def passed(xs: list[int]):
    m = Machine(0)
    h = m.add
    for x in xs:
        h(x)
    twice(m.sub, 4)
    return m.acc


class Counter:
    def __init__(self):
        self.n = 0
        self.words = ["a"]

    def up(self, k):
        self.n += k
        return -self.n


def counted(xs: list[int]):
    a = Counter()
    add = a.words.append
    for x in xs:
        add(str(x))
    g = a.up
    g(5)
    put = a.words.append
    put("last")
    return a.n, a.words, list(map(a.up, xs)), sorted(xs, key=a.up), [a.up(x) for x in xs]


def collected(xs: list[float]) -> list[float]:
    out = []
    add = out.append
    for x in xs:
        if x > 0:
            add(2 * x)
    return out


class Calculator:
    ops = {"+": operator.add, "-": lambda a, b: a - b, "*": plus}
    NAMES = {1: "one", 2: "two"}
    WORDS = {"if", "else"}
    SIZES = [1, 4, 9]

    def __init__(self):
        self.n = 1

    def go(self, kind, k):
        self.n = self.ops[kind](self.n, k)

    def stop(self, kind, k):
        if kind in Calculator.ops:
            self.n = Calculator.ops[kind](self.n, k)

    def kind(self, word):
        if word in self.WORDS:
            return "keyword"
        return self.NAMES.get(len(word), "name") + str(self.SIZES[len(word) % 3])


def calculated(kinds: list[str]) -> int:
    a = Calculator()
    for i, k in enumerate(kinds):
        a.go(k, i)
        a.stop(k, i)
    return a.n


def constants(words: list[str]):
    c = Calculator()
    return [c.kind(w) for w in words], [s for s in Calculator.SIZES], sum(c.SIZES)


CASES = {
    "by_rules": [(["up", "up", "down"],), (["left"],)],
    "by_signs": [(["+", "-", "*"], 3)],
    "machine": [(["add 3", "sub 1", "neg 0"],), (["mul 2"],)],
    "event": [("in",), ("out",), ("over",)],
    "passed": [([1, 2],)],
    "counted": [([3, 1, 2],)],
    "collected": [([1.5, -2.0, 4.0],)],
    "calculated": [(["+", "-", "*"],), (["/"],)],
    "constants": [(["if", "a", "to", "three"],)],
}
