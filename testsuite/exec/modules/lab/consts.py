"""Constants, of which `import *` brings those of __all__."""
import math

import numpy as np

__all__ = ["TURN", "ORDER", "TINY", "halved", "NAMES"]
TURN = math.tau / 2 + 0.5
ORDER = (1, 2.5, 3)
TINY = 4 * np.finfo(float).eps
NAMES = "two names"
FACTORS = np.array([0.5, 1.5, 2.5]) * 2
TABLE = {"low": 1.25, "high": (3, 4)}
INNER = slice(1, -1)
COUNT = 7
STEP = np.float32(0.1)
_secret = -3


def bounded(x: "Row", lo: "Number"):
    return np.maximum(x, lo)


def halved(x):
    return x / 2


halves = halved
tripled = lambda x: 3 * x
