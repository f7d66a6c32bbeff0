import numpy as np
from pycc import f64


def changes(u: f64[:], a: f64[:], b: f64[:], n: int) -> None:
    for t in range(n):
        u += a * b
        a += np.sqrt(b)


def filled(a: f64[:]):  # zeros that nobody sees
    out = np.zeros(a.shape)
    out += a
    return out
