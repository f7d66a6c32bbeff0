"""scipy.ndimage: filters over every kind of border, types, origins and errors."""
import numpy as np
import scipy.ndimage as nd
from scipy import ndimage
from scipy.ndimage import gaussian_filter

from pycc import f32, f64, i32, prange, u8


def line(x: f64[:], w: f64[:]):
    return (nd.correlate1d(x, w), nd.correlate1d(x, w, mode="nearest"), nd.correlate1d(x, w, mode="mirror"), nd.correlate1d(x, w, mode="wrap"),
            nd.correlate1d(x, w, mode="constant", cval=2.5), nd.convolve1d(x, w), nd.convolve1d(x, w, mode="grid-wrap"),
            nd.convolve1d(x, w, mode="grid-constant", cval=-1.0), nd.convolve1d(x, [1.0, 2.0], mode="grid-mirror"))


def line_origin(x: f64[:], w: f64[:], origin: int):
    return nd.correlate1d(x, w, origin=origin), nd.convolve1d(x, w, origin=origin)


def axes(x: f64[:, :], w: f64[:]):
    return nd.correlate1d(x, w, axis=0), nd.convolve1d(x, w, axis=1, mode="wrap"), nd.convolve1d(x, w, 0, mode="mirror")


def of_f32(x: f32[:, :], w: f32[:, :]):
    return nd.correlate(x, w), nd.gaussian_filter(x, 1.5), nd.uniform_filter(x), nd.laplace(x), nd.median_filter(x, 3), nd.convolve(x, w, output=np.float64)


def of_ints(x: i32[:, :], w: i32[:, :]):
    return (nd.correlate(x, w), nd.convolve(x, w, mode="constant", cval=1), nd.uniform_filter(x, 3), nd.laplace(x), nd.sobel(x), nd.median_filter(x, size=3),
            nd.maximum_filter(x, 2), nd.uniform_filter(x, 3, output=np.float64))


def of_bytes(x: u8[:, :]):
    return nd.median_filter(x, 3), nd.minimum_filter(x, 3), nd.maximum_filter(x, size=(1, 3)), nd.uniform_filter(x, 3), nd.gaussian_filter(x, 1.0, output=np.float32)


def plane(x: f64[:, :], w: f64[:, :]):
    return (nd.correlate(x, w), nd.convolve(x, w), ndimage.correlate(x, w, mode="nearest"), nd.convolve(x, w, mode="mirror"), nd.convolve(x, w, mode="wrap"),
            nd.convolve(x, w, mode="constant", cval=3.0), nd.convolve(x, w, mode="constant"))


def plane_origin(x: f64[:, :], w: f64[:, :], o: int):
    return nd.correlate(x, w, origin=o), nd.convolve(x, w, origin=(o, 0))


def space(x: f64[:, :, :], w: f64[:, :, :]):
    return nd.correlate(x, w), nd.convolve(x, w, mode="constant"), nd.gaussian_filter(x, 0.8), nd.median_filter(x, 3), nd.uniform_filter(x, (1, 2, 3)), nd.laplace(x)


def one(x: f64[:], w: f64[:]):
    return nd.correlate(x, w), nd.convolve(x, w, mode="wrap"), nd.median_filter(x, 3, mode="nearest"), nd.gaussian_filter(x, 1.0), nd.uniform_filter(x, 4), nd.laplace(x)


def gaussian(x: f64[:, :], sigma: float):
    return (gaussian_filter(x, sigma), gaussian_filter(x, (sigma, 2 * sigma)), gaussian_filter(x, sigma, order=1), gaussian_filter(x, sigma, order=(0, 2)),
            gaussian_filter(x, sigma, mode="constant", cval=1.0), gaussian_filter(x, sigma, truncate=2.0), gaussian_filter(x, sigma, radius=2))


def gaussian_line(x: f64[:], sigma: float, order: int):
    return nd.gaussian_filter1d(x, sigma), nd.gaussian_filter1d(x, sigma, order=order), nd.gaussian_filter1d(x, sigma, mode="wrap", radius=3)


def uniform(x: f64[:, :], n: int):
    return nd.uniform_filter(x, n), nd.uniform_filter1d(x, n, axis=0), nd.uniform_filter1d(x, n, mode="constant", cval=2.0), nd.uniform_filter(x, (n, 1), mode="nearest")


