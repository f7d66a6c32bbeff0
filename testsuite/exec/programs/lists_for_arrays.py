"""Lists and tuples beside arrays in operators and where functions take arrays, by their types; parts of results by name."""
import numpy as np

from pycc import bool_, c128, f32, f64, i8, i64


def operators(a: f64[:], n: int):
    return a + [1, 2, n], [1, 2, n] - a, a * (0.5, 2, 3), a ** [1, 2, 0], a // [1, 2, n], a @ [1.0, 2.0, 0.5], a % (2, 2.5, 3)


def compared(a: f64[:], k: i64[:]):
    return a == [3.0, 0, 2], a < (4, 1, 2), [1, 2, 3] != k, k >= [0, 5, 2], -a > [0, 0, 0]


def named(a: f64[:], xs: list[float], t: tuple[int, int, int]):
    w = [2, 3, 4]
    rows = [a, a * 2]
    return a + xs, xs + a, a * t, t - a, a + w, rows + a, a * [x * x for x in xs], a.shape * np.array([3])


def kinds(f: f32[:], i: i8[:], b: bool_[:], z: c128[:]):
    return f + [1, 2], i * [300, 2], b & [True, False], b * [2, 3], z - (1, 1j), i + (0.5, 1), f[::-1] * [1, 2]


def in_place(a: f64[:], k: i64[:], b: bool_[:]):
    a += [1, 2, 3]
    a[:2] *= (2, 0.5)
    k -= [1, 1, 1]
    k[[0, 2]] += [5, 6]
    b |= [False, True, False]
    return a, k, b


def matrices(a: f64[:, :], xs: list[float], rows: list[list[float]]):
    return a @ xs, a.dot(xs), a * xs, a - rows, rows @ a.T, np.dot(a, xs), np.linalg.solve(a[:, :2], xs[:2]), np.kron(xs, a)


def functions(a: f64[:], xs: list[float], t: tuple[int, int]):
    pair = [a > 1, a < 0]
    return (np.maximum(a, xs), np.clip(a, [0, 0, 1], xs), a.clip((0, 0, 1), 5), np.where(a > xs, xs, a), np.prod(t), np.prod(a.shape), np.mean(xs), np.sum([a, a], axis=0),
            np.add(xs, xs), np.hypot(t, t), np.select(pair, [a, -a], 9.5), np.select(pair, pair), np.choose([1, 0, 1], [a, a * 2]))


def orders(n: int):
    xs = [n, 1, 3, 1]
    ys = [4, 2, 3, 1]
    return np.lexsort((ys, xs)), np.lexsort((xs, [1, 1, 0, 0])), np.argsort(xs), np.transpose(np.nonzero(xs)), np.flip(xs), np.unique(xs)


def parts(a: f64[:]):
    return np.mean(np.split(a, 2), axis=0), np.max(np.array_split(a, 2)), np.add(np.split(a, 2)[0], [1, 2])


def updates(a: f64[:], t: tuple[float, float]):
    np.add.at(a, [0, 0], (2, 7))
    np.maximum.at(a, [1, 2], [5, 0.5])
    np.subtract.at(a, [0, 2], t)
    return a


def shapes(a: f64[:], xs: list[float]):
    return a + xs


def eigen(a: f64[:, :], z: c128[:, :]):
    r = np.linalg.eigh(a)
    s = np.linalg.svd(a)
    u = np.unique_all([3, 1, 3])
    d = np.linalg.slogdet(a)
    q = np.linalg.qr(a)
    return (r.eigenvalues, np.abs(r.eigenvectors), s.S, np.abs(s.U), np.abs(s.Vh), u.values, u.indices, u.inverse_indices, u.counts, d.sign, d.logabsdet, q.Q @ q.R,
            np.linalg.eig(z).eigenvalues, np.unique_counts([2, 2]).counts, np.unique_inverse([5, 2]).values)


def real_values(a: f64[:, :]):
    w, v = np.linalg.eig(a)
    return np.sort(w), np.sort(np.linalg.eigvals(a)), np.allclose(a @ v, v * w)


def real_roots(p: f64[:]):
    return np.roots(p)


def complex_roots(p: f64[:]):
    return np.roots(p.astype(complex))


def characteristic(a: f64[:, :], k: i64[:, :]):
    return np.poly(a), np.poly(k), np.poly(a + 1j)


def turned(a: f64[:, :], k: int):
    v = np.rot90(a, k)
    return v, np.rot90(a, k + 1), np.rot90(a, k=-k)


def turned_is_a_view(a: f64[:, :], k: int):
    v = np.rot90(a, k)
    v[0, 0] = 99.0
    return a


def sublists(a: f64[:, :], v: f64[:]):
    return np.einsum(a, [0, 1], [1, 0]), np.einsum(a, [0, 1], [0]), np.einsum(a, [0, 1], v, [1]), np.einsum(a, [..., 1], [...]), np.einsum(v, [0], v, [1]), np.einsum(v, [3], v, [3])


