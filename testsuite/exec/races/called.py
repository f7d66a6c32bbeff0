"""Independent parallel loops whose arrays come from calls, from tuples, or from one of several definitions."""
import numpy as np

from pycc import f64, i64, prange


def doubled(x):
    return x * 2.0


def call_gives_new_memory(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        t = doubled(a[i])
        t[0] = t[0] + i
        out[i] = t[0] + t[-1]


def row_in_place_by_a_function(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        a[i] = np.roll(a[i], 1)


def row_in_place_by_a_call(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        a[i] = doubled(a[i])


def same_or_new(x, k):
    return x if k == 0 else x * 2.0


def argument_or_new_memory_read(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        t = same_or_new(a[i], i % 2)
        out[i] = t[0] + t[-1]


def argument_or_new_memory_written(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        t = same_or_new(a[i], i % 2)
        t[0] = i


def one_of_two_rows(a: f64[:, :], b: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        if i % 3 == 0:
            row = a[i]
        else:
            row = b[0]
        out[i] = row[0] + row[-1]


def memory_made_in_branches(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        if i % 2 == 0:
            work = np.zeros(3)
        else:
            work = a[i] * 3.0
        work[0] += i
        out[i] = work[0] + work[1]


def both_ends(x):
    return x[:1] * 2.0, x[-1:] + 1.0


def tuple_of_new_arrays(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        low, high = both_ends(a[i])
        low[0] += 1.0
        out[i] = low[0] + high[0]


def joined(a: f64[:, :], b: f64[:], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        t = np.concatenate((a[i], b))
        t[0] = 7.0
        out[i] = t.sum()


def grown_in_an_inner_loop(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(a.shape[0]):
        t = a[i, :1].copy()
        for j in range(1, a.shape[1]):
            t = np.append(t, a[i, j] + t[0])
        out[i] = t[-1]


def row_of_the_turn_before(a: f64[:, :], out: f64[:]) -> None:
    for i in prange(len(out)):
        last = a[0]
        s = 0.0
        for j in range(a.shape[0]):
            s += last[0]
            last = a[j]
        out[i] = s + last[-1] + i


def nearest(train: f64[:, :], labels: i64[:], test: f64[:, :], out: i64[:]) -> None:
    for i in prange(test.shape[0]):
        d = ((train - test[i]) ** 2).sum(axis=1)
        order = np.argsort(d)[:3]
        out[i] = np.bincount(labels[order], minlength=4).argmax()


def histogram_of_a_row(a: f64[:, :], out: i64[:, :]) -> None:
    for i in prange(a.shape[0]):
        counts, edges = np.histogram(a[i], 4)
        out[i] = counts


# ---- lists of arrays that an iteration makes

def list_of_slices(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        parts = [x[i, :2] * 2.0, x[i, 1:3] + 1.0]
        y[i, :2] = parts[0] + parts[1]


def list_appended(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        parts = []
        for j in range(i % 4 + 1):
            parts.append(x[i, :2] * j)
        parts.insert(1, x[i, 1:])
        s = 0.0
        for p in parts:
            s += p[0]
        y[i, 0] = s + len(parts)
        y[i, 1] = parts.pop()[1]


def list_joined(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        parts = [x[i, :2] * 2.0, x[i, 1:3] + 1.0, y[i, :1]]
        y[i, 0] = np.concatenate(parts).sum()
        y[i, 1] = np.stack(parts[:2])[1, 0] + np.hstack(parts + parts)[-1]


def list_of_rows_written(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        rows = [x[i], y[i]]
        rows[i % 2][0] += 1.0
        rows[0][1], rows[1][0] = rows[1][0], rows[0][1]


def list_of_blocks_written(x: f64[:, :]) -> None:
    for i in prange(len(x) // 2):
        blocks = [x[2 * i], x[2 * i + 1]]
        for b in blocks:
            b *= 2.0
        blocks[0] = blocks[1] + blocks[0]
        x[2 * i + 1] = blocks[0]


def list_comprehended(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        parts = [x[i] * k for k in range(3)]
        more = [p for p in parts if p[0] > 0.5]
        more.extend(parts)
        y[i, 0] = parts[i % 3][1]
        y[i, 1] = more[-1][0]


def list_summed(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        y[i] = np.sum([x[i] * k for k in range(i % 3 + 1)], axis=0)


def mean_of(parts):
    s = 0.0
    for p in parts:
        s += p.sum() / len(p)
    return s / len(parts)


def list_given_to_helper(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        parts = [x[i], y[i]]
        y[i, 1] = mean_of(parts)


def list_index_raises(x: f64[:, :], y: f64[:, :]) -> None:
    for i in prange(len(x)):
        parts = [x[i]] * (i + 1)
        if x[i, 0] > 0.7:
            parts.clear()
        y[i] = parts[i]


rng = np.random.default_rng(71)
Z = np.zeros
SHAPES = ((1, 1), (5, 7), (300, 35))
MATRICES = [(rng.random(s),) for s in ((0, 3),) + SHAPES]
WITH_OUT = [(rng.random(s), Z(s[0])) for s in ((0, 3),) + SHAPES]
ROWS = [(rng.random((n, 3)), rng.random((n, 3))) for n in (0, 1, 5, 2, 301)]
WIDE = [(rng.random(s), Z(s[0])) for s in ((0, 3), (1, 3), (300, 35))]
CASES = {
    "call_gives_new_memory": WITH_OUT,
    "row_in_place_by_a_function": MATRICES,
    "row_in_place_by_a_call": MATRICES,
    "argument_or_new_memory_read": WITH_OUT,
    "argument_or_new_memory_written": MATRICES,
    "one_of_two_rows": [(rng.random(s), rng.random(s), Z(s[0])) for s in SHAPES],
    "memory_made_in_branches": WIDE,
    "tuple_of_new_arrays": WITH_OUT,
    "joined": [(rng.random(s), rng.random(4), Z(s[0])) for s in SHAPES],
    "grown_in_an_inner_loop": WITH_OUT,
    "row_of_the_turn_before": [(rng.random(s), Z(n)) for s, n in (((1, 1), 1), ((5, 7), 300))],
    "nearest": [(rng.random((n, 3)), rng.integers(0, 4, n), rng.random((m, 3)), Z(m, int))
                for n, m in ((3, 0), (5, 1), (50, 200))],
    "list_of_slices": ROWS,
    "list_appended": ROWS,
    "list_joined": ROWS,
    "list_of_rows_written": ROWS,
    "list_of_blocks_written": [a[:1] for a in ROWS],
    "list_comprehended": ROWS,
    "list_summed": ROWS,
    "list_given_to_helper": ROWS,
    "list_index_raises": ROWS,
    "histogram_of_a_row": [(rng.random((n, 9)), Z((n, 4), int)) for n in (0, 1, 200)],
}
VERDICTS = {name: "independent" for name in CASES}
