"""scipy.special, scipy.integrate and scipy.optimize: what the prelude and the operators have of them."""
import numpy as np
import scipy.integrate as si
import scipy.special as sp
from scipy import optimize, special
from scipy.special import expit, xlogy

from pycc import f32, f64, i64, prange


def errors(x: f64[:]):
    return sp.erf(x), special.erfc(x), sp.ndtr(x)


def errors_f32(x: f32[:]):
    return sp.erf(x), special.erfc(x), sp.ndtr(x)


def powers(x: f64[:]):
    return sp.expm1(x), sp.log1p(np.abs(x)), sp.exp2(x), sp.cbrt(x)


def logistic(x: f64[:]):
    return expit(x), sp.logit(expit(x))


def logistic_f32(x: f32[:]):
    return expit(x)


def logits(x: f64[:]):
    return sp.logit(x)


def one(x: float):
    return sp.erf(x), expit(x), xlogy(x, 2.0), sp.entr(x), sp.ndtr(x)


def in_parallel(x: f64[:], y: f64[:]):
    for i in prange(min(len(x), len(y))):
        y[i] = expit(x[i]) + xlogy(x[i], 2.0) + sp.erf(x[i])


def logarithms(x: f64[:], y: f64[:]):
    return xlogy(x, y), sp.xlog1py(x, y)


def of_ints(k: i64[:]):
    return expit(k), xlogy(k, k), sp.erf(k)


def entropies(x: f64[:], y: f64[:]):
    return sp.entr(x), sp.rel_entr(x, y)


def soft(x: f64[:, :]):
    return sp.softmax(x), sp.softmax(x, axis=1), sp.log_softmax(x, axis=0), sp.softmax(x, axis=-1)


def sums(x: f64[:, :]):
    return sp.logsumexp(x), sp.logsumexp(x, axis=0), sp.logsumexp(x, axis=1, keepdims=True)


def area(y: f64[:], x: f64[:]):
    return si.trapezoid(y), si.trapezoid(y, x), si.trapezoid(y, dx=0.5)


def areas_so_far(y: f64[:], x: f64[:]):
    return si.cumulative_trapezoid(y), si.cumulative_trapezoid(y, x, initial=0), si.cumulative_trapezoid(y, dx=0.5)


def areas_of_rows(y: f64[:, :], x: f64[:]):
    return si.cumulative_trapezoid(y, x), si.cumulative_trapezoid(y, axis=0, initial=0), si.cumulative_trapezoid(y, y, axis=1)


def areas_of_ints(y: i64[:], initial: float):
    return si.cumulative_trapezoid(y, initial=initial)


def root(lo: float, hi: float, c: float) -> float:
    return optimize.bisect(lambda x: x * x - c, lo, hi)


def root_of(lo: float, hi: float, n: int) -> float:
    return optimize.bisect(cubic, lo, hi, xtol=1e-3, maxiter=n)


def brent(lo: float, hi: float, c: float) -> float:
    return optimize.brentq(lambda x: x * x - c, lo, hi)


def brent_of(lo: float, hi: float, n: int) -> float:
    return optimize.brentq(cubic, lo, hi, xtol=1e-3, maxiter=n)


def brent_all(c: f64[:], y: f64[:]):
    for i in prange(min(len(c), len(y))):
        y[i] = optimize.brentq(lambda x: np.exp(x) * x - c[i], 0.0, 10.0)


def brent_tolerance(xtol: float, rtol: float) -> float:
    return optimize.brentq(cubic, 0.0, 5.0, xtol=xtol, rtol=rtol)


def tangents(x: float, c: float, tol: float, n: int):
    return optimize.newton(lambda t: t * t - c, x, lambda t: 2 * t, tol=tol, maxiter=n)


def tangents_f32(x: f32):
    return optimize.newton(lambda t: t * t - np.float32(2), x, lambda t: 2 * t, rtol=1e-3)


def cubic(x):
    return x**3 - 2 * x - 5