def axes(t: f64[:, :, :]):
    outer = (0, -1)
    order = (2, 0, 1)
    first = (0,)
    return np.sum(t, axis=outer), t.mean(axis=outer, keepdims=True), np.transpose(t, order), np.linalg.norm(t, axis=outer), np.max(t, axis=first)


def pieces(x: float, n: int):
    return float(np.piecewise(x, [x < 0, x >= 1], [-1.0, lambda v: v * 2, 7.5])), int(np.piecewise(n, n > 1, [lambda v: v + 1, 2]))


def edges(a: f64[:]):
    return np.histogram_bin_edges(a, bins="auto"), np.histogram_bin_edges(a, "sturges", (0, 5))


def laid_out(a: f64[:], n: int):
    from numpy.lib.stride_tricks import as_strided
    b = np.ascontiguousarray(a)
    return as_strided(b, (2, 3), (16, 8)), as_strided(b, shape=(n, 2, 2), strides=(8, 8, 16)), as_strided(b[1:], (n,), (0,))


def filled(n: int, x: f64[()]):
    return np.full(n, x), np.full((2, n), np.asarray(n, complex)), np.full(2, np.array(n))


def like_lists(n: int):
    rows = ([1, 2, n], [4, 5, 6])
    return np.zeros_like(rows), np.array(rows), np.sum(rows), np.argsort(([n, 1], [2, 1]), kind="stable")


_A = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, -0.25], [0.5, -0.25, 2.0]])
_TURN = np.array([[0.0, -1.0], [1.0, 0.0]])
_R = np.arange(6.0).reshape(2, 3)
_V = np.array([3.0, -1.5, 2.0])
ROUNDED = ("characteristic",)  # products of eigenvalues
CASES = {
    "operators": [(_V, 4), (np.array([1.0, np.nan, 0.0]), 0), (np.zeros(2), 1)],
    "compared": [(_V, np.array([1, 5, 3])), (np.zeros(2), np.zeros(3, int))],
    "named": [(_V, [1.0, 2.0, 0.5], (1, 2, 3)), (_V[::-1], [0.0, -0.0, np.nan], (0, 0, 0)), (_V, [1.0], (1, 2, 3)), (_V[:1], [], (1, 2, 3))],
    "kinds": [(np.float32([1.5, 2]), np.int8([1, -1]), np.array([True, True]), np.array([1j, 2]))],
    "in_place": [(_V, np.array([4, 5, 6]), np.array([True, False, False])), (_V, np.array([4, 5, 6]), np.array([True]))],
    "matrices": [(_R, [1.0, 2.0, 3.0], [[1.0, 2, 3], [4, 5, 6]]), (_R[:, ::-1], [0.5, -1.0, 2.0], [[1.0, 2, 3]]), (_R, [1.0, 2.0], [[1.0]])],
    "functions": [(_V, [1.0, 0.5, 2.5], (3, 4))],
    "orders": [(3,), (-1,)],
    "parts": [(np.array([1.0, 2, 3, 5]),), (np.array([1.0, 2, 3]),)],
    "updates": [(_V, (1.0, 0.25))],
    "shapes": [(_V, [1.0, 2.0]), (_V, []), (_V[:0], []), (_V, [2.5])],
    "eigen": [(_A, np.array([[1 + 1j, 0], [0, 2]]))],
    "real_values": [(_A,), (np.array([[1.0, 2.0], [0.0, 3.0]]),)],
    "real_roots": [(np.array([1.0, -3, 2]),), (np.array([0.0, 1, -6, 11, -6, 0]),), (np.array([5.0]),), (np.zeros(3),), (np.zeros(0),), (np.array([2.0, 0, 0]),)],
    "complex_roots": [(np.array([1.0, 0, 1]),), (np.array([3.2, 2, 1]),), (np.array([1.0, 2, 0, 0]),)],
    "characteristic": [(_A, np.array([[0, 1], [-2, 3]])), (_TURN, np.array([[0, -1], [1, 0]])), (_TURN[:1], np.array([[1]])), (np.zeros((0, 0)), np.array([[1]]))],
    "turned": [(_R, k) for k in (0, 1, 2, 3, 4, -1, -6)],
    "turned_is_a_view": [(_R, k) for k in (0, 1, 2, 3)],
    "sublists": [(_R, _V)],
    "axes": [(np.arange(24.0).reshape(2, 3, 4) ** 2 % 17,)],
    "pieces": [(-2.0, 0), (0.5, 1), (3.0, 5)],
    "edges": [(np.array([0.5, 1, 2, 2, 3.5, 9]),)],
    "laid_out": [(np.arange(6.0), 1), (np.arange(6.0), 0), (np.arange(6.0), 2)],
    "filled": [(3, np.array(2.5)), (0, np.array(1.0))],
    "like_lists": [(3,), (0,)],
}
