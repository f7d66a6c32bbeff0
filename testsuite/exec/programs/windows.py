"""Windows over images and signals: channels first, filters, moving sums, correlations."""
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


def channels_last(x: f64[:, :, :], g: f64[:, :, :, :], c: f64[:, :, :]) -> None:
    for h in prange(c.shape[0]):
        for w in range(c.shape[1]):
            for o in range(c.shape[2]):
                s = c[h, w, o]
                for kh in range(g.shape[0]):
                    for kw in range(g.shape[1]):
                        for ci in range(g.shape[2]):
                            s -= x[h + 2 * kh, w + kw, ci] * g[kh, kw, ci, o]
                c[h, w, o] = s


def columns_of(x: f32[:, :, :], g: f32[:, :], c: f32[:, :, :]) -> None:
    for n in range(c.shape[0]):
        for i in range(c.shape[1]):
            for j in range(c.shape[2]):
                for k in range(3, g.shape[0]):
                    c[n, i, j] += x[n, i + 1, k - 3] * g[k, j]


def filtered(x: f64[:, :], w: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(y.shape[0]):
        for j in range(y.shape[1]):
            s = 0.0
            for p in range(w.shape[0]):
                for q in range(w.shape[1]):
                    s += x[i + p, j + q] * w[p, q]
            y[i, j] = s


def filtered_singles(x: f32[:, :, :], w: f32[:, :, :], y: f32[:, :]) -> None:
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            s = np.float32(1.0)
            for p in range(w.shape[0]):
                t = np.float32(0.0)
                for q in range(w.shape[1]):
                    for r in range(w.shape[2]):
                        t += x[i + p, q, j + r] * w[p, q, r]
                s += t * t
            y[i, j] = s


def moving(x: f64[:], least: f64[:], mean: f64[:], m: int) -> None:
    for i in prange(len(least)):
        s = x[i]
        for k in range(1, m):
            s = min(s, x[i + k])
        least[i] = s
    for i in range(len(mean)):
        t = 0.0
        for k in range(m):
            t += x[i + k]
        mean[i] = t / m


def correlated(x: f64[:], lags: int) -> f64[:]:
    r = np.zeros(lags)
    n = len(x)
    for lag in prange(lags):
        s = 0.0
        for t in range(n - lags):
            s += x[t] * x[t + lag]
        r[lag] = s
    return r


def backwards(x: f64[:], h: f64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        s = 0.0
        for k in range(len(h)):
            s += h[k] * x[i - k]
        y[i] = s


_RNG = np.random.default_rng(8)


def _R(*shape: int) -> np.ndarray:
    return _RNG.random(shape) - 0.5


def _images(n: int, o: int, h: int, w: int, ci: int, kh: int, kw: int) -> tuple:
    return _R(n, ci, h + kh - 1, w + kw - 1), _R(o, ci, kh, kw), _R(n, o, h, w)


def _filter(h: int, w: int, p: int, q: int) -> tuple:
    return _R(h + p - 1, w + q - 1), _R(p, q), _R(h, w)


_SIZES = [(2, 7, 9, 11, 3, 3, 5), (1, 16, 5, 40, 5, 2, 3), (3, 6, 17, 13, 2, 1, 7), (1, 8, 1, 70, 8, 1, 1), (2, 9, 6, 6, 4, 6, 6)]

CASES = {
    "channels_first": [_images(*size) for size in _SIZES] + [tuple(x.transpose(0, 2, 1, 3) if k else x for k, x in enumerate(_images(1, 6, 6, 20, 6, 3, 3)))],
    "singles": [tuple(x[0].astype(np.float32) if k != 1 else x.astype(np.float32) for k, x in enumerate(_images(1, *size[1:]))) for size in _SIZES],
    "complexes": [(_R(9, 49) * 1j + 1, _R(7, 10) * 1j, _R(7, 40) + 0j), (_R(9, 49) * 1j + 1, _R(12, 3) * 1j, _R(12, 47) + 0j)],
    "channels_last": [(_R(h + 2 * (kh - 1), w + kw - 1, ci), _R(kh, kw, ci, o), _R(h, w, o))
                      for h, w, o, kh, kw, ci in ((3, 4, 5, 3, 3, 64), (5, 3, 9, 2, 3, 9), (4, 4, 33, 1, 2, 8), (3, 5, 8, 2, 2, 7))]
    + [(_R(9, 9, 24)[:, :, ::2], _R(3, 3, 12, 6), _R(5, 7, 6)), (_R(9, 9, 12), _R(3, 3, 12, 6), _R(6, 7, 6))],
    "columns_of": [tuple(x.astype(np.float32) for x in (_R(n, m + 1, k), _R(k + 3, j), _R(n, m, j))) for n, m, j, k in ((3, 5, 9, 20), (2, 4, 40, 600), (1, 13, 17, 9))],
    "filtered": [_filter(*size) for size in ((9, 70, 3, 3), (5, 3, 2, 2), (2, 31, 9, 8), (4, 129, 1, 65), (3, 40, 3, 0), (0, 8, 2, 2))]
    + [tuple(x.T for x in _filter(20, 9, 3, 4)), tuple(x[:, ::2] for x in _filter(7, 65, 3, 5)), (_R(9, 40), _R(3, 4), _R(7, 38)), (_R(9, 40), _R(3, 4), _R(8, 37))],
    "filtered_singles": [tuple(x.astype(np.float32) for x in (_R(h + 2, 3, w + 3), _R(3, 3, 4), _R(h, w))) for h, w in ((4, 5), (3, 131), (2, 300))],
    "moving": [(_R(n + m), _R(n), _R(n + 1), m) for n, m in ((100, 5), (40, 33), (3, 4), (7, 1))] + [(_R(300)[::3], _R(80), _R(80), 9), (_R(90), _R(84), _R(80), 9)],
    "correlated": [(_R(n), lags) for n in (3000, 90) for lags in (1, 3, 8, 20, 70)],
    "backwards": [(_R(80), _R(7), _R(80)), (_R(80), _R(7), _R(81)), (_R(9), _R(12), _R(5))],
}
