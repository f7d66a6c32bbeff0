"""Instances of one function: told once where they are the same."""
from pycc import f32, f64, prange


def twice(x):
    for i in prange(len(x)):
        x[i] = x[i] + x[i]


def uses(a: f64[:], b: f32[:], c: f64[::1]) -> None:
    twice(a)
    twice(b)
    twice(c)
