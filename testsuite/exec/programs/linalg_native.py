"""solve, inv, det, slogdet and cholesky by the run time: sizes about those where another way is taken, stacks, layouts,
types, and all that NumPy is left to do."""
import numpy as np
import numpy.linalg as la

from pycc import c64, c128, f32, f64, i32, prange, u8


def vectors(a: f64[:, :], b: f64[:]):
    return la.solve(a, b), la.det(a), tuple(la.slogdet(a))


def matrices(a: f64[:, :], b: f64[:, :]):
    return la.solve(a, b), la.solve(a.T, b), la.inv(a), la.inv(a[::-1, ::-1])


def factors(a: f64[:, :]):
    return la.cholesky(a), la.cholesky(a, upper=True), la.cholesky(a.T)


def single(a: f32[:, :], b: f32[:, :]):
    return la.solve(a, b), la.inv(a), la.det(a), tuple(la.slogdet(a)), la.cholesky(a)


def complexes(a: c128[:, :], b: c128[:, :], s: c64[:, :]):
    return la.solve(a, b), la.inv(a), la.det(a), tuple(la.slogdet(a)), la.cholesky(a), la.cholesky(a, upper=True), la.inv(s), tuple(la.slogdet(s))


def mixed(a: i32[:, :], u: u8[:, :], b: f64[:, :], f: f32[:, :], z: c64[:, :]):
    return la.solve(a, b), la.solve(u, f), la.solve(f, b), la.solve(b, z), la.inv(u), la.det(a), tuple(la.slogdet(a))


def stacks(a: f64[:, :, :], b: f64[:, :, :], v: f64[:]):
    return la.solve(a, b), la.solve(a[::2], b[::2]), la.solve(a, v), la.inv(a), la.det(a), tuple(la.slogdet(a))


def broadcast(a: f64[:, :, :], b: f64[:, :, :, :], c: f64[:, :]):
    return la.solve(a, b), la.solve(a, c), la.solve(c, a), la.inv(b), la.det(b[::-1])


def stack_factors(a: f64[:, :, :], z: c128[:, :, :]):
    return la.cholesky(a), la.cholesky(a, upper=True), la.cholesky(z), la.cholesky(z, upper=True)


def errors(a: f64[:, :, :], b: f64[:, :, :]):
    n = 0
    for i in range(len(a)):
        try:
            n += la.inv(a[i])[0, 0] > 0
        except la.LinAlgError:
            n += 10
        try:
            n += la.solve(a[i], b[i])[0, 0] > 0
        except np.linalg.LinAlgError:
            n += 100
        try:
            n += la.cholesky(a[i])[0, 0] > 0
        except np.linalg.LinAlgError:
            n += 1000
    return n


def in_prange(a: f64[:, :, :], b: f64[:, :]):
    x = np.empty(b.shape)
    d = np.empty(len(b))
    for i in prange(len(a)):
        x[i] = la.solve(a[i], b[i])
        d[i] = la.det(a[i])
    return x, d


def filtered(f: f64[:, :], h: f64[:, :], q: f64[:, :], r: f64[:, :], z: f64[:, :]):
    x = np.zeros(len(f))
    p = np.eye(len(f))
    for t in range(len(z)):
        x = f @ x
        p = f @ p @ f.T + q
        k = p @ h.T @ la.inv(h @ p @ h.T + r)
        x = x + k @ (z[t] - h @ x)
        p = p - k @ h @ p
    return x, p


