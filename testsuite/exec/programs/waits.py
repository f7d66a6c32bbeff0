"""Sums in the order of the source of what takes long: terms several iterations at once, then the sum."""
import math

import numpy as np

from pycc import f32, f64, i64


def quotients(x: f64[:], k: i64[:]):
    """No digit may differ: each sum is rounded in the order of the iterations, and exp(0) is 1."""
    s = 0.0
    p = 1.0
    n = 0
    for i in range(len(x)):
        s += np.exp(0.0 * x[i]) / x[i]
        n -= k[i]
        p *= np.sqrt(x[i])
        s = s - x[i] / 3.0
    return s, p, n


def largest(x: f64[:]):
    """In another order nan would be treated differently."""
    m = -1e300
    w = x[0]
    for v in x:
        m = max(m, v / 7.0 * np.exp(0.0 * v))
        w = min(np.sqrt(abs(v)), w)
    return m, w


def single(x: f32[:], z: f64[:]):
    s = np.float32(0.5)
    t = 0.0
    for i in range(len(x)):
        s = np.exp(0 * x[i]) / x[i] + s
        t += x[i] / z[i]
    return s, t


def densities(x: f64[:], at: f64[:], h: float):
    """math.exp may raise: then nothing of what was combined counts."""
    out = np.zeros(len(at))
    for j in range(len(at)):
        s = 0.0
        w = 0.0
        for i in range(j, len(x)):
            e = math.exp((x[i] - at[j]) / h)
            s += e * x[i]
            w += e
        out[j] = s / (w + 1.0)
    return out


def divided(x: f64[:], k: i64[:]):
    s = 0.0
    try:
        for i in range(len(x)):
            s += np.cos(x[i] * 0.0) / int(k[i])
    except ZeroDivisionError:
        return -1.0, s
    return 1.0, s


def stored(x: f64[:], y: f64[:]):
    s = 0.0
    c = 2.5
    for i in range(len(x)):
        c = x[i] / 3.0
        y[i] = np.exp(-c)
        s += y[i] / (c + 20.0)
    return s


def chosen(x: f64[:, :]):
    """Bounds of a triangle, a condition, columns that are not neighbours."""
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(max(0, i - 3), min(x.shape[1], i + 4)):
            total += np.exp(-x[i, j] ** 2) if x[i, j] > 0 else x[i, j] / 5.0
    columns = np.zeros(x.shape[1])
    for j in range(x.shape[1]):
        part = 0.0
        for i in range(x.shape[0]):
            part += np.sin(x[i, j]) / (i + 1)
        columns[j] = part
    return total, columns


def _f(n, seed=0):
    return np.random.default_rng(seed).integers(1, 90, n) / 8


LENGTHS = (1, 3, 63, 64, 65, 200)
NAN = np.where(np.arange(150) == 77, np.nan, _f(150))
CASES = {
    "quotients": [(_f(n), np.arange(n)) for n in LENGTHS] + [(_f(200)[::-2], np.arange(100))],
    "largest": [(_f(n),) for n in LENGTHS] + [(NAN,), (np.roll(NAN, 77),), (NAN[::-1],)],
    "single": [(_f(n).astype(np.float32), _f(n, 1)) for n in LENGTHS] + [(_f(70).astype(np.float32), _f(69))],
    "densities": [(_f(n), _f(5, 2), 3.0) for n in LENGTHS] + [(_f(100), _f(3, 2), 0.001), (np.repeat(_f(2), 80) * 1e4, _f(3), 1.0)],
    "divided": [(_f(n), np.arange(1, n + 1)) for n in LENGTHS] + [(_f(150), np.arange(150) - 99), (_f(9), np.zeros(9, np.int64))],
    "stored": [(_f(n), np.zeros(n)) for n in LENGTHS] + [(_f(9), np.zeros(7))],
    "chosen": [(np.resize(_f(97) - 6.0, (n, m)),) for n, m in ((1, 1), (9, 9), (70, 66))],
}
ROUNDED = ["densities", "stored", "chosen", "single"]
