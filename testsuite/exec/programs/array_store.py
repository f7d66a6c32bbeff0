"""Assignments to parts of arrays, in place operators, overlapping operands, broadcasting."""
import numpy as np

from pycc import f32, f64, i32, i64


def shift_right(a: f64[:]) -> None:
    a[1:] = a[:-1]


def shift_left(a: f64[:]) -> None:
    a[:-1] = a[1:]


def smooth(a: f64[:]) -> None:
    a[1:-1] = 0.5 * (a[:-2] + a[2:])


def smooth_2d(u: f64[:, :], n: int) -> None:
    for _ in range(n):
        u[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])


def reverse(a: f64[:]) -> None:
    a[:] = a[::-1]


def transpose_in_place(a: f64[:, :]) -> None:
    a[:] = a.T


def red_black(a: f64[:]) -> None:
    a[::2] = a[1::2] + 1
    a[1::2] *= a[::2]


def named_views(a: f64[:]) -> None:
    left = a[:-1]
    right = a[1:]
    right[:] = left * 2


def two_arrays(a: f64[:], b: f64[:]) -> None:
    a[1:] = b[:-1] + a[1:]


def alias_or_not(a: f64[:], b: f64[:]) -> None:
    a += b
    a[:] = b * 2 - a


def scalars(a: f64[:, :], k: int) -> None:
    a[0] = 3
    a[:, k] = 2.5
    a[1:, ::2] = -1.0


def column(a: f64[:, :], b: f64[:], k: int) -> None:
    a[:, k] = b
    a[1:-1, 0] = b[1:-1] * 2


def rows_from_vector(a: f64[:, :], b: f64[:]) -> None:
    a[:] = b
    a[1:] += b


def columns_from_vector(a: f64[:, :], b: f64[:]) -> None:
    a[:] = b[:, None]
    a *= b[:, np.newaxis]


def outer(a: f64[:], b: f64[:]):
    return a[:, None] * b[None, :], a[:, None] + b


def broadcast_vectors(a: f64[:], b: f64[:]):
    return a + b, a * b - a


def broadcast_matrix(a: f64[:, :], b: f64[:, :]):
    return a + b, a * b - a


def broadcast_ranks(a: f64[:, :, :], b: f64[:, :], c: f64[:]):
    return a + b * c, c + a


def where_shapes(a: f64[:], b: f64[:]):
    return np.where(a > 0, b, 1.0)


def in_place(a: f64[:], b: f64[:]) -> None:
    a += b
    a -= 1
    a *= b
    a /= 2


def in_place_int(a: i32[:], b: i32[:]) -> None:
    a += b
    a //= 2
    a %= 7
    a <<= 1
    a &= b
    a |= 1
    a ^= 3


def in_place_f32(a: f32[:], b: f64[:]) -> None:
    a += b
    a *= 0.1


def in_place_part(a: f64[:, :]) -> None:
    a[1:] *= 2
    a[:, 0] += 1
    a[::2, 1:] -= a[::2, :-1]


def in_place_keeps_memory(a: f64[:]):
    b = a
    b += 1
    return b


def to_ints(a: i64[:], b: f64[:]) -> None:
    a[:] = b
    a[1:] = b[1:] * 2


def to_small(a: i32[:], n: int) -> None:
    a[:] = n


def to_int_scalar(a: i64[:], x: float) -> None:
    a[:] = x


def steps(a: f64[:], b: f64[:]) -> None:
    a[::2] = b[::2]
    a[::-2] = b[::-2] + a[::-2]
    a[-2:0:-1] *= 2


def ellipsis(a: f64[:, :], b: f64[:, :]) -> None:
    a[...] = b
    a[..., 0] = 7


def tuple_targets(a: f64[:], b: f64[:]) -> None:
    a[:], b[:] = b, a
    a[0], b[1:] = b[1], a[1:] * 2


def chained_targets(a: f64[:], b: f64[:]) -> None:
    a[:] = b[:] = a + b


def zero_rank(a: f64[()], b: f64[:]) -> None:
    a[...] = 4
    b[:] = a
    a += 1


def fill(a: f64[:, :], x: float) -> None:
    a.fill(x)
    a[1].fill(2 * x)


def heat(u: f64[:], n: int, c: float):
    for _ in range(n):
        v = u.copy()
        u[1:-1] += c * (v[2:] - 2 * v[1:-1] + v[:-2])
    return u


