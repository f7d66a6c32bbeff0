"""Annotations that are objects: those of the copy of pycc's types that the package has."""
from ._pycc_types import f64, prange


def smooth(x: f64[:], y: f64[:]) -> None:
    """Write the mean of each element of x and its neighbours into y."""
    y[0] = x[0]
    y[-1] = x[-1]
    for i in prange(1, len(x) - 1):
        y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3
