"""scipy.stats, its normal distribution, scipy.spatial.distance and scipy.integrate.simpson."""
import numpy as np
import scipy.integrate as si
import scipy.spatial.distance as sd
import scipy.stats as st
from scipy import stats
from scipy.spatial import distance
from scipy.spatial.distance import cdist
from scipy.stats import norm

from pycc import f32, f64, i64, prange


def densities(x: f64[:]):
    return norm.pdf(x), norm.cdf(x), norm.sf(x), norm.logpdf(x), norm.logcdf(x), norm.logsf(x)


def densities_placed(x: f64[:], loc: float, scale: float):
    return st.norm.pdf(x, loc, scale), stats.norm.cdf(x, loc=loc, scale=scale), norm.sf(x, loc, scale), norm.logpdf(x, scale=scale)


def densities_each(x: f64[:], loc: f64[:], scale: f64[:]):
    return norm.pdf(x, loc, scale), norm.cdf(x, loc, scale), norm.pdf(x, scale=scale)


def density(x: float):
    return norm.pdf(x), norm.cdf(x), norm.cdf(x, 1.0, 2.0), norm.logpdf(x)


def densities_f32(x: f32[:], k: i64[:]):
    return norm.pdf(x), norm.cdf(k), norm.pdf(k, 1, 2)


def quantiles(q: f64[:], loc: float, scale: float):
    return norm.ppf(q), norm.isf(q), norm.ppf(q, loc, scale), norm.isf(q, loc=loc)


def scores(x: f64[:], y: f64[:, :]):
    return st.zscore(x), st.zscore(x, ddof=1), st.zscore(y), st.zscore(y, axis=1), st.zscore(y, axis=None)


def scores_types(x: f32[:], k: i64[:]):
    return st.zscore(k), st.gmean(k), st.sem(k), np.abs(st.zscore(x)).max() < 9


def means(x: f64[:], y: f64[:, :]):
    return st.gmean(x), st.gmean(y), st.gmean(y, axis=1), st.hmean(x), st.hmean(y, axis=None), st.hmean(x - 2)


def shape(x: f64[:], y: f64[:, :]):
    return (st.skew(x), st.skew(y), st.skew(y, axis=1, bias=False), st.kurtosis(x), st.kurtosis(y, axis=None), st.kurtosis(x, fisher=False),
            st.kurtosis(x, bias=False), st.sem(x), st.sem(y, axis=1), st.sem(y, ddof=0), st.variation(x), st.variation(y, axis=1, ddof=1))


def distances(a: f64[:, :], b: f64[:, :]):
    return (cdist(a, b), sd.cdist(a, b, "sqeuclidean"), distance.cdist(a, b, metric="cityblock"), cdist(a, b, "chebyshev"), cdist(a, b, "cosine"),
            cdist(a, b, "minkowski", p=3), cdist(a, b, "hamming"), cdist(a, b, "canberra"), cdist(a, b, "braycurtis"))


def distances_types(a: f32[:, :], b: i64[:, :]):
    return cdist(a, b), cdist(b, b, "cityblock"), sd.pdist(b)


def pairs(a: f64[:, :]):
    d = sd.pdist(a)
    return d, sd.squareform(d), sd.squareform(sd.squareform(d)), sd.pdist(a, "cityblock"), sd.pdist(a, metric="sqeuclidean")


def power(a: f64[:, :], p: float):
    return cdist(a, a, "minkowski", p=p)


def square(v: f64[:]):
    return sd.squareform(v)


def triangle(m: f64[:, :]):
    return sd.squareform(m)


def triangle_unchecked(m: f64[:, :]):
    return sd.squareform(m, checks=False)


def vectors(u: f64[:], v: f64[:]):
    return np.float64(sd.euclidean(u, v)), sd.sqeuclidean(u, v), sd.cityblock(u, v), sd.chebyshev(u, v), sd.cosine(u, v), sd.minkowski(u, v, 3), sd.canberra(u, v)


def vectors_euclidean(u: f64[:], v: f64[:]):
    return sd.euclidean(u, v)


def vectors_types(u: f32[:], k: i64[:]):
    return sd.sqeuclidean(u, u[::-1]), sd.cityblock(k, k[::-1]), sd.sqeuclidean(k, k + 1), sd.chebyshev(k, k * 2)