def uniform_origin(x: f64[:], n: int, origin: int):
    return nd.uniform_filter1d(x, n, origin=origin)


def extremes(x: f64[:, :], n: int):
    return (nd.minimum_filter(x, n), nd.maximum_filter(x, n), nd.minimum_filter(x, (n, 1), mode="constant"), nd.maximum_filter(x, n, mode="wrap"),
            nd.minimum_filter1d(x, n, axis=0), nd.maximum_filter1d(x, n, mode="mirror"))


def prints(x: f64[:, :], f: u8[:, :]):
    return nd.minimum_filter(x, footprint=f), nd.maximum_filter(x, footprint=f), nd.median_filter(x, footprint=f), nd.rank_filter(x, -1, footprint=f)


def ranks(x: f64[:, :], rank: int, p: float):
    return nd.rank_filter(x, rank, 3), nd.percentile_filter(x, p, 3), nd.median_filter(x, (3, 1)), nd.median_filter(x, 4, mode="constant", cval=9.0)


def slopes(x: f64[:, :]):
    return (nd.sobel(x), nd.sobel(x, axis=0), nd.sobel(x, 0, mode="constant"), nd.prewitt(x), nd.prewitt(x, axis=0, mode="wrap"), nd.laplace(x),
            nd.laplace(x, mode="nearest"), nd.gaussian_laplace(x, 1.2), nd.gaussian_gradient_magnitude(x, 1.2))


def rows(x: f64[:, :], y: f64[:, :]):
    for i in prange(min(len(x), len(y))):
        y[i] = nd.uniform_filter1d(x[i], 3) + nd.gaussian_filter1d(x[i], 1.0)


RNG = np.random.default_rng(11)
L = RNG.normal(size=9)
P = RNG.normal(size=(7, 6))
T = RNG.normal(size=(4, 5, 3))
I32 = RNG.integers(-50, 50, (6, 7)).astype(np.int32)
K3, K4 = np.array([1.0, 2.0, -0.5]), np.array([0.5, 1.0, 2.0, -3.0])
W = RNG.normal(size=(3, 3))

CASES = {
    "line": [(L, K3), (L, K4), (L[:2].copy(), K4), (L[:1].copy(), K3), (L, L.copy()), (L[:2].copy(), RNG.normal(size=7))],
    "line_origin": [(L, K3, 0), (L, K3, 1), (L, K3, -1), (L, K4, 1), (L, K4, -2), (L, K3, 2), (L, K3, -2)],
    "axes": [(P, K3), (P, K4), (P[:1].copy(), K3)],
    "of_f32": [(P.astype(np.float32), W.astype(np.float32))],
    "of_ints": [(I32, np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]], np.int32)), (I32[:2].copy(), np.ones((2, 2), np.int32))],
    "of_bytes": [(RNG.integers(0, 255, (6, 5)).astype(np.uint8),)],
    "plane": [(P, W), (P, RNG.normal(size=(2, 4))), (P[:2, :1].copy(), W), (P, RNG.normal(size=(1, 1)))],
    "plane_origin": [(P, W, 0), (P, W, 1), (P, W, -1)],
    "space": [(T, RNG.normal(size=(3, 3, 3))), (T, RNG.normal(size=(2, 1, 2)))],
    "one": [(L, K3), (L, K4)],
    "gaussian": [(P, 1.0), (P, 0.3), (P, 2.5), (P, 1e-16)],
    "gaussian_line": [(L, 1.0, 1), (L, 0.7, 3), (L, 1.0, -1)],
    "uniform": [(P, 3), (P, 2), (P, 1), (P, 9), (P, 0)],
    "uniform_origin": [(L, 3, 1), (L, 4, -2), (L, 3, 2), (L, 4, 1)],
    "extremes": [(P, 3), (P, 2), (P, 5), (P, 0)],
    "prints": [(P, np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)), (P, np.ones((2, 2), np.uint8)), (P, np.zeros((2, 2), np.uint8))],
    "ranks": [(P, 0, 50.0), (P, -1, 0.0), (P, 4, 100.0), (P, 8, -20.0), (P, 9, 50.0), (P, 0, 120.0)],
    "slopes": [(P,), (P[:1].copy(),), (P[:, :2].copy(),)],
    "rows": [(P, np.zeros_like(P))],
}
