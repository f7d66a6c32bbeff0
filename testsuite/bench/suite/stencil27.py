"""27-point stencil in three dimensions with four weights."""
import numpy as np

SIZES = {"S": (12,), "L": (200,)}


def initialize(n):
    rng = np.random.default_rng(22)
    return rng.random((n, n, n)), np.zeros((n, n, n))


def work(n):
    return 30.0 * n ** 3, 24.0 * n ** 3


# pythran export stencil27(float64[:,:,:], float64[:,:,:])
def stencil27(u, out):
    faces = (u[:-2, 1:-1, 1:-1] + u[1:-1, :-2, 1:-1] + u[1:-1, 1:-1, :-2]
               + u[1:-1, 1:-1, 2:] + u[1:-1, 2:, 1:-1] + u[2:, 1:-1, 1:-1])
    edges = (u[:-2, :-2, 1:-1] + u[:-2, 1:-1, :-2] + u[:-2, 1:-1, 2:]
               + u[:-2, 2:, 1:-1] + u[1:-1, :-2, :-2] + u[1:-1, :-2, 2:]
               + u[1:-1, 2:, :-2] + u[1:-1, 2:, 2:] + u[2:, :-2, 1:-1]
               + u[2:, 1:-1, :-2] + u[2:, 1:-1, 2:] + u[2:, 2:, 1:-1])
    corners = (u[:-2, :-2, :-2] + u[:-2, :-2, 2:] + u[:-2, 2:, :-2]
               + u[:-2, 2:, 2:] + u[2:, :-2, :-2] + u[2:, :-2, 2:]
               + u[2:, 2:, :-2] + u[2:, 2:, 2:])
    out[1:-1, 1:-1, 1:-1] = 0.4 * u[1:-1, 1:-1, 1:-1] + 0.06 * faces + 0.015 * edges + 0.0075 * corners
