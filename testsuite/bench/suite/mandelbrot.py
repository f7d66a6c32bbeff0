"""Escape times of the Mandelbrot set, whole arrays with a mask."""
import numpy as np

SIZES = {"S": (60, 40, 20), "L": (1000, 700, 40)}


def initialize(nx, ny, steps):
    return nx, ny, steps


def work(nx, ny, steps):
    return 10.0 * nx * ny * steps, 16.0 * nx * ny * steps


# pythran export mandelbrot(int, int, int)
def mandelbrot(nx, ny, steps):
    x = np.linspace(-2.25, 0.75, nx)
    y = np.linspace(-1.25, 1.25, ny)
    c = x + y[:, np.newaxis] * 1j
    count = np.zeros(c.shape, dtype=np.int64)
    z = np.zeros(c.shape, dtype=np.complex128)
    for n in range(steps):
        inside = z.real * z.real + z.imag * z.imag < 4.0
        count[inside] = n
        z = np.where(inside, z * z + c, z)
    return count
