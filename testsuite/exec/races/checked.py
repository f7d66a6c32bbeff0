"""Parallel loops whose independence depends on values that only a call knows.

CASES are fine: most run in parallel; where arguments overlap or a negative index wraps, in order. Those of
COLLIDING raise RaceError naming an element, with nothing written; with --on-unknown=serial they run in order.
"""
import numpy as np

from pycc import f64, i64, prange


# ---- indirect writes

def scatter(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    for i in prange(len(idx)):
        y[idx[i]] = x[i]


def scatter_some(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    """What is not executed does not collide."""
    for i in prange(len(idx)):
        if x[i] > 0.5:
            y[idx[i]] = x[i]


def _fill(row, v):
    for j in range(len(row)):
        if j % 3 < 2:
            row[j] = v + j


def helper_fills_blocks(y: f64[:], n: int) -> None:
    for k in prange(len(y) // n):
        _fill(y[k * n:(k + 1) * n], 1.0 * k)


def helper_fills_parts(y: f64[:], start: i64[:]) -> None:
    for k in prange(len(start) - 1):
        part = y[start[k]:start[k + 1]]
        _fill(part, 1.0 * k)
        if len(part) > 5:
            _fill(part[1::2], 0.5)


def _put(y, idx, i, v):
    if v > 0:
        y[idx[i]] = v


def helper_scatters(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    for i in prange(len(idx)):
        _put(y, idx, i, x[i])


def flat_elements(a: f64[:, :], k: int) -> None:
    for i in prange(a.size):
        a.flat[i * k] = 2.0 * i


def flat_elements_updated(a: f64[:, :], p: i64[:]) -> None:
    for i in prange(len(p)):
        a.flat[p[i]] *= 2.0 + i


def flat_elements_of_three_axes(a: i64[:, :, :]) -> None:
    for i in prange(1, a.size, 3):
        a.flat[i] = i


def scatter_blocks(y: f64[:, :], idx: i64[:], columns: i64[:], b: f64[:]) -> None:
    for i in prange(len(idx)):
        y[idx[i], columns] = b


def scatter_one_column(y: f64[:, :], idx: i64[:], n: int) -> None:
    """All iterations write the same, as long as there is one."""
    for i in prange(n):
        y[idx, 0] = 1.0 * i


def scatter_rows(a: f64[:, :], idx: i64[:], y: f64[:, :]) -> None:
    for i in prange(len(idx)):
        for j in range(a.shape[1]):
            y[idx[i], j] = a[i, j]


def scatter_row_views(a: f64[:, :], idx: i64[:]) -> None:
    for i in prange(len(idx)):
        row = a[idx[i]]
        for j in range(len(row)):
            row[j] = row[j] * 2.0 + 1.0


def scatter_pairs(x: f64[:], p: i64[:], q: i64[:], y: f64[:, :]) -> None:
    """Only the pair has to be unique."""
    for i in prange(len(x)):
        y[p[i], q[i]] = x[i]


def scatter_through_a_variable(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    for i in prange(len(idx)):
        k = 2 * idx[i]
        y[k] = x[i]
        y[k + 1] = -x[i]


def rows_of_a_sparse_matrix(start: i64[:], v: f64[:]) -> None:
    """Rows must not overlap: start must not decrease."""
    for i in prange(len(start) - 1):
        for k in range(start[i], start[i + 1]):
            v[k] = v[k] * (i + 1) + 1.0


def permutes_in_place(idx: i64[:], y: f64[:]) -> None:
    """Independent when every element stays, or its place is not read."""
    for i in prange(len(idx)):
        y[idx[i]] = y[i] + 1.0


# ---- views that stand for one row or another

def row_or_fixed_row(a: f64[:, :], n: int) -> None:
    for i in prange(n):
        if i % 2 == 0:
            row = a[i]
        else:
            row = a[1]
        row[0] = i


def row_of_the_turn_before(a: f64[:, :], n: int) -> None:
    """In its second turn the inner loop writes to the row of the next iteration."""
    for i in prange(n):
        row = a[i]
        for j in range(2):
            row[0] = i
            row = a[i + 1]


# ---- strides and offsets that are parameters

def stride_and_offset(y: f64[:], n: int, k: int, m: int) -> None:
    for i in prange(n):
        y[i * k + m] = i


def read_at_a_distance(y: f64[:], n: int, d: int) -> None:
    for i in prange(n):
        y[i + d] = y[i] + 1.0


def strides_differ(y: f64[:], n: int, k: int, m: int) -> None:
    for i in prange(n):
        y[k * i] = y[k * i + m] + 1.0


def block_and_width(y: f64[:], n: int, size: int, width: int) -> None:
    """Blocks are size apart and width wide."""
    for b in prange(n):
        for k in range(width):
            y[b * size + k] = b


def blocks_by_step(y: f64[:], n: int, step: int, width: int) -> None:
    for start in prange(0, n, step):
        for k in range(start, min(start + width, n)):
            y[k] = start


def planes(a: f64[:, :], new: int, old: int) -> None:
    for i in prange(1, a.shape[1]):
        a[new, i] = a[old, i - 1] + 1.0


def index_modulo(y: f64[:], n: int, m: int) -> None:
    for i in prange(n):
        y[i % m] = i


def rotated(x: f64[:], y: f64[:], k: int) -> None:
    """Always independent: two values of i are less than n apart."""
    n = len(x)
    for i in prange(n):
        y[(i + k) % n] = x[i]


def squares(y: f64[:], first: int, n: int) -> None:
    """-k and k meet."""
    for i in prange(first, n):
        y[i * i] = i


# ---- arguments that overlap

def shift(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        y[i] = x[i] + 1.0


def smooth(a: f64[:, :], b: f64[:, :]) -> None:
    for i in prange(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.5 * (a[i - 1, j] + a[i + 1, j])


def writes_both(x: f64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        x[i] = 1.0 * i
        y[i] = -1.0 * i


def double_all(y: f64[:]) -> None:
    """An array whose elements share memory collides with itself."""
    for i in prange(len(y)):
        y[i] = y[i] * 2.0 + i


def double_rows(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] * 2.0 + i


def halves_of_one(a: f64[:], n: int) -> None:
    """Two views of one array, made before the loop."""
    u = a[:n]
    v = a[n:]
    for i in prange(min(len(u), len(v))):
        u[i] = v[i] + 1.0


def shifted_views_of_one(a: f64[:], k: int) -> None:
    u = a[k:]
    v = a[:len(u)]
    for i in prange(len(u)):
        u[i] = v[i] + 1.0


def rows_of_one(a: f64[:, :], p: int, q: int) -> None:
    u = a[p]
    v = a[q]
    for i in prange(1, len(u)):
        u[i] = v[i - 1] + 1.0


rng = np.random.default_rng(35)
N = 90000
X = rng.random(N)
P = rng.permutation(N)
Z = np.zeros
I = np.arange


def changed(a: np.ndarray, **at: int) -> np.ndarray:
    """A copy with elements replaced: k7=3 sets number 7."""
    a = a.copy()
    for k, v in at.items():
        a[int(k[1:])] = v
    return a


def strided(buffer: np.ndarray, shape: tuple, strides: tuple) -> np.ndarray:
    """A view with any strides, in elements."""
    return np.ndarray(shape, buffer.dtype, buffer, 0, tuple(s * buffer.itemsize for s in strides))


TWICE = changed(P, k20000=int(P[11]))
HIGH = np.where(I(N) % 2 == 0, 0.75, 0.25)
BUFFER = rng.random(2 * N)
GRID = rng.random((300, 320))

# Arguments that may overlap change no verdict: that is for the guard of the call.
VERDICTS = {
    **dict.fromkeys((
        "helper_fills_blocks", "helper_fills_parts", "helper_scatters", "flat_elements", "flat_elements_updated", "flat_elements_of_three_axes",
        "scatter", "scatter_some", "scatter_blocks", "scatter_one_column", "scatter_rows", "scatter_row_views", "scatter_pairs", "scatter_through_a_variable",
        "rows_of_a_sparse_matrix", "permutes_in_place", "stride_and_offset", "read_at_a_distance", "strides_differ",
        "block_and_width", "blocks_by_step", "planes", "index_modulo",
        "squares", "row_or_fixed_row", "row_of_the_turn_before"), "checked"),
    **dict.fromkeys(("shift", "smooth", "rotated", "writes_both", "double_all", "double_rows", "halves_of_one", "shifted_views_of_one",
                     "rows_of_one"), "independent"),
}

CASES = {
    "scatter": [(X, P, Z(N)), (X[:3], np.array([2, 0, -2]), Z(3)), (X[:0], P[:0], Z(0)), (X, -1 - P, Z(N)),
                (X[:1], np.array([4]), Z(9))],
    "scatter_some": [(X, P, Z(N)), (HIGH, I(N) // 2 * 2, Z(N)), (HIGH, np.where(I(N) % 2 == 0, I(N), 7), Z(N))],
    "helper_fills_blocks": [(Z(N), n) for n in (1, 7, N, N + 1, -5)] + [(Z(0), 3)],
    "helper_fills_parts": [(Z(N), np.arange(0, N, 30)), (Z(N), np.sort(P[:500])), (Z(9), I(0)), (Z(9), np.array([-9, -4, -4]))],
    "helper_scatters": [(X, P, Z(N)), (X - 2, Z(N, int), Z(N)), (X[:0], P[:0], Z(0))],
    "flat_elements": [(rng.random((300, 301)), k) for k in (1, -1)] + [(Z((1, 1)), 0), (Z((0, 3)), 2)],
    "flat_elements_updated": [(rng.random((300, 301)), rng.permutation(300 * 301)), (Z((2, 2)), np.array([1, -4])), (Z((0, 3)), Z(0, int))],
    "flat_elements_of_three_axes": [(Z(s, int),) for s in ((0, 2, 3), (1, 2, 1), (40, 50, 30))],
    "scatter_blocks": [(Z((N, 3)), P, np.array([2, -3, 2]), X[:3]), (Z((2, 2)), np.array([1, 1]), I(0), X[:0])],
    "scatter_one_column": [(Z((9, 2)), np.array([3, 3, -1]), 1), (Z((9, 2)), I(9), 0), (Z((9, 2)), I(0), 5000)],
    "scatter_rows": [(rng.random((N, 3)), P, Z((N, 3))), (rng.random((2, 0)), np.array([1, 1]), Z((2, 0)))],
    "scatter_row_views": [(rng.random((N, 3)), P)],
    "scatter_pairs": [(X, P // 200, P % 200, Z((450, 200))), (X[:2], np.array([1, 1]), np.array([0, 1]), Z((2, 2)))],
    "scatter_through_a_variable": [(X, P, Z(2 * N))],
    "rows_of_a_sparse_matrix": [(np.sort(rng.integers(0, 4 * N, N)), rng.random(4 * N)), (np.array([0, 0, 3, 3]), X[:3]),
                                (np.array([2, 3, 0]), X[:3])],
    "permutes_in_place": [(I(N), X), (I(N), BUFFER), (P + N, BUFFER)],
    "row_or_fixed_row": [(rng.random((3, 4)), n) for n in (0, 1, 2)],
    "row_of_the_turn_before": [(rng.random((3, 4)), n) for n in (0, 1)],
    "stride_and_offset": [(Z(3 * N), N, 3, 0), (Z(3 * N), N, 1, 17), (Z(N), N, -1, N - 1), (Z(9), 1, 0, 4), (Z(9), 0, 0, 4)],
    "read_at_a_distance": [(BUFFER, N, N), (BUFFER, N, 0), (X[:9], 1, 5)],
    "strides_differ": [(BUFFER, N // 2, 2, 1), (BUFFER, N // 2, 2, -1), (BUFFER, N // 2, 3, 7), (BUFFER, N, 1, N)],
    "block_and_width": [(Z(N), N // 10, 10, 10), (Z(N), N // 10, 10, 7), (Z(N), 1, 0, N), (Z(9), 5, 0, 0), (Z(N), N, 1, 1)],
    "blocks_by_step": [(Z(N), N, 32, 32), (Z(N), N, 50, 7), (Z(9), 9, 100, 100), (Z(9), 9, -4, 2)],
    "planes": [(rng.random((2, N)), 1, 0), (rng.random((2, N)), 0, 1), (rng.random((2, N)), 0, -1), (rng.random((2, N)), 1, -1)],
    "index_modulo": [(Z(N), N, N), (Z(N), N, 2 * N), (Z(3), 1, 1)],
    "rotated": [(X, Z(N), k) for k in (0, 7, -1)] + [(X[:0], Z(0), 3)],
    "squares": [(Z(600 * 600), 0, 600), (Z(600 * 600), -599, 1), (Z(9), -1, 1)],
    "shift": [(X, Z(N)), (BUFFER[:N], BUFFER[N:]), (BUFFER[::2], BUFFER[1::2]), (X, X), (BUFFER[:N], BUFFER[1:N + 1]),
              (BUFFER[1:N + 1], BUFFER[:N]), (BUFFER[:N], BUFFER[:N][::-1])],
    "smooth": [(GRID, Z(GRID.shape)), (GRID[:150], GRID[150:]), (GRID, GRID), (GRID[1:], GRID[:-1])],
    "writes_both": [(X, Z(N)), (BUFFER[:N], BUFFER[N:]), (BUFFER[::2], BUFFER[1::2]), (BUFFER[:N], BUFFER[5:N + 5])],
    "double_all": [(X,), (BUFFER[::2],), (X[::-1],), (strided(BUFFER, (1,), (0,)),), (strided(BUFFER, (N,), (0,)),)],
    "halves_of_one": [(BUFFER, N), (BUFFER, N // 2), (BUFFER, 0), (BUFFER, 2 * N), (BUFFER, -N), (BUFFER[:1], 1)],
    "shifted_views_of_one": [(BUFFER, 1), (BUFFER, N), (BUFFER, N - 1), (BUFFER, 0), (BUFFER[:3], 5)],
    "rows_of_one": [(rng.random((2, N)), 0, 1), (rng.random((2, N)), 1, 1), (rng.random((2, N)), -1, 1)],
    "double_rows": [(GRID,), (GRID.T,), (strided(BUFFER, (150, 200), (200, 1)),), (strided(BUFFER, (150, 200), (1, 150)),),
                    (strided(BUFFER, (200, 150), (1, 1)),), (strided(BUFFER, (200, 150), (149, 1)),)],
}
# Arguments that collide, and what the RaceError's text must match.
COLLIDING = {
    "scatter": [((X, TWICE, Z(N)), rf"y\[{TWICE[11]}\]"), ((X[:3], np.array([2, 0, -1]), Z(3)), r"y\[2\]"),
                ((X, Z(N, int), Z(N)), r"y\[0\]")],
    "scatter_some": [((HIGH, np.where(I(N) % 2 == 0, 7, I(N)), Z(N)), r"y\[7\]")],
    "helper_fills_parts": [((Z(N), np.array([0, 500, 400, 900])), r"y\[4\d\d\]")],
    "helper_scatters": [((X, TWICE, Z(N)), rf"y\[{TWICE[11]}\]")],
    "flat_elements": [((Z((300, 301)), 0), r"a\[0, 0\]")],
    "flat_elements_updated": [((Z((20, 30)), np.array([5, 7, -593])), r"a\[0, 7\]")],
    "scatter_blocks": [((Z((N, 3)), TWICE, np.array([2, 0]), X[:2]), rf"y\[{TWICE[11]}, [02]\]")],
    "scatter_one_column": [((Z((9, 2)), np.array([3, 3, -1]), 3), r"y\[[38], 0\]")],
    "scatter_rows": [((rng.random((N, 3)), TWICE, Z((N, 3))), rf"y\[{TWICE[11]}, \d\]")],
    "scatter_row_views": [((rng.random((N, 3)), TWICE), rf"a\[{TWICE[11]}, \d\]")],
    "scatter_pairs": [((X, TWICE // 200, TWICE % 200, Z((450, 200))), rf"y\[{TWICE[11] // 200}, {TWICE[11] % 200}\]")],
    "scatter_through_a_variable": [((X, TWICE, Z(2 * N)), rf"y\[({2 * TWICE[11]}|{2 * TWICE[11] + 1})\]")],
    "rows_of_a_sparse_matrix": [((np.array([0, 4, 3, 6]), X[:6]), r"v\[3\]"), ((I(N) % 100, X), r"v\[\d+\]")],
    "permutes_in_place": [((P, X), r"y\[\d+\]"), ((np.array([1, 0]), X[:2]), r"y\[[01]\]")],
    "row_or_fixed_row": [((rng.random((300, 4)), 300), r"a\[1, 0\]")],
    "row_of_the_turn_before": [((rng.random((300, 4)), 299), r"a\[\d+, 0\]")],
    "stride_and_offset": [((Z(N), N, 0, 4), r"y\[4\]"), ((Z(9), 2, 0, 0), r"y\[0\]")],
    "read_at_a_distance": [((BUFFER, N, 1), r"y\[\d+\]"), ((BUFFER, N, N - 1), rf"y\[{N - 1}\]")],
    "strides_differ": [((BUFFER, N // 2, 2, 2), r"y\[\d+\]"), ((BUFFER, N, 1, N - 1), rf"y\[{N - 1}\]"),
                       ((BUFFER, 9, 0, 5), r"y\[0\]")],
    "block_and_width": [((Z(N), N // 10, 9, 10), r"y\[\d+\]"), ((Z(N), 2, 0, 1), r"y\[0\]")],
    "blocks_by_step": [((Z(N), N, 31, 32), r"y\[\d+\]")],
    "planes": [((rng.random((2, N)), 1, 1), r"a\[1, \d+\]")],
    "index_modulo": [((Z(N), N, N - 1), r"y\[0\]"), ((Z(4), N, 4), r"y\[\d\]")],
    "squares": [((Z(9), -1, 2), r"y\[1\]"), ((Z(600 * 600), -599, 600), r"y\[\d+\]")],
}
