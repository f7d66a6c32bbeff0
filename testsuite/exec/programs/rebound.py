"""Names that are bound again to another type or rank, where what they meant before is not wanted any more."""
import math

import numpy as np

from pycc import f32, f64, i32, i64, prange


def flattened(x: f64[:, :]):
    x = x.ravel()
    return x, len(x)


def reduced(x: f64[:, :]):
    m = x.max()
    x = x.sum(axis=0)
    t = x
    x = x.sum()
    return x * m, t


def by_hand(x: f64[:], n: int):
    n = n / 4
    y = n
    y = x + y
    y = y[1:]
    y = float(y[0])
    return y, n


def parameter_list(n: int):
    xs = [k * k for k in range(n)]
    xs = np.array(xs)
    xs = xs[::2] * 0.5
    return xs


def parameter_int(n: int, x: float):
    n = n * 0.5
    x = int(x)
    return n, x // 2, x


def none_before(x: f64[:]):
    y = None
    best = None
    y = x * 2
    best = float(y.max()) if len(y) else -1.0
    return y, best


def halves(x: f64[:]):
    y = x.astype(np.float32)
    y = y * 0.1
    y = y.astype(np.float64)
    return y * 0.1


def in_branches(x: f64[:], c: bool):
    if c:
        y = x[:, None]
        s = y.sum()
    else:
        y = x[:2]
        s = y[0] * 2
    y = 3
    return s, y


def in_loop(a: f64[:, :]):
    s = 0.0
    for i in range(a.shape[0]):
        row = a[i]
        row = row[row > 0]
        row = row.sum()
        s += row
    return s


def carried(x: f64[:], n: int):
    x = x + 1
    for t in range(n):
        y = x
        x = 0.5 * x
        y = y.sum()
        if y < 1:
            break
    x = x.sum()
    return x


def counters(x: f64[:], idx: i64[:]):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * i
    for i in idx:
        s += x[i]
    for i in x:
        s += i
    i = (s, 1)
    return i


def shadowed(x: f64[:, :]):
    s = 0.0
    for x in x:
        s += x[0]
        x = x.sum()
        s += x
    return s


def steps(n: int):
    s = 0
    for n in range(n):
        n = n / 2
        s += n
    return s


def unpacked(x: f64[:], y: f64[:]):
    x, y = y, len(x)
    a, x = x[0], y
    (x, y), a = (a, x), y
    return x, y, a


def swapped(x: f64[:], n: int):
    x, n = n, x
    x, n = n.sum() + x, x
    return x, n


def in_place(x: f64[:]):
    y = x
    y += 1
    y = y + 1
    y *= 2
    y = y.mean()
    y += 1
    return y


def chosen(x: f64[:], n: int):
    while True:
        y = x * n
        if n > 2:
            y = y.sum()
            break
        n += 1
        y = 1.5
    return y, n


def with_else(x: f64[:], n: int):
    y = 1
    for i in range(n):
        y = x
        if i == 3:
            y = y[0]
            break
    else:
        y = -1.0
    return y


def returned(x: f64[:], n: int):
    if n == 1:
        x = x.sum()
        return x, 1
    if n == 2:
        x = x[0]
        raise ValueError("two")
    x = x[::-1]
    return x[0], 2


def closure(x: f64[:, :]):
    x = x.sum(axis=0)

    def item(k):
        return x[k]

    s = item(0)
    x = x * 2
    y = x[0]
    x = int(s)
    return y, x


def closures(x: f64[:]):
    f = lambda k: x[k] + 1
    s = f(0)
    x = x * 2
    s += f(1)
    g = lambda k: f(k) * len(x)
    x = x[1:]
    return s, f(0), g(0)


def closure_of_types(n: int):
    x = n
    f = lambda k: k + x
    a = f(1)
    x = n + 1
    b = f(1)
    for i in range(n):
        x += i
        b += f(i)
    f = lambda k: k * 0.5
    return a, b, f(n)


def apply(f, x):
    return f(x)


def given(x: f64[:], n: int):
    s = apply(lambda v: v * n, x[0])
    n = n * 0.5
    s += apply(lambda v: v * n, x[0])
    n = x
    return s + apply(lambda v: v * n[1], x[0])


def comprehended(x: f64[:]):
    y = [x * 2 for x in x]
    y = np.array(y)
    x = [y + k for k in range(2)]
    x = sum([x[1] for x in x])
    return x


def in_parallel(a: f64[:, :], out: f64[:]):
    for i in prange(a.shape[0]):
        t = a[i]
        t = t * t
        t = t.sum()
        out[i] = t
    out = out.sum()
    return out


def helper(x):
    x = np.asarray(x)
    x = x[:, None] * x
    return x.sum(axis=1)


def helped(x: f64[:], y: i64[:]):
    return helper(x), helper(y), helper([1.0, 2.0])


