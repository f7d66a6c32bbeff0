"""The shallow water equations, finite differences on one grid."""
import numpy as np

SIZES = {"S": (20, 40), "L": (30, 1000)}


def initialize(steps, n):
    x = np.linspace(-1.0, 1.0, n)
    eta = np.exp(-20.0 * (x[:, None] ** 2 + x[None, :] ** 2))
    return steps, eta, np.zeros((n, n)), np.zeros((n, n)), 1.0, 9.81, 0.1 / n, 2.0 / n


def work(steps, n):
    return 40.0 * steps * n * n, 80.0 * steps * n * n


# pythran export shallow_water(int, float64[:,:], float64[:,:], float64[:,:], float, float, float, float)
def shallow_water(steps, eta, u, v, depth, g, dt, dx):
    for t in range(steps):
        u[1:-1, :] -= g * dt / (2 * dx) * (eta[2:, :] - eta[:-2, :])
        v[:, 1:-1] -= g * dt / (2 * dx) * (eta[:, 2:] - eta[:, :-2])
        h = depth + eta
        fx = u * h
        fy = v * h
        eta[1:-1, 1:-1] -= dt / (2 * dx) * (fx[2:, 1:-1] - fx[:-2, 1:-1] + fy[1:-1, 2:] - fy[1:-1, :-2])
