"""Escape times of the Mandelbrot set."""
import numpy as np

from pycc import i32, prange


def escape(c: complex, limit: int) -> int:
    """Number of steps after which z * z + c leaves the circle of radius 2."""
    z = 0j
    for k in range(limit):
        if z.real * z.real + z.imag * z.imag > 4.0:
            return k
        z = z * z + c
    return limit


def mandelbrot(image: i32[:, :], limit: int) -> None:
    """Escape times on the rectangle from -2-1.25i to 0.5+1.25i."""
    rows, columns = image.shape
    for i in prange(rows):
        y = -1.25 + 2.5 * i / rows
        for j in range(columns):
            x = -2.0 + 2.5 * j / columns
            image[i, j] = escape(complex(x, y), limit)


def arguments(n):
    """An image of n x n points, at most 200 steps."""
    return np.zeros((n, n), np.int32), 200


DEMO = "mandelbrot", arguments, 128
