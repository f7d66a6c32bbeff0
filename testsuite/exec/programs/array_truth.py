"""bool() of arrays; np.shape of arrays without axes."""
import numpy as np


def truth(a: "f64[:, :]", k: int):
    return bool(a), bool(a > k), bool(a[0]), bool(a.T)


def of_part(a: "f64[:]", n: int):
    return bool(a[:n]), [bool(a[i:i + 1]) for i in range(len(a))]


def shapes(x: float):
    a = np.array(x)
    return np.shape(a), np.ones(np.shape(a)) + 1, a.shape == (), np.shape(3)


CASES = {"truth": [(np.ones((1, 1)), 0), (np.zeros((1, 1)), 3), (np.ones((2, 1)), 0), (np.ones((0, 1)), 0)],
         "of_part": [(np.arange(3.0), 1), (np.arange(3.0), 2), (np.arange(3.0), 0)], "shapes": [(2.5,)]}
