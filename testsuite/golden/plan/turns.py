import numpy as np
from pycc import f64


def kept(u: f64[:], a: f64[:], b: f64[:], n: int, dt: float) -> None:  # dt * (a * b), unless u overlaps a or b
    for t in range(n):
        u += dt * (a * b)


def changes(u: f64[:], a: f64[:], b: f64[:], n: int) -> None:  # b * b, but not a * b
    for t in range(n):
        u += a * b
        a += np.sqrt(b)


def filled(a: f64[:]):  # zeros that nobody sees
    out = np.zeros(a.shape)
    out += a
    return out
