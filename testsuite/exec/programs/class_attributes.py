"""Attributes of classes that functions and methods assign: counters, totals, names, switches."""


class Counted:
    n = 0
    total = 1.5
    name = "a"
    on = False

    def __init__(self, v):
        Counted.n += 1
        self.v = v
        self.id = Counted.n

    def show(self):
        return self.name + str(self.n)

    @classmethod
    def made(cls):
        return cls.n

    @classmethod
    def reset(cls):
        cls.n = 0
        cls.name = "r"

    @staticmethod
    def add(x):
        Counted.total += x
        Counted.on = not Counted.on
        return Counted.total

    def bump(self):
        type(self).n += 10
        self.__class__.n += 100
        return self.n


class Base:
    made = 0
    limit = 3

    def __init__(self):
        Base.made += 1


class Derived(Base):
    def left(self):
        return Derived.limit - Base.made


def counted(k: int) -> int:
    Counted.n = 0
    for i in range(k):
        Counted(i)
    return Counted.n * 100 + Counted(1).id


def named(s: str) -> str:
    Counted.reset()
    Counted.name = s
    a = Counted(1).show() + Counted.name
    Counted.reset()
    return a + Counted.name + str(Counted.made())


def totals(x: float) -> float:
    Counted.total = 0.5
    Counted.on = False
    Counted.add(x)
    return Counted.add(x) + Counted.total + Counted.on


def bumped(n: int) -> int:
    Counted.n = n
    return Counted(n).bump() + Counted.n


def several(n: int) -> list[int]:
    Counted.n = 0
    objects = [Counted(i) for i in range(n)]
    while Counted.n < 10:
        objects.append(Counted(0))
    return [o.id * o.v for o in objects]


def derived(n: int) -> int:
    Base.made = n
    Derived()
    Base()
    return Derived().left() * 10 + Derived.made


def failed(n: int) -> int:
    Counted.n = 0
    try:
        Counted.n = 5
        Counted.n += 10 // n
    except ZeroDivisionError:
        Counted.n += 1
    return Counted.n


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


def by_names(n: int) -> int:
    p = Point(n, 2)
    setattr(p, "x", n + 7)
    return p.x + getattr(p, "y") + getattr(p, "y", 100) * 10 + getattr(p, "z", n) * 1000


CASES = {
    "by_names": [(3,), (0,)],
    "counted": [(0,), (3,)],
    "named": [("zz",), ("",)],
    "totals": [(2.0,)],
    "bumped": [(3,)],
    "several": [(4,), (0,)],
    "derived": [(0,), (2,)],
    "failed": [(0,), (5,)],
}
