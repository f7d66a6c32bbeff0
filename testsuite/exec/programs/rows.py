"""Serial loops around statements on vectors, which become prange loops where their iterations are independent and many;
views made in parallel loops."""
import numpy as np
from pycc import c64, f64, i32, i64, prange


def sparse(row: i64[:], col: i64[:], val: f64[:], x: f64[:]):
    y = np.empty(len(row) - 1)
    for i in range(len(row) - 1):
        cols = col[row[i]:row[i + 1]]
        y[i] = val[row[i]:row[i + 1]] @ x[cols]
    return y


def sparse_into(row: i64[:], col: i64[:], val: f64[:], x: f64[:], y: f64[:]):  # y shows where it stopped
    for i in range(len(row) - 1):
        y[i] = val[row[i]:row[i + 1]] @ x[col[row[i]:row[i + 1]]]


def weighted(a: f64[:, :], b: f64[:, :]):
    y = np.zeros(len(a))
    for i in range(len(a)):
        y[i] = (a[i] * b[i, ::-1]).sum() + y[i]
    return y


def into(a: f64[:, :], out: f64[:]):  # which may overlap
    for i in range(1, len(a) - 1):
        out[i] = a[i - 1].sum() - a[i + 1, 1:].sum()


def own_rows(a: f64[:, :], w: f64[:]):
    y = np.zeros_like(a)
    for i in range(len(a)):
        y[i] = a[i] * w[i]
        y[i, 1:] += 1
        y[i, :1] -= w[-1]
    return y


def columns(a: f64[:, :]):
    n = a.shape[1]
    y = np.zeros((n, 3))
    for j in range(n):
        c = a[:, j]
        y[j, 0] = c.sum()
        y[j, 1] = c[::2].sum()
        y[j, 2] = c @ c
    return y


def carried(a: f64[:, :]):
    y = np.zeros(len(a) + 1)
    for i in range(len(a)):
        y[i + 1] = y[i] + a[i].sum()
    return y


def total(a: f64[:, :], b: f64[:]):
    s = 0.0
    last = 0.0
    for i in range(len(a)):
        last = a[i] @ b
        s += last
    return s, last


def twice(a: f64[:, :]):  # i and v are known elsewhere
    y = np.zeros(len(a))
    v = a[:, 0]
    for i in range(len(a)):
        y[i] = a[i].max()
    for i in range(len(a)):
        v = a[i]
        y[i] += v.min()
    return y, v.sum()


def counter_after(a: f64[:, :]):
    y = np.zeros(len(a))
    i = -1
    for i in range(len(a)):
        y[i] = a[i].sum()
    return y, i


def turns(a: f64[:, :], n: int):
    x = a.sum(axis=1)
    for t in range(n):
        y = np.zeros(len(a))
        for i in range(len(a)):
            y[i] = (a[i] * x[i]).sum()
        x = y / 2
    return x


def empty_rows(at: i64[:], a: f64[:]):  # a ValueError of an empty one
    y = np.zeros(len(at))
    for i in range(len(at)):
        y[i] = a[at[i]:].max()
    return y


def shifted(a: f64[:, :], s: i64[:]):  # rows that others write
    for i in range(len(s)):
        a[s[i], 1:] = a[s[i], 1:] * 2


def views(a: f64[:, :]):
    out = np.zeros((len(a), 6))
    for i in prange(len(a)):
        v = a[i, 1:-1]
        w = v[1:]
        odd = v[::2]
        back = v[::-1]
        for k in range(len(w)):
            out[i, 0] += w[k]
        for k in range(len(odd)):
            out[i, 1] += odd[k] * (k + 1)
        for k in range(len(back)):
            out[i, 2] += back[k] * (k + 1)
        out[i, 3] = w.sum()
        out[i, 4] = v @ v
        out[i, 5] = (odd * 2).sum()
    return out


def through(a: f64[:, :]):  # elements written by one name, read by another
    for i in prange(len(a)):
        v = a[i]
        for k in range(1, len(v)):
            a[i, k] = v[k - 1] + a[i, k]
        for k in range(len(v) - 1):
            v[k] = a[i, k + 1] - v[k]


def planes(a: f64[:, :, :]):
    out = np.zeros((len(a), a.shape[2]))
    for i in prange(len(a)):
        p = a[i]
        q = p[:, 1:]
        for j in range(p.shape[0]):
            for k in range(q.shape[1]):
                out[i, k] += q[j, k] * p[j, k]
                p[j, k] = -p[j, k]
    return out


