"""Loops that are checked when called: scalars in strides and offsets; what is not affine is left out."""
from pycc import f64, i64, prange


def stride_and_offset(y: f64[:], n: int, k: int, m: int) -> None:
    for i in prange(n):
        y[i * k + m] = i


def blocks(y: f64[:], n: int, size: int, width: int) -> None:
    for b in prange(n):
        for k in range(width):
            y[b * size + k] = b


def scatter(x: f64[:], idx: i64[:], y: f64[:]) -> None:
    for i in prange(len(idx)):
        y[idx[i]] = x[i]
