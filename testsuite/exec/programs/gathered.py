"""Loops over elements at indices that are data, in parallel loops: sums as masked vectors, others two iterations in a turn, each with
accumulators of its own."""
import numpy as np

from pycc import c64, c128, f32, f64, i32, i64, prange


def sums(a: f64[:], at: i64[:], row: i64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        s = 0.5
        for k in range(row[i], row[i + 1]):
            s += a[at[k]]
        y[i] = s


def weighted(w: f32[:], a: f32[:], at: i32[:], row: i64[:], y: f32[:]) -> None:
    for i in prange(len(y)):
        s, t = np.float32(0), np.float32(1)
        for k in range(row[i], row[i + 1]):
            s += w[k] * a[at[k]]
            t *= a[at[k]] + w[k]
        y[i] = s - t


def columns(w: f64[:, :], a: f64[:], at: i64[:, :], y: f64[:]) -> None:  # no index of the counter itself
    for i in prange(len(y)):
        s = 0.0
        for k in range(len(w)):
            s += w[k, i] * a[at[k, i]]
        y[i] = s


def extremes(a: f64[:], at: i64[:], row: i64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        low, high = np.inf, -np.inf
        for k in range(row[i], row[i + 1]):
            low = np.minimum(low, a[at[k]])
            high = np.maximum(high, a[at[k]])
        y[i] = high - low


def complex_sums(a: c128[:], b: c64[:], at: i64[:], row: i64[:], y: c128[:], z: c64[:]) -> None:
    for i in prange(len(y)):
        s = 0j
        t = np.complex64(0)
        for k in range(row[i], row[i + 1]):
            s -= a[at[k]]
            t += b[at[k]]
        y[i] = s
        z[i] = t


def zeros(a: f64[:], at: i64[:], row: i64[:], y: f64[:]) -> None:  # the sign of a sum of none
    for i in prange(len(y)):
        s = -0.0
        for k in range(row[i], row[i + 1]):
            s += a[at[k]]
        y[i] = np.copysign(1.0, s)


def beside(a: f64[:], at: i64[:], row: i64[:], y: f64[:]) -> None:  # s is read in the loop: no turns
    for i in prange(len(y)):
        s = 0.0
        n = 0
        for k in range(row[i], row[i + 1]):
            s += a[at[k]]
            if s > 3:
                n += 1
        y[i] = s + n


def terms(w: f64[:], v: f64[:], a: f64[:], at: i32[:], to: i64[:], row: i64[:], y: f64[:]) -> None:
    for i in prange(len(y)):
        s = 1.0
        for k in range(row[i], row[i + 1]):
            s += (w[k] - a[at[k]]) / (2.0 + v[k]) * -a[to[k]]
        y[i] = s


def single(w: f32[:], a: f32[:], at: i64[:], to: i32[:], row: i64[:], y: f32[:]) -> None:
    for i in prange(len(y)):
        s = np.float32(1)
        for k in range(row[i], row[i + 1]):
            s += (w[k] * a[at[k]] - a[to[k]]) * np.float32(0.5)
        y[i] = s


def copies(a: f64[:], at: i64[:], row: i64[:], y: f64[:]) -> None:  # through names
    for i in prange(len(y)):
        s = 0.0
        for k in range(row[i], row[i + 1]):
            j = at[k]
            x = a[j]
            s += x * x
        y[i] = s


def last(a: f64[:], at: i64[:], row: i64[:], y: f64[:]) -> None:  # a name that is read behind the loop
    for i in prange(len(y)):
        s = 0.0
        x = 0.0
        for k in range(row[i], row[i + 1]):
            x = a[at[k]]
            s += x
        y[i] = s - x


def written(a: f64[:], at: i64[:], row: i64[:], y: f64[:]) -> None:  # elements as well as a number
    for i in prange(len(row) - 1):
        s = 0.0
        for k in range(row[i], row[i + 1]):
            s += a[at[k]]
            y[k] = a[at[k]] * 2
        y[len(y) - 1 - i] = s


rng = np.random.default_rng(7)
LENGTHS = np.array([0, 1, 2, 3, 4, 5, 16, 17, 18, 31, 0, 100])
ROW = np.concatenate([[0], np.cumsum(LENGTHS)])
A = rng.random(40) - 0.3
AT = rng.integers(-40, 40, ROW[-1])
WRONG = [np.where(np.arange(len(AT)) == k, v, AT) for k, v in ((0, 40), (1, -41), (2, 2 ** 40), (5, 40), (len(AT) - 1, 99))]
Y = np.zeros(len(LENGTHS))
NAN = np.where(np.arange(40) == 7, np.nan, A)
HERE = [(A, AT, ROW), (A[::-1], np.repeat(AT, 2)[::2], np.repeat(ROW, 2)[::2]), (NAN, AT, ROW), (A, AT, ROW[::-1]), (A, AT[:50], ROW),
        (A[:0], AT, ROW), (A, AT, ROW[:1])] + [(A, w, ROW) for w in WRONG]

FINE = AT % 40
W, V = rng.random((2, ROW[-1]))
SINGLE = [(W.astype(np.float32), A.astype(np.float32), at, to.astype(np.int32), ROW, Y.astype(np.float32))
          for at, to in ((FINE, FINE), (FINE, AT), (WRONG[2], FINE), (FINE[:60], FINE), (FINE, np.where(FINE == 7, 40, FINE)))]

CASES = {
    **{name: [(A, FINE, ROW, np.zeros(len(ROW) - 1)), *((*args, np.zeros(len(args[2]) - 1)) for args in HERE)] for name in ("copies", "last")},
    "terms": [(W, V, A, at.astype(np.int32), to, row, Y + 1) for at, to, row in
              ((FINE, FINE, ROW), (AT, FINE, ROW), (FINE, WRONG[1], ROW), (FINE, FINE, ROW[::-1]), (FINE[:-1], FINE, ROW), (FINE, FINE, ROW * 2))],
    "single": SINGLE,
    **{name: [(*args, np.zeros(len(args[2]) - 1)) for args in [(A, FINE, ROW), *HERE]] for name in ("sums", "extremes", "zeros", "beside")},
    "weighted": [(rng.random(len(at)).astype(np.float32), A.astype(np.float32), at.astype(np.int32), ROW, Y.astype(np.float32))
                 for at in (FINE, AT, AT[:50], *WRONG[:2])],
    "columns": [(rng.random((n, 9)), A, rng.integers(-40, high, (n, 9)), np.zeros(9)) for n in (0, 1, 2, 3, 22) for high in (40, 45)],
    "complex_sums": [(A + 1j, (A - 2j).astype(np.complex64), at, ROW, Y + 0j, Y.astype(np.complex64)) for at in (AT, *WRONG)],
    "written": [(A, at, ROW, np.zeros(len(AT) + len(ROW))) for at in (AT, *WRONG)],
}
