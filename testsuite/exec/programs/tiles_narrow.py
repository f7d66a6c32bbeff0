"""Tiles with two and three lanes, and rows of theirs that go on from one loop of the reduction to the next: images with few channels."""
import numpy as np

from pycc import c128, f32, f64, i64, prange


def product(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def whole(a: i64[:, :], b: i64[:, :], c: i64[:, :]) -> None:
    for i in range(c.shape[0]):
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] -= a[i, k] * b[k, j]


def complex_(a: c128[:, :], b: c128[:, :], c: c128[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def least(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] = min(c[i, j], a[i, k] + b[k, j])


def convolution(a: f64[:, :, :], b: f64[:, :, :, :], c: f64[:, :, :]) -> None:
    for y in prange(c.shape[0]):
        for x in range(c.shape[1]):
            for o in range(c.shape[2]):
                for h in range(b.shape[0]):
                    for w in range(b.shape[1]):
                        for i in range(b.shape[2]):
                            c[y, x, o] += a[y + h, x + w, i] * b[h, w, i, o]


def convolution_f32(a: f32[:, :, :], b: f32[:, :, :, :], c: f32[:, :, :]) -> None:
    for y in range(c.shape[0]):
        for x in range(c.shape[1]):
            for o in range(c.shape[2]):
                s = c[y, x, o]
                for h in range(1, b.shape[0]):
                    for w in range(b.shape[1]):
                        for i in range(b.shape[2]):
                            s += a[y + h, x + 2 * w, i] * b[h, w, i, o]
                c[y, x, o] = s


def summed_planes(a: f64[:, :, :, :], b: f64[:, :, :, :], c: f64[:, :]) -> None:
    for n in prange(c.shape[0]):
        for o in range(c.shape[1]):
            for h in range(a.shape[1]):
                for w in range(a.shape[2]):
                    for i in range(a.shape[3]):
                        c[n, o] += a[n, h, w, i] * b[h, w, i, o]


def of_several_images(a: f64[:, :, :, :], b: f64[:, :, :, :], c: f64[:, :, :, :]) -> None:
    for n in range(1, c.shape[0]):
        for y in range(c.shape[1]):
            for x in range(c.shape[2]):
                for o in range(c.shape[3]):
                    for h in range(b.shape[0]):
                        for w in range(b.shape[1]):
                            for i in range(b.shape[2]):
                                c[n, y, x, o] += a[n, y + h, x + w, i] * b[h, w, i, o]


_rng = np.random.default_rng(29)


def _R(*shape: int) -> np.ndarray:
    return _rng.random(shape)


_SIZES = [(300, 2, 64), (131, 3, 90), (160, 2, 110), (200, 1, 170), (9, 2, 9), (0, 3, 70), (50, 2, 0), (50, 0, 50)]
_NN = [(_R(m, k), _R(k, n), _R(m, n)) for m, n, k in _SIZES]
_NAN = [(np.where(a > 0.98, np.nan, a), np.where(b > 0.95, np.inf, b), c) for a, b, c in _NN[:2]]
_SHARED = _R(140, 140)
_IMAGES = [(_R(h + 2, w + 2, i), _R(3, 3, i, o), _R(h, w, o)) for h, w, i, o in ((20, 23, 3, 3), (24, 37, 2, 2), (31, 33, 3, 2), (40, 50, 1, 3), (3, 4, 3, 3))]

CASES = {
    "product": _NN + _NAN + [(_SHARED[:, 9:], _SHARED[:131, :3], _SHARED[:, 3:6]), (_R(131, 90), _R(89, 3), _R(131, 3))],
    "whole": [tuple((x * 1e6).astype(np.int64) for x in case) for case in _NN[:2]],
    "complex_": [(a + 1j * a[::-1], b - 0.5j * b[::-1], c - 1j) for a, b, c in _NN[:2]],
    "least": _NN[:2] + _NAN,
    "convolution": _IMAGES + [(_R(30, 30, 4)[3:, 2:, :3], _R(3, 3, 3, 3), _R(25, 26, 3)), (_R(22, 24, 3), _R(3, 3, 3, 3), _R(20, 23, 3))],
    "convolution_f32": [(_R(32, 40, i).astype(np.float32), _R(4, 3, i, o).astype(np.float32), _R(29, 36, o).astype(np.float32)) for i, o in ((3, 3), (2, 2))],
    "summed_planes": [(_R(50, 5, 6, i), _R(5, 6, i, o), _R(50, o)) for i, o in ((9, 3), (12, 4), (1, 40))] + [(_R(60, 9, 9, 12)[:, 1:8, 2:, :], _R(7, 7, 12, 2), _R(60, 2))],
    "of_several_images": [(_R(3, 20, 18, 3), _R(3, 3, 3, 3), _R(3, 18, 16, 3))],
}
