"""Expressions over what one mask picks: computed where they stand, not packed."""
import numpy as np

from pycc import c128, f32, f64, i64


def complex_map(z: "c128[:,:]", c: "c128[:,:]", steps: int):
    z = z.copy()
    n = np.zeros(z.shape, np.int64)
    for k in range(steps):
        small = np.less(abs(z), 2.0)
        n[small] = k
        z[small] = z[small] ** 2 + c[small]
    return n


def turned(x: "f64[:]"):
    y = x.copy()
    y[y < 0] = -y[y < 0]
    return y


def updated(x: "f64[:,:]", y: "f64[:,:]", m: "bool[:,:]"):
    z = x.copy()
    z[m] += y[m] * 2
    z[m] *= np.abs(x[m]) + 1
    return z


def other_shapes(x: "f64[:,:]", y: "f64[:,:]", m: "bool[:,:]"):
    z = x.copy()
    z[m] = y[m] + 1
    return z


def complex_chosen(z: "c128[:,:]", c: "c128[:]", x: "f64[:,:]"):
    """Complex numbers are read before the choice between them, whole arrays, rows and numbers."""
    y = z.copy()
    y[abs(y) < 1] = y[abs(y) < 1] ** 2 + c[0]
    return np.where(abs(z) > 1, z * z + c, 2j), np.where(x > 0, z, c), np.where(x > 0, np.where(x > 1, c, z), -z), y, np.where(np.eye(z.shape[1]) > 0, np.diag(c), 1j)


def complex_beside(z: "c128[:]", c: "c128[:]", k: int):
    """Elements that are there only where a condition says so."""
    a, b, d = np.zeros(z.size, np.complex128), np.zeros(z.size, np.complex128), z + 1
    for i in range(z.size):
        if 0 <= i and i < c.size:
            a[i] = c[i] * d[i]
        else:
            a[i] = d[i]
    for i in range(z.size):
        if 0 <= i + k and i + k < c.size:
            b[i] = c[i + k] + d[i]
        else:
            b[i] = d[i]
    return a, b, d


def overlapping(x: "f64[:]", m: "bool[:]"):
    z = x.copy()
    back = z[::-1]
    z[m] = back[m] - z[m]
    return z


def mask_itself(m: "bool[:]", k: "bool[:]"):
    a = m.copy()
    a[a] = ~a[a]
    b = m.copy()
    b[b] = k[b] & b[b]
    return a, b


def whole_beside(x: "f64[:]", m: "bool[:]"):
    y = x.copy()
    y[m] = y[m] - np.max(y[m])
    y[m] -= y[m].size
    return y, np.sum(x[m] * np.min(x[m]))


def counted(x: "f64[:,:]", m: "bool[:,:]"):
    """Numbers of true elements, and loops over them."""
    n = 0
    h = np.zeros(4, np.int64)
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j]:
                n += j
                h[j % 4] += i
    return np.count_nonzero(m), m.sum(), m[0].sum(), m[:, 1].sum(), x[m], x[m[:, 0]], np.nonzero(m), n, h


def mask_written(m: "bool[:]"):
    """Through the mask itself, and as bytes."""
    a, b = m.copy(), m.copy()
    w = b.view(np.uint8)
    n = 0
    for i in range(a.size - 2):
        if a[i]:
            a[i + 2] = False
            n += i
    for i in range(b.size - 2):
        if b[i]:
            w[i + 2] = 0
            n += i
    return a, b, n


def counted_long(m: "bool[:]", s: int):
    k = m[::s]
    out = np.zeros(k.size, np.int64)
    at = 0
    for i in range(k.size):
        if k[i]:
            if i % 5 == 3:
                continue
            out[at] = i
            at += 1
    return np.nonzero(k)[0], k.sum(), out, at, np.arange(k.size)[k]


def functions(x: "f64[:,:]", y: "f64[:,:]", z: "f32[:,:]", m: "bool[:,:]"):
    """Of what vectors compute for all elements: what the mask leaves out may be anything."""
    a, b, c = x.copy(), x.copy(), z.copy()
    a[x > 0] = a[x > 0] ** -1.5
    b[m] = np.exp(b[m]) - np.tanh(y[m])
    b[y > 0] = y[y > 0] ** b[y > 0] * 0.5
    c[c > 0] = np.log(c[c > 0]) + 2.0 ** c[c > 0]
    d = y[:, ::-1]
    d[m] = np.arctan2(d[m], a[m])
    return a, b, c, y, np.sum(np.log(x[x > 0]))