def nearest(a: f64[:, :], b: f64[:, :], y: f64[:]):
    for i in prange(min(len(a), len(y))):
        best = np.inf
        for j in range(len(b)):
            best = min(best, sd.sqeuclidean(a[i], b[j]))
        y[i] = best


def areas(y: f64[:], x: f64[:]):
    return si.simpson(y), si.simpson(y, x=x), si.simpson(y, dx=0.5)


def areas_axes(y: f64[:, :], x: f64[:]):
    return si.simpson(y), si.simpson(y, axis=0), si.simpson(y, x=x), si.simpson(y, x=y * y + 1)


def areas_ints(y: i64[:]):
    return si.simpson(y)


RNG = np.random.default_rng(5)
X = np.array([-40.0, -6.0, -1.5, -0.1, 0.0, 0.3, 2.0, 9.0])
ENDS = np.array([-np.inf, np.inf, np.nan])
U, V = np.abs(RNG.normal(size=9)) + 0.1, RNG.normal(size=9)
P, Q = RNG.normal(size=(5, 3)), RNG.normal(size=(4, 3))
D = np.array([[0.0, 1, 2], [1, 0, 3], [2, 3, 0]])

CASES = {
    "densities": [(X,), (ENDS,), (X[:0].copy(),)],
    "densities_placed": [(X, 1.0, 2.0), (X, -3.0, 0.25), (X, 0.0, -1.0), (X, 0.0, 0.0)],
    "densities_each": [(X, X[::-1].copy(), np.abs(X)), (X, X, X)],
    "density": [(0.5,), (-3.0,), (np.inf,), (np.nan,)],
    "densities_f32": [(np.float32(X), np.array([0, 1, -2]))],
    "quantiles": [(np.array([0.0, 1e-9, 0.1, 0.5, 0.77, 1.0]), 1.0, 2.0), (np.array([-0.5, 1.5, np.nan]), 1.0, 2.0), (np.array([0.5]), 1.0, -2.0)],
    "scores": [(U, P), (np.ones(4), P), (U, np.ones((3, 2)))],
    "scores_types": [(np.float32(U), np.array([1, 5, 2, 8]))],
    "means": [(U, np.abs(P))],
    "shape": [(U, P + 3), (U[:4].copy(), P[:4] + 1)],
    "distances": [(P, Q), (P, P.copy()), (P, Q[:, :2].copy()), (P[:0].copy(), Q), (P, P[:1].copy())],
    "distances_types": [(np.float32(P), np.arange(6).reshape(2, 3))],
    "pairs": [(P,), (P[:2].copy(),), (P[:1].copy(),)],
    "power": [(P, 1.0), (P, 2.5), (P, 0.0), (P, -1.0)],
    "square": [(np.arange(6.0),), (np.arange(3.0),), (np.arange(4.0),), (np.zeros(0),)],
    "triangle": [(D,), (D + np.eye(3),), (np.triu(D),), (D[:2].copy(),)],
    "triangle_unchecked": [(D,), (np.triu(D) + np.eye(3),)],
    "vectors": [(U, V), (V, V[::-1].copy())],
    "vectors_euclidean": [(U, V), (V, V)],
    "vectors_types": [(np.float32(V), np.array([1, 5, -2, 8]))],
    "nearest": [(P, Q, np.zeros(5))],
    "areas": [(V, np.cumsum(U)), (V[:8].copy(), np.cumsum(U)[:8].copy()), (V[:2].copy(), U[:2].copy()), (V[:1].copy(), U[:1].copy()), (V[:3].copy(), U[:3].copy()),
              (V, U[:3].copy()), (V[:5].copy(), np.array([0.0, 0, 1, 2, 2])), (V[:0].copy(), U[:0].copy())],
    "areas_axes": [(P, np.array([0.0, 0.5, 2.0])), (RNG.normal(size=(4, 4)), np.arange(4.0) ** 2)],
    "areas_ints": [(np.array([1, 4, 2, 8]),), (np.array([1, 4, 2]),)],
}
ONE_TYPE = {"vectors_euclidean"}
