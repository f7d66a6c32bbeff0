"""Attributes that are None at first and that methods assign, or that are declared so."""
from dataclasses import dataclass
from typing import Optional


class Sensor:
    def __init__(self, name):
        self.name = name
        self.readings = []
        self.low = None
        self.high = None

    def record(self, v):
        self.readings.append(v)
        if self.low is None or v < self.low:
            self.low = v
        if self.high is None or v > self.high:
            self.high = v

    @property
    def mean(self):
        return sum(self.readings) / len(self.readings) if self.readings else 0.0


def sense(xs: list[float]) -> str:
    s = Sensor("t")
    for x in xs:
        s.record(x)
    return f"{s.name} {s.mean:.2f} {s.low is None} {len(s.readings)}"


class Engine:
    def __init__(self, power):
        self.power = power


class Car:
    def __init__(self):
        self.engine = None
        self.owner = None

    def fit(self, e):
        self.engine = e

    def sell(self, name):
        self.owner = name

    def force(self):
        if self.engine is None:
            return 0.0
        return self.engine.power * 2.0


def cars(p: float) -> str:
    c = Car()
    before = c.force()
    free = c.owner is None
    c.fit(Engine(p))
    c.sell("ann")
    return f"{before} {c.force()} {free} {c.owner is None}"


class Walk:
    def __init__(self):
        self.last = None
        self.turns = 0

    def step(self, d):
        if self.last is not None and self.last != d:
            self.turns += 1
        self.last = d

    def stop(self):
        self.last = None


def walk(n: int) -> str:
    w = Walk()
    for i in range(n):
        w.step(i * 3 % 4)
    t = w.turns
    last = w.last
    w.stop()
    return f"{t} {last is None} {w.last is None}"


@dataclass
class Label:
    n: int
    text: Optional[str] = None


class Titled:
    def __init__(self, title=None):
        self.title: Optional[str] = title


def labels(s: str) -> str:
    return str(Label(1, "z")) + str(Label(2)) + str(Label(3, s)) + (Titled("t").title or "none") + (Titled().title or "none") + (Titled(s).title or "none")


CASES = {
    "labels": [("q",), ("",)],
    "sense": [([1.0, 5.0, -2.0],), ([],), ([2.5],)],
    "cars": [(3.5,), (0.0,)],
    "walk": [(0,), (1,), (5,), (9,)],
}
