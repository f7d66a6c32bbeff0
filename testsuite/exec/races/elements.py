"""Reductions into array elements: iterations meet in an element, but only ever add to it, or the like.

They run in parallel, each with its own partial results, which are combined in a fixed order.
"""
import numpy as np

from pycc import bool_, f32, f64, i32, i64, prange, u8


def histogram(idx: i64[:], h: i64[:]) -> None:
    for i in prange(len(idx)):
        h[idx[i]] += 1


def histogram_of_values(x: f64[:], h: i64[:]) -> None:
    for i in prange(len(x)):
        h[int(x[i] * len(h))] += 1


def histogram_weighted(idx: i64[:], w: f64[:], h: f64[:]) -> None:
    for i in prange(len(idx)):
        h[idx[i]] += w[i]


def histogram_long_form(idx: i64[:], h: i32[:]) -> None:
    for i in prange(len(idx)):
        h[idx[i]] = h[idx[i]] + 1


def histogram_2d(p: i64[:], q: i64[:], h: i64[:, :]) -> None:
    for i in prange(len(p)):
        h[p[i], q[i]] += 1


def histogram_if(idx: i64[:], x: f64[:], h: i64[:]) -> None:
    for i in prange(len(idx)):
        if x[i] > 0.5:
            h[idx[i]] += 1


