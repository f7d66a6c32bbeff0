"""Optical flow: how the grey of one picture moved to the next, by conjugate gradients.

The flow (u, v) of each pixel minimises (ix u + iy v + it)**2 + smooth * (differences to its neighbours)**2. That is a linear
system of as many 2 by 2 blocks (a b; b d) as there are pixels, with the pixels beside, above and below; the inverse of
the blocks is the preconditioner (block Jacobi).
"""
import numpy as np

from pycc.copperhead import *


@cu
def inner(u, v, p, q):
    return sum(map(lambda ui, vi, pi, qi: ui * pi + vi * qi, u, v, p, q))


@cu
def block_times(a, b, d, u, v):
    """Products of 2 by 2 blocks with pairs."""
    return unzip(map(lambda ai, bi, di, ui, vi: (ai * ui + bi * vi, bi * ui + di * vi), a, b, d, u, v))


@cu
def invert_blocks(a, b, d):
    def invert(ai, bi, di):
        s = 1 / (ai * di - bi * bi)
        return s * di, -s * bi, s * ai
    return unzip(map(invert, a, b, d))


@cu
def neighbours(x, right, below, width):
    """Sums of the pixels around, each times the weight of the link to it."""
    return map(lambda r, wr, l, wl, b, wb, a, wa: r * wr + l * wl + b * wb + a * wa,
               shift(x, 1, 0), right, shift(x, -1, 0), shift(right, -1, 0),
               shift(x, width, 0), below, shift(x, -width, 0), shift(below, -width, 0))


@cu
def matrix_times(a, b, d, right, below, width, u, v):
    p, q = block_times(a, b, d, u, v)
    nu, nv = neighbours(u, right, below, width), neighbours(v, right, below, width)
    return map(op_sub, p, nu), map(op_sub, q, nv)


@cu
def flow(a, b, d, right, below, width, ru, rv, tolerance, most):
    """Solve for the right-hand side (ru, rv), from 0, until the residual's norm in the preconditioner is small."""
    ia, ib, id = invert_blocks(a, b, d)

    def step(u, v, ru, rv, pu, pv, rho, k):
        if k == most or rho < tolerance:
            return u, v
        else:
            qu, qv = matrix_times(a, b, d, right, below, width, pu, pv)
            alpha = rho / inner(pu, pv, qu, qv)
            u1, v1 = map(lambda x, p: x + alpha * p, u, pu), map(lambda x, p: x + alpha * p, v, pv)
            ru1, rv1 = map(lambda r, q: r - alpha * q, ru, qu), map(lambda r, q: r - alpha * q, rv, qv)
            zu, zv = block_times(ia, ib, id, ru1, rv1)
            rho1 = inner(ru1, rv1, zu, zv)
            beta = rho1 / rho
            return step(u1, v1, ru1, rv1, map(lambda z, p: z + beta * p, zu, pu), map(lambda z, p: z + beta * p, zv, pv), rho1, k + 1)

    zu, zv = block_times(ia, ib, id, ru, rv)
    zero = map(lambda r: 0 * r, ru)
    return step(zero, zero, ru, rv, zu, zv, inner(ru, rv, zu, zv), 0)


def system(height, width, smooth=0.5, tolerance=1e-12, most=200):
    """The arguments of `flow` for a picture of hills that moved by part of a pixel."""
    y, x = np.mgrid[0.0:height, 0.0:width]
    first = np.sin(x / 3) + np.cos(y / 4 + x / 9)
    second = np.sin((x - 0.3) / 3) + np.cos((y + 0.2) / 4 + (x - 0.3) / 9)
    iy, ix = np.gradient(first)
    it = second - first
    right, below = np.full((height, width), smooth), np.full((height, width), smooth)
    right[:, -1], below[-1] = 0, 0
    links = right + below
    links[:, 1:] += right[:, :-1]
    links[1:] += below[:-1]
    flat = [m.ravel() for m in (ix * ix + links + 1e-3, ix * iy, iy * iy + links + 1e-3, right, below, -ix * it, -iy * it)]
    return *flat[:5], width, *flat[5:], tolerance, most


def solved(a, b, d, right, below, width, ru, rv, *_):
    """The solution by NumPy, as a full matrix."""
    n = len(a)
    m = np.zeros((2 * n, 2 * n))
    for k in (0, n):
        i = np.arange(n - 1)
        m[k + i, k + i + 1] = m[k + i + 1, k + i] = -right[:-1]
        i = np.arange(n - width)
        m[k + i, k + i + width] = m[k + i + width, k + i] = -below[:-width]
    i = np.arange(n)
    m[i, i], m[n + i, n + i], m[i, n + i], m[n + i, i] = a, d, b, b
    x = np.linalg.solve(m, np.concatenate([ru, rv]))
    return x[:n], x[n:]


CHECKS = {"flow": (system(9, 11, tolerance=1e-24), solved(*system(9, 11)))}
