"""Lists where arrays are needed: as indices, as arguments of NumPy's functions, as values of parts."""
import numpy as np

from pycc import f64, i64


def rows(a: f64[:, :], i: int):
    return a[[0, 2]], a[[0, 2], [1, 0]], a[:, [0, -1]], a[[i, 0]], a[[[0, 1], [1, 0]]], a[..., [i]], a[[1], 0]


def masks(a: f64[:, :]):
    return a[[True, False, True]], a[:, [False, True, True, False]]


def stored(a: f64[:, :]):
    a[[0, 2]] = 5.0
    a[[0, 1], [1, 1]] += 5
    a[:, [0, 2]] = a[:, [2, 0]]
    a[1] = [1, 2, 3, 4]
    a[2] = (1, 2, 3, 4)
    a[:2, 1:3] = [[1, 2], [3, 4.5]]
    return a


def outside(a: f64[:]):
    return a[[0, 9]]


def reduced(x: float, y: float, a: f64[:], b: f64[:]):
    return (np.sum([x, y]), np.mean([x, y, 1.0]), np.max((x, y)), np.prod([a, b], axis=0), np.maximum.reduce([a, b, a]),
            np.minimum.reduce((a, b)), np.logical_and.reduce([a > 0, b > 0]), np.add.reduce([a, b]), np.cumsum([x, y]))


def elementwise(x: float, a: f64[:]):
    return (np.sqrt([1.0, 4.0]), np.add(a, [1, 2, 3, 4]), np.where(a > 0, [1, 2, 3, 4], 0.5), np.hypot([3, 4], x),
            np.add.outer([1, 2], a), np.clip([1, 5, 9], 2, 6), np.transpose([[1, 2], [3, 4]]), np.zeros_like([1, 2]))


def libraries(a: f64[:, :], v: f64[:]):
    return (np.percentile(v, [10, 50]), np.percentile(v, (10, 90)), np.histogram(v, bins=[-2, 0, 2, 4]),
            np.dot(a, [1.0, 2.0, 3.0, 4.0]), np.linalg.solve([[2.0, 1.0], [1.0, 3.0]], v[:2]), np.argsort([3, 1, 2]))


def prelude(a: f64[:], v: f64[:, :]):
    np.put(a, [0, 2], [8, 9])
    return (np.append(a, [1.0, 2.0]), np.interp(a, [0.0, 1.0, 2.0], [2.0, 3.0, 1.0]), np.digitize(a, [0.0, 1.0]),
            np.convolve(a, [1, 2]), np.polyval([1.0, 2.0], a), np.searchsorted([0.0, 1.0, 5.0], a), a.take([0, 1]),
            np.take(v, [0, 1], axis=1), np.compress([True, False, True], a), a.compress([False, True]))


def nothing(a: f64[:, :], v: f64[:]):
    v[[]] = 5.0
    a[:, []] += 1.0
    return v[[]], a[[]], a[:, []].shape, a[[], 0], v[[]].sum(), v[[]] * 2.0


A = np.array([[3.0, -1.5, 2.0, 8.0], [0.5, 4.0, -2.25, 1.0], [6.0, 0.0, 1.0, -3.0]])
V = np.array([3.0, -1.5, 2.0, 8.0])

CASES = {
    "rows": [(A, 1), (A, -1), (A, 7)],
    "masks": [A],
    "nothing": [(A, V)],
    "stored": [A],
    "outside": [V],
    "reduced": [(1.5, 2.5, V, V[::-1].copy())],
    "elementwise": [(2.0, V)],
    "libraries": [(A, V)],
    "prelude": [(V, A)],
}
ROUNDED = ["reduced", "elementwise", "libraries", "prelude"]