def sum_in_element(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[0] += x[i]


def sum_reversed(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[1] = x[i] + y[1]


def two_elements(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[0] += x[i]
        y[1] += x[i] * x[i]


def adds_and_subtracts(x: i64[:], y: i64[:]) -> None:
    for i in prange(len(x)):
        y[0] += x[i]
        y[0] -= 3


def column_sums(a: f64[:, :], total: f64[:]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            total[j] += a[i, j]


def column_sums_nested(a: i64[:, :], total: i64[:]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            total[j] += a[i, j]


def slice_sums(a: f64[:, :, :], acc: f64[:, :]) -> None:
    """acc += a[i] in whole arrays."""
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            for k in range(a.shape[2]):
                acc[j, k] += a[i, j, k]


def row_of_totals(a: f64[:, :], total: f64[:, :]) -> None:
    row = total[1]
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            row[j] += a[i, j]


def local_accumulator(a: f64[:, :]) -> f64[:]:
    acc = np.zeros(a.shape[1])
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            acc[j] += a[i, j]
    return acc


def forces_between_neighbours(x: f64[:], f: f64[:]) -> None:
    for i in prange(len(x) - 1):
        d = x[i + 1] - x[i]
        f[i] += d
        f[i + 1] -= d


def forces_between_all(x: f64[:], f: f64[:]) -> None:
    for i in prange(len(x)):
        for j in range(i + 1, len(x)):
            d = x[j] - x[i]
            f[i] += d
            f[j] -= d


def polynomial_product(p: i64[:], q: i64[:], r: i64[:]) -> None:
    for i in prange(len(p)):
        for j in range(len(q)):
            r[i + j] += p[i] * q[j]


def sparse_transposed_product(start: i64[:], col: i64[:], v: f64[:], x: f64[:], y: f64[:]) -> None:
    for i in prange(len(start) - 1):
        for k in range(start[i], start[i + 1]):
            y[col[k]] += v[k] * x[i]


def product_in_element(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(x)):
        y[0] *= x[i]


def group_maximum(x: f64[:], g: i64[:], m: f64[:]) -> None:
    for i in prange(len(x)):
        m[g[i]] = max(m[g[i]], x[i])


def group_minimum_if(x: f64[:], g: i64[:], m: f64[:]) -> None:
    for i in prange(len(x)):
        if x[i] < m[g[i]]:
            m[g[i]] = x[i]


def group_maximum_chosen(x: f64[:], g: i64[:], m: f64[:]) -> None:
    for i in prange(len(g)):
        m[g[i]] = x[i] if x[i] > m[g[i]] else m[g[i]]


def group_minimum_kept(x: i64[:], g: i64[:], m: i64[:]) -> None:
    for i in prange(len(g)):
        m[g[i]] = m[g[i]] if m[g[i]] < x[i] else x[i]


def maximum_in_element(x: f64[:], m: f64[:]) -> None:
    for i in prange(len(x)):
        m[1] = x[i] if m[1] < x[i] else m[1]


def column_maximum(a: f64[:, :], m: f64[:]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            m[j] = max(m[j], a[i, j])


def group_bits(x: u8[:], g: i64[:], b: u8[:]) -> None:
    for i in prange(len(x)):
        b[g[i]] |= x[i]


def group_parity(x: i64[:], g: i64[:], b: i64[:]) -> None:
    for i in prange(len(x)):
        b[g[i]] ^= x[i]


def group_all(x: f64[:], g: i64[:], ok: bool_[:]) -> None:
    for i in prange(len(x)):
        ok[g[i]] &= x[i] > 0.01


def element_and_scalar(x: f32[:], idx: i64[:], h: f32[:]):
    s = np.float32(0)
    for i in prange(len(x)):
        h[idx[i]] += x[i]
        s += x[i]
    return s


def element_and_map(x: f64[:], y: f64[:], h: f64[:]) -> None:
    for i in prange(len(x)):
        y[i] = x[i] * 2.0
        h[i % 8] += y[i]


def statistics(out: f64[:], v: f64[:]) -> None:
    """Each element has an operator of its own."""
    for i in prange(len(v)):
        out[0] += v[i]
        out[1] = max(out[1], v[i])
        out[2] = min(out[2], v[i])
        out[3] *= 1.0 + 1e-9 * v[i]


def moments_of_ints(out: i64[:], v: i64[:]) -> None:
    for i in prange(len(v)):
        out[0] += v[i]
        out[3] ^= v[i]
        if v[i] % 2 == 0:
            out[2] |= v[i]
        if v[i] > out[1]:
            out[1] = v[i]


rng = np.random.default_rng(36)
N = 60000
Z = np.zeros
X = rng.random(N)
INTS = rng.integers(-1000, 1000, N)


def groups(n: int) -> np.ndarray:
    """N numbers of groups."""
    return rng.integers(0, n, N)


SHAPES = ((0, 3), (3, 0), (1, 1), (5, 7), (4000, 9), (9, 4000))
MATRICES = [(rng.random(s), Z(s[1])) for s in SHAPES]
DISTINCT = [(groups(n), n) for n in (1, 2, 10, 1000, 50000)]
FEW = [(X[:n], Z(3)) for n in (0, 1, 9, N)]
VERDICTS = {
    "histogram": "reduction(+, h)",
    "histogram_of_values": "reduction(+, h)",
    "histogram_weighted": "reduction(+, h)",
    "histogram_long_form": "reduction(+, h)",
    "histogram_2d": "reduction(+, h)",
    "histogram_if": "reduction(+, h)",
    "sum_in_element": "reduction(+, y)",
    "sum_reversed": "reduction(+, y)",
    "two_elements": "reduction(+, y)",
    "adds_and_subtracts": "reduction(+, y)",
    "column_sums": "reduction(+, total)",
    "column_sums_nested": "reduction(+, total)",
    "slice_sums": "reduction(+, acc)",
    "row_of_totals": "reduction(+, row)",
    "local_accumulator": "reduction(+, acc)",
    "forces_between_neighbours": "reduction(+, f)",
    "forces_between_all": "reduction(+, f)",
    "polynomial_product": "reduction(+, r)",
    "sparse_transposed_product": "reduction(+, y)",
    "product_in_element": "reduction(*, y)",
    "group_maximum": "reduction(max, m)",
    "group_minimum_if": "reduction(min, m)",
    "group_maximum_chosen": "reduction(max, m)",
    "group_minimum_kept": "reduction(min, m)",
    "maximum_in_element": "reduction(max, m)",
    "column_maximum": "reduction(max, m)",
    "group_bits": "reduction(|, b)",
    "group_parity": "reduction(^, b)",
    "group_all": "reduction(&, ok)",
    "element_and_scalar": "reduction(+, h)",
    "element_and_map": "reduction(+, h)",
    "statistics": "reduction(max, out)",
    "moments_of_ints": "reduction(^, out)",
}
CASES = {
    "histogram": [(i, Z(n, int)) for i, n in DISTINCT] + [(groups(9)[:0], Z(9, int)), (np.array([0, -1, 2]), Z(3, int))],
    "histogram_of_values": [(X, Z(n, int)) for n in (1, 7, 5000)],
    "histogram_weighted": [(i, X, rng.random(n)) for i, n in DISTINCT],
    "histogram_long_form": [(i, Z(n, np.int32)) for i, n in DISTINCT],
    "histogram_2d": [(groups(n), groups(m), Z((n, m), int)) for n, m in ((1, 1), (3, 5), (200, 100))],
    "histogram_if": [(i, X, Z(n, int)) for i, n in DISTINCT],
    "sum_in_element": FEW,
    "sum_reversed": FEW,
    "two_elements": FEW,
    "adds_and_subtracts": [(INTS[:n], Z(2, int)) for n in (0, 1, 9, N)],
    "column_sums": MATRICES,
    "column_sums_nested": [((a * 1000).astype(int), t.astype(int)) for a, t in MATRICES],
    "slice_sums": [(rng.random(s), rng.random(s[1:])) for s in ((0, 2, 3), (1, 1, 1), (300, 8, 9), (3, 80, 90))],
    "row_of_totals": [(a, Z((2, len(t)))) for a, t in MATRICES],
    "local_accumulator": [(a,) for a, _ in MATRICES],
    "forces_between_neighbours": [(X[:n], Z(n)) for n in (0, 1, 2, 9, N)],
    "forces_between_all": [(X[:n], Z(n)) for n in (0, 1, 2, 9, 300)],
    "polynomial_product": [(INTS[:n], INTS[-m:], Z(max(n + m - 1, 0), int)) for n, m in ((1, 1), (4, 9), (300, 200))],
    "sparse_transposed_product": [(np.arange(20001) * 3, groups(n), X, X[:20000], Z(n)) for n in (1, 500, 20000)],
    "product_in_element": [(X[:0], np.ones(1)), (X[:9], np.ones(1)), (1.0 + (X - 0.5) * 1e-3, np.ones(1))],
    "group_maximum": [(X, i, Z(n)) for i, n in DISTINCT],
    "group_minimum_if": [(X, i, np.ones(n)) for i, n in DISTINCT],
    "group_maximum_chosen": [(X, i, Z(n)) for i, n in DISTINCT] + [(np.where(X > 0.9, np.nan, X), groups(9), Z(9))],
    "group_minimum_kept": [(INTS, i, Z(n, int)) for i, n in DISTINCT],
    "maximum_in_element": [(X[:n], Z(2)) for n in (0, 1, 9, N)] + [(np.where(X > 0.9, np.nan, X), Z(2))],
    "column_maximum": MATRICES,
    "group_bits": [((INTS % 128).astype(np.uint8), i, Z(n, np.uint8)) for i, n in DISTINCT],
    "group_parity": [(INTS, i, Z(n, int)) for i, n in DISTINCT],
    "group_all": [(X, i, np.ones(n, bool)) for i, n in DISTINCT],
    "element_and_scalar": [(X.astype(np.float32), i, Z(n, np.float32)) for i, n in DISTINCT],
    "element_and_map": [(X[:n], Z(n), Z(8)) for n in (0, 1, 9, N)],
    "statistics": [(np.array([1.0, 0.3, 0.4, 2.0, 7.0]), X[:n]) for n in (0, 1, 9, N)] + [(Z(12)[::3], X)],
    "moments_of_ints": [(np.array([1, 3, 4, 5, 7]), INTS[:n]) for n in (0, 1, 9, N)],
}
