"""np.roll where its result is used: periodic edges in one loop, nested, in place, in sums, by any number of places."""
import numpy as np

from pycc import bool_, c128, f32, f64, i32, i64, u8


def laplacian(g: f64[:, :]):
    return np.roll(g, 1, 0) + np.roll(g, -1, 0) + np.roll(g, 1, 1) + np.roll(g, -1, 1) - 4 * g


def steps(u: f64[:, :], v: f64[:, :], n: int) -> None:
    for _ in range(n):
        w = u * v * v
        u += 0.1 * laplacian(u) - w
        v[:] = v + 0.05 * laplacian(v) + w


def life(g: u8[:, :]):
    n = np.zeros(g.shape, dtype=np.uint8)
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            if i or j:
                n += np.roll(np.roll(g, i, 0), j, 1)
    return (n == 3) | ((g == 1) & (n == 2))


def wave(x: f32[:], k: int):
    return np.roll(x, k) - 2 * x + np.roll(x, -k), np.roll(x, k), np.roll(x * 2, k) + np.roll(x, k)


def many(x: f64[:], k: int):
    """More places than a loop is cut at."""
    return np.roll(x, k) + 2 * np.roll(x, 2 * k) + 3 * np.roll(x, 3 * k) - np.roll(x, 4 * k) * np.roll(x, 5 * k) + np.roll(x, -k)


def summed(x: f64[:], y: f64[:, :], k: int):
    return np.sum(np.roll(x, k) * x), np.max(np.roll(x, 1) - x), np.any(np.roll(y, k, 1) > y), np.sum(np.roll(y, k, 0), axis=1), np.mean(np.roll(y, 1, 1) * y, axis=0)


def chosen(x: i32[:, :], m: bool_[:, :], k: int):
    return np.where(np.roll(m, k, 1), x, np.roll(x, k, 0)), np.roll(m, (k, 1), (0, 1)) ^ m, np.roll(x, k)[::2]


def cube(a: c128[:, :, :], i: int, j: int, k: int):
    return np.roll(np.roll(np.roll(a, i, axis=0), j, axis=1), k, axis=2) * a, np.roll(a, (i, k), axis=(0, 2)) + np.roll(a.T, j, 1).T


def in_place(a: f64[:, :], k: int) -> None:
    a[:] = np.roll(a, k, 0) + a
    a[:, 1:] = np.roll(a, k, 1)[:, :-1]
    a[0] = np.roll(a[0], k)
    a += np.roll(a[:1], 1, 1)
    a[::-1] = np.roll(a, 1, 0)


def of_views(a: f64[:, :], k: int):
    return np.roll(a[::2], k, 1) + np.roll(a, k, 1)[::2], np.roll(a.T, k, 1) - a.T, np.roll(a[:, ::-1], k, 1) * a, np.roll(a[:, :1], k, 1) + a, np.roll(a[:1], k, 0) - a


def by_data(a: f64[:, :], k: i32[:]):
    out = np.zeros(a.shape)
    for q in range(len(k)):
        out += np.roll(a, k[q], axis=0) - np.roll(a, k[q], axis=1)
    return out


def several_shifts(a: f64[:], k: i64[:], w: f64[:]):
    return np.roll(a, k), np.roll(a, w), np.roll(a, (2, 5)), np.roll(a, w[0] if len(w) else 0.5), np.roll(a, k.astype(np.uint64) % 100), np.roll(a.reshape(-1, 1), (1, 2), axis=0)


rng = np.random.default_rng(5)
SHAPES = ((5, 7), (1, 1), (1, 9), (8, 1), (40, 37), (0, 3), (3, 0))
CASES = {
    "laplacian": [(rng.random(s),) for s in SHAPES],
    "steps": [(rng.random(s), rng.random(s), n) for s, n in (((6, 7), 3), ((1, 1), 2), ((20, 33), 2))],
    "life": [((rng.random(s) * 2).astype(np.uint8),) for s in SHAPES],
    "wave": [(rng.random(n).astype(np.float32), k) for n, k in ((9, 1), (100, 3), (100, -97), (5, 5), (1, 4), (0, 1))],
    "many": [(rng.random(n), k) for n, k in ((50, 3), (50, 0), (7, 2), (1, 1), (0, 2))],
    "summed": [(rng.random(n), rng.random((n, m)), k) for n, m, k in ((9, 5, 1), (300, 70, -2), (1, 1, 0))],
    "chosen": [(rng.integers(0, 99, s, dtype=np.int32), rng.random(s) > 0.5, k) for s in SHAPES for k in (1, -3)],
    "cube": [(rng.random(s) + 1j * rng.random(s), i, j, k) for s in ((3, 4, 5), (1, 2, 40), (2, 0, 3)) for i, j, k in ((1, 0, -1), (-2, 3, 7))],
    "in_place": [(rng.random(s), k) for s in SHAPES[:5] for k in (1, -2)],
    "of_views": [(rng.random(s), k) for s in SHAPES[:5] for k in (0, 2)],
    "several_shifts": [(rng.random(n), np.array(k), np.array(w)) for n, k, w in ((7, [1, 2], [1.5, -2.7]), (5, [2 ** 62] * 3, [0.0]), (0, [1], [np.nan]), (3, [-1], [1e10]))],
    "by_data": [(rng.random(s), np.array([1, -1, 4, 0], dtype=np.int32)) for s in SHAPES],
}
ROUNDED = ("laplacian", "steps", "wave", "many", "summed", "of_views", "by_data", "cube", "in_place")
