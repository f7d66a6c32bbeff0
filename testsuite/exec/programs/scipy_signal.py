"""scipy.signal: convolutions in every mode, recursive filters and their states, medians, trends."""
import numpy as np
import scipy.signal as sg
from scipy import signal
from scipy.signal import lfilter

from pycc import c128, f32, f64, i64, prange


def convolved(x: f64[:], v: f64[:]):
    return sg.convolve(x, v), sg.convolve(x, v, mode="same"), sg.convolve(x, v, "full", method="direct"), sg.fftconvolve(x, v), signal.fftconvolve(x, v, mode="same")


def convolved_valid(x: f64[:], v: f64[:]):
    return sg.convolve(x, v, mode="valid"), sg.correlate(x, v, mode="valid"), sg.fftconvolve(x, v, mode="valid")


def convolved_planes(x: f64[:, :], v: f64[:, :]):
    return sg.convolve(x, v), sg.convolve(x, v, mode="same"), sg.correlate(x, v), sg.correlate(x, v, mode="same")


def valid_planes(x: f64[:, :], v: f64[:, :]):
    return sg.convolve(x, v, mode="valid"), sg.convolve2d(x, v, mode="valid"), sg.correlate2d(x, v, mode="valid")


def convolved_space(x: f64[:, :, :], v: f64[:, :, :]):
    return sg.convolve(x, v), sg.convolve(x, v, mode="same"), sg.fftconvolve(x, v, mode="valid")


def convolved_types(k: i64[:], x: f32[:], z: c128[:]):
    return sg.convolve(k, k), sg.convolve(k, x), sg.convolve(z, x, mode="same"), sg.correlate(z, z), sg.correlate(k, k[:3]), sg.correlate(x, k, mode="same")


def correlated(x: f64[:], v: f64[:]):
    return sg.correlate(x, v), sg.correlate(x, v, mode="same"), sg.correlate(x, v, method="fft")


def planes(x: f64[:, :], v: f64[:, :], fill: float):
    return (sg.convolve2d(x, v), sg.convolve2d(x, v, mode="same"), sg.convolve2d(x, v, boundary="wrap"), sg.convolve2d(x, v, mode="same", boundary="symm"),
            sg.convolve2d(x, v, fillvalue=fill), sg.correlate2d(x, v), sg.correlate2d(x, v, mode="same", boundary="wrap"), sg.correlate2d(x, v, mode="same"))


def planes_of_complex(x: c128[:, :], v: c128[:, :]):
    return sg.convolve2d(x, v, mode="same"), sg.correlate2d(x, v)


def filtered(b: f64[:], a: f64[:], x: f64[:]):
    return lfilter(b, a, x), lfilter(b, [2.0], x)


def filtered_lists(x: f64[:]):
    return lfilter([0.2, 0.3], [1.0, -0.5], x), lfilter([1.0], [1.0, -0.9, 0.2], x)


def filtered_axes(b: f64[:], a: f64[:], x: f64[:, :]):
    return lfilter(b, a, x), lfilter(b, a, x, axis=0)


def filtered_types(b: f32[:], a: f32[:], x: f32[:], z: c128[:], k: i64[:]):
    return lfilter(b, a, x), lfilter(b, a, z), lfilter(b, a, k)


def carried(b: f64[:], a: f64[:], x: f64[:]):
    zi = sg.lfilter_zi(b, a)
    y, zf = lfilter(b, a, x, zi=zi * x[0])
    then, last = lfilter(b, a, x, zi=zf)
    return zi, y, zf, then, last


def sections(sos: f64[:, :], x: f64[:, :]):
    s = np.ascontiguousarray(sos)
    return sg.sosfilt(s, x), sg.sosfilt(s, x, axis=0), sg.sosfilt(s, x[0])


def sections_carried(sos: f64[:, :], x: f64[:], zi: f64[:, :]):
    return sg.sosfilt(np.ascontiguousarray(sos), x, zi=np.ascontiguousarray(zi))


def medians(x: f64[:], y: f64[:, :], n: int):
    return sg.medfilt(x), sg.medfilt(x, n), sg.medfilt(y, (n, 1)), sg.medfilt2d(y, n), sg.medfilt(y)


