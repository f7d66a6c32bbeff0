"""Quotients and powers that are reciprocal square roots, in vector loops and elsewhere: the whole range, with 0, infinity, nan and negative numbers."""
import numpy as np

from pycc import f32, f64, prange


def reciprocal(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = 1.0 / np.sqrt(x[i])


def quotient(a: f64[:], x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        d = np.sqrt(x[i] + 0.0)
        y[i] = a[i] / d


def cubed(a: f64[:], x: f64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        r = x[i]
        d = np.sqrt(r)
        y[i] = a[i] / (r * d) + a[i] / (d * r)


def powers(x: f64[:], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        y[0, i] = x[i] ** 1.5
        y[1, i] = x[i] ** -0.5
        y[2, i] = x[i] ** -1.5
        y[3, i] = 2.0 / x[i] ** 1.5


def whole(x: f64[:]) -> f64[:]:
    return x ** -1.5 + x ** 1.5 / np.sqrt(x)


def changed(x: f64[:], y: f64[:]) -> None:
    for i in range(len(x)):
        r = x[i]
        d = np.sqrt(r)
        r = r + 1.0
        y[i] = r / d


def kept(x: f64[:], y: f64[:]) -> f64:
    s = 0.0
    for i in range(len(x)):
        d = np.sqrt(x[i] * 2.0)
        s += 1.0 / d
        y[i] = d
    return s


def in_turn(x: f64[:], y: f64[:]) -> None:
    d = 1.0
    r = 2.0
    for i in range(len(x)):
        y[i] = r / d
        r = x[i] + 1.0
        d = np.sqrt(r)


def single(x: f32[:], y: f32[:]) -> None:
    for i in prange(len(x)):
        y[i] = x[i] / np.sqrt(x[i])


def attraction(p: f64[:, :], m: f64[:], f: f64[:, :]) -> None:
    for i in prange(len(m)):
        sx = 0.0
        sy = 0.0
        for j in range(len(m)):
            dx = p[0, j] - p[0, i]
            dy = p[1, j] - p[1, i]
            r = dx * dx + dy * dy + 0.01
            w = m[j] / (r * np.sqrt(r))
            sx += w * dx
            sy += w * dy
        f[0, i] = sx
        f[1, i] = sy


def potential(a: f64[:, :], g: f64[:, :], z: float) -> None:
    for i in prange(g.shape[0]):
        for j in range(g.shape[1]):
            v = 0.0
            for k in range(a.shape[0]):
                dx = j - a[k, 0]
                dy = i - a[k, 1]
                v += a[k, 2] / np.sqrt(dx * dx + dy * dy + z * z)
            g[i, j] += v


_rng = np.random.default_rng(5)
_SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -1.0, -1e-310, 5e-324, 1e-310, 2.2250738585072014e-308, 1.7976931348623157e308,
                     2.0 ** 682, 4e205, 1e206, 1e-206, 1.0, 4.0, 0.25, 3.0])
_ALL = np.concatenate([_SPECIAL, np.ldexp(_rng.random(500) + 1, _rng.integers(-1073, 1023, 500)), 1 + 3 * _rng.random(100)])
_A = _rng.random(len(_ALL)) - 0.5
_FAR = np.concatenate([_SPECIAL, [1.0, -1.0, 3.0] * 40])
_Y = np.zeros(len(_ALL))
_SOME = np.array([1.0, 1e-300, 5.0, 1e300, 0.0, np.inf, 7.5e-311, 2.0])

CASES = {
    "reciprocal": [(_ALL, _Y), (_ALL[::2], np.zeros(len(_ALL[::2]))), (_ALL[:3], np.zeros(3)), (_ALL, np.zeros(2 * len(_ALL))[::2])],
    "quotient": [(_A, _ALL, _Y), (np.roll(_ALL, 7), _ALL, _Y), (_SOME, np.ones(8), np.zeros(8)), (_SOME, np.zeros(8), np.zeros(8))],
    "cubed": [(_A, _ALL, _Y)],
    "powers": [(_ALL, np.zeros((4, len(_ALL))))],
    "whole": [(_ALL,), (_ALL[:5],)],
    "changed": [(_ALL, _Y)],
    "kept": [(abs(_ALL[50:]), np.zeros(len(_ALL) - 50))],
    "in_turn": [(abs(_ALL), _Y)],
    "single": [(_ALL.astype(np.float32), _Y.astype(np.float32))],
    "attraction": [(_rng.random((2, n)), _rng.random(n), np.zeros((2, n))) for n in (0, 1, 3, 17, 70)],
    "potential": [(_rng.random((n, 3)) * 9, np.ones((11, 21)), 0.3) for n in (1, 20, 31)],
}