def complex_powers(z: "c128[:]", k: "i64[:]", m: "bool[:]"):
    w = z.copy()
    w[m] = w[m] ** 1.5
    x = k.copy() / 2
    x[k != 0] = k[k != 0] ** -1.0
    return w, x

def narrowed(x: "f64[:]", k: "i64[:]", m: "bool[:]"):
    y = np.zeros(x.size, np.int32)
    y[m] = x[m] * 2 + k[m] // 2
    z = np.zeros(x.size, np.float32)
    z[m] = x[m].astype(np.float32) * z[m] - k[m] % 3
    return y, z


def changed_between(x: "f64[:]", m: "bool[:]"):
    """The masks are the same text, not the same elements."""
    y = x.copy()
    n = m.copy()
    y[n] = y[m] + 1
    n[:1] = ~n[:1]
    y[n] = y[n] * 2
    return y


def sums(x: "f64[:]", y: "f64[:]", m: "bool[:]"):
    return np.sum(x[m] * y[m]), (x[m] - y[m]).mean(), np.any(x[m] > y[m]), np.all(x[m] > y[m]), np.prod(np.sign(x[m])), np.sum(x[x > 0] * y[x > 0]), np.sum((x[m] - 1) ** 2)


def sums_wrong(x: "f64[:]", y: "f64[:]", m: "bool[:]"):
    return np.sum(x[m] * y[m])


def negative_powers(k: "i64[:]", p: "i64[:]"):
    """What the mask leaves out would raise."""
    y = k.copy()
    m = p >= 0
    y[m] = k[m] ** p[m]
    return y


def divided(k: "i64[:]", p: "i64[:]"):
    y = k.copy()
    m = p != 0
    y[m] = k[m] // p[m]
    y[m] += k[m] % p[m]
    return y


def number_beside(x: "f32[:]", m: "bool[:]", s: float):
    y = x.copy()
    y[m] = s * x[m] + len(x)
    y[~m] = np.minimum(y[~m], 0.5)
    return y


def rows(x: "f64[:,:]", m: "bool[:]"):
    y = x.copy()
    y[m] = x[m] * 2
    return y


def vector_beside(x: "f64[:]", v: "f64[:]", m: "bool[:]"):
    y = x.copy()
    y[m] = x[m] + v
    return y


def put_behind(x: "f64[:]", y: "f64[:]", s: int):
    """What a condition picks, one behind the other."""
    a = x[::s]
    out, where = np.zeros(a.size), np.zeros(a.size, np.int64)
    at, last = 0, 0.0
    for i in range(a.size):
        if a[i] > 0.25 and y[i] < a[i]:
            out[at] = a[i] + last
            where[at] = i
            last = a[i]
            at += 1
    return out, where, at, a[a > 0.5], np.nonzero(a < y[:a.size])[0], (a * 10).astype(np.uint8)[a > 0.0], a[np.isnan(a)]


def packed(x: "f64[:]", m: "bool[:]", s: int):
    """Elements of all sizes, of masks that are true seldom, often and everywhere, and by steps."""
    a, k = x[::s], m[::s]
    z = a + 1j * a
    return (a[k], z[k], a.astype(np.float32)[k], z.astype(np.complex64)[k], (a * 9).astype(np.int32)[k], (a * 9).astype(np.int16)[k],
            (a * 9).astype(np.uint64)[k], a[a > 0.1], z[a < 0.9], a[a >= 0], z[k | (a < 0.97)], np.arange(a.size)[a > 0.02])


def put_too_far(x: "f64[:]", out: "f64[:]"):
    at = 0
    for i in range(x.size):
        if x[i] > 0:
            out[at] = x[i]
            at += 1
    return at


def put_in_place(x: "f64[:]", ahead: int):
    """What is stored decides what is picked later."""
    a, b, c = x.copy(), x.copy(), x.copy()
    v, w = b[ahead:], c.view(np.int64)
    at = n = k = 0
    for i in range(a.size - ahead):
        if a[i] > 0:
            a[at + ahead] = -a[i]
            at += 1
    for i in range(b.size - ahead):
        if b[i] > 0:
            v[n] = -b[i]
            n += 1
    for i in range(c.size):
        if c[i] > 0 and k + ahead < c.size:
            w[k + ahead] = 0
            k += 1
    return a, b, c, at, n, k


def put_into(x: "f64[:]", y: "f64[:]"):
    at = 0
    for i in range(x.size):
        if x[i] > 0:
            y[at] = -x[i]
            at += 1
    return at


def put_overlapping(x: "f64[:]"):
    a, b = x.copy(), x.copy()
    return put_into(a[:-1], a[1:]), put_into(b[5:], b[:-5]), a, b