def given_vectors(a: f64[:], b: f64[:], n: int):  # which may overlap, repeat an element, have gaps
    for i in range(n):
        a[:len(b)] += b * i
        a[1:] *= a[:-1]
    return np.dot(a, a)


def factorised(a: f64[:, :]):
    n = a.shape[0]
    for i in range(n):
        for j in prange(i, n):
            a[i, j] -= np.dot(a[i, :i], a[:i, j])


def fused(a: f64[:], x: f64[:], out: f64[:]):  # statements that share loops; out may overlap
    for i in range(len(a)):
        z = (a[i] - x) * 0.5
        w = z * z
        out[i] = np.sum(w * z) + np.max(w)
    return out


def fused_parts(p: f64[:, :], site: f64[:, :], n: i64[:]):  # some of no elements, some of no fit
    best = np.zeros(len(n))
    for i in range(len(n)):
        d = (site[:n[i], 0] - p[i, 0]) ** 2 + (site[:n[i], 1] - p[i, 1]) ** 2
        best[i] = d.min()
    return best


def matrix(n, m):
    return (np.arange(n * m) * 7 % 11).reshape(n, m) - 4.5


def csr(n, per):
    count = np.arange(n) % (per + 1)
    row = np.concatenate(([0], np.cumsum(count)))
    return row, np.arange(row[-1]) * 5 % n, np.arange(row[-1]) % 9 - 4.0, np.arange(n) % 5 + 0.5


