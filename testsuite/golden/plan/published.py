import numpy as np
from pycc import f64


def given(A: f64[:], E: f64[:], H: f64[:]):  # figure 21 of "Fusion of Array Operations at Runtime": (c), three loops
    A[:] = E[:-2]
    B = A * 2 + 3
    C = B + 99
    D = A[::-1] + A
    E[1:-1] = B + C * D
    F = E[1:-1] * 4 + 2
    G = E[1:-1] * 8 - 3
    H[:] = F + G * E[2:]


def sized(k: float):  # the same without a guard
    E = np.full(1002, k)
    A = E[:1000] * 1.0
    B = A * 2 + 3
    C = B + 99
    D = A[::-1] + A
    E[1:1001] = B + C * D
    F = E[1:1001] * 4 + 2
    G = E[1:1001] * 8 - 3
    return F + G * E[2:1002]
