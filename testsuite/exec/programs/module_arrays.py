"""Arrays that the module makes once of constants: read by compiled functions, helpers and functions in functions."""
import math

import numpy as np

from pycc import f64, prange

N = 4
WEIGHTS = np.array([1.0, 4.0, 1.0]) / 6
TABLE = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int32)
NODES = np.linspace(-1.0, 1.0, N)
KERNEL = np.outer([1, 2, 1], [1, 2, 1])
EYE = np.eye(3) * 2 - WEIGHTS
SHIFTED = NODES + math.pi
PAR = {"rate": 2.5, "n": N * 2, "pad": (1, 2), "mode": "edge"}
OPEN, (EXTEND, HALVES) = -5, (0.25, np.array([0.5, 1.5]))
CHANGED = np.zeros(3)
CHANGED = np.ones(3)


def smooth(a: f64[:]):
    out = a.copy()
    out[1:-1] = WEIGHTS[0] * a[:-2] + WEIGHTS[1] * a[1:-1] + WEIGHTS[2] * a[2:]
    return out, WEIGHTS * 2


def look_up(i: int, j: int):
    return TABLE[i, j], TABLE.shape, TABLE[i] @ TABLE[j % 2], TABLE.dtype == np.int32, len(NODES)


def polynomial(x):
    s = 0.0
    for k in range(len(NODES)):
        s = s * x + NODES[k]
    return s


def integral(a: f64[:]):
    def weighted(x):
        return polynomial(x) * WEIGHTS.sum() + SHIFTED[0]
    s = 0.0
    for i in prange(len(a)):
        s += weighted(a[i]) * NODES[i % N]
    return s


def solved(b: f64[:]):
    return np.linalg.solve(EYE, b), [w for w in WEIGHTS]


def hidden(b: f64[:]):
    NODES = b * 2
    return NODES


def of_record(b: f64[:], i: int):
    scaled = [x * PAR["rate"] for x in b]
    return np.pad(b, PAR["pad"], PAR["mode"]), scaled, PAR["n"] + i, PAR["pad"][1]


def of_another(b: f64[:]):
    PAR = {"rate": b}
    return PAR["rate"] * 2


V = np.array([3.0, -1.5, 2.0, 8.0, 0.5])
def of_unpacked(a: f64[:]):
    return OPEN + EXTEND * a, HALVES * OPEN


CASES = {
    "of_unpacked": [V],
    "smooth": [V, V[:2], V[:3]],
    "of_record": [(V, 2)],
    "of_another": [V],
    "look_up": [(0, 1), (1, 2), (1, 3), (-1, 0)],
    "integral": [V],
    "solved": [V[:3], V],
    "hidden": [V],
}
ROUNDED = ["solved", "integral", "smooth"]
