"""Parallel loops beside one another, which share their loops where lengths are checked between them; their sums, and elements
that a condition guards."""
import numpy as np
from pycc import f32, f64, i64, prange


def summed(x: f64[:], y: f64[:]):
    if len(y) != len(x):
        raise ValueError("lengths")
    z = np.empty(len(x))
    for i in prange(len(x)):
        z[i] = x[i] * y[i]
    s = np.float64(1)
    for i in prange(len(z)):
        s += z[i]
    return s


def kept(x: f64[:], y: f64[:]):
    """What is seen before a check stands there when it raises, and not what is made after it."""
    z = np.empty(len(x))
    for i in prange(len(x)):
        z[i] = x[i] + 1
        x[i] = z[i] * 2
    if len(y) < len(x) or len(y) > len(x):
        raise IndexError("of another length")
    w = np.empty(len(y))
    for i in prange(len(y)):
        w[i] = z[i] - y[i]
        y[i] = w[i]
    return z, w


def given(x: f64[:], y: f64[:], z: f64[:]):
    """Arguments that may overlap."""
    if len(y) != len(x) or len(z) != len(x):
        raise ValueError("lengths")
    for i in prange(len(x)):
        y[i] = z[i] + 1
    s = np.float64(0)
    for i in prange(len(x)):
        s += y[i] * 2
    for i in prange(len(x)):
        x[i] = z[i] * 2
    return s


def turns(u: f64[:], p: f64[:], n: i64):
    """As a solver is written: arrays made anew in each turn, sums that the next loops need."""
    rho = np.float64(1)
    for _ in range(n):
        if len(p) != len(u):
            raise ValueError("lengths")
        s = np.float64(0)
        for i in prange(len(p)):
            s += p[i] * p[i] + 1
        v = np.empty(len(u))
        for i in prange(len(u)):
            v[i] = u[i] + p[i] / s
        q = np.empty(len(p))
        for i in prange(len(p)):
            q[i] = p[i] - v[i] * rho
        t = np.float64(0)
        for i in prange(len(q)):
            t += q[i] * q[i]
        rho = t / s
        u = v
        p = q
    return u, p, rho


def neighbours(x: f64[:], w: f64[:], d: i64):
    """Elements at other places than the point, where there are such."""
    n = len(x)
    if len(w) != n:
        raise ValueError("lengths")
    by = min(max(int(d), -n), n)
    a = np.empty(n)
    for i in prange(n):
        left = 0.0
        if i + by >= 0 and i + by < len(x):
            left = x[i + by] * w[i]
        right = x[i - 1] * w[i - 1] if 0 <= i - 1 and n > i - 1 else 2.0
        a[i] = left - right
    b = np.empty(n)
    for i in prange(n):
        b[i] = a[i] + (x[i - 1] * w[i - 1] if 0 <= i - 1 and n > i - 1 else 2.0)
    return b


def of_the_other(x: f64[:], d: f64):
    """Neighbours of what another loop makes: two loops."""
    a = np.empty(len(x))
    for i in prange(len(x)):
        a[i] = x[i] * x[i]
    b = np.empty(len(x))
    for i in prange(len(x)):
        b[i] = a[i + 1] if i + 1 >= 0 and i + 1 < len(a) else d
    return b


def of_another_length(x: f64[:], y: f64[:]):
    """The condition does not keep the index in range."""
    a = np.empty(len(x))
    for i in prange(len(x)):
        a[i] = x[i] * 2
    s = np.float64(0)
    for i in prange(len(x)):
        if i + 1 >= 0 and i + 1 < len(x):
            a[i] = a[i] + y[i + 1]
    for i in prange(len(x)):
        s += a[i]
    return s


def guarded_twice(x: f64[:], y: f64[:], c: f64):
    """The inner condition says nothing of the index."""
    if len(y) != len(x):
        raise ValueError("lengths")
    a = np.empty(len(x))
    b = np.empty(len(x))
    for i in prange(len(x)):
        v = 0.0
        if i + 2 >= 0 and i + 2 < len(x):
            if y[i] > c:
                v = x[i + 2] + 1
        a[i] = v
    for i in prange(len(x)):
        v = 0.0
        if i + 2 >= 0 and i + 2 < len(x):
            if y[i] > c:
                v = x[i + 2] + 1
        b[i] = v * 2 + a[i]
    return a, b


def last_value(x: f64[:]):
    """A name that loops share, whose last value is read."""
    v = np.float64(0.5)
    a = np.empty(len(x))
    for i in range(len(x)):
        v = x[i] * 2
        a[i] = v
    b = a + 1
    for i in range(len(x)):
        w = b[i] * 3
        b[i] = w
    c = b * 2
    for i in range(len(x)):
        w = c[i] - 1
        c[i] = w
    return b, c, v


def turn_before(x: f64[:], n: i64):
    """Read in the next turn of the loop around, before it is assigned there; or only behind that."""
    a = x * 1
    b = x * 2
    v = 0.5
    w = 1.5
    for k in range(n):
        s = v * k
        w = v + 1
        a = a + s
        for i in range(len(a)):
            v = a[i] + s
            a[i] = v
        b = b + w
        for i in range(len(b)):
            w = b[i] * 0.5
            b[i] = w
    return a, b