def new_each_step(u: f64[:], n: int):
    for _ in range(n):
        v = np.zeros(len(u))
        v[1:] = u[:-1]
        u = v + 1
    return u


V = np.arange(7.0) * 1.5 - 3
W = np.array([1.0, 2.0, -1.0, 0.5, 3.0, 2.5, -4.0])
M = np.arange(20.0).reshape(4, 5) / 4
B = np.arange(30.0)
K = np.array([5, -7, 9, 0, 12], dtype=np.int32)
ONE = np.array([2.5])
E = np.zeros(0)

def _grown(a, c):
    c += np.maximum(c, np.where(c > a[:], c, a[:]))
    return c


def view_of_view(a: f64[:], b: f64[:], c: f64[:]):
    """A guarded region in which a view is seen through a second and a third."""
    a[:] = c - c // 2
    b += np.minimum(c + c[::-1], a)
    c = _grown(a, c)
    return c


CASES = {
    "view_of_view": [(V.copy(), V + 1, V - 2), (V.copy(), V + 1, V[::-1].copy())],
    "shift_right": [(V,), (E,), (ONE,)],
    "shift_left": [(V,), (ONE,)],
    "smooth": [(V,), (V[:2],), (V[:3],)],
    "smooth_2d": [(M, 3), (M[:1], 1)],
    "reverse": [(V,), (E,)],
    "transpose_in_place": [(M[:, :4].copy(),), (M,)],
    "red_black": [(V[:6].copy(),), (V,)],
    "named_views": [(V,)],
    "two_arrays": [(V, W), (B[3:10], B[4:11]), (B[4:11], B[3:10]), (B[0:12:2], B[1:7])],
    "alias_or_not": [(V, W), (B[:8], B[:8]), (B[:8], B[1:9]), (B[8:0:-1], B[1:9]), (V, ONE)],
    "scalars": [(M, 1), (M, -1), (M, 5)],
    "column": [(M, np.arange(4.0), 2), (M, np.arange(3.0), 2), (M, ONE, 1)],
    "rows_from_vector": [(M, np.arange(5.0)), (M, np.arange(4.0)), (M, ONE)],
    "columns_from_vector": [(M, np.arange(4.0)), (M, np.arange(5.0))],
    "outer": [(V, W[:3].copy()), (E, V)],
    "broadcast_vectors": [(V, W), (V, ONE), (ONE, V), (V, V[:3].copy()), (ONE, E), (E, ONE), (E, V)],
    "broadcast_matrix": [(M, M), (M, M[:1].copy()), (M[:, :1].copy(), M), (M[:, :1].copy(), M[:1].copy()),
                         (M, M[:2].copy()), (M[:, :2].copy(), M)],
    "broadcast_ranks": [(np.arange(24.0).reshape(2, 3, 4), np.ones((3, 4)), np.arange(4.0)),
                        (np.arange(24.0).reshape(2, 3, 4), np.ones((3, 1)), ONE),
                        (np.arange(24.0).reshape(2, 3, 4), np.ones((3, 3)), np.arange(4.0)),
                        (np.arange(24.0).reshape(2, 3, 4), np.ones((2, 4)), np.arange(4.0))],
    "where_shapes": [(V, W), (V, ONE), (V, W[:3].copy())],
    "in_place": [(V, W), (V, ONE), (ONE, V), (V, W[:2].copy())],
    "in_place_int": [(K, np.array([1, 2, 3, 4, 5], dtype=np.int32))],
    "in_place_f32": [(np.float32(V), W)],
    "in_place_part": [(M,)],
    "in_place_keeps_memory": [(V,)],
    "to_ints": [(np.zeros(7, np.int64), V)],
    "to_small": [(K, 5), (K, 2**31), (K, -2**31)],
    "to_int_scalar": [(np.zeros(2, np.int64), 2.75), (np.zeros(2, np.int64), float("nan")),
                      (np.zeros(2, np.int64), float("inf"))],
    "steps": [(V, W), (E, E)],
    "ellipsis": [(M, M[::-1].copy())],
    "tuple_targets": [(V, W)],
    "chained_targets": [(V, W)],
    "zero_rank": [(np.array(1.0), V)],
    "fill": [(M, 2.5)],
    "heat": [(V, 4, 0.25)],
    "new_each_step": [(V, 3), (V, 0)],
}