def spoiled(n, per, what):
    row, col, val, x = csr(n, per)
    if what == "index":
        col[len(col) // 2] = n
        col[-1] = -n - 1
    elif what == "negative":
        col -= n
    elif what == "short":
        val = val[:-3]
    elif what == "row":
        row[n // 2] = -3
    return row, col, val, x


SPARSE = [csr(3, 4), csr(64, 5), csr(70, 0), csr(300, 40), csr(65, 200), (np.zeros(1, int), *csr(0, 2)[1:])]
SPARSE += [spoiled(n, 7, what) for n in (10, 90) for what in ("index", "negative", "short", "row")]
MATRICES = [matrix(n, m) for n, m in ((0, 3), (1, 1), (63, 5), (64, 4), (65, 1), (70, 130), (200, 2))]
SHARED = matrix(80, 80)
LINE = np.linspace(-1, 1, 90)

def linked(start: i64[:], column: i64[:], weight: f64[:], rank: f64[:], new: f64[:]):  # short rows check their indices where they read
    for i in range(len(new)):
        part = slice(start[i], start[i + 1])
        new[i] = np.sum(weight[part] * rank[column[part]])


def linked_kinds(start: i64[:], column: i32[:], x: c64[:], y: i64[:]):
    n = len(start) - 1
    sums, products, ends = np.zeros(n, np.complex64), np.zeros(n, np.int64), np.zeros((n, 2), np.int64)
    for i in prange(n):
        at = column[start[i]:start[i + 1]]
        sums[i] = x[at].sum()
        products[i] = y[at].prod()
        if len(at) > 0:
            ends[i, 0] = y[at].max()
            ends[i, 1] = np.sum(y[at] * y[at[::-1]])
    return sums, products, ends


def linked_one(start: i64[:], column: i64[:], weight: f64[:], rank: f64[:]):  # one factor for all of a row
    y = np.empty(len(start) - 1)
    for i in range(len(y)):
        y[i] = np.sum(weight[i:i + 1] * rank[column[start[i]:start[i + 1]]])
    return y


def linked_twice(start: i64[:], column: i64[:], row: i64[:], a: f64[:, :]):
    y = np.empty(len(start) - 1)
    for i in range(len(y)):
        part = slice(start[i], start[i + 1])
        y[i] = np.max(np.append(a[row[part], column[part]], 0.0)) + np.sum(a[row[part], column[part]])
    return y


LINKS = np.concatenate(([0], np.cumsum(np.arange(90) * 7 % 41)))
LINKED = (np.arange(LINKS[-1]) * 11) % 50 - 20


def linked_to(at, to):
    """LINKED, but for an element."""
    column = LINKED.copy()
    column[at] = to
    return column


LINK_CASES = [(LINKS, c, w, r) for c, w, r in
              ((LINKED, np.sin(np.arange(len(LINKED))), np.where(np.arange(30) == 7, np.nan, np.cos(np.arange(30)))),
               (np.repeat(LINKED, 2)[::2], np.arange(2.0 * len(LINKED))[::2], np.arange(90.0)[::-3]),
               (linked_to(1000, 30), np.ones(len(LINKED)), np.ones(30)), (linked_to(1000, -31), np.ones(1002), np.ones(30)),
               (linked_to(1000, 30), np.ones(999), np.ones(30)), (LINKED, np.ones(1000), np.ones(30)), (LINKED, np.ones(0), np.ones(30)),
               (LINKED, np.ones(len(LINKED)), np.ones(0)))]
LINK_CASES += [(LINKS[:40] - LINKS[0], *LINK_CASES[0][1:]), (LINKS[::-1].copy(), *LINK_CASES[0][1:]), (np.zeros(71, np.int64), LINKED[:0], *LINK_CASES[0][2:])]


CASES = {
    "linked": [(*args, np.full(len(args[0]) - 1, 9.0)) for args in LINK_CASES],
    "linked_kinds": [(start, c.astype(np.int32), np.exp(1j * np.arange(len(x))).astype(np.complex64), np.arange(len(x)) * 3 + 1)
                     for start, c, _, x in LINK_CASES],
    "linked_one": LINK_CASES,
    "linked_twice": [(start, c % 6, c % n, np.cos(np.arange(60.0)).reshape(10, 6)) for start, c, _, _ in LINK_CASES for n in (10, 11)],
    "given_vectors": [(LINE[x], LINE[y], 3) for x, y in ((slice(0, 40), slice(40, 80)), (slice(0, 40), slice(0, 40)),
                                                         (slice(1, 41), slice(0, 40)), (slice(0, 40), slice(1, 41)),
                                                         (slice(0, 80, 2), slice(1, 80, 2)), (slice(40, 0, -1), slice(0, 39)),
                                                         (slice(0, 1), slice(0, 1)), (slice(0, 40), slice(0, 50)))]
    + [(np.ones(9), np.broadcast_to(np.float64(2), 9), 2)],
    "fused": [(LINE[:n], LINE[m:], np.zeros(n)) for n, m in ((0, 3), (5, 0), (90, 89), (90, 9))]
    + [(LINE, LINE[::-1].copy(), LINE.copy()), (SHARED[0], SHARED[1], SHARED[1]), (SHARED[0], SHARED[1, :70], SHARED[0]),
       (LINE, LINE[:0], np.zeros(90)), (LINE, LINE, np.zeros(80))],
    "fused_parts": [(matrix(n, 2), matrix(20, 2), at) for n in (7, 80) for at in (np.arange(n) % 19 + 1, np.arange(n) % 19,
                                                                                  np.arange(n + 1) % 5 + 1)],
    "factorised": [(np.cos(np.arange(n * m * 1.0)).reshape(n, m) + 9 * np.eye(n, m),)
                   for n, m in ((0, 0), (1, 1), (7, 7), (80, 80), (9, 8), (8, 9))],
    "sparse": SPARSE,
    "sparse_into": [(*args, np.full(len(args[0]) - 1, 9.0)) for args in SPARSE],
    "weighted": [(m, m + 1) for m in MATRICES] + [(matrix(70, 3), matrix(70, 2)), (matrix(70, 3), matrix(68, 3))],
    "into": [(m, np.zeros(len(m))) for m in MATRICES] + [(SHARED, SHARED[0]), (SHARED, SHARED[:, 79]), (SHARED, np.zeros(50))],
    "own_rows": [(m, np.arange(len(m)) + 0.5) for m in MATRICES if len(m)] + [(matrix(70, 3), np.ones(60))],
    **{name: [(m,) for m in MATRICES if m.size] for name in ("columns", "carried", "twice", "counter_after", "through")},
    "total": [(m, np.arange(m.shape[1]) * 0.5) for m in MATRICES if len(m)],
    "turns": [(m / 99, n) for m in MATRICES for n in (0, 3)],
    "empty_rows": [(np.arange(n) % 7, np.arange(m) * 1.0) for n, m in ((5, 9), (80, 9), (80, 6), (80, 0))],
    "shifted": [(matrix(80, 4), np.arange(80)), (matrix(80, 4), np.arange(80) // 3), (matrix(80, 4), np.arange(80) + 1)],
    "views": [(m,) for m in MATRICES],
    "planes": [(matrix(n, 12).reshape(n, 3, 4),) for n in (0, 1, 5, 90)],
}
