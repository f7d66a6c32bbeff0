"""One parallel nest over two arrays: its variants, the guard, the tables."""
from pycc import f32, prange


def saxpy(a: f32, x: f32[:], y: f32[:]) -> None:
    for i in prange(len(x)):
        y[i] = a * x[i] + y[i]
