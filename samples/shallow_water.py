"""The shallow water equations on a grid, as array statements in a time loop: a drop in a square basin."""
import numpy as np

import pycc


@pycc.gpu
@pycc.type('int', 'ndarray[float64,2]', 'ndarray[float64,2]', 'ndarray[float64,2]', 'float', 'float', None)
@pycc.type('int', 'ndarray[float32,2]', 'ndarray[float32,2]', 'ndarray[float32,2]', 'float', 'float', None)
def shallow_water(steps, eta, u, v, dt, dx):
    """Advance height eta and velocities u, v by steps of dt; depth 1, still water at the edges."""
    for t in range(steps):
        u[1:-1, :] -= 9.81 * dt / (2.0 * dx) * (eta[2:, :] - eta[:-2, :])
        v[:, 1:-1] -= 9.81 * dt / (2.0 * dx) * (eta[:, 2:] - eta[:, :-2])
        fx = u * (1.0 + eta)
        fy = v * (1.0 + eta)
        eta[1:-1, 1:-1] -= dt / (2.0 * dx) * (fx[2:, 1:-1] - fx[:-2, 1:-1] + fy[1:-1, 2:] - fy[1:-1, :-2])


def arguments(n, dtype=np.float64):
    """Arguments for a grid of n x n."""
    x = np.linspace(-1.0, 1.0, n)
    eta = 0.1 * np.exp(-20.0 * (x[:, None] ** 2 + x ** 2))
    return 20, eta.astype(dtype), np.zeros((n, n), dtype), np.zeros((n, n), dtype), 0.1 / n, 2.0 / n


DEMO = "shallow_water", arguments, 200
