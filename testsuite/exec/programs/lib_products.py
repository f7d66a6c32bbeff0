"""Products: ranks, dtypes, layouts, out=, in place, empty and misfitting operands."""
import numpy as np

from pycc import bool_, c64, c128, f32, f64, i8, i32, i64, prange, u16


def matmul(a: f64[:, :], b: f64[:, :]):
    return a @ b, np.matmul(a, b), np.dot(a, b), a.dot(b)


def matmul_f32(a: f32[:, :], b: f32[:, :]):
    return a @ b


def matmul_c64(a: c64[:, :], b: c64[:, :]):
    return a @ b


def matmul_c128(a: c128[:, :], b: c128[:, :]):
    return a @ b, a.T @ b.T


def matmul_i8(a: i8[:, :], b: i8[:, :]):
    return a @ b


def matmul_u16(a: u16[:, :], b: u16[:, :]):
    return a @ b


def matmul_i32(a: i32[:, :], b: i32[:, :]):
    return a @ b


def matmul_i64(a: i64[:, :], b: i64[:, :]):
    return a @ b


def matmul_bool(a: bool_[:, :], b: bool_[:, :]):
    return a @ b


def stack_by_one(a: f64[:, :, :], b: f64[:, :]):
    """Rows that follow on each other, and rows that do not."""
    rows = a[:, :, None, :]
    return a @ b, a[::2] @ b, a[::-1] @ b, a[:, ::2] @ b, a[:, :, ::-1] @ b, rows @ b, a.swapaxes(0, 1) @ b, np.broadcast_to(a[0], a.shape) @ b


def stacks_of_small(a: f64[:, :, :], b: f64[:, :, :]):
    """Rows of the second that are read beyond their ends, where that is within it, and others."""
    f, g = a.astype(np.float32), b.astype(np.float32)
    out = np.zeros((a.shape[0], a.shape[1], 2 * b.shape[2]))
    np.matmul(a, b, out[:, :, ::2])
    wide = np.zeros((a.shape[0], a.shape[1], b.shape[2] + 3))
    np.matmul(a, b, wide[:, :, 1:-2])
    return a @ b, a @ b[:, ::-1], a @ b[:, :, ::-1], a[:, ::-1, ::-1] @ b, a @ b[:, :, 1:], a @ b[:, :, :-1], out, wide, f @ g, f @ g[::-1, :, 1:], f[:, :, ::-1] @ g


def stack_by_one_i32(a: i32[:, :, :], b: i32[:, :]):
    out = np.zeros((a.shape[0], b.shape[1], a.shape[1]), np.int32)
    np.matmul(a, b, out.swapaxes(1, 2))
    return out, a @ b


def few_columns(a: f64[:, :], b: f64[:, :], c: c128[:, :]):
    t = b.T
    return a @ t, a.astype(np.float32) @ b.astype(np.float32).T, c @ b.T, (a @ t)[::3] @ b, a[:, ::-1] @ b[:, ::-1].T


def mixed(a: f32[:, :], k: i32[:, :]):
    return a @ k, k @ a.T, (a > 1) @ k.T


def transposed(a: f64[:, :], b: f64[:, :]):
    return a.T @ b, a @ b.T


def expressions(a: f64[:, :], b: f64[:, :]):
    return (a + 1) @ (b * 2), -(a @ b) + 1


def chain(a: f64[:, :], b: f64[:, :], x: f64[:]):
    return a @ b @ x, a @ (b @ x)


def matrix_vector(a: f64[:, :], x: f64[:], y: f64[:]):
    return a @ x, y @ a, np.dot(a, x), np.dot(y, a), a.T @ y


def one_matrix_c64(a: c64[:, :], x: c64[:], y: c64[:]):
    return y @ a, a @ x


def one_matrix_twice(a: f64[:, :], x: f64[:], y: f64[:], along: bool):
    s = y + 1
    if along:
        s -= a @ x
    return s @ a, a.T @ (a @ x)


def one_matrix_added(a: f64[:, :], x: f64[:], y: f64[:], p: f64[:], q: f64[:]):
    p += a @ x
    q -= y @ a


def matrix_vector_i32(a: i32[:, :], x: i32[:]):
    return a @ x, np.inner(a, x)


def vectors(x: f64[:], y: f64[:]):
    return x @ y, np.dot(x, y), np.inner(x, y), np.vdot(x, y), x.dot(y)


def vectors_complex(x: c128[:], y: c128[:]):
    return x @ y, np.vdot(x, y), np.outer(x, y)


def vectors_mixed(x: f32[:], k: i8[:], b: bool_[:]):
    return x @ k, np.vdot(k, x), b @ b, k @ k, np.outer(x, k), np.outer(b, b)


def vdot_error(x: f64[:], y: f64[:]):
    return np.vdot(x, y)


