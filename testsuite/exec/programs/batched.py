"""Products of one vector after the other with a matrix: one product before the loop, where that leaves both alone."""
import numpy as np

from pycc import c128, f32, f64, prange


def covariance(x: "f64[:,:]"):
    d = x - np.mean(x, axis=0)
    n = d.shape[1]
    cov = np.zeros((n, n))
    for i in range(n):
        cov[i:n, i] = cov[i, i:n] = d[:, i] @ d[:, i:n] / (len(d) - 1.0)
    return cov


def behind(x: "f64[:,:]", w: "f64[:,:]"):
    """Parts of the other axis, from either end and by steps; the last turn has an empty one."""
    n, m = x.shape[0], w.shape[1]
    out, s = np.zeros((n, m)), np.zeros(n)
    for i in range(n):
        out[i, min(i + 1, m):] = x[i] @ w[:, min(i + 1, m):]
        s[i] = np.sum(x[i] @ w[:, : -i - 1 : 2])
    return out, s


def layer(x: "f32[:,:]", w: "f32[:,:]", b: "f32[:]"):
    out = np.zeros((x.shape[0], w.shape[0]), np.float32)
    for i in range(x.shape[0]):
        out[i] = np.maximum(w @ x[i] + b, 0)
    return out


def turned(x: "c128[:,:]", w: "c128[:,:]"):
    out = np.zeros((x.shape[1], w.shape[0]), np.complex128)
    for i in prange(x.shape[1]):
        out[i, :] = x[:, i] @ w.T
    return out, out[::-1]


def some(x: "f64[:,:]", w: "f64[:,:]", lo: int, hi: int):
    """Turns from a negative index, or up to one that is not there, or hardly any."""
    total = np.zeros(w.shape[1])
    for i in range(lo, hi):
        if i == 1000:
            break
        v = x[i] @ w
        total += v
        total[0] = -v[0]
    return total


def counted(x: "f64[:,:]", w: "f64[:,:]", lo: int):
    """From a negative index on; parts whose bounds and rows are other ones where the product is."""
    out, some = np.zeros((x.shape[0], w.shape[1])), np.zeros((x.shape[0], w.shape[1]))
    j = 0
    for i in range(lo, lo + x.shape[0]):
        out[i] -= x[i] @ w
    v = x[0]
    for i in range(x.shape[0]):
        part = w[:, j:]
        j = (j + 1) % 5
        if i % 3 == 0:
            v = x[i]
        some[i, : part.shape[1]] += v @ part
        u = x[i] @ part
        some[i, -1] += u[0]
    return out, some


def changed(x: "f64[:,:]", w: "f64[:,:]", y: "f64[:,:]"):
    """What a turn writes later turns read: y may be x, and the view is of w."""
    for i in range(x.shape[0]):
        y[i] = x[i] @ w
    a, part = w.copy(), w.copy()
    row = part[0]
    for i in range(a.shape[0]):
        row[:] = a[i] @ part
    b = x.copy()
    for i in range(b.shape[0] - 1):
        b[i + 1] += b[i] @ w
    for i in range(3):
        b = b @ w
    return y, part, b


def again(x: "f64[:,:]", w: "f64[:,:]", steps: int):
    """The matrix is another one for each loop, and made anew."""
    out = np.zeros((x.shape[0], w.shape[1]))
    for t in range(steps):
        v = w * (t + 1)
        for i in range(x.shape[0]):
            out[i] += x[i] @ v
            if out[i, 0] > 1e300:
                return out
        out[0, 0] = t
    return out


_R = np.random.default_rng(5)
_X = _R.normal(size=(40, 24))
_W = _R.normal(size=(24, 33))
_S = _R.normal(size=(24, 24))
_N = _X.copy()
_N[3, 2], _N[5, 1] = np.nan, np.inf
_F, _G = _X.astype(np.float32), _R.normal(size=(12, 24)).astype(np.float32)
_Z = _X + 1j * _R.normal(size=_X.shape)

ROUNDED = ["covariance", "behind", "layer", "turned", "some", "counted", "changed", "again"]
CASES = {
    "covariance": [(_X,), (_X.T,), (_X[::-2, ::2],), (_N,), (_X[:, :3],), (_X[:, :0],)],
    "behind": [(_X, _W), (_X[:30:-1], _W), (_N, _W[:, ::2]), (_X.T, _S.repeat(2, 1)[:, :40].T), (_X[:0], _W), (_X[:, :0], _W[:0]), (_X, _W[1:])],
    "layer": [(_F, _G, _G[:, 0]), (_F[:, ::-1], _G[:, ::-1], _G[:, 1]), (_F[:4], _G, _G[:, 0]), (_F, _G[:, 1:], _G[:, 0])],
    "turned": [(_Z, _Z[::-1, :].T), (_Z[::2], _Z[::2].T), (_Z, _Z.T[:0]), (_Z[:, :0], _Z.T)],
    "some": [(_X, _W, 0, 40), (_X, _W, -40, 20), (_X, _W, 0, 41), (_X, _W, 5, 7), (_X, _W, 30, 10), (_N, _W, 0, 40), (_X, _W, -(2**63), -(2**63) + 1), (_X, _S[:, :2], 0, 40)],
    "counted": [(_X, _W, -40), (_X, _W, 0), (_X, _W, -17), (_X, _W, -41), (_N, _W[:, :9], -20)],
    "changed": [(_S, _S / 8, _S.copy()), (_X, _S / 8, _X.copy())],
    "again": [(_X, _W, 3), (_X, _W, 0), (_X[:3], _W, 2)],
}
