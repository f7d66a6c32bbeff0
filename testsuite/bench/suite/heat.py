"""The heat equation in two dimensions until the change is small."""
import numpy as np

SIZES = {"S": (40, 1e-3), "L": (1200, 2e-2)}


def initialize(n, eps):
    grid = np.zeros((n, n))
    grid[0, :] = 40.0
    grid[:, 0] = grid[:, -1] = grid[-1, :] = -273.15
    return grid, eps, 60


def work(n, eps):
    return 60 * 8.0 * n * n, 60 * 48.0 * n * n


# pythran export heat(float64[:,:], float, int)
def heat(grid, eps, limit):
    steps = 0
    delta = eps + 1.0
    while delta > eps and steps < limit:
        new = 0.2 * (grid[1:-1, 1:-1] + grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:])
        delta = np.sum(np.abs(new - grid[1:-1, 1:-1])) / grid.size
        grid[1:-1, 1:-1] = new
        steps += 1
    return steps
