"""Windows over images: channels first, filters, windows that step, of all sizes."""
import numpy as np

from pycc import c128, f32, f64, prange


def channels_first(x: f64[:, :, :, :], g: f64[:, :, :, :], c: f64[:, :, :, :]) -> None:
    for n in prange(c.shape[0]):
        for o in range(c.shape[1]):
            for h in range(c.shape[2]):
                for w in range(c.shape[3]):
                    s = 0.0
                    for ci in range(g.shape[1]):
                        for kh in range(g.shape[2]):
                            for kw in range(g.shape[3]):
                                s += x[n, ci, h + kh, w + kw] * g[o, ci, kh, kw]
                    c[n, o, h, w] = s


def singles(x: f32[:, :, :], g: f32[:, :, :, :], c: f32[:, :, :]) -> None:
    for o in prange(c.shape[0]):
        for h in range(c.shape[1]):
            for w in range(c.shape[2]):
                for ci in range(g.shape[1]):
                    for kh in range(g.shape[2]):
                        for kw in range(g.shape[3]):
                            c[o, h, w] += x[ci, h + kh, w + kw] * g[o, ci, kh, kw]


def complexes(x: c128[:, :], g: c128[:, :], c: c128[:, :]) -> None:
    for o in range(c.shape[0]):
        for w in range(c.shape[1]):
            for ci in range(x.shape[0]):
                for k in range(g.shape[1]):
                    c[o, w] += x[ci, w + k] * g[o, k]


_RNG = np.random.default_rng(8)


def _R(*shape: int) -> np.ndarray:
    return _RNG.random(shape) - 0.5


def _images(n: int, o: int, h: int, w: int, ci: int, kh: int, kw: int) -> tuple:
    return _R(n, ci, h + kh - 1, w + kw - 1), _R(o, ci, kh, kw), _R(n, o, h, w)


_SIZES = [(2, 7, 9, 11, 3, 3, 5), (1, 16, 5, 40, 5, 2, 3), (3, 6, 17, 13, 2, 1, 7), (1, 8, 1, 70, 8, 1, 1), (2, 9, 6, 6, 4, 6, 6)]

CASES = {
    "channels_first": [_images(*size) for size in _SIZES] + [tuple(x.transpose(0, 2, 1, 3) if k else x for k, x in enumerate(_images(1, 6, 6, 20, 6, 3, 3)))],
    "singles": [tuple(x[0].astype(np.float32) if k != 1 else x.astype(np.float32) for k, x in enumerate(_images(1, *size[1:]))) for size in _SIZES],
    "complexes": [(_R(9, 49) * 1j + 1, _R(7, 10) * 1j, _R(7, 40) + 0j), (_R(9, 49) * 1j + 1, _R(12, 3) * 1j, _R(12, 47) + 0j)],
}