def by_data(x: f64[:], at: i64[:]):
    a = np.empty(len(at))
    for i in prange(len(at)):
        a[i] = x[at[i]] if at[i] >= 0 and at[i] < len(x) else -1.0
    s = np.float64(0)
    for i in prange(len(at)):
        s += a[i]
    return a, s


def data_changes(x: f64[:], n: i64):
    at = np.zeros(len(x), np.int64)
    for i in prange(len(at)):
        at[i] = i
    a = np.empty(len(at))
    for i in prange(len(at)):
        if at[i] >= 0 and at[i] < len(x):
            at[i] = at[i] + n
            a[i] = x[at[i]]
    return a


def extremes(x: f64[:], y: f64[:]):
    if len(x) != len(y):
        raise ValueError("lengths")
    low = np.float64(1e300)
    high = np.float64(-1e300)
    product = np.float64(1)
    for i in prange(len(x)):
        low = np.minimum(low, x[i] + y[i])
    for i in prange(len(x)):
        high = np.maximum(high, x[i] + y[i])
        product *= y[i] * 0.5 + 1
    return low, high, product


def single(x: f32[:]):
    y = np.empty(len(x), np.float32)
    for i in prange(len(x)):
        y[i] = x[i] * np.float32(2)
    s = np.float32(0)
    for i in prange(len(x)):
        s += y[i]
    return s, y


def integers(x: i64[:]):
    y = np.empty(len(x), np.int64)
    for i in prange(len(x)):
        y[i] = x[i] * 3
    s = np.int64(0)
    for i in prange(len(x)):
        s += y[i]
    return s


def numbers_alone(n: i64):
    """Sums over a range that may be empty or less."""
    s = np.float64(0)
    for i in prange(n):
        s += i * 0.5
    t = np.float64(0)
    for i in prange(n):
        t += i * 0.25
    return s, t


def raises_inside(x: f64[:], y: f64[:]):
    a = np.empty(len(x))
    for i in prange(len(x)):
        a[i] = x[i] + 1
    for i in prange(len(x)):
        a[i] = a[i] * y[i]
    return a


def sum_before(x: f64[:]):
    """What is read in a sum is what the loop has stored by then."""
    y = np.zeros(len(x))
    s = np.float64(0)
    t = np.float64(0)
    for i in prange(len(x)):
        y[i] = x[i] * 2
    for i in prange(len(x)):
        s += y[i]
        y[i] = y[i] + 1
        t += y[i]
    return s, t, y


def matrices(a: f64[:, :], b: f64[:, :]):
    if a.shape[0] != b.shape[0]:
        raise ValueError("rows")
    if a.shape[1] != b.shape[1]:
        raise ValueError("columns")
    c = np.empty((a.shape[0], a.shape[1]))
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            c[i, j] = a[i, j] + b[i, j]
    d = np.empty((b.shape[0], b.shape[1]))
    for i in prange(b.shape[0]):
        for j in range(b.shape[1]):
            d[i, j] = c[i, j] * b[i, j]
    return d


VECTORS = [np.zeros(0), np.ones(1), np.arange(9.0) - 3, np.arange(3000) % 7 - 2.5]
PAIRS = [(v, v[::-1] * 2 + 1) for v in VECTORS] + [(np.ones(3), np.ones(2)), (np.ones(2), np.ones(3))]
BIG = np.arange(11) % 4 - 1.5
SHIFTS = (-2**63, -10, -1, 0, 1, 3, 2**63 - 1)
CASES = {
    "summed": PAIRS, "kept": PAIRS, "extremes": PAIRS, "raises_inside": PAIRS, "of_another_length": PAIRS,
    "given": [(v, v + 1, v * 3) for v in VECTORS] + [(BIG[1:], BIG[:-1], BIG[1:]), (BIG[1:], BIG[1:], BIG[:-1]), (BIG[:-1], BIG[1:], BIG[:-1]),
                                                     (BIG, BIG, BIG), (np.ones(2), np.ones(2), np.ones(3))],
    "turns": [(v, w, n) for v, w in PAIRS for n in (0, 3)],
    "neighbours": [(v, w, d) for v, w in PAIRS[:3] + PAIRS[-2:] for d in SHIFTS],
    "of_the_other": [(v, d) for v in VECTORS for d in (0.0, 2.0)],
    "guarded_twice": [(v, w, 0.5) for v, w in PAIRS],
    "by_data": [(v, np.arange(12) * 5 % 13 - 3) for v in VECTORS],
    "data_changes": [(v, n) for v in VECTORS[:3] for n in (0, -1, 1)],
    "last_value": [(v,) for v in VECTORS],
    "turn_before": [(v, n) for v in VECTORS[:3] for n in (0, 1, 3)],
    "single": [(v.astype(np.float32),) for v in VECTORS],
    "integers": [(v.astype(np.int64),) for v in VECTORS],
    "numbers_alone": [(n,) for n in (-3, 0, 1, 50)],
    "sum_before": [(v,) for v in VECTORS],
    "matrices": [(np.ones((n, m)), np.arange(n * m * 1.0).reshape(n, m)) for n, m in ((0, 3), (1, 1), (3, 4))]
    + [(np.ones((2, 3)), np.ones((3, 3))), (np.ones((2, 3)), np.ones((2, 2)))],
}
