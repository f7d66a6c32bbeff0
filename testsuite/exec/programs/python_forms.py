"""Forms of Python that are written shorter than loops: unpacking, stars, sorting, `del`, generators, errstate."""
import heapq
import math
from heapq import heappush

import numpy as np

from pycc import c128, f32, f64, i32, i64, prange


def unpack_array(a: f64[:]):
    x, y, z = a[:3]
    (u, v), w = a[-2:], len(a)
    return x + y * z, u, v, w


def unpack_wrong(a: f64[:], n: int):
    x, y = a[:n]
    return x - y


def unpack_rows(p: f64[:, :]):
    x, y = p
    x[0] = 7
    s = 0.0
    for u, v in p.T:
        s += u * v
    for i, (u, v) in enumerate(p.T):
        s += i * (u - v)
    return x, y * 2, s


def unpack_point(p: f64[:, :], i: int):
    x, y, z = p[i]
    p[0, 0], p[1, 1] = p[1, 1], p[0, 0]
    return math.sqrt(x * x + y * y + z * z)


def unpack_list(n: int):
    xs = [k * k for k in range(n)]
    x, y, z = xs
    a, b = [n, 0.5]
    return x + y - z, a, b


def unpack_grid(n: int):
    y, x = np.mgrid[0:n, 0:3]
    i, j = np.indices((n, 2))
    return x * 10 + y, i - j


def halves(p):
    x, y = p
    return x * 0.5, y


def counted(n: int):
    s = 0
    for i, j in np.ndindex(n, 3):
        s = s * 3 + i - j
    for i, j, k in np.ndindex(2, n, 1):
        s = s + i * j - k
    return s


def unpack_in_helper(a: f64[:], t: f64[:, :]):
    x, y = halves(a[:2])
    u, v = halves(t[:2])
    p, q = halves((1.0, a))
    return x, y, u, v, p, q


def stars(a: f64[:, :], n: int):
    shape = (n, *a.shape, 2)
    xs = [*range(n), 7, *[n, n]]
    ys = [*a[0], 1.5]
    return np.zeros(shape).shape, (*a.shape, n), xs, len(ys), np.ones((2, *a.shape[1:]))


def tuples_iterated(a: f64[:], n: int):
    parts = np.split(a, [2, 3])
    s = 0.0
    for p in parts:
        s = s * 2 + p.sum()
    t = (n, 3, -2)
    for k in t:
        s += k
    return s, [p.sum() for p in parts], list(t), max([k for k in t]), [2 * x.size for x in (a, a[1:])]


def deleted(n: int, i: int):
    xs = [k * k for k in range(n)]
    del xs[i]
    ys = list(xs)
    del ys[1:4]
    zs = list(xs)
    del zs[::2]
    vs = list(xs)
    del vs[-2:]
    return xs, ys, zs, vs


def searched(n: int, k: int):
    xs = [j * j % 7 for j in range(n)]
    c = xs.count(k)
    xs.remove(k)
    return xs.index(k), c, xs


def sorted_numbers(a: f64[:], n: int):
    xs = [3, n, -1, n]
    xs.sort()
    ys = [x * 2 for x in a]
    ys.sort(reverse=True)
    zs = [(k, k * k % 5) for k in range(n)]
    zs.sort(key=lambda p: p[1])
    return xs, ys, zs, sorted(a), sorted([2, n, 1], reverse=True), sorted(k % 3 for k in range(n))


def extremes(a: f64[:], n: int):
    i = max(range(len(a)), key=lambda k: abs(a[k]))
    j = min(range(n), key=lambda k: (k - 2) * (k - 2), default=-1)
    return i, j, max(n, 2, key=lambda x: -x), max([k for k in range(n)], default=99), min(a, key=lambda x: x * x)


def logic(a: f64[:], n: int):
    return (any(x > 5 for x in a), all(x > -5 for x in a), any([False, n > 2]), any(a > 7),
            all(x < 100 for x in range(n)))


def backwards(a: f64[:], n: int):
    s = 0.0
    for x in reversed(a):
        s = s * 2 + x
    for i in reversed(range(n)):
        s = s * 2 + i
    for i, x in reversed(list(enumerate(a))):
        s = s * 2 + i * x
    for x in reversed([1.0, 2.0, s]):
        s = s - x
    for x in sorted(a):
        s = s * 2 + x
    return s


def lists_as_arrays(a: f64[:], n: int):
    xs = [1.0, 2.0, n * 0.5]
    idx = [k for k in range(len(a)) if a[k] > 0]
    rows = [a * k for k in range(n)]
    return (np.mean(xs), np.sum(xs), np.max(xs), np.diff(xs), np.sqrt(xs), a[idx], np.mean(rows, axis=0), np.sum(rows),
            np.cumsum([x * 2 for x in a]), np.dot(xs, a[:3]), np.std(xs), np.argmax(xs), np.median(sorted(a)))


def given_list(xs: list[float], a: f64[:], ks: list[int]):
    return np.mean(xs) + np.sum(xs), a[ks], np.array(xs) * 2


def extended(a: f64[:], n: int):
    xs = [a[0]]
    xs.extend(a)
    ys = [0]
    ys.extend(range(n))
    ys.extend(k * k for k in range(n))
    return xs, ys


def quiet(a: f64[:], b: f64[:]):
    with np.errstate(divide="ignore", invalid='ignore'):
        c = a / b
    with np.errstate(all="ignore"):
        for i in range(len(c)):
            if c[i] != c[i]:
                c[i] = 0
        return c


