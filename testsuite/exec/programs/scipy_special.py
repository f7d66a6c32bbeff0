"""scipy.special: the functions that the prelude computes element by element, over arrays, numbers, integers and empty ones."""
import numpy as np
from scipy import special

from pycc import f32, f64, i64, prange


def gammas(x: f64[:]):
    return special.gamma(x), special.gammaln(x), special.rgamma(x)


def of_f32(x: f32[:]):
    return special.gamma(x), special.psi(x), special.erfinv(x)


def digammas(x: f64[:]):
    return special.psi(x), special.digamma(x + 1.0)


def betas(a: f64[:], b: f64[:]):
    return special.beta(a, b), special.betaln(a, b), special.beta(a[0], b), special.beta(2.0, 3.5)


def incomplete_gamma(a: f64[:], x: f64[:]):
    return special.gammainc(a, x), special.gammaincc(a, x)


def incomplete_beta(a: f64[:], b: f64[:], x: f64[:]):
    return special.betainc(a, b, x), special.betainc(2.0, 3.0, x)


def binomials(n: f64[:], k: f64[:]):
    return special.binom(n, k)


def binomials_of_ints(n: i64[:], k: i64[:]):
    return special.binom(n, k), special.gamma(k), special.psi(n)


def inverse_errors(y: f64[:]):
    return special.erfinv(y), special.erfcinv(y), special.erfcinv(1.0 - y)


def quantiles(p: f64[:]):
    return special.ndtri(p)


def log_normal(x: f64[:]):
    return special.log_ndtr(x)


def elliptic(m: f64[:]):
    return special.ellipk(m), special.ellipe(m)


def means(a: f64[:], b: f64[:]):
    return special.agm(a, b)


def bessel(x: f64[:]):
    return special.i0(x), special.i1(x)


def formulas(x: f64[:], y: f64[:]):
    return special.exprel(x), special.log_expit(x), special.kl_div(x, y), special.huber(y, x), special.exp10(x)


def powers(x: f64[:], k: f64[:]):
    return special.boxcox(x, k), special.inv_boxcox(x, k)


def of_numbers(x: float):
    return special.gamma(x), special.psi(x), special.erfinv(x / 10), special.beta(x, 2.0), special.ellipk(0.5), special.gammaln(x)


def matrix(x: f64[:, :]):
    return special.psi(x), special.beta(x, x.T), special.gammainc(x[0], x)


def in_parallel(x: f64[:], y: f64[:]):
    for i in prange(len(x)):
        y[i] = special.gammaln(x[i]) + special.ndtri(x[i] / 10.0) + special.gammainc(2.0, x[i])


INF, NAN = np.inf, np.nan
X = np.array([0.1, 0.5, 1.0, 1.25, 2.0, 3.5, 7.0, 12.5, 30.0])
ENDS = np.array([-INF, -2.5, -2.0, -1.0, -0.5, 0.0, 1.0, INF, NAN])
NONE = np.zeros(0)
A, B = (g.ravel().copy() for g in np.meshgrid([0.25, 0.5, 1.0, 2.0, 3.5, 10.0], [0.3, 1.0, 2.5, 4.0, 20.0]))
P = np.array([0.0, 1e-300, 1e-20, 1e-5, 0.01, 0.1, 0.24, 0.25, 0.3, 0.5, 0.6, 0.75, 0.8, 0.99, 0.999999, 1.0, -0.1, 1.1, NAN])
SMALL = np.array([0.0, 0.01, 0.2, 0.4, 0.5, 0.6, 0.9, 0.99, 1.0])

CASES = {
    "gammas": [(X,), (np.array([-0.5, -1.5, -2.25, 170.0]),), (NONE,)],
    "of_f32": [(np.array([0.1, 0.25, 0.5, 0.75, 0.9], np.float32),)],
    "digammas": [(X,), (np.array([-0.5, -1.5, -2.25, -3.0, 0.0, -0.0, INF, NAN]),), (NONE,)],
    "betas": [(A, B), (X, X[::-1].copy())],
    "incomplete_gamma": [(A, B), (A, np.zeros_like(A)), (np.array([0.0, 0.0, 1.0, INF, 1.0, NAN, -1.0]), np.array([0.0, 1.0, INF, 1.0, -1.0, 1.0, 1.0])), (NONE, NONE)],
    "incomplete_beta": [(A, B, np.linspace(0, 1, 30)), (np.array([-1.0, 1.0]), np.array([1.0, 1.0]), np.array([0.5, 1.5]))],
    "binomials": [(np.array([5.0, 10.0, 3.5, -2.5, 60.0, 0.0, -1.0]), np.array([2.0, 9.0, 2.0, 3.0, 30.0, 0.0, 1.0]))],
    "binomials_of_ints": [(np.array([5, 10, 52, 4]), np.array([2, 3, 5, 4]))],
    "inverse_errors": [(np.array([0.0, 1e-10, 0.1, -0.3, 0.5, 0.51, 0.7, 0.9, 0.999, 0.9999999, 1.0, -1.0, 1.1, NAN]),), (NONE,)],
    "quantiles": [(P,), (NONE,)],
    "log_normal": [(np.array([-1e5, -300.0, -40.0, -20.0, -19.0, -5.0, -1.0, 0.0, 0.5, 3.0, 10.0, 40.0, NAN]),)],
    "elliptic": [(np.array([-1e3, -5.0, -0.5, 0.0, 0.1, 0.5, 0.9, 0.999999, 1.0, 1.5, NAN, -INF]),), (NONE,)],
    "means": [(A, B), (np.array([-1.0, -2.0, 0.0, 1.0, NAN, 4.0]), np.array([-3.0, 2.0, 5.0, 1.0, 1.0, 0.0]))],
    "bessel": [(X,), (np.array([0.0, -1.0, -5.0, 100.0, 700.0, INF, -INF, NAN]),)],
    "formulas": [(X, X[::-1].copy()), (np.array([0.0, -1.0, 1e-17, NAN, -3.0]), np.array([1.0, 2.0, 0.0, 1.0, -1.0]))],
    "powers": [(X, np.array([0.0, 0.5, 1.0, 2.0, -1.0, 1e-20, 0.1, 0.3, 0.0])), (NONE, NONE)],
    "of_numbers": [(0.5,), (3.0,), (7.25,)],
    "matrix": [(np.array([[0.5, 1.5, 2.0], [3.0, 0.25, 1.0], [4.0, 2.0, 6.0]]),)],
    "in_parallel": [(np.array([0.5, 1.0, 2.5, 4.0, 9.0]), np.zeros(5)), (NONE, NONE.copy())],
}
