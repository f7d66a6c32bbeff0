"""scipy.special's Bessel functions that follow from others: derivatives, spherical ones."""
import numpy as np
from scipy import special
from scipy.special import ivp, jvp, kvp, spherical_jn, yvp

from pycc import f64, i64


def slopes(v: f64[:], x: f64[:]):
    return jvp(v, x), yvp(v, x), ivp(v, x), kvp(v, x)


def higher(v: f64, x: f64[:]):
    return jvp(v, x, 0), jvp(v, x, 2), yvp(v, x, 3), ivp(v, x, n=2), kvp(v, x, 3)


def of_ints(v: i64[:], x: i64[:]):
    return jvp(v, x), ivp(v, x), spherical_jn(v, x), special.spherical_yn(v, x)


def spherical(n: i64[:], x: f64[:]):
    return spherical_jn(n, x), special.spherical_yn(n, x)


def orders(n: i64[:], x: float):
    return spherical_jn(n, x), special.spherical_yn(n, x, True)


def of_matrix(n: int, x: f64[:, :]):
    return spherical_jn(n, x), spherical_jn(n, x, derivative=True), special.spherical_yn(n, x, derivative=True)


def numbers(n: int, x: float):
    return spherical_jn(n, x), special.spherical_yn(n, x), spherical_jn(n, x, True), special.spherical_yn(n, x, True), jvp(n, x), kvp(0.5, x)


X = np.array([0.25, 0.5, 1.0, 2.0, 3.5, 10.0, 40.0])
CASES = {
    "slopes": [(X, X), (X[::-1].copy(), X), (np.zeros(0), np.zeros(0))], "higher": [(0.5, X), (3.0, X)],
    "of_ints": [(np.array([0, 1, 2, 5]), np.array([1, 2, 3, 4]))],
    "spherical": [(np.array([0, 1, 2, 3, 4, 5, -1]), np.array([0.5, 2.0, 30.0, 0.0, -2.5, -9.0, 1.0])),
                  (np.array([0, 2, 3, 1]), np.array([0.0, np.inf, np.nan, -np.inf])), (np.zeros(0, int), np.zeros(0))],
    "orders": [(np.arange(6), 2.5), (np.arange(4), 0.5)], "of_matrix": [(2, np.array([[0.5, 1.5, 3.0], [4.0, 0.0, 6.0]])), (0, np.ones((2, 2)))],
    "numbers": [(0, 0.5), (3, 2.5), (1, 9.0)],
}