_R = np.random.default_rng(8)
_X, _Y = _R.normal(size=(2, 7, 9))
_M = _R.random((7, 9)) < 0.4
_Z = _X + 1j * _Y
_K, _P = _R.integers(-3, 6, (2, 63))
_V, _W, _B = _X.ravel(), _Y.ravel(), _M.ravel()
_S, _T = np.round(4 * _V) / 4, np.round(8 * _W) / 8
_L = _R.random(1000) < np.repeat(_R.random(20), 50)
_NONE = np.zeros(63, bool)
_F = _R.normal(size=1000)

ROUNDED = ["functions", "complex_chosen"]

_L_X = np.abs(np.sin(np.arange(1000.0) ** 2))

CASES = {
    "complex_map": [(_Z, _Z * 0.3, 5), (_Z.T, _Z.T / 2, 3), (_Z[:0], _Z[:0], 2)],
    "turned": [(_V,), (_V[::-2],), (_V[:0],)],
    "updated": [(_X, _Y, _M), (_X[::-1, ::2], _Y[:, ::2], _M[:, ::2]), (_X.T, _Y.T, _M.T), (_X, _Y, ~_M), (_X, _Y[:3], _M), (_X, _Y, _M[:3])],
    "other_shapes": [(_X, _Y[:, :4], _M), (_X[:2], _Y, _M), (_X, _Y, _M[:, :3])],
    "complex_chosen": [(_Z, _Z[1], _X[:len(_Z), :1]), (_Z[::-1, ::2], _Z[2, ::2], np.ones((1, 1))), (_Z[:, :0], _Z[0, :0], _X[:1, :1])],
    "complex_beside": [(_Z[0], _Z[1], 2), (_Z[0], _Z[1, :3], 1), (_Z[0], _Z[1, ::2], -2), (_Z[0], _Z[1, :0], 0), (_Z[0, :0], _Z[0], 0)],
    "packed": [(_L_X, _L_X < p, s) for p in (0.0, 0.02, 0.3, 0.8, 0.97, 2.0) for s in (1, -1, 3)] + [(_L_X[:n], _L_X[:n] < 0.9, 1) for n in (0, 1, 63, 64, 65, 130)],
    "overlapping": [(_V, _B), (_V[:5], _B[:5])],
    "mask_itself": [(_B, ~_B), (_B, _B), (_B, _NONE)],
    "whole_beside": [(_S, _B), (_S[:9], _B[:9])],
    "counted": [(_X, _M), (_X.T, _M.T), (_X[:, :5], _M[:, :5])],
    "mask_written": [(_L,), (_B,)],
    "counted_long": [(_L[:n], s) for n in (1, 7, 8, 63, 64, 65, 127, 128, 200, 1000) for s in (1, 2, -1, 3)],
    "functions": [(x, y, x.astype(np.float32), m) for x, y, m in ((_X, _Y, _M), (_X.T, _Y.T, _M.T), (_X[::-1, ::2], _Y[:, ::2], ~_M[:, ::2]), (np.where(_M, np.nan, _X), np.where(_M, np.inf, 0 * _Y), ~_M), (_X[:0], _Y[:0], _M[:0]))],
    "complex_powers": [(_Z.ravel(), _K, _B), (_Z.ravel()[::-3], _K[:21], ~_B[:21])],
    "narrowed": [(_V, _K, _B), (_V, _K, _NONE)],
    "changed_between": [(_V, _B), (_V, ~_B)],
    "sums": [(_S, _T, _B), (_S[::3], _T[::3], _B[::3]), (_S, _T, ~_B)],
    "sums_wrong": [(_V, _W[:5], _B), (_V, _W, _B[:5])],
    "negative_powers": [(_K, _P)],
    "divided": [(_K, _P)],
    "number_beside": [(_V.astype(np.float32), _B, 0.3)],
    "rows": [(_X, _M[:, 0]), (_X, _M[:3, 0])],
    "put_behind": [(_F[:n], np.cos(_F), s) for n in (0, 1, 7, 63, 64, 65, 128, 200, 1000) for s in (1, 2, -1, 3)],
    "put_too_far": [(_F, np.zeros(n)) for n in (1000, 501, 500, 400, 63, 1, 0)] + [(_F[:100], np.zeros(300)[::3])],
    "put_in_place": [(_F, n) for n in (1, 2, 40, 64, 65, 400)],
    "put_into": [(_F, np.zeros(1000)), (_F[::2], np.zeros(1000))],
    "put_overlapping": [(_F,)],
    "vector_beside": [(_V, np.arange(float(_B.sum())), _B), (_V, np.ones(1), _B), (_V, np.ones(2), _B)],
}
