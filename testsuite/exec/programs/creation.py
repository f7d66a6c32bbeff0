"""Arrays of nested lists and of other arrays, np.eye and its like, shapes as tuples."""
import numpy as np

from pycc import c128, f32, f64, i8, i32, i64, u8


def of_numbers(x: f64, n: int):
    return (np.array([1, 2, 3]), np.array([x, n, 2.5]), np.array([[1, 2], [3, n]]), np.array((True, False)),
            np.array([True, 2]), np.array([1, 2j]), np.array([n], dtype=np.int8), np.array([[x], [1]], dtype='f4'),
            np.array([1.5, x], dtype=np.int64))


def of_typed_numbers(a: i8, b: u8, c: f32):
    return np.array([a, b]), np.array([c, 2]), np.array([c, c]), np.array([a, 1])


def that_must_fit(n: int, m: i64):
    return np.array([1, n], dtype=np.uint8), np.array([m], dtype=np.int8)


def of_arrays(a: f64[:], b: f64[:]):
    return np.array([a, b]), np.array([[a, b], [b, a]]), np.array((a, a * 2, b), dtype=np.float32)


def of_matrices(a: i32[:, :], b: f32[:, :]):
    return np.array([a, b])


def of_arrays_and_lists(a: f64[:]):
    m = np.array([a, a[::-1]])
    m[0] += 1
    return m, a


def of_an_array(a: f64[:, :], n: int):
    b = np.array(a)
    b[0, 0] = n
    return b, np.array(a, dtype=np.int32), np.array(n), np.array(a[0, 0]).ndim


def read_while_made(x: f64[:]):
    x = np.array([x[1], x[0]])
    x = np.array([x[1], x[0] + x[1]])
    return x


def as_arrays(a: f64[:, :], f: f32[:]):
    b = np.asarray(a)
    b[0, 0] = 7
    c = np.ascontiguousarray(a)
    d = np.asfortranarray(a)
    return b, c, d, np.asarray(f, dtype=np.float64), np.asarray([1, 2, 3]), np.asfortranarray(f), np.ascontiguousarray(a.T)


def casts(a: f64[:, :], i: i64[:]):
    b = np.float64(a[1:])
    b[0, 0] = 7
    c, d = np.int64(i), np.float64(i)
    c[0], d[1] = 9, 9
    return b, c, d, np.sum(np.float64(a) * 2), np.float64(np.float64(i[::2])), np.float64(a + 1)


def eyes(n: int, m: int, k: int):
    return np.eye(n), np.eye(n, m), np.eye(n, m, k), np.eye(n, k=k, dtype=np.int32), np.identity(n), np.identity(2, dtype='c16')


def full_of_arrays(a: f64[:], n: int):
    return np.full((n, len(a)), a), np.full((n, 3), a, dtype=np.int32), np.full(n, 2.5)


def grids(n: int, m: int, x: float):
    y, z = np.ogrid[0:n, -m:m:2]
    g = np.mgrid[:n, 1:m]
    u, v = g[0], g[1]
    return np.mgrid[0:n, 0:m], np.mgrid[0:n:2, x:m, 1:3], y + z, u * v, np.mgrid[0:x:0.25, 0:1:5j], np.ogrid[x:1:3j, 0:n]


def grid_steps(n: int, k: int):
    return np.mgrid[0:n:k, 0:2], np.ogrid[0:n:k, 0:2]


def grids_after_all_bounds(k: int, i: int, most: i64[:]):
    return np.mgrid[0:4:k, 0:most[i]]


def copies(a: f64[:, :]):
    b = a.copy('F')
    b[0, 0] = 5
    return b, a.copy(order='C'), a.copy("C")


def items(a: f64[:, :], b: i32[:]):
    return a[:1, :1].item() + 1, b.item()


def shape_tuples(a: f64[:, :, :], n: int):
    s = (n,) + a.shape[1:]
    t = a.shape[:-1] + (2, 3)
    return np.zeros(s), np.ones(t).shape, a.shape[::-1], a.shape[-1], np.empty((n,) + a.shape[3:]).shape


def shape_tuples_compared(a: f64[:, :], b: f64[:, :], x: f64[:]):
    if a.shape == b.shape:
        return 1
    if a.shape[:1] != x.shape:
        return 2
    return 3 if a.shape == x.shape else 4


def prepend(s, n):
    return (n,) + s, len(s)


def empty_shapes(x: f64[:], n: int):
    s = x.shape[1:]
    return s, (s, n), prepend(s, n), s == x.shape[2:], s + s, np.zeros(s + (2,))


def empty_lists(n: int):
    return np.array([]), np.array([[], []]), np.array([], dtype=np.int32)


def rows_of_shape(a: f64[:, :]):
    m, n = a.shape
    b = np.zeros((n, m), dtype=a.dtype)
    b.fill(3)
    c = np.zeros_like(a, dtype=np.int32)
    c[...] = 2
    return b, c, a.itemsize * a.size == a.nbytes


M, V = np.arange(6.0).reshape(2, 3), np.arange(3.0)
T = np.arange(24.0).reshape(2, 3, 4)
CASES = {
    "casts": [(np.arange(6.0).reshape(2, 3), np.arange(4))],
    "of_numbers": [(2.0, 3), (-0.5, 100)],
    "of_typed_numbers": [(np.int8(-3), np.uint8(200), np.float32(0.1))],
    "that_must_fit": [(3, np.int64(4)), (-1, np.int64(4)), (255, np.int64(300)), (256, np.int64(1))],
    "of_arrays": [(V, V + 1), (V, V[:2]), (V[:0], V[:0])],
    "of_matrices": [(M.astype(np.int32), M.astype(np.float32)), (M.astype(np.int32), np.zeros((2, 2), np.float32)),
                    (M.astype(np.int32), np.zeros((3, 3), np.float32))],
    "of_arrays_and_lists": [(V,), (V[:0],)],
    "of_an_array": [(M, 4)],
    "read_while_made": [(V,), (V[:1],)],
    "as_arrays": [(M, V.astype(np.float32))],
    "eyes": [(3, 4, 1), (3, 2, -1), (0, 3, 0), (2, 2, 5), (1, 1, -9), (-1, 2, 0)],
    "full_of_arrays": [(V, 2), (V, 0), (V[:1], 2), (V[:2], 2)],
    "grids": [(3, 4, 1.5), (0, 1, 0.5), (1, 1, -0.75)],
    "grid_steps": [(6, 2), (6, 4), (6, -1), (-6, -2), (3, 0)],
    "grids_after_all_bounds": [(2, 0, np.array([3])), (0, 0, np.array([3])), (0, 1, np.array([3]))],
    "copies": [(M,)],
    "items": [(M, np.ones(1, np.int32)), (M, np.ones(2, np.int32)), (M[:, :0], np.ones(1, np.int32))],
    "shape_tuples": [(T, 2), (T[:, :0], 0)],
    "shape_tuples_compared": [(M, M, V), (M, M.T, V), (M, M.T, V[:2])],
    "empty_shapes": [(V, 3)],
    "empty_lists": [(1,)],
    "rows_of_shape": [(M,)],
}