def vdot_matrices(x: f64[:, :], y: f64[:, :], k: i8[:]):
    return np.vdot(x, y), np.vdot(x + 1j, y), np.vdot(y, 2 * x - 1j), np.vdot(k, x)


def dot_error(x: f64[:], y: f64[:]):
    return np.dot(x, y)


def dot_error_2(a: f64[:, :], b: f64[:, :]):
    return np.dot(a, b)


def inner_2(a: f64[:, :], b: f64[:, :]):
    return np.inner(a, b)


def outer(x: f64[:], y: f64[:]):
    return np.outer(x, y), np.outer(x, x) + 1


def outer_in_place(x: f64[:], y: f64[:], c: f64[:, :]):
    c += np.outer(x, y)
    c[:] = c - np.outer(x + 1, y[::-1]) * 2
    c[0] = np.outer(x, x)[0, 0]


def fused(alpha: float, a: f64[:, :], x: f64[:], y: f64[:]):
    r = x - y
    s = (alpha * a) @ x + (a - 1) @ (x + y) * 2
    return s, np.dot(x - y, x - y), r @ (r * 2), np.dot(a * 2, x), np.dot(x, x + 1)


def fused_in_place(a: f64[:, :], x: f64[:]):
    x[:] = (2 * a) @ x
    x += (a + 1) @ x
    x = (a * 3) @ x
    return x


def fused_error(a: f64[:, :], x: f64[:]):
    return (a + 1) @ x


def fused_dot_error(a: f64[:, :], x: f64[:]):
    return np.dot(a + 1, x)


def stacks(a: f64[:, :, :], b: f64[:, :, :], c: f64[:, :], x: f64[:]):
    return a @ b, a @ c, c @ b, a @ x, np.dot(a, c)


def stacks_error(a: f64[:, :, :], b: f64[:, :, :]):
    return a @ b


def general(a: f64[:, :, :], b: f64[:, :, :]):
    return np.dot(a, b), np.tensordot(a, b, axes=([2], [1])), np.tensordot(a, b, axes=([0, 2], [0, 1]))


def assigned(a: f64[:, :], b: f64[:, :], c: f64[:, :]):
    c[:] = a @ b
    return c


def assigned_row(a: f64[:, :], x: f64[:], c: f64[:, :]):
    c[0] = a @ x
    c[1:2] = a @ x
    c[:, :] = a @ x


def added(a: f64[:, :], b: f64[:, :], c: f64[:, :]):
    c += a @ b
    c[1:] -= a[1:] @ b


def added_i32(a: i32[:, :], c: i32[:, :]):
    c += a @ a
    c -= a.T @ a


def added_vector(a: f64[:, :], x: f64[:], y: f64[:]):
    y += a @ x
    y -= np.dot(a, x)


def narrower(a: f64[:, :], b: f64[:, :], c: f32[:, :]):
    c[:] = a @ b
    c += a @ b


def in_place(a: f64[:, :], b: f64[:, :]):
    a @= b


def overlapping(a: f64[:, :]):
    a[:] = a @ a.T
    a[1:, 1:] += a[1:, 1:] @ a[:-1, :-1]


def out(a: f64[:, :], b: f64[:, :], c: f64[:, :]):
    np.matmul(a, b, out=c)
    return np.matmul(b.T, a.T, out=c.T)


def power(a: f64[:, :], n: int):
    r = np.zeros(a.shape)
    for i in range(len(a)):
        r[i, i] = 1.0
    for _ in range(n):
        r = r @ a
    return r


def in_prange(a: f64[:, :, :], x: f64[:, :]):
    y = np.zeros(x.shape)
    for i in prange(len(a)):
        y[i] = a[i] @ x[i]
    return y


def in_prange_local(a: f64[:, :, :], out: f64[:]):
    for i in prange(len(a)):
        p = a[i] @ a[i].T
        out[i] = p.sum()


def kron_einsum(a: f64[:, :], b: f64[:, :]):
    return (np.kron(a, b), np.einsum("ij,kj->ik", a, a), np.einsum("ij,ij->", b, b), np.einsum("ij->j", a),
            np.einsum("ij, kl", a, b), np.tensordot(a, a.T, 1))


def few_rows(a: f64[:, :], b: f64[:, :], c: f32[:, :], d: f32[:, :], k: i64[:, :], l: i64[:, :]):
    """Of a large matrix, which is read where it lies."""
    e = np.empty((b.shape[1] + 1, a.shape[0])).T
    e[:, 1:] = a @ b
    return a @ b, c @ d, k @ l, a[::-1, ::-1] @ b, np.maximum(c @ d + d[0], 0), b[:, :-1].T[:3] @ b[:, 3:], e[:, 1:]