def medians_f32(x: f32[:, :]):
    return sg.medfilt(x, 3), sg.medfilt2d(x)


def detrended(x: f64[:], y: f64[:, :]):
    return sg.detrend(x), sg.detrend(x, type="constant"), sg.detrend(y, axis=0), sg.detrend(y)


def detrended_types(x: f32[:], k: i64[:], z: c128[:]):
    return sg.detrend(k), sg.detrend(z), np.abs(sg.detrend(x) - sg.detrend(x.astype(np.float64))).max() < 1e-4


def analytic(x: f64[:], y: f64[:, :]):
    return sg.hilbert(x), sg.hilbert(y, axis=0), np.abs(sg.hilbert(y))


def rows(x: f64[:, :], y: f64[:, :]):
    for i in prange(min(len(x), len(y))):
        y[i] = lfilter([0.5, 0.5], [1.0, -0.2], x[i]) + sg.convolve(x[i], [1.0, 2.0, 1.0], mode="same")


RNG = np.random.default_rng(3)
X, V3, V4 = RNG.normal(size=20), np.array([1.0, -2.0, 0.5]), np.array([0.25, 1.0, 2.0, -1.0])
P, W = RNG.normal(size=(6, 7)), RNG.normal(size=(3, 3))
Z = X + 1j * X[::-1]
SOS = np.array([[0.2, 0.4, 0.2, 1.0, -0.5, 0.3], [1.0, -0.3, 0.1, 1.0, 0.2, -0.1]])
B, A = np.array([0.2, 0.3, 0.1]), np.array([2.0, -0.6, 0.4])

CASES = {
    "convolved": [(X, V3), (X, V4), (V3, X), (X[:1].copy(), V3), (RNG.normal(size=300), RNG.normal(size=40))],
    "convolved_valid": [(X, V3), (V3, X), (X, X.copy()), (X, V4)],
    "convolved_planes": [(P, W), (P, RNG.normal(size=(2, 4))), (W, P), (P, RNG.normal(size=(1, 1)))],
    "valid_planes": [(P, W), (W, P), (P, RNG.normal(size=(2, 4))), (P, RNG.normal(size=(1, 9)))],
    "convolved_space": [(RNG.normal(size=(4, 5, 3)), RNG.normal(size=(2, 3, 2))), (RNG.normal(size=(3, 3, 3)), RNG.normal(size=(3, 1, 3)))],
    "convolved_types": [(np.array([1, -2, 3, 4]), np.float32([0.5, 2, -1]), Z[:6].copy())],
    "correlated": [(X, V3), (V4, X), (X, V4)],
    "planes": [(P, W, 2.0), (P, RNG.normal(size=(2, 4)), 0.0), (P[:1, :2].copy(), W, -1.0)],
    "planes_of_complex": [(P + 1j * P[::-1], W * (1 - 2j))],
    "filtered": [(B, A, X), (B[:1].copy(), A, X), (V4, A[:1].copy(), X), (B, np.zeros(0), X), (np.zeros(0), A, X), (B, A, X[:0].copy()), (B, np.array([0.0, 1.0]), X)],
    "filtered_lists": [(X,)],
    "filtered_axes": [(B, A, P), (V4, A, P)],
    "filtered_types": [(np.float32(B), np.float32(A), np.float32(X), Z, np.arange(6))],
    "carried": [(B, A, X), (V4, A, X), (B[:2].copy(), A, X)],
    "sections": [(SOS, P), (SOS[:1].copy(), P), (SOS[:, :5].copy(), P), (SOS * 2, P)],
    "sections_carried": [(SOS, X, RNG.normal(size=(2, 2))), (SOS[:1].copy(), X, np.ones((1, 2)))],
    "medians": [(X, P, 5), (X, P, 1), (X, P, 4)],
    "medians_f32": [(np.float32(P),)],
    "detrended": [(X, P), (np.arange(5.0) ** 2, P[:4].copy())],
    "detrended_types": [(np.float32(X), np.array([1, 5, 2, 8]), Z)],
    "analytic": [(X, P), (X[:5].copy(), P[:1].copy()), (X[:0].copy(), P)],
    "rows": [(P, np.zeros_like(P))],
}
