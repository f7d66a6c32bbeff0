"""scipy.ndimage: binary morphology."""
import numpy as np
from scipy import ndimage

from pycc import bool_, f64, i64


def masks(x: bool_[:, :]):
    return ndimage.binary_erosion(x), ndimage.binary_dilation(x), ndimage.binary_opening(x), ndimage.binary_closing(x)


def edges(x: bool_[:], y: i64[:, :, :], border: int):
    return (ndimage.binary_erosion(x, border_value=1), ndimage.binary_dilation(x, border_value=border), ndimage.binary_erosion(y, border_value=border),
            ndimage.binary_dilation(y))


def outline(x: f64[:, :], limit: float):
    inside = x > limit
    return inside & ~ndimage.binary_erosion(inside)


RNG = np.random.default_rng(8)
X, Y = RNG.random((7, 9)) < 0.75, RNG.integers(0, 4, (4, 5, 6))

CASES = {
    "masks": [(X,), (~X,), (X[:1].copy(),), (X[:0].copy(),)],
    "edges": [(X[0].copy(), Y, 0), (X[2].copy(), Y, 1)],
    "outline": [(RNG.random((8, 8)), 0.2)],
}
