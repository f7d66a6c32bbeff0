"""Attributes that are functions: what an object is made with is called through it."""
from dataclasses import dataclass
from typing import Callable

import numpy as np


class Solver:
    """Euler's method."""

    def __init__(self, slope, t: float, y):
        self.slope = slope
        self.t = t
        self.y = np.array(y, dtype=float)
        self.calls = 0

    def step(self, h: float) -> None:
        """One step."""
        self.y = self.y + h * self.slope(self.t, self.y)
        self.t += h
        self.calls += 1


def _oscillator(t, y):
    return np.array([y[1], -y[0]])


def _decay(t, y):
    return -t * y


def oscillated(n: int) -> "float[:]":
    """A function of the module."""
    s = Solver(_oscillator, 0.0, [1.0, 0.0])
    for _ in range(n):
        s.step(0.125)
    return s.y


def both(n: int) -> "tuple[float, float, int]":
    """Two objects of one class, with functions of their own, one of which holds a variable."""
    a, b = Solver(_decay, 0.0, [2.0]), Solver(lambda t, y: y * n, 0.0, [1.0])
    while a.t < 1:
        a.step(0.25)
        b.step(0.5)
    return float(a.y[0]), float(b.y[0]), a.calls + b.calls


@dataclass
class Map:
    """A data class, whose function is a field."""
    apply: Callable[[float], float]
    scale: float = 1.0

    def twice(self, x: float) -> float:
        """Through another method."""
        return self.apply(self.apply(x)) * self.scale


class Chain:
    """An object in an object."""

    def __init__(self, first: Map, second: Map):
        self.first, self.second = first, second

    def run(self, x: float) -> float:
        """One after the other."""
        return self.second.apply(x=self.first.apply(x)) if x > 100 else self.second.apply(self.first.apply(x))


def mapped(x: float, k: float) -> "tuple[float, float]":
    """Lambdas with variables of the function."""
    m = Map(lambda v: v * k + 1)
    return m.apply(x), m.twice(x)


def chained(x: float) -> float:
    """Of two classes of functions."""
    return Chain(Map(lambda v: v + 1), Map(scale=2.0, apply=lambda x: x * x)).run(x)


CASES = {
    "oscillated": [(0,), (5,)],
    "both": [(1,), (-2,)],
    "mapped": [(0.5, 3.0), (-1.0, 0.0)],
    "chained": [(3.0,)],
}
