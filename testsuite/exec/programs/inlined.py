"""Helpers whose statements stand for their calls: arguments, results, aliases, tuples, errors in the middle."""
import numpy as np
import pycc
from pycc import f64


def decay(u, c):
    d = u * c
    return -d * u


def rolled(u, nu):
    return nu * (np.roll(u, 1) - 2.0 * u + np.roll(u, -1)) - decay(u, nu)


def runge_kutta(u: f64[:], dt: float, steps: int):
    for _ in range(steps):
        k1 = decay(u, 0.5)
        k2 = decay(u + 0.5 * dt * k1, 0.5)
        k3 = decay(u + 0.5 * dt * k2, 0.5)
        k4 = decay(u + dt * k3, 0.5)
        u = u + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return u


def midpoint(u: f64[:], dt: float, steps: int):
    for _ in range(steps):
        u = u + dt * rolled(u + 0.5 * dt * rolled(u, 0.1), 0.1)
    return u


def laplacian(u):
    return u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]


def both(u, v):
    r = u * v * v
    return 0.2 * laplacian(u) - r[1:-1, 1:-1], 0.1 * laplacian(v) + r[1:-1, 1:-1]


def gray_scott(u: f64[:, :], v: f64[:, :], steps: int):
    for _ in range(steps):
        du, dv = both(u, v)
        u[1:-1, 1:-1] += du
        v[1:-1, 1:-1] += dv


def buffer(n):
    return np.ndarray(n)


def buffered(u: f64[:, :], n: int):
    a, b = buffer(n), np.ndarray(u.shape[1])
    for i in range(len(u)):
        a[:] = u[i] * 2.0
        b[:] = a - 1.0
        u[i] = a * b


def turned(a, b):
    return b, a


def turns(a: f64[:], b: f64[:], n: int):
    for _ in range(n):
        a, b = turned(a, b)
        a = a + 1.0
        b[:] = b * 2.0
    return a - b


def bumped(x, y):
    x += 1.0
    z = x * y
    y[:] = z
    return x


def writes(a: f64[:], b: f64[:]):
    c = a + b
    d = bumped(a, b)  # may be one array, or overlap
    d *= 2.0
    bumped(c, a)
    return c + d, d


def again(x, n):
    x = x * 2.0
    n += 1
    x = x + n
    return x


def assigned(a: f64[:], n: int):
    y = a - 1.0
    a = again(a, n)
    b = again(y, n + len(a))
    return a + b * n, y


def halves(x, m):
    out = np.zeros(m)
    assert m > 1
    out[:2] = x[:2] * 0.5
    return out


def raises(a: f64[:], m: int):
    a += 1.0
    h = halves(a, m)  # the caller sees what was added before
    a += 1.0
    return h * 2.0 + a


def norm(x):
    return np.sqrt(np.sum(x * x))


def scaled(a: f64[:], b: f64[:]):
    r = a - b
    s = norm(r) + norm(a)
    f = lambda x: x * s + b
    return f(r) / (s + 1.0), s


def chosen(a: f64[:], k: int):
    b = a * 1.0
    if k > 0:
        c = decay(b, 2.0)
        b = c + a
    else:
        b = decay(b, 3.0) - b
    return b, norm(b)


def swept(x: f64[:], y: f64[:], n: int):
    s = a = b = 0.0
    for _ in range(n):
        a = np.sum(x * y)
        b = np.sum(x * y)  # the same sum, made once
        s = s + a * b + np.max(x * y)
        x = x + 1.0
        a = np.sum(x * y)
    return s, a, b, x.mean(), x.var(), x.std(ddof=1), np.var(x, keepdims=True), x.min(), x.max()


def clipped(a, lo, hi):
    if a < lo:
        return lo
    if a > hi:
        return hi
    return a


def ordered(a, b):
    if a < b:
        return a, b
    return b, a


def neighbours(x, i):
    return x[i - 1] + x[i + 1]


def checked(x, i, most):
    if i > most:
        raise ValueError("too far")
    return x[i]


def leaves(x: f64[:], y: f64[:], most: int):
    """Small helpers in loops: branches that return, tuples, places that are not there, the first error."""
    n = len(x)
    out = np.zeros((4, n))
    for i in pycc.prange(n):
        out[0, i] = clipped(x[i], -0.25, 0.25) + clipped(y[i], 0.0, x[i])
    for i in pycc.prange(1, n - 1):
        out[1, i] = neighbours(x, i) * clipped(neighbours(y, i), -1.0, 1.0)
    for i in pycc.prange(n):
        a, b = ordered(x[i], y[i])
        out[2, i] = b - 2 * a
    for i in pycc.prange(n):
        out[3, i] = checked(y, i, most)
    return out