def has_keys(a: f64[:]):
    s = {'u': a, 'v': 2}
    return 'u' in s, 'w' in s, 'w' not in s


def in_parallel(p: f64[:, :], out: f64[:]):
    for i in prange(len(p)):
        x, y, z = p[i]
        out[i] = x * y - z + sum([x, y])
    return out


INNER = np.s_[1:-1]
BLOCK = (slice(None), slice(1, None))
EPS = 4 * np.finfo(float).eps


def named_slices(a: f64[:], p: f64[:, :], n: int):
    hi = 0
    rest = slice(1, None)
    part = slice(hi, hi + n)
    hi = 9
    a[part] *= 2
    a[rest] = a[slice(None, -1)] + a[rest]
    a[INNER] -= EPS
    corner = np.s_[:n, 1:, None]
    for i in range(n):
        row = np.s_[i, ::-1]
        p[row] = p[i] + hi
    p[BLOCK] += 1
    return a[np.s_[1:3]], p[corner], p[slice(0, 2), 0], sum(p[:, slice(k, k + 2)] for k in range(2))


def complex_parts(z: c128[:, :], a: f64[:, :]):
    z.real = a
    z.imag += 1
    z[1:].imag *= a[1:]
    z.real, z.imag = z.imag, z.real
    return z.real.sum(axis=0)


def machine(a: f32[:], k: i32[:]):
    info = np.finfo(a.dtype)
    return a + info.eps, info.max, k - np.iinfo(k.dtype).max, EPS


def neighbours(a: i64[:, :]):
    return sum(np.roll(np.roll(a, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))


def formatted(a: f64[:], k: int):
    assert k < 7, f"k is {k}, of {a.shape} and {a[0]:{8}.{k - 4}f}: it's \"bad\""
    if k == 1:
        raise ValueError(f"{a[0]!r} {a[1] = :.3e} {k=} {{}} {a}" "{not}")
    if k == 2:
        raise IndexError("%d of %5.2f%% %-6d| %s %r %05i" % (a[0], a[1], a[2], len(a), a.ndim, k))
    if k == 3:
        raise KeyError("n is " + str(k) + " of {!s:>9}".format(a[3]))
    for i in prange(40):
        if i > 20 + k:
            raise RuntimeError(f"i = {i}")


def named(a: f64[:], k: int):
    i = 0
    s = 0.0
    while (x := a[i]) < 8 and i < 10:
        s += (k := k + i) * (i := i + 1) * k
        if k > 9:
            continue
        s -= x
    if k > 5:
        return s, x, k
    elif (n := len(a)) + (n := n + k) * n > 3:
        return s, x, n
    return s, (x := 2.0) + x, i


def heaps(a: f64[:], k: int):
    order = [-1]
    heap = [(2.5, -1, 7)]
    for i in range(len(a)):
        heappush(heap, (a[i] // 2, i % 3, i))
    while heap:
        x, j, i = heapq.heappop(heap)
        order.append(i)
    xs = [x // 1 for x in a]
    heapq.heapify(xs)
    least = heapq.heapreplace(xs, np.float64(k / 2))
    for i in range(k):
        heapq.heappop(xs)
    return order, xs, least


V = np.array([3.0, -1.5, 2.0, 8.0, 0.5])
P = np.arange(12.0).reshape(4, 3) % 5
CASES = {
    "unpack_array": [V, V[:3], V[:2], V[:1]],
    "unpack_wrong": [(V, n) for n in (0, 1, 2, 3)],
    "unpack_rows": [P[:2], P[:, :1], P[:1]],
    "unpack_point": [(P, 1), (P, -1), (P, 9), (P[:, :2], 0)],
    "unpack_list": [3, 2, 4],
    "unpack_grid": [2, 3, 1],
    "counted": [2, 0],
    "unpack_in_helper": [(V, P), (V[:1], P)],
    "stars": [(P, 2), (P, 0)],
    "tuples_iterated": [(V, 4), (V[:1], 1)],
    "deleted": [(6, 0), (6, -1), (6, 6), (3, 1), (1, 0), (6, -7)],
    "searched": [(9, 2), (9, 4), (9, 5), (8, 1)],
    "sorted_numbers": [(V, 7), (V[:1], 0), (V[:0], 2)],
    "extremes": [(V, 5), (V[:1], 0), (V[:0], 2)],
    "logic": [(V, 3), (V[:0], 1), (-V, 0)],
    "backwards": [(V, 4), (V[:0], 0)],
    "lists_as_arrays": [(V, 4), (-V, 1)],
    "given_list": [([1.0, 2.5], V, [0, -1, 2]), ([0.5], V, [3, 9])],
    "extended": [(V, 3), (V, 0)],
    "quiet": [(V, V * 0), (V, V[::-1].copy())],
    "has_keys": [V],
    "named_slices": [(V, P, 2), (V[:3], P, 0)],
    "complex_parts": [(P + 1j, P)],
    "machine": [(V.astype(np.float32), np.arange(3, dtype=np.int32))],
    "formatted": [(V, k) for k in range(8)],
    "heaps": [(V, 3), (V, 6), (V[:0], 1), (np.arange(40.0) * 7 % 11, 9)],
    "named": [(V, 0), (V, -9), (V, 3), (V[:2], 1)],
    "neighbours": [np.arange(12).reshape(4, 3) % 5],
    "in_parallel": [(P, np.zeros(4)), (P[:, :2], np.zeros(4))],
}
ONE_TYPE = ["backwards"]
ROUNDED = ["lists_as_arrays", "given_list"]
