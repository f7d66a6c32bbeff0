"""Serial loops in one another: exchanged where the order allows it, and as written where it does not."""
import numpy as np

from pycc import f64, i32, i64, prange


def matmul(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            for k in range(a.shape[1]):
                c[i, j] += a[i, k] * b[k, j]


def matmul_backwards(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    """Elements are summed from the last to the first, as written."""
    for j in range(c.shape[1]):
        for i in range(c.shape[0]):
            for k in range(a.shape[1] - 1, -1, -1):
                c[i, j] += a[i, k] * b[k, j]


def by_columns(a: f64[:, :], out: f64[:, :]) -> None:
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            out[i, j] = 2.0 * a[i, j] + j


def odd_columns(a: f64[:, :], first: int, last: int, out: f64[:, :]) -> None:
    """The ranges of both loops have a start and a step."""
    for j in range(first, last, 2):
        for i in range(last - 1, first - 1, -1):
            out[i, j] = a[i, j] - i


def column_sums(a: f64[:, :], out: f64[:]) -> None:
    """Each sum keeps its order."""
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            out[j] += a[i, j]


def row_sums_by_columns(a: f64[:, :], out: f64[:]) -> None:
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            out[i] += a[i, j]


def float_total(a: f64[:, :]) -> float:
    """Floats round differently in another order: as written."""
    s = 0.0
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            s += a[i, j] / 3.0
    return float(s)


def integer_total(a: i64[:, :]) -> int:
    s = 0
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            s += a[i, j]
    return int(s)


def last_one_wins(a: f64[:, :]) -> float:
    """Which element is the last depends on the order."""
    last = -1.0
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            if a[i, j] > 0.5:
                last = a[i, j]
    return float(last)


def wavefront(a: f64[:, :]) -> None:
    """Iterations on one diagonal may change places, (i, j - 1) and (i + 1, j) may not."""
    for j in range(1, a.shape[1]):
        for i in range(a.shape[0] - 1):
            a[i, j] = 0.5 * (a[i + 1, j - 1] + 1.0)


def wavefront_legal(a: f64[:, :]) -> None:
    for j in range(1, a.shape[1]):
        for i in range(1, a.shape[0]):
            a[i, j] = 0.5 * (a[i - 1, j - 1] + a[i - 1, j])


def towards_the_start(a: f64[:, :]) -> None:
    """The outer loop runs down: reading (i + 1, j - 1) is then reading what came before."""
    for j in range(a.shape[1] - 1, 0, -1):
        for i in range(a.shape[0] - 1):
            a[i + 1, j - 1] = 0.5 * (a[i, j] + 1.0)


def transposed_onto_itself(a: f64[:, :]) -> None:
    n = min(a.shape[0], a.shape[1])
    for j in range(n):
        for i in range(n):
            a[i, j] = a[j, i] + 1.0


def guarded(a: f64[:, :], out: f64[:, :]) -> None:
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            if a[i, j] < 0.5:
                continue
            t = a[i, j] * 2.0
            out[i, j] = t


def out_of_range(a: f64[:, :], n: int) -> None:
    """What was written before the error is that of the source's order."""
    for j in range(a.shape[1]):
        for i in range(n):
            a[i, j] = 10.0 * i + j


def divides(a: i64[:, :], b: i64[:, :]) -> None:
    """Raises at an iteration: as written."""
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            a[i, j] = 100 // int(b[i, j])


def cube(a: f64[:, :, :], b: f64[:, :, :]) -> None:
    for k in range(a.shape[2]):
        for j in range(a.shape[1]):
            for i in range(a.shape[0]):
                a[i, j, k] = b[i, j, k] + i - j


def four(a: i32[:, :], b: i32[:, :]) -> None:
    for q in range(3):
        for p in range(2):
            for j in range(a.shape[1]):
                for i in range(a.shape[0]):
                    a[i, j] += b[i, j] * (p + 1) - q


def tiles(a: f64[:, :], out: f64[:, :]) -> None:
    """The inner two have ranges that depend on the outer two."""
    for jj in range(0, a.shape[1], 3):
        for ii in range(0, a.shape[0], 3):
            for j in range(jj, min(jj + 3, a.shape[1])):
                for i in range(ii, min(ii + 3, a.shape[0])):
                    out[i, j] = a[i, j] + 1.0


def in_a_prange(a: f64[:, :, :], out: f64[:, :]) -> None:
    for k in prange(a.shape[0]):
        for j in range(a.shape[2]):
            for i in range(a.shape[1]):
                out[k, j] += a[k, i, j] * 0.5


def total_in_a_prange(a: f64[:, :, :], out: f64[:]) -> None:
    for k in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[2]):
            for i in range(a.shape[1]):
                s += a[k, i, j]
        out[k] = s


def views_of_one(a: f64[:, :]) -> None:
    """The rows of the halves overlap where the number of rows is odd."""
    top = a[:a.shape[0] // 2 + 1]
    low = a[a.shape[0] // 2:]
    for j in range(a.shape[1]):
        for i in range(min(len(top), len(low))):
            top[i, j] = low[i, j] + 1.0


def arguments_overlap(a: f64[:, :], b: f64[:, :]) -> None:
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            a[i, j] = b[i, j] + 1.0


def same_row(a: f64[:, :], x: f64[:]) -> None:
    """x may be a row or a column of a."""
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            x[i] = a[i, j] + x[i]


def counted(a: f64[:, :]) -> int:
    """The counters are read after the loops."""
    i = j = 0
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            a[i, j] += 1.0
    return 100 * i + j


def nothing_inside(n: int, m: int) -> int:
    s = 0
    for i in range(n):
        for j in range(m):
            s += i * j
    return s


_rng = np.random.default_rng(91)
_R = _rng.random
_BIG = _R((7, 9))
_SQUARE = _R((6, 6))

CASES = {
    "matmul": [(_R((5, 4)), _R((4, 7)), _R((5, 7))), (_R((3, 0)), _R((0, 2)), _R((3, 2))), (_R((0, 2)), _R((2, 2)), _R((0, 2))),
               (_R((2, 4)), _R((4, 7)), _R((3, 7))), (_R((3, 5)), _R((4, 7)), _R((3, 7))), (_R((3, 4)), _R((4, 6)), _R((3, 7))),
               (_SQUARE, _SQUARE, _SQUARE), (_BIG[:6, :6], _SQUARE, _BIG[1:, 2:8])],
    "matmul_backwards": [(_R((5, 4)), _R((4, 7)), _R((5, 7))), (_R((1, 1)), _R((1, 1)), _R((1, 1))),
                         (_R((3, 5)), _R((4, 7)), _R((3, 7)))],
    "by_columns": [(_R((5, 7)), _R((5, 7))), (_R((5, 7)), _R((4, 7))), (_R((5, 7)), _R((5, 6))), (_SQUARE, _SQUARE),
                   (_SQUARE, _SQUARE.T), (_BIG[1:], _BIG[:-1]), (_R((0, 3)), _R((0, 3)))],
    "odd_columns": [(_R((9, 9)), 1, 8, _R((9, 9))), (_R((9, 9)), 0, 9, _R((9, 9))), (_R((9, 9)), 5, 5, _R((9, 9))),
                    (_R((9, 9)), -3, 4, _R((9, 9))), (_R((9, 9)), 2, 12, _R((9, 9)))],
    "column_sums": [(_R((30, 7)), _R(7)), (_R((5, 7)), _R(6)), (_R((5, 0)), _R(2)), (_SQUARE, _SQUARE[2])],
    "row_sums_by_columns": [(_R((30, 7)), _R(30)), (_R((5, 7)), _R(4)), (_SQUARE, _SQUARE[:, 2]), (_SQUARE, _SQUARE[2])],
    "float_total": [(_R((30, 70)),), (_R((0, 7)),)],
    "integer_total": [(_rng.integers(-9, 9, (30, 70)),), (_rng.integers(-2**62, 2**62, (30, 7)),)],
    "last_one_wins": [(_R((5, 8)),), (_R((5, 8)) / 2,)],
    "wavefront": [(_R((7, 9)),), (_R((1, 1)),)],
    "wavefront_legal": [(_R((7, 9)),), (_R((2, 2)),)],
    "towards_the_start": [(_R((7, 9)),)],
    "transposed_onto_itself": [(_R((7, 7)),), (_R((5, 8)),)],
    "guarded": [(_R((7, 9)), _R((7, 9))), (_R((7, 9)), _R((7, 8)))],
    "out_of_range": [(_R((5, 4)), 5), (_R((5, 4)), 6), (_R((5, 4)), 0), (_R((5, 0)), 9)],
    "divides": [(np.ones((3, 4), np.int64), np.arange(1, 13).reshape(3, 4)), (np.ones((3, 4), np.int64), np.arange(12).reshape(3, 4)),
                (np.ones((3, 4), np.int64), 5 - np.arange(12).reshape(3, 4))],
    "cube": [(_R((3, 4, 5)), _R((3, 4, 5))), (_R((3, 4, 5)), _R((3, 4, 4)))],
    "four": [(np.ones((3, 4), np.int32), np.arange(12, dtype=np.int32).reshape(3, 4))],
    "tiles": [(_R((7, 8)), _R((7, 8))), (_R((7, 8)), _R((6, 8)))],
    "in_a_prange": [(_R((5, 6, 7)), _R((5, 7))), (_R((5, 6, 7)), _R((5, 6)))],
    "total_in_a_prange": [(_R((5, 6, 7)), _R(5))],
    "views_of_one": [(_R((7, 5)),), (_R((8, 5)),)],
    "arguments_overlap": [(_R((4, 5)), _R((4, 5))), (_BIG[1:], _BIG[:-1]), (_BIG[:-1], _BIG[1:]), (_BIG[:, 1:], _BIG[:, :-1]),
                          (_SQUARE, _SQUARE.T)],
    "same_row": [(_R((4, 5)), _R(4)), (_SQUARE, _SQUARE[3]), (_SQUARE, _SQUARE[:, 3])],
    "counted": [(_R((4, 5)),), (_R((0, 5)),)],
    "nothing_inside": [(4, 5), (0, 3)],
}