def numbers(n: int, k: i32, x: f32):
    a = n
    b = a * 2
    a = k
    b = b + a * 3
    a = x
    return a * 0.1, b


def tuples(n: int):
    t = (n, 2.5)
    t = t[0] * t[1]
    t = (t, t, n)
    t, u, v = t
    return t + u + v


def slices(x: f64[:], n: int):
    s = slice(0, n)
    y = x[s]
    s = slice(1, None)
    y = y[s]
    s = y.sum()
    return s


def loops_over_kinds(x: f64[:], n: int):
    s = 0.0
    for v in (x[0], n, 0.5):
        v = v * 2
        s += np.sum(np.array([v]))
    return s


def walrus(x: f64[:]):
    if (n := len(x)) > 2:
        x = x * n
    x = x[0] + n
    if (m := x) > 3:
        return n
    return n + 1


def last_of(x: f64[:], n: int):
    for k in range(n):
        r = x[k]
        for k in range(2):
            r += k
    k = math.sqrt(n)
    return k + x[0]


def discarded(x: f64[:]):
    _, a = x[0], 1
    b, _ = 2, x
    _ = len(x)
    return a + b + _


def changed_twice(x: f64[:], c: bool):
    y = x
    if c:
        y = y * 2
    y[0] = 7
    y = y[0] + x[0]
    return y


def lists(n: int):
    x = [1, 2, n]
    x.append(3)
    x = [float(v) for v in x]
    x.append(0.5)
    x = sorted(x)
    x = x[0] + x[-1]
    return x


def matrix(x: f64[:, :]):
    x = x - x.mean(axis=0)
    x = x.T @ x
    x = np.diagonal(x).copy()
    x = np.sqrt(x)
    x = x[x > 0]
    x = len(x)
    return x


def newton(x: float, n: int):
    x = x + 1
    for _ in range(n):
        x = x - (x * x - 2) / (2 * x)
    x = int(x * 1000)
    return x


def as_matrix(x, w=None):
    if x.ndim == 1:
        x = x[:, None]
    if w is None:
        w = np.ones(x.shape[0])
        w[0] = 2
    elif w.ndim == 2:
        w = w.sum(axis=1)
    for i in range(2):
        if x.dtype == np.int64:
            x = x * 0.5
        x = x * 2.0
    x = (x.T * w).T
    return x.sum(axis=0)


def ranks(x: f64[:], y: f64[:, :]):
    return as_matrix(x), as_matrix(y), as_matrix(y, x[:len(y)]), as_matrix(x, x[:, None] + y[0])


def as_array(x, scale=None):
    t = x
    if isinstance(t, list):
        t = np.array(t)
        t = t + 1
    if scale is not None and len(t) > 2:
        t = t * scale
    y = t
    if t.ndim > 1:
        y = t[0]
        t = t[:, 0]
    t[0] = 9
    return t, y.sum()


def kinds(x: f64[:], y: f64[:, :], n: int):
    xs = [1.0, n * 0.5]
    return as_array(xs), as_array(x), as_array(y, 0.5), as_array(x, n), as_array([n, 2, 3], 2), xs


V, M = np.array([3.0, -1.0, 2.5, 4.0]), np.arange(12.0).reshape(4, 3) - 4.0

CASES = {
    "flattened": [(M,), (M.T,)], "reduced": [(M,)], "by_hand": [(V, 3)], "parameter_list": [(5,)], "parameter_int": [(5, 7.9)],
    "none_before": [(V,), (V[:0],)], "halves": [(V,)], "in_branches": [(V, True), (V, False)], "in_loop": [(M,)],
    "carried": [(V, 0), (V, 3), (V, 50)], "counters": [(V, np.array([0, 2]))], "shadowed": [(M,)], "steps": [(5,)],
    "unpacked": [(V, V * 2)], "swapped": [(V, 2)], "in_place": [(V.copy(),)], "chosen": [(V, 0), (V, 5)],
    "with_else": [(V, 0), (V, 2), (V, 9)], "returned": [(V, 1), (V, 2), (V, 3)], "closure": [(M,)], "closures": [(V,)],
    "closure_of_types": [(4,)], "given": [(V, 3)], "comprehended": [(V,)], "in_parallel": [(M, np.zeros(4))], "helped": [(V, np.arange(3))],
    "numbers": [(3, np.int32(4), np.float32(0.3))], "tuples": [(3,)], "slices": [(V, 3)], "loops_over_kinds": [(V, 3)],
    "walrus": [(V,), (V[:1],)], "last_of": [(V, 3)], "discarded": [(V,)], "changed_twice": [(V.copy(), True), (V.copy(), False)],
    "lists": [(4,)], "matrix": [(M,)], "newton": [(0.5, 6)],
    "ranks": [(V, M)], "kinds": [(V, M, 3), (V[:2], M[:2], 0)],
}
ONE_TYPE = ["with_else"]
