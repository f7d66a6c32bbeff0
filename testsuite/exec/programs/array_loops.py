"""Loops beside array statements, which share their loops where they only touch elements of their point, and others."""
import numpy as np
from pycc import f64, i64, prange


def before(x: f64[:]):
    y = np.empty(len(x))
    for i in range(len(x)):
        y[i] = x[i] * 2 + i
    return y + 1


def behind(x: f64[:, :]):
    y = np.zeros_like(x)
    z = x * 3
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            t = z[i, j] + 1
            y[i, j] = t * t
    return y - x, z


def several(x: f64[:]):
    y = x * 2
    n = len(x)
    z = np.empty(n)
    for i in range(n):
        y[i] += 1
        z[i] = y[i] * x[i]
        y[i] -= z[i]
    return y * z, z


def scalars(x: f64[:]):  # t is of what y was before
    y = x * 2
    z = np.zeros(len(x))
    for i in range(len(x)):
        t = y[i] * 3
        y[i] = t + 1
        z[i] = t - y[i]
    return y, z


def arguments(x: f64[:], y: f64[:]):  # which may overlap
    z = x * 2
    for i in range(len(x)):
        y[i] = z[i] + x[i]
    return z


def carried(x: f64[:]):
    y = x * 2
    for i in range(len(x)):
        y[i] = y[i - 1] + 1
    return y


def reversed_(x: f64[:]):
    y = x * 2
    for i in range(len(x)):
        y[-1 - i] = y[i] + 1
    return y


def counter_after(x: f64[:]):
    y = x * 2
    i = -1
    for i in range(len(x)):
        y[i] = y[i] + 1
    return y, i


def transposed(x: f64[:, :]):
    y = np.zeros((x.shape[1], x.shape[0]))
    z = x + 1
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            y[j, i] = z[i, j]
            y[j, i] += x[i, j]
    return y * 2


def crossed(x: f64[:, :]):  # square ones only; two orders of one array
    n = len(x)
    y = np.ones((n, n))
    z = np.ones((n, n))
    for i in range(n):
        for j in range(n):
            y[i, j] = z[j, i] + i
            z[i, j] = y[i, j] * 2 - j
    return y + z


def too_far(x: f64[:], n: int):
    y = x * 2
    for i in range(n):
        y[i] = 1
    return y


def viewed(x: f64[:]):
    y = x * 2
    z = y[::-1]
    for i in range(len(x)):
        y[i] = z[i] + 1
    return y


def partly(x: f64[:]):
    y = np.zeros(len(x))
    z = x + 1
    for i in range(1, len(x)):
        y[i] = z[i]
    for i in range(0, len(x), 2):
        y[i] -= z[i]
    return y + z


def with_ints(k: i64[:]):
    y = np.zeros(len(k), np.int64)
    for i in range(len(k)):
        y[i] = k[i] // 3 + i % 5
    return y * k, np.sum(y)


def chosen(x: f64[:]):
    y = np.empty(len(x))
    z = x * 2
    for i in range(len(x)):
        if x[i] > 0:
            y[i] = x[i] * 3
        else:
            y[i] = -z[i]
    return y + z


def clipped(x: f64[:]):
    y = x * 2
    for i in range(len(x)):
        v = y[i]
        if v < 0:
            v = 0.0
        elif v > 1:
            v = 1.0
        y[i] = v
    return y + 1


def half_stored(x: f64[:]):
    y = x * 2
    z = np.ones(len(x))
    for i in range(len(x)):
        t = x[i] + 1
        if y[i] > 1:
            t = y[i] * 2
            y[i] = -t
        else:
            z[i] = t
        z[i] += t
    return y + z


def order_of_branches(x: f64[:]):  # the condition is of what the first store changes
    y = x * 2
    z = np.zeros(len(x))
    for i in range(len(x)):
        if y[i] > 1:
            y[i] = 0
            z[i] = 1
        elif y[i] < 0:
            z[i] = 2
            y[i] = 7
    return y * z


def one_way_only(x: f64[:]):  # t is carried from one turn to another
    y = x * 2
    t = 0.0
    for i in range(len(x)):
        if y[i] > 1:
            t = y[i]
        y[i] = t
    return y


def given(x: f64[:], y: f64[:]):  # which may overlap, or not fit
    z = x * 2
    for i in range(len(x)):
        if z[i] > 1:
            y[i] += z[i] + x[i]
    return z


