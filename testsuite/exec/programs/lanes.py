"""Loops around innermost loops, several of whose iterations run at once: blocks of 64 or 128 and what is left."""
import numpy as np

from pycc import f32, f64, i32, i64, prange


def matmul(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def matmul_rows(a: f32[:, :], b: f32[:, :], c: f32[:, :]) -> None:
    for i in prange(c.shape[0]):
        for j in range(c.shape[1]):
            s = np.float32(0)
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] += s


def matmul_serial(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            s = c[i, j]
            for k in range(a.shape[1]):
                s -= a[i, k] * b[k, j]
            c[i, j] = s


def column_sums(a: f64[:, :], out: f64[:]) -> None:
    for j in prange(a.shape[1]):
        s = 0.0
        for i in range(a.shape[0]):
            s += a[i, j]
        out[j] = s


def mean_and_spread(a: f64[:, :], out: f64[:, :]) -> None:
    n = a.shape[0]
    for j in prange(a.shape[1]):
        s = 0.0
        for i in range(n):
            s += a[i, j]
        mean = s / max(n, 1)
        q = 0.0
        for i in range(n):
            d = a[i, j] - mean
            q += d * d
        out[0, j] = mean
        out[1, j] = q


def largest(a: f64[:, :], out: f64[:]) -> None:
    for j in prange(a.shape[1]):
        m = a[0, j]
        for i in range(1, a.shape[0]):
            m = max(m, a[i, j])
        out[j] = m


def potential(atoms: f32[:, :], grid: f32[:, :], spacing: float) -> None:
    for i in prange(grid.shape[0]):
        for j in prange(grid.shape[1]):
            x = i * spacing
            y = j * spacing
            s = np.float32(0)
            for k in range(atoms.shape[0]):
                dx = x - atoms[k, 0]
                dy = y - atoms[k, 1]
                s += atoms[k, 2] / (1 + dx * dx + dy * dy)
            grid[i, j] = s


def mixed_widths(a: f32[:, :], out: f64[:]) -> None:
    for j in prange(a.shape[1]):
        s = 0.0
        for i in range(a.shape[0]):
            s += a[i, j]
        out[j] = s


def both_precisions(a: f32[:, :], t: float, out: f32[:]) -> None:
    for j in prange(a.shape[1]):
        y = j * t
        s = np.float32(0)
        for i in range(a.shape[0]):
            s += a[i, j] * y
        out[j] = s + y


def integers(a: i64[:, :], out: i64[:]) -> None:
    for j in prange(a.shape[1]):
        s = 0
        for i in range(a.shape[0]):
            s += a[i, j] * (i + 1)
        out[j] = s


def part_of_the_columns(a: f64[:, :], first: int, last: int, out: f64[:]) -> None:
    for j in prange(first, last):
        s = 1.0
        for i in range(1, a.shape[0] - 1):
            s = s * 0.5 + a[i - 1, j] + a[i + 1, j]
        out[j] = s


def last_row(a: f64[:, :], out: f64[:]) -> None:
    for j in prange(a.shape[1]):
        s = 0.0
        for i in range(a.shape[0]):
            s += a[-1, j] - a[i, j]
        out[j] = s


def recurrence(a: f64[:, :], out: f64[:]) -> None:
    for j in prange(a.shape[1]):
        x = 0.0
        y = 1.0
        for i in range(a.shape[0]):
            z = x * a[i, j]
            x = y - z
            y = z
        out[j] = x + y


def inner_twice(a: f64[:, :], b: f64[:, :], out: f64[:]) -> None:
    for j in prange(a.shape[1]):
        s = 0.0
        for i in range(a.shape[0]):
            t = a[i, j]
            s += t
        for i in range(b.shape[0]):
            t = b[i, j] * s
            s += t * 0.01
        out[j] = s


def into_itself(a: f64[:, :], steps: int) -> None:
    for j in prange(a.shape[1]):
        s = a[0, j]
        for k in range(steps):
            s = s * 0.5 + a[1, j]
        a[0, j] = s


def counts(a: i32[:, :], out: f64[:]) -> None:
    for j in prange(a.shape[1]):
        s = 0.0
        for i in range(a.shape[0]):
            s += 1.0 if a[i, j] > i else 0.5
        out[j] = s


_rng = np.random.default_rng(17)
_R = _rng.random


def _f32(*shape: int) -> np.ndarray:
    return _R(shape).astype(np.float32)


_WIDTHS = (0, 1, 63, 64, 65, 128, 131)
_MATRICES = [(_R((5, 3)), _R((3, n)), _R((5, n))) for n in _WIDTHS]
_BIG = _R((8, 150))

CASES = {
    "matmul": _MATRICES + [(_R((2, 0)), _R((0, 70)), _R((2, 70))), (_R((40, 30)), _R((30, 300)), _R((40, 300))),
                           (_R((3, 5)), _R((4, 70)), _R((3, 70))), (_BIG[:, :8], _BIG, _BIG), (_BIG[:5, :8], _BIG[:, 5:], _R((5, 145)))],
    "matmul_rows": [tuple(x.astype(np.float32) for x in m) for m in _MATRICES] + [(_f32(3, 4), _f32(4, 130), _f32(3, 131))],
    "matmul_serial": _MATRICES + [(_R((40, 30)), _R((30, 300)), _R((40, 300))), (_R((3, 5)), _R((4, 70)), _R((3, 70)))],
    "column_sums": [(_R((4, n)), _R(n)) for n in _WIDTHS] + [(_R((4, 70)), _R(69)), (_R((300, 70)), _R(70)), (_BIG, _BIG[3])],
    "mean_and_spread": [(_R((4, n)), _R((2, n))) for n in _WIDTHS] + [(_R((4, 70)), _R((1, 70)))],
    "largest": [(_R((4, n)), _R(n)) for n in _WIDTHS] + [(np.where(_R((9, 80)) > 0.8, np.nan, 1.0), _R(80)), (_R((0, 5)), _R(5))],
    "potential": [(_f32(5, 3), _f32(3, n), 0.25) for n in (0, 1, 127, 128, 129, 300)],
    "mixed_widths": [(_f32(6, n), _R(n)) for n in _WIDTHS],
    "both_precisions": [(_f32(6, n), 0.1, _f32(n)) for n in _WIDTHS],
    "integers": [(_rng.integers(-9, 9, (6, n)), _rng.integers(0, 9, n)) for n in _WIDTHS],
    "part_of_the_columns": [(_R((5, 150)), 3, 140, _R(150)), (_R((5, 150)), 0, 151, _R(150)), (_R((5, 150)), -2, 100, _R(150)),
                            (_R((1, 150)), 3, 140, _R(150)), (_R((5, 150)), 9, 3, _R(150))],
    "last_row": [(_R((4, n)), _R(n)) for n in _WIDTHS] + [(_R((0, 3)), _R(3))],
    "recurrence": [(_R((7, n)), _R(n)) for n in _WIDTHS],
    "inner_twice": [(_R((7, n)), _R((3, n)), _R(n)) for n in _WIDTHS] + [(_R((7, 70)), _R((3, 69)), _R(70))],
    "into_itself": [(_R((2, n)), 5) for n in _WIDTHS] + [(_R((1, 70)), 5), (_R((1, 70)), 0)],
    "counts": [(_rng.integers(-9, 9, (6, n), dtype=np.int32), _R(n)) for n in _WIDTHS],
}