INF, NAN = np.inf, np.nan
X = np.array([-30.0, -3.5, -1.0, -0.25, -0.0, 0.0, 0.25, 1.0, 2.5, 6.0, 40.0])
ENDS = np.array([-INF, -1.0, 0.0, 1.0, INF, NAN])
NONE = np.zeros(0)
M = np.array([[0.5, -1.0, 3.0], [2.0, 2.0, -40.0]])
P, Q = (g.ravel().copy() for g in np.meshgrid([-1.0, -0.0, 0.0, 0.5, 2.0, INF, NAN], [-0.5, 0.0, 0.25, 3.0, INF, NAN]))

CASES = {
    **dict.fromkeys(["errors", "powers", "logistic"], [(X,), (NONE,), (np.linspace(-4, 4, 50),)]),
    **dict.fromkeys(["errors_f32", "logistic_f32"], [(X.astype(np.float32),), (np.zeros(0, np.float32),), (ENDS.astype(np.float32),)]),
    "logits": [(np.array([0.0, 1e-9, 0.2, 0.3, 0.4, 0.5, 0.50001, 0.65, 0.9, 1.0]),), (ENDS,), (NONE,)],
    "one": [(0.5,), (-2.0,), (0.0,), (INF,), (-INF,), (NAN,)],
    "in_parallel": [(X, np.zeros(11)), (NONE, NONE.copy()), (ENDS, np.zeros(6))],
    "logarithms": [(P, Q), (np.abs(X), np.abs(X)), (NONE, NONE)],
    "of_ints": [(np.array([0, 1, 2, 5, 700]),), (np.zeros(0, np.int64),)],
    "entropies": [(P, Q), (np.abs(X), np.abs(X[::-1].copy())), (NONE, NONE)],
    "soft": [(M,), (M * 300,), (M[:, :1].copy(),)],
    "sums": [(M,), (M * 300,), (np.array([[-INF, 1.0], [-INF, -INF]]),), (np.array([[INF, 1.0], [0.0, NAN]]),)],
    "area": [(X, np.arange(11.0) ** 2), (X[:1], X[:1])],
    "areas_so_far": [(X, np.arange(11.0) ** 2), (X[:1], X[:1]), (X, X[:3].copy()), (NONE, NONE)],
    "areas_of_rows": [(M, np.array([0.0, 0.5, 2.0])), (M, X[:2].copy()), (M[:, :1].copy(), X[:1].copy())],
    "areas_of_ints": [(np.arange(5), 0.0), (np.arange(5), 1.0)],
    **dict.fromkeys(["brent", "root"], [(0.0, 5.0, 2.0), (-5.0, 0.0, 2.0), (5.0, 0.0, 2.0), (0.0, 2.0, 4.0), (2.0, 7.0, 4.0), (0.0, 1.0, 9.0), (0.0, 1.0, NAN)]),
    "brent_all": [(np.linspace(0.0, 50.0, 40), np.zeros(40)), (np.array([1.0, -1.0]), np.zeros(2)), (NONE, NONE.copy())],
    "brent_tolerance": [(1e-12, 1e-12), (0.0, 1e-12), (1e-12, 1e-17), (1e-12, NAN)],
    "brent_of": [(0.0, 5.0, 100), (0.0, 5.0, 2), (0.0, 5.0, 0), (0.0, 5.0, -1), (3.0, 5.0, 9)],
    "tangents": [(1.0, 2.0, 1e-8, 50), (-3.0, 2.0, 1e-12, 50), (2.0, 4.0, 1e-8, 50), (0.0, 2.0, 1e-8, 50), (100.0, 2.0, 1e-8, 3),
                 (1.0, -1.0, 1e-8, 50), (1.0, 2.0, 0.0, 50), (1.0, 2.0, 1e-8, 0), (1.0, 2.0, NAN, 5), (0.5, INF, 1e-8, 2)],
    "tangents_f32": [(np.float32(1.5),), (np.float32(-4),), (np.float32(0),)],
    "root_of": [(0.0, 5.0, 100), (0.0, 5.0, 3), (0.0, 5.0, 0), (0.0, 5.0, -1)],
}