def bucket(s: f64[:], rain: f64[:], pet: f64[:], cap: float, wilt: float):  # soil water
    evap = np.empty(len(s))
    for i in range(len(s)):
        if s[i] > wilt:
            evap[i] = pet[i] * (s[i] - wilt) / (cap - wilt)
        else:
            evap[i] = 0.0
    new = s + rain - evap
    return new - np.maximum(new - cap, 0.0)


def barrier(s: f64[:], most: f64[:], k: float, limit: float):  # pay-off of options
    pay = np.zeros(s.size)
    for i in range(s.size):
        if most[i] < limit and s[i] > k:
            pay[i] = s[i] - k
    return (0.9 * pay).sum()


def given_in_turns(x: f64[:, :], y: f64[:, :], n: int):
    for t in range(n):
        z = x * 2
        for i in prange(x.shape[0]):
            for j in range(x.shape[1]):
                if z[i, j] > 1:
                    y[i, j] += z[i, j]
        x[:] = y * 0.5 + t


def given_some(x: f64[:], y: f64[:], n: int):  # with n more than there are, too
    z = x + 1
    for i in range(n):
        y[i] = x[i] * 2
    for i in range(n):
        x[i] = y[i] + 1
    return z * x


VECTORS = [np.arange(9.0) - 3, np.zeros(0), np.ones(1), np.arange(20000) % 7 * 1.0]
MATRICES = [np.arange(12.0).reshape(3, 4), np.zeros((0, 3)), np.arange(2.0).reshape(2, 1),
            np.arange(1200).reshape(200, 6) % 7 * 0.5]
BIG = np.arange(11) % 4 - 1.5
def running_rows(a: f64[:, :]):
    b = a + 1
    c = np.empty((b.shape[0], b.shape[1]))
    for i in range(b.shape[0]):
        s = 2.0
        for j in range(b.shape[1]):
            s = s + b[i, j]
            c[i, j] = s
    return c * 2, (a * 2).cumsum(axis=-1)


CASES = {
    "running_rows": [(np.arange(12.0).reshape(3, 4) ** 2,), (np.ones((1, 5)),), (np.ones((4, 0)),)],
    **{name: [(v,) for v in VECTORS] for name in ("chosen", "clipped", "half_stored", "order_of_branches", "one_way_only")},
    "given": [(v, v.copy()) for v in VECTORS] + [(BIG[1:], BIG[:-1]), (BIG[:-1], BIG[1:]), (BIG, BIG[:-1]), (BIG[:-1], BIG),
                                                 (BIG, BIG), (BIG, BIG[::-1])],
    "bucket": [(v, v + 0.5, v * 0.1, 4.0, c) for v in (np.zeros(0), np.ones(1), np.arange(3000) % 9 - 2.0) for c in (0.5, 4.0)]
    + [(np.ones(3), np.ones(3), np.ones(2), 4.0, 0.5), (np.ones(3), np.ones(1), np.ones(3), 4.0, 0.5)],
    "barrier": [(v, v[::-1].copy(), 2.0, 5.0) for v in (np.zeros(0), np.arange(9.0), np.arange(30.0))] + [(np.ones(3), np.ones(2), 0.5, 5.0)],
    "given_in_turns": [(m, m * 3, 3) for m in MATRICES] + [(m, m, 2) for m in MATRICES]
    + [(m[1:], m[:-1], 2) for m in MATRICES if len(m)] + [(m, m[:, :-1], 2) for m in MATRICES],
    "given_some": [(v, v * 3, n) for v in VECTORS[:3] for n in (-1, 0, 1, 9, 10)] + [(BIG[1:], BIG[:-1], 10),
                                                                                    (BIG, BIG, 11)],
    **{name: [(v,) for v in VECTORS] for name in ("before", "several", "scalars", "reversed_", "counter_after", "viewed",
                                                 "partly")},
    **{name: [(m,) for m in MATRICES] for name in ("behind", "transposed")},
    "arguments": [(v, v.copy()) for v in VECTORS] + [(BIG[1:], BIG[:-1]), (BIG[:-1], BIG[1:]), (BIG, BIG[:-1]), (BIG, BIG)],
    "carried": [(v,) for v in VECTORS],
    "crossed": [(np.ones((n, 1)),) for n in (0, 1, 3, 40)],
    "too_far": [(v, n) for v in VECTORS[:3] for n in (-1, 0, 1, 10)],
    "with_ints": [(np.arange(n) - 4,) for n in (0, 1, 9, 20000)],
}