def _f(*shape, seed=0, dtype=np.float64):
    a = np.random.default_rng(seed).integers(-9, 9, shape)
    if np.dtype(dtype).kind == "c":
        return (a + 1j * a[::-1]).astype(dtype)
    return (a / 4 if np.dtype(dtype).kind == "f" else a).astype(dtype)


def _pairs(dtype=np.float64):
    shapes = [((2, 3), (3, 4)), ((1, 1), (1, 1)), ((0, 3), (3, 2)), ((2, 0), (0, 3)), ((5, 7), (7, 5)),
              ((33, 17), (17, 9)), ((4, 300), (300, 11)), ((8, 700), (700, 301)), ((1, 40), (40, 40)), ((40, 40), (40, 1)), ((2, 3), (2, 3))]
    return [(_f(*s, dtype=dtype), _f(*t, seed=1, dtype=dtype)) for s, t in shapes]


def _vectors(dtype=np.float64):
    return [(_f(n, dtype=dtype), _f(m, seed=1, dtype=dtype))
            for n, m in [(5, 5), (0, 0), (1, 1), (1001, 1001), (2, 3)]]


_A, _X, _Y, _W = _f(515, 515) % 2, _f(515, seed=1) % 2, _f(515, seed=2), _f(516, seed=3)


CASES = {
    "matmul": _pairs()[:-1],
    "matmul_f32": _pairs(np.float32),
    "matmul_c64": _pairs(np.complex64),
    "matmul_c128": _pairs(np.complex128)[:2] + [(_f(30, 30, dtype=np.complex128), _f(30, 30, seed=1, dtype=np.complex128))],
    "matmul_i8": _pairs(np.int8),
    "matmul_u16": _pairs(np.uint16),
    "matmul_i32": _pairs(np.int32),
    "matmul_i64": _pairs(np.int64),
    "matmul_bool": _pairs(np.bool_),
    "stack_by_one": [(_f(*s), _f(s[2], m, seed=1)) for s, m in [((3, 4, 5), 2), ((1, 1, 5), 3), ((4, 1, 3), 1), ((0, 4, 3), 2), ((2, 0, 3), 2), ((5, 40, 30), 50)]],
    "stacks_of_small": [(_f(t, n, k), _f(t, k, m, seed=1))
                        for t, n, k, m in [(4, 3, 3, 3), (3, 4, 4, 4), (2, 5, 5, 5), (2, 8, 8, 8), (2, 1, 16, 7), (2, 2, 17, 3), (1, 6, 2, 1), (2, 3, 1, 2), (2, 9, 3, 13), (2, 3, 0, 3)]],
    "stack_by_one_i32": [(_f(*s, dtype=np.int32), _f(s[2], m, dtype=np.int32)) for s, m in [((3, 4, 5), 2), ((4, 1, 3), 1), ((2, 3, 0), 2)]],
    "few_columns": [(_f(n, k), _f(m, k, seed=1), _f(n, k, dtype=np.complex128)) for n, k, m in [(100, 2, 2), (300, 4, 3), (37, 6, 6), (100, 1, 3), (100, 3, 1), (90, 7, 6)]],
    "few_rows": [tuple(_f(*t, seed=i, dtype=d) for d in (np.float64, np.float32, np.int64) for i, t in enumerate(((n, k), (k, m))))
                 for n, k, m in [(2, 701, 801), (3, 702, 1030), (4, 543, 1024), (7, 1023, 1100), (13, 602, 1801)]],
    "mixed": [(_f(3, 4, dtype=np.float32), _f(4, 2, dtype=np.int32)), (_f(20, 20, dtype=np.float32), _f(20, 20, dtype=np.int32))],
    "transposed": [(_f(6, 6), _f(6, 6, seed=1)), (_f(40, 40), _f(40, 40, seed=1)), (_f(3, 2), _f(3, 2))],
    "expressions": _pairs()[:1] + _pairs()[4:6],
    "chain": [(_f(3, 4), _f(4, 5), _f(5)), (_f(30, 40), _f(40, 50), _f(50))],
    "matrix_vector": [(_f(n, m), _f(m, seed=1), _f(n, seed=2)) for n, m in [(3, 4), (0, 2), (2, 0), (1, 1), (90, 70), (600, 130)]],
    "one_matrix_c64": [(_f(600, 130, dtype=np.complex64), _f(130, seed=1, dtype=np.complex64), _f(600, seed=2, dtype=np.complex64))],
    "one_matrix_twice": [(_f(n, m), _f(m, seed=1), _f(n, seed=2), c) for n, m in [(3, 4), (601, 131)] for c in (False, True)],
    "one_matrix_added": [(_A, _X, _W[1:], _W[:-1], _f(515)), (_A, _X, _Y, _f(515), _f(515)), (_A, _X, _Y, _f(515), _f(3)), (_A, _X, _Y, _Y, _f(515)),
                         (_A, _X, _Y, _f(515), _X), (_A, _X, _X, _Y, _Y), (_A, _X, _A[1], _A[0], _Y), (_A, _Y, _Y, _X, _A[0])],
    "matrix_vector_i32": [(_f(n, m, dtype=np.int32), _f(m, seed=1, dtype=np.int32)) for n, m in [(3, 4), (90, 70), (4, 0)]],
    "vectors": _vectors()[:-1],
    "vectors_complex": _vectors(np.complex128)[:-1],
    "vectors_mixed": [(_f(5, dtype=np.float32), _f(5, dtype=np.int8), _f(5, dtype=np.bool_))],
    "vdot_error": _vectors(),
    "vdot_matrices": [(_f(4, 6), y, np.arange(n, dtype=np.int8)) for n, y in ((24, _f(4, 6)), (24, _f(3, 8)), (20, _f(4, 6)), (24, _f(5, 5)))],
    "dot_error": _vectors(),
    "dot_error_2": _pairs(),
    "inner_2": [(_f(3, 4), _f(2, 4)), (_f(40, 30), _f(20, 30)), (_f(2, 3), _f(2, 4))],
    "outer": _vectors(),
    "outer_in_place": [(_f(n), _f(m, seed=1), _f(n, m)) for n, m in [(3, 4), (1, 1), (40, 50)]] + [(_f(3), _f(4), _f(4, 4))],
    "fused": [(1.5, _f(n, m), _f(m, seed=1), _f(m, seed=2)) for n, m in [(3, 4), (1, 1), (0, 3), (3, 0), (60, 70)]],
    "fused_in_place": [(_f(n, n), _f(n, seed=1)) for n in (0, 1, 5, 40)],
    "fused_error": [(_f(3, 4), _f(3)), (_f(3, 4), _f(4))],
    "fused_dot_error": [(_f(3, 4), _f(3)), (_f(3, 4), _f(4))],
    "stacks": [(_f(2, 3, 4), _f(2, 4, 3), _f(4, 4), _f(4)), (_f(1, 20, 30), _f(5, 30, 20), _f(30, 30), _f(30)),
               (_f(0, 3, 4), _f(1, 4, 3), _f(4, 4), _f(4))],
    "stacks_error": [(_f(2, 3, 4), _f(3, 4, 5)), (_f(2, 3, 4), _f(2, 3, 4))],
    "general": [(_f(2, 3, 4), _f(2, 4, 5))],
    "assigned": [(_f(3, 4), _f(4, 5), _f(3, 5)), (_f(30, 40), _f(40, 50), _f(30, 50)), (_f(1, 4), _f(4, 5), _f(3, 5)),
                 (_f(3, 4), _f(4, 5), _f(3, 4)), (_f(0, 4), _f(4, 5), _f(0, 5))],
    "assigned_row": [(_f(3, 4), _f(4), _f(5, 3)), (_f(30, 40), _f(40), _f(3, 30)), (_f(3, 4), _f(4), _f(5, 4))],
    "added": [(_f(3, 4), _f(4, 5), _f(3, 5)), (_f(30, 40), _f(40, 50), _f(30, 50)), (_f(3, 4), _f(4, 5), _f(4, 5))],
    "added_i32": [(_f(3, 3, dtype=np.int32), _f(3, 3, dtype=np.int32)), (_f(30, 30, dtype=np.int32), _f(30, 30, dtype=np.int32))],
    "added_vector": [(_f(3, 4), _f(4), _f(3)), (_f(70, 80), _f(80), _f(70)), (_f(3, 4), _f(4), _f(4))],
    "narrower": [(_f(3, 4), _f(4, 5), _f(3, 5, dtype=np.float32))],
    "in_place": [(_f(3, 4), _f(4, 4)), (_f(3, 40), _f(40, 40)), (_f(3, 4), _f(4, 3))],
    "overlapping": [(_f(4, 4),), (_f(30, 30) / 100,)],
    "out": [(_f(3, 4), _f(4, 5), _f(3, 5)), (_f(30, 40), _f(40, 50), _f(30, 50)), (_f(3, 4), _f(4, 5), _f(5, 5))],
    "power": [(_f(3, 3), 0), (_f(3, 3), 5), (_f(20, 20) / 20, 6)],
    "in_prange": [(_f(50, 4, 4), _f(50, 4)), (_f(20, 30, 30), _f(20, 30))],
    "in_prange_local": [(_f(50, 4, 4), _f(50)), (_f(20, 30, 20), _f(20))],
    "kron_einsum": [(_f(3, 4), _f(2, 5)), (_f(1, 1), _f(1, 1))],
}
ROUNDED = [name for name in CASES if not name.startswith("matmul_i") and name != "stack_by_one_i32"]
