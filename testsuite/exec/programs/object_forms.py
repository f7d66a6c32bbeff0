"""Data classes that are ordered, frozen, not equal; methods of the base by super()."""
from dataclasses import dataclass


@dataclass(order=True, frozen=True)
class Pair:
    x: float
    y: int = 3


@dataclass(eq=False, repr=False)
class Alone:
    x: float


@dataclass(frozen=True)
class Leaf:
    x: float

    def moved(self, by):
        return Leaf(self.x + by)


class Base:
    def __init__(self, x: float):
        self.x = x

    def grown(self, k, by=1.0):
        return self.x + k * by

    def same(self):
        return self.x


class Derived(Base):
    def __init__(self, x: float):
        super().__init__(x)
        self.y = 1.0

    def grown(self, k, by=2.0):
        return super().grown(k) + self.y + super().same()


    def max(self, axis):
        return self.x * axis


class Last(Derived):
    def grown(self, k, by=3.0):
        s = 0.0
        for i in range(3):
            s += super().grown(k + i, by=by)
        return s


def ordered(x: float, y: int):
    p, q = Pair(x), Pair(2.0, y)
    return p < q, p <= q, p > q, p >= q, p == q, p != q


def frozen(x: float):
    return Leaf(x).moved(2.0).x, Leaf(x) == Leaf(1.0), Alone(x).x


def by_super(x: float):
    return Base(x).grown(2), Derived(x).grown(2), Last(x).grown(2), Last(x).same()


def named_as_methods_of_arrays(x: float, k: int):
    return Derived(x).max(k), Derived(x).max(axis=k)


CASES = {
    "ordered": [(x, y) for x in (1.0, 2.0, 3.0) for y in (2, 3, 4)],
    "frozen": [1.0, 2.5],
    "by_super": [1.0, -3.5],
    "named_as_methods_of_arrays": [(2.0, 7), (1.5, -1)],
}
