"""Helpers of jit_program.py that live in another file."""
import enum

COUNT_THERE = 7.0


def cube(x: float, p: "int" = 3) -> float:
    return x * x * x + COUNT_THERE + p


def bad(x):
    y = 1
    return memoryview(b"y")


def nothing(a):
    return a


class Direction(enum.Enum):
    UP = 1
    DOWN = 2
