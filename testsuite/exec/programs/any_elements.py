"""np.ndarray says neither elements nor axes: floats are compiled, ints where floats cannot be, and Python does the rest."""
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray


def total(x: np.ndarray) -> float:
    s = 0.0
    for v in x:
        s += float(v)
    return s


def gathered(a: np.ndarray, at: np.ndarray) -> np.ndarray:
    out = np.zeros(len(at))
    for k in range(len(at)):
        out[k] = a[at[k]]
    return out


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a @ b


def histogram(image: np.ndarray, bins: int) -> np.ndarray:
    h = np.zeros(bins, dtype=np.int64)
    for i in range(image.shape[0]):
        for j in range(image.shape[1]):
            h[image[i, j]] += 1
    return h


def updated(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray, n: int) -> np.ndarray:
    for i in range(n):
        a[i] = b[i] + c[i] * d[i]
    return a


def weighted(x: np.ndarray, w: Optional[np.ndarray] = None, scale: float = 2.0) -> float:
    if w is None:
        w = np.ones(len(x))
    return float((x * w).sum() * scale)


def beside(x: NDArray[np.float64], at: np.ndarray, bare: NDArray) -> float:
    return float(x[at].sum() + bare.sum())


def smoothed(x: np.ndarray, turns: int) -> np.ndarray:
    for _ in range(turns):
        x = (x[1:] + x[:-1]) / 2
    return x


def called(x: np.ndarray) -> float:
    return total(x) + total(np.arange(3)) + total(np.ones(2, dtype=np.float32))


def scaled(x: Union[float, np.ndarray]) -> Union[float, np.ndarray]:
    return x * 2 + 1


def numbers(x: ArrayLike) -> float:
    return float(np.asarray(x, dtype=float).sum())


def kinds(x: NDArray[np.floating], at: NDArray[np.integer], y: NDArray[Any], z: np.ndarray[Any, Any]) -> NDArray[Any]:
    return x[at] + y.sum() + z.max() + len(at)


def gathered_sum(at: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> float:
    s = 0.0
    for k in range(len(at)):
        s += float(a[at[k]] * b[k] + c[k] - d[k])
    return s


F, I, S, B = np.arange(4.0), np.arange(4), np.arange(4, dtype=np.float32), np.array([True, False, True, False])
IMAGE = np.array([[1, 2, 0], [3, 1, 4]])
CASES = {
    "total": [(F,), (I,), (S,), (B,), ([1, 2],), (np.zeros(0),), (np.ones((2, 1)),), (np.ones((2, 2)),), ("12",), (3,)],
    "gathered": [(F, I), (I, I), (F, I.astype(np.int32)), (F, F), (F, B), ([1.0, 2.0], [0, 1]), (F, np.array([7])), (F, np.array([-1, 2]))],
    "product": [(F, F), (np.eye(4), F), (F, np.eye(4)), (np.eye(4), np.eye(4)), (I, I), (np.eye(4), I), (S, S), (F, np.ones(3)), (F * 1j, F)],
    "histogram": [(IMAGE, 5), (IMAGE.astype(np.uint8), 5), (IMAGE, 4), (IMAGE.astype(float), 5), (IMAGE[0], 5)],
    "updated": [(F, F + 1, F + 2, F + 3, 4), (I, F, F, F, 4), (F, I, I, I, 4), (F, F, F, F, 5)],
    "weighted": [(F,), (F, F), (F, None), (F, I), (I,), (F, np.ones((4, 1))), (F, np.ones(3)), (F, None, 3)],
    "beside": [(F, I, F), (F, I, np.ones((2, 2))), (F, F, F), (F, I, I), (F, B, F)],
    "smoothed": [(F, 1), (F, 3), (F, 4), (I, 2), (S, 1), (F, 0)],
    "scaled": [(2.0,), (F,), (np.ones((2, 2)),), (I,), (np.ones((2, 1, 2)),)],
    "numbers": [(F,), ([1, 2.5],), (I,), (np.ones((2, 2)),), (3,), ("a",)],
    "kinds": [(F, I, F, F), (F, I, np.ones((2, 2)), F), (S, I, S, S), (F, F, F, F), (F, I.astype(np.int32), I, I), (F * 1j, I, F, F)],
    "gathered_sum": [(I, F, F, F, F), (F, F, F, F, F), (I, I, F, F, F), (I, S, F, F, F)],
    "called": [(F,), (I,), (S,)],
}
