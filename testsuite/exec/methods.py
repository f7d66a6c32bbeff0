"""Classes whose methods Python calls: those with a loop and types are compiled (test_methods.py)."""
import math
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


class Kalman:
    """Nothing tells which of the arrays are matrices but what can be compiled."""

    def __init__(self, F: np.ndarray, H: np.ndarray, Q: np.ndarray, R: np.ndarray, x0: np.ndarray, P0: np.ndarray) -> None:
        self.F, self.H, self.Q, self.R = F, H, Q, R
        self.x = x0
        self.P = P0
        self.log = 0.0

    def filter(self, zs: np.ndarray) -> np.ndarray:
        n = zs.shape[0]
        out = np.zeros((n, self.F.shape[0]))
        for t in range(n):
            self.x = self.F @ self.x
            self.P = self.F @ self.P @ self.F.T + self.Q
            K = self.P @ self.H.T @ np.linalg.inv(self.H @ self.P @ self.H.T + self.R)
            y = zs[t] - self.H @ self.x
            self.x = self.x + K @ y
            self.P = (np.eye(self.F.shape[0]) - K @ self.H) @ self.P
            out[t] = self.x
            self.log += float(y @ y)
        return out


class Bodies:
    def __init__(self, pos: np.ndarray, vel: np.ndarray, mass: np.ndarray, dt: float = 0.01):
        self.pos, self.vel, self.mass = pos, vel, mass
        self.dt = dt

    def accelerations(self) -> np.ndarray:
        n = len(self.mass)
        acc = np.zeros((n, 3))
        for i in range(n):
            for j in range(n):
                if i != j:
                    d = self.pos[j, :] - self.pos[i, :]
                    r = math.sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2 + 1e-9)
                    acc[i] += self.mass[j] * d / r ** 3
        return acc

    def step(self, n: int = 1) -> None:
        for _ in range(n):
            self.vel += self.accelerations() * self.dt
            self.pos += self.vel * self.dt

    def energy(self) -> float:
        e = 0.0
        for i in range(len(self.mass)):
            e += 0.5 * self.mass[i] * float((self.vel[i] ** 2).sum())
        return float(e)


class Draws:
    def __init__(self, seed: int = 42):
        self.state = seed

    def next(self) -> int:
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return self.state

    def uniform(self, n: int) -> np.ndarray:
        out = np.empty(n)
        for i in range(n):
            out[i] = self.next() / 0x7FFFFFFF
        return out


class Ising:
    """An attribute that is an object of numbers is read with it."""

    def __init__(self, size: int, beta: float, seed: int = 1):
        self.size = size
        self.beta = beta
        self.spins = np.ones((size, size), dtype=np.int64)
        self.draws = Draws(seed)

    def sweep(self, n: int) -> int:
        accepted = 0
        for _ in range(n):
            for i in range(self.size):
                for j in range(self.size):
                    s = self.spins[i, j]
                    e = 2 * s * (self.spins[(i + 1) % self.size, j] + self.spins[i - 1, j] + self.spins[i, j - 1])
                    if e <= 0 or self.draws.next() / 0x7FFFFFFF < math.exp(-self.beta * e):
                        self.spins[i, j] = -s
                        accepted += 1
        return accepted


class Life:
    """Elements of another type than what is assigned: Python's."""

    def __init__(self, cells: np.ndarray):
        self.cells = cells

    def step(self, n: int) -> None:
        for _ in range(n):
            new = np.zeros(self.cells.shape, dtype=np.uint8)
            for i in range(self.cells.shape[0]):
                for j in range(self.cells.shape[1]):
                    new[i, j] = self.cells[i, j] ^ self.cells[i - 1, j]
            self.cells = new


class Table:
    def __init__(self, x: np.ndarray, y: np.ndarray):
        if len(x) != len(y):
            raise ValueError("lengths differ")
        self._x = x
        self._y = y
        self.slope = np.diff(y) / np.diff(x)

    def __call__(self, t: float) -> float:
        lo, hi = 0, len(self._x) - 1
        while hi - lo > 1:
            mid = (lo + hi) // 2
            if self._x[mid] <= t:
                lo = mid
            else:
                hi = mid
        return float(self._y[lo] + self.slope[lo] * (t - self._x[lo]))

    def many(self, ts: np.ndarray) -> np.ndarray:
        return np.array([self(t) for t in ts])


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
            "Shape": ["total"], "Circle": ["total"], "Square": ["grow"],
            "Kalman": ["filter"], "Bodies": ["accelerations", "step", "energy"], "Draws": ["uniform"], "Ising": ["sweep"],
            "Table": ["__call__", "many"]}
KEPT = {"Grid": ["__init__", "__len__", "diagonal"], "Descent": ["__init__", "__eq__", "__repr__"], "Bag": ["mean"], "Life": ["step"], "Draws": ["next"],
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
    ("Kalman", (np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([[1.0, 0.0]]), np.eye(2) * 0.01, np.eye(1), np.zeros(2), np.eye(2)),
     [("filter", (np.arange(6.0).reshape(6, 1),)), ("filter", (np.arange(6.0),)), ("filter", (np.arange(4),)), "x", np.zeros((2, 1)), ("filter", (np.arange(3.0),))]),
    ("Bodies", (np.arange(12.0).reshape(4, 3) % 5, np.zeros((4, 3)), np.ones(4)), [("accelerations", ()), ("step", (3,)), ("energy", ()), "mass", [1.0, 2.0, 1.0, 1.0],
                                                                                 ("step", ()), ("energy", ())]),
    ("Draws", (7,), [("uniform", (4,)), ("next", ()), ("uniform", (2,))]),
    ("Ising", (6, 0.3), [("sweep", (3,)), ("sweep", (1,)), "draws", None, ("sweep", (1,))]),
    ("Life", (np.eye(5, dtype=np.uint8),), [("step", (3,))]),
    ("Table", (np.arange(5.0), np.arange(5.0) ** 2), [("__call__", (2.5,)), ("many", (np.array([0.5, 3.25]),)), ("many", ([1, 2],)), ("__call__", (1,))]),
    ("Bag", ([1.0, 2.0],), [("mean", ())]),
    ("Untyped", (3,), [("times", (4,)), ("times", ("a",))]),
    ("Odd", (3,), [("run", (4,))]),
]
