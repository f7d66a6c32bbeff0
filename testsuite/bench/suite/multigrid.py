"""V-cycles of multigrid for Poisson's equation in the plane: array statements, coarser grids by recursion."""
import numpy as np

SIZES = {"S": (2, 33), "L": (4, 513)}


def initialize(cycles, n):
    rng = np.random.default_rng(54)
    return cycles, np.zeros((n, n)), rng.random((n, n))


def work(cycles, n):
    return 70.0 * cycles * n * n, 250.0 * cycles * n * n


def relax(u, f, h, times):
    for t in range(times):
        near = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        u[1:-1, 1:-1] = 0.2 * u[1:-1, 1:-1] + 0.2 * (near + h * h * f[1:-1, 1:-1])


def cycle(u, f, h):
    relax(u, f, h, 2)
    if u.shape[0] > 3:
        left = np.zeros(u.shape)
        near = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
        left[1:-1, 1:-1] = f[1:-1, 1:-1] + (near - 4.0 * u[1:-1, 1:-1]) / (h * h)
        m = (u.shape[0] + 1) // 2
        less = np.zeros((m, m))
        less[1:-1, 1:-1] = 0.5 * left[2:-2:2, 2:-2:2] + 0.125 * (
            left[1:-3:2, 2:-2:2] + left[3:-1:2, 2:-2:2] + left[2:-2:2, 1:-3:2] + left[2:-2:2, 3:-1:2])
        off = np.zeros((m, m))
        cycle(off, less, 2.0 * h)
        u[::2, ::2] += off
        u[1::2, ::2] += 0.5 * (off[:-1, :] + off[1:, :])
        u[::2, 1::2] += 0.5 * (off[:, :-1] + off[:, 1:])
        u[1::2, 1::2] += 0.25 * (off[:-1, :-1] + off[1:, :-1] + off[:-1, 1:] + off[1:, 1:])
    relax(u, f, h, 2)


# pythran export multigrid(int, float64[:,:], float64[:,:])
def multigrid(cycles, u, f):
    for c in range(cycles):
        cycle(u, f, 1.0 / (u.shape[0] - 1))
