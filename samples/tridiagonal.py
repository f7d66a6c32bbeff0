"""Thomas algorithm: many tridiagonal systems at once."""
import numpy as np

from pycc import f64, prange


def solve(lower: f64[:], main: f64[:], upper: f64[:], right: f64[:, :], x: f64[:, :]) -> None:
    """Solves the system of n unknowns for each row of right; the result goes to the rows of x."""
    systems, n = right.shape
    for s in prange(systems):
        c = np.empty(n)
        d = np.empty(n)
        c[0] = upper[0] / main[0]
        d[0] = right[s, 0] / main[0]
        for i in range(1, n):
            pivot = main[i] - lower[i] * c[i - 1]
            c[i] = upper[i] / pivot
            d[i] = (right[s, i] - lower[i] * d[i - 1]) / pivot
        x[s, n - 1] = d[n - 1]
        for i in range(n - 2, -1, -1):
            x[s, i] = d[i] - c[i] * x[s, i + 1]


def arguments(n):
    """n right-hand sides of 100 unknowns."""
    rng = np.random.default_rng(9)
    m = 100
    return rng.random(m), rng.random(m) + 3.0, rng.random(m), rng.random((n, m)), np.zeros((n, m))


DEMO = "solve", arguments, 500