def _f(*shape, seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    a = rng.uniform(-1, 1, shape)
    if np.dtype(dtype).kind == "c":
        return (a + 1j * rng.uniform(-1, 1, shape)).astype(dtype)
    return (a if np.dtype(dtype).kind == "f" else 100 * np.abs(a)).astype(dtype)


def _d(*shape, seed=0, dtype=np.float64):
    """Matrices that are well to invert."""
    a = _f(*shape, seed=seed, dtype=dtype)
    return a + (np.eye(shape[-1])[::-1] * (shape[-1] if a.dtype.kind in "fc" else 100)).astype(dtype)


def _s(*shape, seed=0, dtype=np.float64):
    """Positive definite matrices."""
    a = _f(*shape, seed=seed, dtype=dtype)
    return a @ np.conj(np.swapaxes(a, -1, -2)) + np.eye(shape[-1], dtype=dtype)


def _with(a, at, value):
    a = a.copy()
    a[at] = value
    return a


_ODD = [np.ones((3, 3)), np.zeros((2, 2)), np.ones((20, 20)), np.diag([1e200, 1e200, 1e-300]), np.diag([1e-200, 1e-200, 1e300]), np.diag([1e-300] * 4),
        _with(_d(4, 4), (1, 2), np.nan), _with(_d(4, 4), (2, 1), np.inf), _with(_d(12, 12), (3, 4), np.nan), np.diag([1.0, 0.0, 2.0])]

CASES = {
    "vectors": [(_d(n, n), _f(n)) for n in (1, 2, 3, 4, 5, 7, 8, 9, 20)] + [(a, np.ones(len(a))) for a in _ODD]
               + [(_f(0, 0), _f(0)), (_f(3, 3), _f(4)), (_f(3, 4), _f(3)), (_d(3, 3), np.array([1.0, np.nan, 2.0])), (_d(3, 3), np.array([1.0, np.inf, 2.0]))],
    "matrices": [(_d(n, n), _f(n, m)) for n, m in ((1, 1), (4, 3), (6, 8), (8, 9), (5, 1), (12, 2), (3, 0))] + [(_d(3, 3), _f(4, 2)), (np.ones((2, 2)), _f(2, 0)), (_f(2, 3), _f(2, 2))],
    "factors": [(_s(n, n),) for n in (1, 3, 4, 6, 8, 11)] + [(-_s(3, 3),), (_f(0, 0),), (_f(2, 3),), (_with(_s(4, 4), (0, 2), np.nan),), (_with(_s(4, 4), (2, 0), np.nan),), (_d(5, 5),)],
    "single": [(_s(n, n, dtype=np.float32), _f(n, 3, dtype=np.float32)) for n in (2, 4, 7, 10)] + [(np.diag(np.array([1e30, 1e30, 1e-30], np.float32)), _f(3, 2, dtype=np.float32))],
    "complexes": [(_s(n, n, dtype=np.complex128), _f(n, 2, dtype=np.complex128), _d(n, n, dtype=np.complex64)) for n in (1, 3, 9)] + [(np.ones((2, 2), complex), _f(2, 2, dtype=np.complex128), np.ones((2, 2), np.complex64))],
    "mixed": [(_d(n, n, dtype=np.int32), _d(n, n, dtype=np.uint8), _d(n, n), _d(n, n, dtype=np.float32), _f(n, n, dtype=np.complex64)) for n in (3, 10)],
    "stacks": [(_d(k, n, n), _f(k, n, m), _f(n)) for k, n, m in ((5, 3, 2), (1, 6, 1), (40, 4, 4), (7, 10, 3), (0, 3, 2), (3, 8, 12))]
              + [(np.stack([np.eye(2), np.ones((2, 2)), np.eye(2)]), _f(3, 2, 1), _f(2)), (_d(3, 2, 2), _f(2, 2, 2), _f(2)), (_f(3, 0, 0), _f(3, 0, 2), _f(0))],
    "broadcast": [(_d(3, 4, 4), _d(2, 3, 4, 4), _d(4, 4)), (_d(1, 4, 4), _d(2, 3, 4, 4), _d(4, 4)), (_d(3, 4, 4), _d(2, 1, 4, 4), _d(4, 4)), (_d(2, 4, 4), _d(2, 3, 4, 4), _d(4, 4))],
    "stack_factors": [(_s(4, 3, 3), _s(4, 3, 3, dtype=np.complex128)), (_s(3, 9, 9), _s(2, 9, 9, dtype=np.complex128)), (_s(0, 3, 3), _s(2, 1, 1, dtype=np.complex128))],
    "errors": [(np.stack([np.eye(3), np.ones((3, 3)), -np.eye(3), _s(3, 3)]), _f(4, 3, 2)), (np.stack([np.eye(10), np.ones((10, 10))]), _f(2, 10, 2))],
    "in_prange": [(_d(60, 4, 4), _f(60, 4)), (_d(30, 12, 12), _f(30, 12)), (np.stack([_d(3, 3)] * 20 + [np.ones((3, 3))] * 3), _f(23, 3))],
    "filtered": [(_d(4, 4) / 5, _f(2, 4), _s(4, 4), _s(2, 2), _f(30, 2)), (_d(6, 6) / 8, _f(3, 6), _s(6, 6), _s(3, 3), _f(10, 3))],
}
ROUNDED = list(CASES)
