"""Forms of classes with one base: properties, static and class methods, operators, visitors, mixed attributes, None."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Optional


class Account:
    fee = 0.0

    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance

    @property
    def rate(self):
        return 0.0

    @staticmethod
    def limit():
        return 100.0

    @classmethod
    def kind(cls):
        return "plain"

    def deposit(self, amount, times=1):
        self.balance += amount * times
        return self.balance

    def month(self):
        self.balance = self.balance * (1 + self.rate) - self.fee

    def __lt__(self, other):
        return self.balance < other.balance

    def __len__(self):
        return 1

    def __str__(self):
        return f"{self.owner}: {self.balance:.2f}"


class Savings(Account):
    @property
    def rate(self):
        return 0.05

    @staticmethod
    def limit():
        return 1000.0

    @classmethod
    def kind(cls):
        return "savings"


class Checking(Account):
    fee = 1.5

    def __init__(self, owner, balance, overdraft):
        super().__init__(owner, balance)
        self.overdraft = overdraft

    def deposit(self, amount, times=2):
        return super().deposit(amount, times) + self.overdraft

    def __len__(self):
        return 2


def bank(n: int) -> list[str]:
    accounts = [Account("a", 1.0), Savings("b", 100.0), Checking("c", 50.0, 5.0)]
    for i in range(n):
        for a in accounts:
            a.month()
    return [str(a) for a in sorted(accounts)]


def deposits(x: float) -> tuple[float, float, float, float]:
    accounts = [Account("a"), Checking("c", 50.0, 5.0), Savings("b")]
    got = [a.deposit(x) for a in accounts]
    limits = sum(a.limit() for a in accounts)
    return got[0], got[1], limits + accounts[1].deposit(x, times=3), sum(a.fee for a in accounts)


def kinds() -> str:
    return ",".join(a.kind() + str(len(a)) for a in [Savings("s"), Checking("c", 1.0, 1.0), Account("x")])


class Token:
    pass


class Number(Token):
    def __init__(self, value: float):
        self.value = value


class Operator(Token):
    def __init__(self, symbol: str, level: int):
        self.symbol = symbol
        self.level = level


class Paren(Token):
    def __init__(self, opens: bool):
        self.opens = opens


def tokens(text):
    out = []
    i = 0
    while i < len(text):
        c = text[i]
        if c.isdigit():
            j = i
            while j < len(text) and text[j].isdigit():
                j += 1
            out.append(Number(float(text[i:j])))
            i = j
            continue
        if c in "+-":
            out.append(Operator(c, 1))
        elif c in "*/":
            out.append(Operator(c, 2))
        elif c in "()":
            out.append(Paren(c == "("))
        i += 1
    return out


def apply(symbol, a, b):
    if symbol == "+":
        return a + b
    if symbol == "-":
        return a - b
    if symbol == "*":
        return a * b
    return a / b


def calculate(text: str) -> float:
    values = []
    waiting = []
    for t in tokens(text):
        if isinstance(t, Number):
            values.append(t.value)
        elif isinstance(t, Operator):
            while waiting and isinstance(waiting[-1], Operator) and waiting[-1].level >= t.level:
                o = waiting.pop()
                b = values.pop()
                a = values.pop()
                values.append(apply(o.symbol, a, b))
            waiting.append(t)
        elif isinstance(t, Paren) and t.opens:
            waiting.append(t)
        else:
            while isinstance(waiting[-1], Operator):
                o = waiting.pop()
                b = values.pop()
                a = values.pop()
                values.append(apply(o.symbol, a, b))
            waiting.pop()
    while waiting:
        o = waiting.pop()
        b = values.pop()
        a = values.pop()
        values.append(apply(o.symbol, a, b))
    return values[0]


class Animal(ABC):
    def __init__(self, weight):
        self.weight = weight

    @abstractmethod
    def sound(self):
        ...

    def accept(self, visitor):
        return visitor.visit(self)


class Dog(Animal):
    def sound(self):
        return "woof"


class Cat(Animal):
    def __init__(self, weight, lives=9):
        super().__init__(weight)
        self.lives = lives

    def sound(self):
        return "meow" * (self.lives // 5)


class Weigher:
    def __init__(self):
        self.total = 0.0

    def visit(self, animal):
        self.total += animal.weight
        return self.total


class Listener:
    def __init__(self):
        self.heard = ""

    def visit(self, animal):
        self.heard += animal.sound()
        return len(self.heard)


def visits(n: int) -> tuple[float, int, str]:
    zoo = [Dog(1.5 * i) if i % 3 else Cat(0.5 * i, i) for i in range(n)]
    w = Weigher()
    l = Listener()
    for a in zoo:
        a.accept(w)
        a.accept(l)
    return w.total, len(l.heard), l.heard


def find(n, heavy):
    zoo = [Dog(1.0 * i) for i in range(n)]
    for a in zoo:
        if a.weight > heavy:
            return a
    if n > 5:
        return Cat(heavy)
    return None


def found(n: int, heavy: float) -> str:
    a = find(n, heavy)
    if a is None:
        return "none"
    return a.sound()


class Layer:
    def forward(self, x):
        raise NotImplementedError


class Linear(Layer):
    def __init__(self, w, b):
        self.w = w
        self.b = b

    def forward(self, x):
        return [self.w * v + self.b for v in x]


class ReLU(Layer):
    def forward(self, x):
        return [v if v > 0 else 0.0 for v in x]


class Scale(Layer):
    def __init__(self, by):
        self.by = by

    def forward(self, x):
        m = max(x)
        return [self.by * v / m for v in x]


class Network:
    def __init__(self, layers):
        self.layers = layers

    def run(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x


def network(x: list[float]) -> list[float]:
    return Network([Linear(2.0, -1.0), ReLU(), Scale(3.0)]).run(x)


@dataclass(frozen=True)
class Vehicle:
    wheels: int

    def cost(self, km: float) -> float:
        return 0.1 * km


@dataclass(frozen=True)
class Truck(Vehicle):
    load: float = 1.0

    def cost(self, km: float) -> float:
        return super().cost(km) * (1 + self.load)


@dataclass(frozen=True)
class Bike(Vehicle):
    def cost(self, km: float) -> float:
        return 0.0


def fleet(km: float) -> tuple[float, str, int]:
    all = [Truck(6, 2.5), Bike(2), Vehicle(4), Truck(8)]
    return sum(v.cost(km) for v in all), repr(all[0]) + repr(all[1]), sum(v.wheels for v in all)


def equal() -> list[bool]:
    all = [Truck(6, 2.5), Bike(2), Bike(2), Truck(6, 2.5), Truck(6, 1.0)]
    return [a == b for a in all for b in all]


class Tree:
    def size(self) -> int:
        return 0


class Leaf(Tree):
    pass


class Fork(Tree):
    def __init__(self, left: Tree, right: Tree):
        self.left = left
        self.right = right

    def size(self) -> int:
        return 1 + self.left.size() + self.right.size()


def grow(n: int) -> Tree:
    if n == 0:
        return Leaf()
    return Fork(grow(n - 1), grow(n - 1))


def forks(n: int) -> int:
    return grow(n).size()


def optional(a: float) -> float:
    best: Optional[Animal] = None
    for x in [Dog(1.0), Cat(a)]:
        if best is None or x.weight > best.weight:
            best = x
    return best.weight if best is not None else -1.0


CASES = {
    "bank": [(0,), (3,)],
    "deposits": [(2.0,)],
    "kinds": [()],
    "calculate": [("1+2*3",), ("(1+2)*3-8/4",), ("12",)],
    "visits": [(0,), (7,)],
    "found": [(4, 2.0), (4, 9.0), (7, 9.0)],
    "network": [([1.0, -2.0, 3.0],)],
    "fleet": [(10.0,)],
    "equal": [()],
    "forks": [(0,), (4,)],
    "optional": [(0.5,), (2.0,)],
}
