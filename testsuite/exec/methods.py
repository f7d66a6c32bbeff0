"""Classes whose methods Python calls: those with a loop and types are compiled (test_methods.py)."""
from dataclasses import dataclass, field
from typing import Optional

import numpy as np
from numpy.typing import NDArray

from pycc import f64


class Grid:
    """Heat on a square."""

    def __init__(self, n: int, alpha: float = 0.1):
        self.n = n
        self.alpha = alpha
        self.u = np.zeros((n, n))
        self.u[n // 2, n // 2] = 1.0
        self.steps = 0
        self.name = "grid"

    def step(self, count: int = 1) -> None:
        """Go on."""
        for _ in range(count):
            v = self.u.copy()
            v[1:-1, 1:-1] += self.alpha * (self.u[2:, 1:-1] + self.u[:-2, 1:-1] - 2 * self.u[1:-1, 1:-1])
            self.u = v
            self.steps += 1

    def total(self, *, power: int = 1) -> float:
        s = 0.0
        for i in range(self.n):
            for j in range(self.n):
                s += float(self.u[i, j]) ** power
        return s

    def find(self, level: float) -> Optional[int]:
        for i in range(self.n):
            if self.u[i, i] > level:
                return i
        return None

    def fail(self, at: int) -> int:
        for i in range(self.n):
            self.steps = i
            if i == at:
                raise ValueError(f"at {i}")
        return self.steps

    @staticmethod
    def ramp(n: int, s: float) -> NDArray[np.float64]:
        g = np.empty(n)
        for i in range(n):
            g[i] = (i - n / 2) / s
        return g

    def add(self, other: "Grid") -> "Grid":
        for i in range(self.n):
            for j in range(self.n):
                self.u[i, j] += other.u[i, j]
        return self

    def weighted(self, w: f64[:]) -> float:
        return float(sum(w[i] * self.u[i, i] for i in range(len(w))))

    def label(self, n: int) -> str:
        text = self.name
        for i in range(n):
            text += str(i)
        self.name = text
        return text

    def __len__(self) -> int:
        return self.n

    def __call__(self, x: float) -> float:
        r = 0.0
        for k in range(self.n):
            r = r * x + float(self.u[k, k])
        return r

    def __matmul__(self, other: "Grid") -> float:
        s = 0.0
        for i in range(self.n):
            s += float(self.u[i, 0] * other.u[0, i])
        return s

    def diagonal(self, n):
        return [self.u[i, i] for i in range(n)]


@dataclass
class Descent:
    rate: float
    n: int
    best: Optional[float] = None
    tag: str = "x"
    w: Optional[NDArray[np.float64]] = None
    seen: int = field(default=0)

    def minimise(self, x0: float) -> float:
        x = x0
        for _ in range(self.n):
            x -= self.rate * 2 * (x - 3.0)
            self.seen += 1
        self.best = x
        self.tag = self.tag + "!"
        return x

    def dot(self) -> float:
        s = 0.0
        if self.w is not None:
            for i in range(len(self.w)):
                s += float(self.w[i])
        return s


class Filter:
    def __init__(self, w: NDArray[np.float64], gain: float = 1.0):
        self._w = w
        self.gain = gain
        self.state = np.zeros(len(w))

    def run(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        y = np.empty_like(x)
        for i in range(len(x)):
            for k in range(len(self._w) - 1, 0, -1):
                self.state[k] = self.state[k - 1]
            self.state[0] = x[i]
            y[i] = 0.0
            for k in range(len(self._w)):
                y[i] += self._w[k] * self.state[k]
            y[i] *= self.gain
        return y


class Base:
    def __init__(self, n: int):
        self.n = n

    def count(self) -> int:
        c = 0
        for i in range(self.n):
            c += self.weight(i)
        return c

    def weight(self, i: int) -> int:
        return 1


class Derived(Base):
    def __init__(self, n: int, k: int):
        super().__init__(n)
        self.k = k

    def weight(self, i: int) -> int:
        return i * self.k

    def thrice(self) -> int:
        s = 0
        for _ in range(3):
            s += self.count()
        return s

    def both(self) -> int:
        return super().count() + sum(self.weight(i) for i in range(3))


class Other(Grid):
    def diagonal(self, n):
        return n


class Shape:
    """One of several classes that meet."""

    def __init__(self, n: int):
        self.n = n

    def area(self) -> float:
        return 0.0

    def total(self, k: int) -> float:
        s = 0.0
        for _ in range(k):
            s += self.area()
        return s


class Circle(Shape):
    def __init__(self, n: int, r: float):
        super().__init__(n)
        self.r = r

    def area(self) -> float:
        return self.r * self.r * 3

    def total(self, k: int) -> float:
        s = super().total(k)
        for i in range(k):
            s += i
        return s


class Square(Shape):
    def __init__(self, n: int, side: float):
        super().__init__(n)
        self.side = side

    def area(self) -> float:
        return self.side ** 2

    def grow(self, k: int) -> None:
        for _ in range(k):
            self.side += 1


def areas(shapes: list[Shape]) -> float:
    return sum(x.area() for x in shapes)


class Bag:
    """What holds a list would copy it in each call."""

    def __init__(self, xs: list[float]):
        self.xs = xs

    def mean(self) -> float:
        s = 0.0
        for x in self.xs:
            s += x
        return s / len(self.xs)


class Untyped:
    def __init__(self, n):
        self.n = n

    def times(self, k: int) -> int:
        s = 0
        for _ in range(self.n):
            s += k
        return s


class Odd:
    """Nothing in it can be compiled."""

    def __init__(self, n: int):
        self.n = n

    def run(self, k: int) -> int:
        s = 0
        for i in range(k):
            s += eval("self.n")
        return s


def replaced(self, x: float) -> float:
    return -x


Odd.scaled = replaced


COMPILED = {"Grid": ["step", "total", "find", "fail", "ramp", "add", "weighted", "label", "__call__", "__matmul__"],
            "Descent": ["minimise", "dot"], "Filter": ["run"], "Base": ["count"], "Derived": ["thrice", "both"],
            "Shape": ["total"], "Circle": ["total"], "Square": ["grow"]}
KEPT = {"Grid": ["__init__", "__len__", "diagonal"], "Descent": ["__init__", "__eq__", "__repr__"], "Bag": ["mean"],
        "Untyped": ["times"], "Odd": ["run"], "Other": ["diagonal"]}

# A class, the arguments that make an object of it, and what is done with that: a method's name and arguments, or what an attribute becomes.
CASES = [
    ("Grid", (9,), [("step", (3,)), ("step", ()), ("total", ()), ("total", {"power": 2}), ("find", (0.1,)), ("find", (9,)), ("__call__", (0.5,)),
                    ("fail", (4,)), ("fail", (40,)), ("ramp", (4, 2.0)), ("ramp", (4, 0.0)), ("label", (3,)), ("diagonal", (2,)),
                    ("weighted", (np.ones(4),)), ("weighted", (np.ones(40),)), ("weighted", (np.ones(4, np.float32),))]),
    ("Grid", (5, 1), [("step", (2.0,)), ("step", ("a",)), ("step", (-1,)), ("step", (1, 2)), ("step", (True,)), ("total", (2,)), ("total", ()),
                      "steps", 2.5, ("step", (1,)), "u", np.ones((5, 5), np.float32), ("total", ()), ("step", (2,)), "u", None, ("total", ()),
                      "u", np.ones(5), ("total", ()), "u", np.asfortranarray(np.arange(25.0).reshape(5, 5)), ("total", ()), "n", 2 ** 70,
                      ("find", (9.0,)), "n", 3, ("find", (2.0,)), "extra", 1, ("total", ())]),
    ("Other", (5,), [("total", ()), ("step", (2,)), ("diagonal", (1,)), ("__call__", (2.0,))]),
    ("Descent", (0.1, 20), [("minimise", (0.0,)), ("minimise", (1,)), ("dot", ()), "w", np.ones(3), ("dot", ()), "w", np.ones((3, 1)), ("dot", ()),
                            "best", "text", ("minimise", (0.0,)), "n", -1, ("minimise", (2.5,)), "tag", None, ("minimise", (2.5,))]),
    ("Descent", (0.1, 3, 2.0, "é", np.arange(4.0)), [("minimise", (0.0,)), ("dot", ()), "w", np.arange(8.0)[::2], ("dot", ())]),
    ("Filter", (np.array([1.0, 2.0, 0.5]),), [("run", (np.arange(5.0),)), ("run", (np.arange(5.0)[::-1],)), ("run", ([1.0, 2.0],)), ("run", (np.arange(4),))]),
    ("Filter", (np.ones((3, 1)), 2.0), [("run", (np.arange(5.0),))]),
    ("Base", (4,), [("count", ()), "n", 0, ("count", ())]),
    ("Derived", (4, 5), [("count", ()), ("thrice", ()), ("both", ()), "k", -2, ("thrice", ())]),
    ("Shape", (3,), [("total", (4,))]),
    ("Circle", (3, 1.5), [("total", (4,)), "r", 2, ("total", (4,))]),
    ("Square", (3, 1.5), [("total", (4,)), ("grow", (4,)), ("total", (4,)), "side", None, ("total", (4,)), ("grow", (1,))]),
    ("Bag", ([1.0, 2.0],), [("mean", ())]),
    ("Untyped", (3,), [("times", (4,)), ("times", ("a",))]),
    ("Odd", (3,), [("run", (4,))]),
]
