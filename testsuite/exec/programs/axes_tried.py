"""NDArray[np.float64] whose number of axes no use tells: one and two are tried, and what no overload takes stays the interpreter's."""
import numpy as np
from numpy.typing import NDArray


def normalised(x: NDArray[np.float64]) -> NDArray[np.float64]:
    lo, hi = x.min(), x.max()
    return (x - lo) / (hi - lo)


def predicted(X: NDArray[np.float64], w: NDArray[np.float64], *, bias: float = 0.5) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-(X @ w + bias)))


def blurred(img: NDArray[np.float64], k: NDArray[np.float64]) -> NDArray[np.float64]:
    kh, kw = k.shape
    out = np.zeros_like(img)
    pad = np.pad(img, kh // 2)
    for i in range(kh):
        for j in range(kw):
            out += k[i, j] * pad[i:i + img.shape[0], j:j + img.shape[1]]
    return out


def edges(img: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    kx = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], dtype=float)
    gx, gy = blurred(img, kx), blurred(img, kx.T)
    mag = np.hypot(gx, gy)
    return mag, mag.mean() + mag.std()


def runs(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    flat = np.concatenate([[0], mask.ravel().astype(np.int8), [0]])
    d = np.flatnonzero(np.diff(flat))
    return [(int(s), int(e - s)) for s, e in zip(d[::2], d[1::2])]


def kinds(x: NDArray[np.float64], exact: bool = True) -> int:
    return len(np.unique(x)) if exact else x.ndim


def halves(n: int):
    return normalised(np.arange(n)), normalised(np.arange(8.0).reshape(2, 2, 2)), normalised(np.arange(n, dtype=np.float32))


def dominant(A: NDArray[np.float64], steps: int = 40) -> float:
    v = np.ones(A.shape[0])
    size = 0.0
    for _ in range(steps):
        w = A @ v
        size = float(np.linalg.norm(w))
        v = w / size
    return round(size, 6)


def weighed(x: NDArray[np.float64], w: NDArray[np.float64]) -> float:
    return float(x.max() * w[0] + x.min())  # one axis or more of w, any number of x


_v = np.array([3.0, -1.0, 2.5, 2.5])
_m = np.arange(12.0).reshape(3, 4)
CASES = {
    "normalised": [(_v,), (_m,), (_m.reshape(2, 3, 2),), (_v.astype(np.float32),), (_v[::-2],)],
    "predicted": [(_m, _v), (_v, _v), (_m, _m.T), (_m.reshape(2, 3, 2), _v[:2])],
    "blurred": [(_m, np.ones((3, 3)) / 9)],
    "edges": [(_m,)],
    "runs": [(_v > 2,), (_m > 4,), (_m.reshape(2, 3, 2) > 7,)],
    "halves": [(n,) for n in (2, 5)],
    "dominant": [(_m.T @ _m,), (_m[:, :3], 3)],
    "weighed": [(_v, _v), (_m, _v), (_m.reshape(2, 3, 2), _v)],
    "kinds": [(_v,), (_m,), (_m.reshape(2, 3, 2), False), ([[1.0, 1.0]],)],
}
