"""Classes without a base that an alias names together, Expr = Union[Num, Bin]: objects of these meet in variables, attributes, lists and results."""
from dataclasses import dataclass
from typing import Optional, Union


@dataclass
class Num:
    value: float


@dataclass(frozen=True)
class Var:
    name: str


class Bin:
    __match_args__ = ("op", "left", "right")

    def __init__(self, op: str, left: "Expr", right: "Expr"):
        self.op = op
        self.left = left
        self.right = right


class Neg:
    __match_args__ = ("of",)

    def __init__(self, of: "Expr"):
        self.of = of


Leaf = Union[Num, Var]
Expr = Union[Num, Var, Bin, Neg]


class Parser:
    def __init__(self, text: str):
        self.text = text
        self.pos = 0

    def peek(self) -> str:
        while self.pos < len(self.text) and self.text[self.pos] == " ":
            self.pos += 1
        return self.text[self.pos] if self.pos < len(self.text) else ""

    def expr(self) -> Expr:
        node = self.term()
        while self.peek() != "" and self.peek() in "+-":
            op = self.peek()
            self.pos += 1
            node = Bin(op, node, self.term())
        return node

    def term(self) -> Expr:
        node = self.atom()
        while self.peek() in ("*", "/"):
            op = self.peek()
            self.pos += 1
            node = Bin(op, node, self.atom())
        return node

    def atom(self) -> Expr:
        c = self.peek()
        self.pos += 1
        if c == "(":
            node = self.expr()
            if self.peek() != ")":
                raise SyntaxError(f"expected ) at {self.pos}")
            self.pos += 1
            return node
        if c == "-":
            return Neg(self.atom())
        if c.isdigit():
            return Num(float(c))
        if c.isalpha():
            return Var(c)
        raise SyntaxError(f"unexpected {c!r}")


def evaluate(e: Expr, env: dict[str, float]) -> float:
    match e:
        case Num(v):
            return v
        case Var(name):
            return env[name]
        case Neg(of):
            return -evaluate(of, env)
        case Bin("+", a, b):
            return evaluate(a, env) + evaluate(b, env)
        case Bin("-", a, b):
            return evaluate(a, env) - evaluate(b, env)
        case Bin("*", a, b):
            return evaluate(a, env) * evaluate(b, env)
        case Bin(op, a, b):
            return evaluate(a, env) / evaluate(b, env)
    raise ValueError("unknown node")


def shown(e: Expr) -> str:
    if isinstance(e, Num):
        return f"{e.value:g}"
    if isinstance(e, Var):
        return e.name
    if isinstance(e, Neg):
        return "-" + shown(e.of)
    return "(" + shown(e.left) + e.op + shown(e.right) + ")"


def derived(e: Expr, by: str) -> Expr:
    if isinstance(e, Num):
        return Num(0.0)
    if isinstance(e, Var):
        return Num(1.0 if e.name == by else 0.0)
    if isinstance(e, Neg):
        return Neg(derived(e.of, by))
    if e.op in "+-":
        return Bin(e.op, derived(e.left, by), derived(e.right, by))
    if e.op == "*":
        return Bin("+", Bin("*", derived(e.left, by), e.right), Bin("*", e.left, derived(e.right, by)))
    raise ValueError("no derivative of " + e.op)


def leaves(e: Expr) -> list[str]:
    todo = [e]
    out: list[str] = []
    while todo:
        x = todo.pop()
        if isinstance(x, Bin):
            todo.append(x.left)
            todo.append(x.right)
        elif isinstance(x, Neg):
            todo.append(x.of)
        else:
            out.append(shown(x))
    return out


def calculated(text: str, env: dict[str, float]) -> tuple[float, str, str, list[str]]:
    p = Parser(text)
    e = p.expr()
    if p.peek():
        raise SyntaxError("trailing " + p.text[p.pos:])
    return evaluate(e, env), shown(e), shown(derived(e, "x")), leaves(e)


class Circle:
    def __init__(self, r: float):
        self.r = r

    def area(self) -> float:
        return 3.0 * self.r ** 2


class Square:
    def __init__(self, side: float):
        self.side = side

    def area(self) -> float:
        return self.side ** 2


Shape = Circle | Square


def largest(n: int) -> float:
    shapes: list[Shape] = []
    for i in range(n):
        shapes.append(Circle(float(i)) if i % 3 == 0 else Square(i * 1.5))
    best: Optional[Shape] = None
    for s in shapes:
        if best is None or s.area() > best.area():
            best = s
    return -1.0 if best is None else best.area()


CASES = {
    "calculated": [("2*(x+3) - y/4", {"x": 1.5, "y": 8.0}), ("x*x*-y", {"x": 2.0, "y": 3.0}), ("2 +", {}), ("1/0", {}), ("q", {"x": 1.0}), ("(1", {}), ("1 2", {})],
    "largest": [(n,) for n in (0, 1, 5)],
}
