"""Loops that use elements again and again, as tiles: orders, layouts, what is combined, sizes around those of a tile."""
import numpy as np

from pycc import c64, c128, f32, f64, i32, i64, prange, u32, u64


def product(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def columns_first(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for j in prange(c.shape[1]):
        for i in range(c.shape[0]):
            s = c[i, j]
            for k in range(a.shape[1]):
                s -= a[i, k] * b[k, j]
            c[i, j] = 2.0 * c[i, j] - s


def in_memory(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def depth_first(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for k in range(a.shape[1]):
        for j in range(c.shape[1]):
            for i in range(c.shape[0]):
                c[i, j] = c[i, j] - a[i, k] * b[k, j]


def depth_first_rows(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for k in range(a.shape[1]):
        for i in prange(c.shape[0]):
            for j in range(c.shape[1]):
                c[i, j] = a[i, k] * b[k, j] + c[i, j]


def transposed(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 1.0
            for k in range(a.shape[0]):
                s += a[k, i] * b[j, k]
            c[i, j] = s


def single(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = np.float32(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def single_weak(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[j, k]
            c[i, j] += s


def both_precisions(a: f32[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def integers(a: i64[:, :], b: i64[:, :], c: i64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def inside(a: f64[:, :], b: f64[:, :], c: f64[:, :], lo: int, hi: int) -> None:
    for i in prange(1, c.shape[0] - 1):
        for j in range(lo, hi):
            s = 0.0
            for k in range(2, a.shape[1]):
                s += a[i - 1, k] * b[k - 2, j]
            c[i + 1, j - lo] = s


def shortest(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] = min(c[i, j], a[i, k] + b[k, j])


def widest(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = np.float32(-np.inf)
            for k in range(a.shape[1]):
                s = np.maximum(a[i, k] - b[k, j], s)
            c[i, j] = s


def larger_of(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s = max(a[i, k] * b[k, j] - 0.5, s)
            c[i, j] = np.minimum(s, c[i, j])


def distances(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                d = a[i, k] - b[j, k]
                s += d * d
            c[i, j] = np.sqrt(s)


def city_blocks(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += abs(a[i, k] - b[j, k]) - 0.25 * (a[i, k] + b[j, k]) ** 2
            c[i, j] = s


def farthest(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = np.float32(0)
            for k in range(a.shape[1]):
                s = max(s, np.fabs(a[i, k] - np.minimum(b[j, k], a[i, k])))
            c[i, j] = s


def mapped(x: f64[:, :], y: f64[:, :], c: f64[:, :], gamma: float) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = gamma
            for k in range(x.shape[1]):
                w = np.exp(-x[i, k]) * k
                s += w * (y[k, j] * 2.0 + gamma) * -1.5
            c[i, j] = np.exp(-abs(s)) + i


def rank_two(alpha: float, beta: float, a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * alpha * b[j, k] + b[i, k] * alpha * a[j, k]
            c[i, j] = beta * c[i, j] + s


def three_indices(a: f64[:, :, :], w: f64[:, :], c: f64[:, :, :]) -> None:
    for r in prange(a.shape[0]):
        for q in range(a.shape[1]):
            for p in range(w.shape[1]):
                s = 0.0
                for k in range(w.shape[0]):
                    s += a[r, q, k] * w[k, p]
                c[r, q, p] = s


def lanes_of_two(a: f64[:, :], w: f64[:, :, :], c: f64[:, :, :]) -> None:
    for p in range(c.shape[1]):
        for r in range(c.shape[0]):
            for q in range(c.shape[2]):
                for k in range(a.shape[1]):
                    c[r, p, q] += a[r, k] * w[q, k, p]


def convolution(x: f64[:, :, :, :], g: f64[:, :, :, :], c: f64[:, :, :, :]) -> None:
    for n in prange(c.shape[0]):
        for h in range(c.shape[1]):
            for w in range(c.shape[2]):
                for co in range(c.shape[3]):
                    s = 0.0
                    for kh in range(g.shape[0]):
                        for kw in range(g.shape[1]):
                            for ci in range(g.shape[2]):
                                s += x[n, h + kh, w + kw, ci] * g[kh, kw, ci, co]
                    c[n, h, w, co] = s


def made_here(a: f64[:, :], b: f64[:, :]) -> f64[:, :]:
    n, p = a.shape
    c = np.zeros((n, b.shape[1]))
    for i in prange(n):
        for j in prange(b.shape[1]):
            for k in range(p):
                c[i, j] += a[i, k] * b[k, j]
    return c


def powers(a: f64[:, :], n: int) -> f64[:, :]:
    x = a
    for _ in range(n):
        y = np.zeros_like(x)
        for i in prange(x.shape[0]):
            for j in range(x.shape[1]):
                s = 0.0
                for k in range(x.shape[1]):
                    s += x[i, k] * a[k, j]
                y[i, j] = s
        x = y
    return x


def covariances(x: f64[:, :], mean: f64[:], c: f64[:, :]) -> None:
    n = x.shape[0]
    for i in prange(x.shape[1]):
        for j in range(i, x.shape[1]):
            s = 0.0
            for k in range(n):
                s += (x[k, i] - mean[i]) * (x[k, j] - mean[j])
            c[i, j] = s / (n - 1)


def from_zero(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] = 0.0
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def scaled(alpha: float, beta: float, a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for j in range(c.shape[1]):
        for i in range(c.shape[0]):
            c[i, j] *= beta
            for k in range(a.shape[1]):
                c[i, j] += alpha * a[i, k] * b[k, j]


def from_neighbour(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(1, c.shape[1]):
            c[i, j] = c[i, j - 1]
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def other_element(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0] - 1):
        for j in range(c.shape[1]):
            c[i + 1, j] = 1.0
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def row_first(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        c[i, 0] = 5.0
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def stored_again(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
            c[i, j] = c[i, j] * 0.5


def begun_if(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            if c[i, j] > 0.5:
                c[i, j] = 0.0
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def batches(a: f64[:, :, :], b: f64[:, :, :], c: f64[:, :, :]) -> None:
    for n in prange(c.shape[0]):
        for i in range(c.shape[1]):
            for j in range(c.shape[2]):
                for k in range(a.shape[2]):
                    c[n, i, j] += a[n, i, k] * b[n, k, j]


def batches_of_two(a: f32[:, :, :, :], b: f32[:, :, :, :], c: f32[:, :, :, :]) -> None:
    for n in prange(c.shape[0]):
        for i in range(c.shape[2]):
            for h in range(c.shape[1]):
                for j in range(c.shape[3]):
                    s = np.float32(0)
                    for k in range(a.shape[3]):
                        s += a[n, h, i, k] * b[n, h, j, k]
                    c[n, h, i, j] = s + n + 2 * h


def batch_inside(a: f64[:, :, :], b: f64[:, :, :], c: f64[:, :, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[2]):
            for k in range(a.shape[2]):
                for n in range(1, c.shape[1]):
                    c[i, n, j] = max(c[i, n, j], a[i, n - 1, k] - b[n, k, j])


def depthwise(x: c128[:, :, :], g: c128[:, :], c: c128[:, :, :]) -> None:
    for n in prange(c.shape[0]):
        for f in range(c.shape[1]):
            for w in range(c.shape[2]):
                for k in range(g.shape[1]):
                    c[n, f, w] += x[n, f, w + k] * g[f, k] * 2.0


def batch_of_triangles(a: f64[:, :, :], b: f64[:, :, :], c: f64[:, :, :]) -> None:
    for n in prange(c.shape[0]):
        for i in range(c.shape[1]):
            for j in range(c.shape[2]):
                s = 0.0
                for k in range(i + 1):
                    s += a[n, i, k] * b[n, k, j]
                c[n, i, j] = s


def all_pairs(d: f64[:, :]) -> None:
    for k in range(d.shape[0]):
        for i in range(d.shape[0]):
            for j in range(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


def lower(a: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(i + 1):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] += s


def upper(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(i, c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def banded(a: f64[:, :], b: f64[:, :], c: f64[:, :], below: int, above: int) -> None:
    for i in prange(c.shape[0]):
        for j in range(max(0, i - below), min(c.shape[1], i + above)):
            s = c[i, j]
            for k in range(a.shape[1]):
                s -= a[i, k] * b[k, j]
            c[i, j] = s


def least_if(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = np.inf
            for k in range(a.shape[1]):
                x = a[i, k] + b[k, j]
                if x < s:
                    s = x
            c[i, j] = s


def greatest_if(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for k in range(a.shape[1]):
        for i in range(c.shape[0]):
            for j in range(c.shape[1]):
                if c[i, j] < a[i, k] - b[k, j]:
                    c[i, j] = a[i, k] - b[k, j]


def at_most_if(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = c[i, j]
            for k in range(a.shape[1]):
                if s >= a[i, k] * b[k, j]:
                    s = a[i, k] * b[k, j]
            c[i, j] = -s


def other_if(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 1.0
            for k in range(a.shape[1]):
                if a[i, k] + b[k, j] < s:
                    s = a[i, k] - b[k, j]
            if s < c[i, j]:
                c[i, j] = s


def sum_if(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                if a[i, k] < b[k, j]:
                    s = s + a[i, k] * b[k, j]
            c[i, j] = s


def integers_32(a: i32[:, :], b: i32[:, :], c: i32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] -= a[i, k] * b[k, j] - abs(a[i, k] - b[k, j])


def unsigned(a: u64[:, :], b: u64[:, :], c: u64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] = max(c[i, j], a[i, k] * b[k, j])


def unsigned_32(a: u32[:, :], b: u32[:, :], c: u32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] = min(c[i, j], a[i, k] - b[k, j])


def complex_product(a: c128[:, :], b: c128[:, :], c: c128[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0j
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def complex_single(a: c64[:, :], b: c64[:, :], c: c64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for k in range(a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] -= a[i, k] * b[k, j].conjugate() - b[k, j]


def complex_in_order(a: c128[:, :], b: c128[:, :], c: c128[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] = c[i, j] + (-(a[i, k] + b[k, j]) * (2.0 - 1.5j) + a[i, k] * b[k, j])


def complex_by_real(a: f64[:, :], b: c128[:, :], c: c128[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 1j
            for k in range(a.shape[1]):
                s += np.exp(2j * a[i, k]) * b[k, j] + a[i, k] * b[k, j]
            c[i, j] = s * abs(s)


def triangular(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = 0.0
            for k in range(i + 1):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def upper_triangular(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for k in range(i + 1, a.shape[1]):
            for j in range(c.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def band_of_depth(a: f64[:, :], b: f64[:, :], c: f64[:, :], below: int, above: int) -> None:
    for i in prange(c.shape[0]):
        for j in range(i, c.shape[1]):
            s = np.inf
            for k in range(max(0, i - below), min(a.shape[1], i + above)):
                s = min(a[i, k] + b[k, j], s)
            c[i, j] = s + i


def filtered(x: f64[:], b: c128[:, :], c: c128[:, :]) -> None:
    for i in prange(len(x)):
        for j in range(c.shape[1]):
            for k in range(min(i + 1, b.shape[0])):
                c[i, j] += x[i - k] * b[k, j]


def lanes_of_depth(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(j + 1):
                c[i, j] += a[i, k] * b[k, j]


_rng = np.random.default_rng(17)


def _R(*shape: int) -> np.ndarray:
    return _rng.random(shape)


def _f32(cases: list) -> list:
    return [tuple(x.astype(np.float32) for x in case) for case in cases]


# Rows, lanes and depth below, at and above those of a tile, and of vectors.
_SIZES = [(7, 70, 70), (37, 31, 32), (50, 5, 140), (1, 70, 20), (13, 70, 1), (40, 1, 40), (0, 5, 5), (5, 5, 0)]
_NN = [(_R(m, k), _R(k, n), _R(m, n)) for m, n, k in _SIZES]
_NT = [(_R(m, k), _R(n, k), _R(m, n)) for m, n, k in _SIZES]
_TT = [(_R(k, m), _R(n, k), _R(m, n)) for m, n, k in _SIZES]
_FEW = slice(0, 2)
_BIG = _R(90, 90)
_OVERLAP = [(_BIG[:30, :40], _BIG[20:60, :45], _BIG[50:80, 45:]), (_BIG[:36, :36],) * 3]
_BAD = [(_R(37, 40), _R(39, 41), _R(37, 41)), (_R(36, 40), _R(40, 41), _R(37, 41))]
_NAN = [(np.where(a > 0.9, np.nan, a), np.where(b > 0.95, np.nan, b), c) for a, b, c in _NN[1:2]]
_IJ = [(a + 1j * a[::-1], b - 0.5j * b[::-1], c - 1j) for a, b, c in _NN[:3]]
_WHOLE = [tuple((x * 1e9).astype(np.int64) - 500_000_000 for x in case) for case in _NN[:3]]
_TINY = [(_R(40, 3), _R(40, 3), _R(40, 40)), (_R(40, 9), _R(50, 9), _R(40, 50))]

CASES = {
    "product": _NN + _OVERLAP + _BAD + [(_R(9, 1100), _R(1100, 6), _R(9, 6))],
    "columns_first": _NN[_FEW] + _OVERLAP + _BAD,
    "in_memory": _NN + _OVERLAP + _BAD,
    "depth_first": _NN[_FEW] + _OVERLAP,
    "depth_first_rows": _NN[_FEW] + _OVERLAP,
    "transposed": _TT,
    "single": _f32(_NN),
    "single_weak": _f32(_NT),
    "both_precisions": [(a.astype(np.float32), b, c) for a, b, c in _NN[_FEW]],
    "integers": [tuple((x * 9).astype(np.int64) for x in case) for case in _NN[_FEW]],
    "integers_32": [tuple(x.astype(np.int32) // 10_000 for x in case) for case in _WHOLE],
    "unsigned": [tuple(abs(x).astype(np.uint64) for x in case) for case in _WHOLE],
    "unsigned_32": [tuple((abs(x) + n).astype(np.uint32) for x, n in zip(case, (600_000_000, 0, 700_000_000))) for case in _WHOLE],
    "least_if": _NN[_FEW] + _NAN + _OVERLAP,
    "greatest_if": _NN[_FEW] + _NAN + _OVERLAP,
    "at_most_if": _f32(_NN[_FEW] + _NAN),
    "other_if": _NN[_FEW],
    "sum_if": _NN[_FEW],
    "complex_product": _IJ,
    "complex_single": [tuple(x.astype(np.complex64) for x in case) for case in _IJ],
    "complex_in_order": _IJ[:2],
    "complex_by_real": [(a.real.copy(), b, c) for a, b, c in _IJ[:2]],
    "inside": [(_R(40, 43), _R(41, 60), _R(41, 60), 3, 58), (_R(40, 43), _R(41, 60), _R(41, 60), -1, 58),
               (_R(40, 43), _R(41, 60), _R(41, 60), 9, 61), (_R(40, 43), _R(41, 60), _R(41, 60), 9, 2)],
    "shortest": _NN[_FEW] + _NAN + _OVERLAP,
    "widest": _f32(_NN[_FEW] + _NAN),
    "larger_of": _NN[_FEW] + _NAN,
    "distances": _NT[_FEW] + _TINY,
    "city_blocks": _NT[_FEW],
    "farthest": _f32(_NT[_FEW] + [(a.T, b.T, c) for a, b, c in _TT[_FEW]]),
    "mapped": [(*case, 0.001) for case in _NN[_FEW]],
    "rank_two": [(1.5, 0.5, _R(n, k), _R(n, k), _R(n, n)) for n, k in ((33, 32), (40, 25))],
    "three_indices": [(_R(7, 6, 30), _R(30, 40), _R(7, 6, 40)), (_R(3, 13, 33), _R(33, 31), _R(3, 13, 31)), (_R(3, 13, 33), _R(33, 31), _R(3, 12, 31))],
    "lanes_of_two": [(_R(20, 30), _R(7, 30, 11), _R(20, 11, 7)), (_R(20, 30), _R(9, 30, 8), _R(20, 8, 9))],
    "convolution": [(_R(2, 7, 8, 5), _R(3, 3, 5, 9), _R(2, 5, 6, 9)), (_R(1, 12, 12, 4), _R(3, 2, 4, 16), _R(1, 10, 11, 16))],
    "made_here": [case[:2] for case in _NN],
    "powers": [(_R(33, 33) - 0.5, 3)],
    "batches": [(_R(n, i, k), _R(n, k, j), _R(n, i, j)) for n, i, j, k in ((4, 20, 22, 21), (70, 4, 4, 32), (9, 12, 40, 13), (2, 40, 40, 40), (0, 9, 9, 9))]
    + [(_R(4, 20, 21), _R(4, 20, 22), _R(4, 20, 22))],
    "covariances": [(_R(n, m), _R(m), _R(m, m)) for n, m in ((40, 35), (70, 64), (9, 40), (2, 3))],
    "from_zero": _NN + _OVERLAP + _BAD,
    "scaled": [(1.5, 0.5, *case) for case in _NN[:3] + _OVERLAP + _BAD],
    "from_neighbour": _NN[_FEW],
    "other_element": _NN[_FEW],
    "row_first": _NN[_FEW],
    "stored_again": _NN[_FEW],
    "begun_if": _NN[_FEW],
    "batches_of_two": [tuple(x.astype(np.float32) for x in (_R(n, h, i, k), _R(n, h, j, k), _R(n, h, i, j)))
                       for n, h, i, j, k in ((3, 2, 5, 40, 9), (2, 3, 13, 17, 21), (1, 4, 20, 70, 12))],
    "batch_inside": [(_R(i, n, k), _R(n + 1, k, j), _R(i, n, j)) for i, n, j, k in ((7, 5, 9, 10), (20, 3, 33, 20), (6, 1, 9, 9), (6, 0, 9, 9))],
    "depthwise": [(_R(2, 20, 40) * 1j, _R(20, 5) + 1j, _R(2, 20, 36) + 0j)],
    "batch_of_triangles": [(_R(5, n, n), _R(5, n, m), _R(5, n, m)) for n, m in ((5, 8), (12, 12), (23, 40))],
    "all_pairs": [(_R(34, 34),)],
    "lower": [(_R(n, k), _R(n, n)) for n, k in ((1, 5), (33, 70), (70, 16), (65, 30))] + [(_R(40, 30), _R(41, 41))],
    "banded": [(_R(40, 50), _R(50, 60), _R(40, 60), below, above) for below, above in ((3, 3), (-8, 30), (40, -4), (1, 100), (-20, 20))],
    "triangular": [(_R(m, m), _R(m, n), _R(m, n)) for m, n in ((33, 40), (1, 5), (70, 33), (47, 64))] + [(_R(40, 39), _R(39, 64), _R(40, 64))],
    "upper_triangular": [(_R(m, k), _R(k, n), _R(m, n)) for m, n, k in ((33, 40, 33), (40, 33, 70), (70, 40, 33))],
    "band_of_depth": [(_R(40, 50), _R(50, 60), _R(40, 60), below, above)
                      for below, above in ((3, 30), (-8, 30), (40, -4), (1, 100), (100, 100), (-3, 20), (5, -5))],
    "filtered": [(_R(50), _R(40, 30) * 1j, _R(50, 30) + 0j), (_R(40), _R(60, 30) * 1j, _R(40, 30) + 0j), (_R(40), _R(60, 30) * 1j, _R(39, 30) + 0j)],
    "lanes_of_depth": [(_R(33, 33), _R(33, 33), _R(33, 33))],
    "upper": [(_R(n, k), _R(k, m), _R(n, m)) for n, m, k in ((5, 1, 5), (33, 33, 70), (70, 40, 30), (30, 70, 30))],
}