def graded(a, b):
    if a < b:
        return b - a
    elif a > 2 * b:
        return a * b
    elif b > 1:
        return b
    c = a / 2
    return c + b


def within(a, b):
    if a >= b:
        if a < 0:
            return b - a
        elif b < 0:
            return -b
        a = a - b
    else:
        return a
    return a * 2


def partly(x: f64[:], y: f64[:], most: float):
    """Helpers of which a branch returns on some ways through it, and goes on on the others."""
    out = np.zeros((2, len(x)))
    for i in pycc.prange(len(x)):
        out[0, i] = graded(x[i], y[i])
    for i in range(len(x)):
        out[1, i] = within(x[i] + most, y[i]) + graded(y[i], x[i])
    return out


def carried(x: f64[:]):
    """What a helper gives is read in the next turn of the loop."""
    a, b = np.float64(0), np.float64(1)
    last = np.float64(0)
    k = 0
    while k < len(x):
        last = clipped(a, -b, last + x[k])
        a, b = ordered(b, a + x[k])
        k += 1
    return a, b, last


def next_pair(a, b):
    return b, a / 2 + b


def old_and_new(t, v):
    old = t
    t = t + v
    older = old
    return t, older * t


def in_two(a, b):
    return old_and_new(a, b)[0] + 0 * a


def named(x: f64[:]):
    """Second names whose first one changes, results of helpers within helpers: in order, and as a reduction."""
    a, b = np.float64(0), np.float64(1)
    t, products = np.float64(0), np.float64(0)
    total = np.float64(0)
    for i in range(len(x)):
        a, b = next_pair(a + x[i], b / 4)
        t, p = old_and_new(t, x[i] / 16)
        products += p
        before = total
        total = in_two(total, x[i])
        if before > 4:
            total = before - 4
    return a, b, t, products, total


def added_to(s, v):
    return s + v


def added(s, v):
    return added_to(s, v)


def summed(x: f64[:]):
    s, most = np.float64(0), np.float64(-9)
    for i in pycc.prange(len(x)):
        s = added(s, x[i])
        most = max(most, x[i])
    return s, most


VECTORS = [np.arange(9.0) / 8 - 0.5, np.zeros(0), np.ones(1), np.arange(20011) % 7 / 8.0]
M = np.arange(42.0).reshape(6, 7) % 5 / 8
CASES = {
    "buffered": [(np.arange(12.0).reshape(3, 4), 4), (np.ones((0, 4)), 3), (np.ones((2, 4)), 3), (np.ones((2, 4)), -1)],
    "runge_kutta": [(v, 0.125, n) for v in VECTORS for n in (0, 3)],
    "midpoint": [(v, 0.125, 3) for v in VECTORS],
    "gray_scott": [(u, v, 3) for u, v in ((M, M + 0.5), (M, M), (M[:5], M[1:]), (M.T, M.T[::-1] + 0), (M[:2], M[:2]))],
    "turns": [(v, w, n) for v in VECTORS for w in (v + 1, v, v[::-1]) for n in (1, 4)] + [(np.ones(3), np.ones(4), 2)],
    "writes": [(v, w) for v in VECTORS for w in (v + 1, v, v[::-1])] + [(VECTORS[0][1:], VECTORS[0][:-1])],
    "assigned": [(v, 3) for v in VECTORS],
    "raises": [(v, m) for v in VECTORS for m in (9, 1, 2, -1, len(v))],
    "scaled": [(v, w) for v in VECTORS for w in (v + 1, v, v[:1] * 2)],
    "swept": [(v, v[::-1], n) for v in (np.ones(2), np.arange(8.0), np.arange(1024) % 8 / 8) for n in (1, 2)],
    "leaves": [(v, w, m) for v in VECTORS for w in (v[::-1], v * 2 - 0.25) for m in (30000, 5)] + [(np.ones(9), np.ones(4), 9)],
    "partly": [(v, w, m) for v in VECTORS for w in (v[::-1], v * 2 - 0.25, v - 0.5) for m in (1.0, 0.0)],
    "named": [(v,) for v in VECTORS],
    "summed": [(v,) for v in VECTORS],
    "carried": [(v,) for v in VECTORS],
    "chosen": [(v, k) for v in VECTORS for k in (0, 1)],
}
