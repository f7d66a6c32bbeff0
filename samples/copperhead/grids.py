"""Mandelbrot's set, and Laplace's equation by Jacobi's sweeps."""
import numpy as np

from pycc.copperhead import *


@cu
def mandelbrot(re, im, most):
    """How often z * z + c stays within 2, for c of each row and column."""
    def steps(zr, zi, cr, ci, k):
        if k == most or zr * zr + zi * zi > 4:
            return k
        else:
            return steps(zr * zr - zi * zi + cr, 2 * zr * zi + ci, cr, ci, k + 1)
    return map(lambda ci: map(lambda cr: steps(cr, ci, cr, ci, 0), re), im)


@cu
def laplace(u, fixed, width, sweeps):
    """Means of the four neighbours, where u is not fixed; u has rows of this width, one after the other."""
    def sweep(v, k):
        if k == 0:
            return v
        else:
            return sweep(map(lambda c, f, l, r, a, b: c if f else (l + r + a + b) / 4, v, fixed,
                             shift(v, -1, 0), shift(v, 1, 0), shift(v, -width, 0), shift(v, width, 0)), k - 1)
    return sweep(u, sweeps)


def escape(re, im, most):
    """mandelbrot by loops."""
    found = np.zeros((len(im), len(re)), int)
    for i, ci in enumerate(im):
        for j, cr in enumerate(re):
            z, k = complex(cr, ci), 0
            while k < most and z.real * z.real + z.imag * z.imag <= 4:
                z, k = complex(z.real * z.real - z.imag * z.imag + cr, 2 * z.real * z.imag + ci), k + 1
            found[int(i), int(j)] = k
    return found


def plate(n):
    """A plate that is hot above: values, where they stay, and the width."""
    u, fixed = np.zeros((n, n)), np.ones((n, n), bool)
    u[0], fixed[1:-1, 1:-1] = 1.0, False
    return u.ravel(), fixed.ravel(), n


def swept(u, fixed, n, sweeps):
    """laplace with slices."""
    u = u.reshape(n, n).copy()
    for _ in range(sweeps):
        u[1:-1, 1:-1] = (u[1:-1, :-2] + u[1:-1, 2:] + u[:-2, 1:-1] + u[2:, 1:-1]) / 4
    return u.ravel()


RE, IM = np.linspace(-2, 0.5, 24), np.linspace(-1, 1, 16)
CHECKS = {"mandelbrot": ((RE, IM, 30), escape(RE, IM, 30)), "laplace": ((*plate(12), 20), swept(*plate(12), 20))}
