"""Coulombic potential on a grid, atoms as an array of structures: the fifth of unPython's six."""
import numpy as np

import pycc
from pycc import prange


@pycc.gpu
@pycc.type('ndarray[float64,2]', 'ndarray[float64,2]', 'float', 'float', None)
@pycc.type('ndarray[float32,2]', 'ndarray[float32,2]', 'float', 'float', None)
def coulomb(atoms, grid, spacing, z):
    """grid[i, j] = sum over atoms of charge / distance; a row of atoms is x, y, z, charge."""
    rows, columns = grid.shape
    n = atoms.shape[0]
    for i in prange(rows):
        for j in prange(columns):
            x = i * spacing
            y = j * spacing
            s = 0.0
            for k in range(n):
                dx = x - atoms[k, 0]
                dy = y - atoms[k, 1]
                dz = z - atoms[k, 2]
                s += atoms[k, 3] / np.sqrt(dx * dx + dy * dy + dz * dz)
            grid[i, j] = s


def arguments(n, dtype=np.float64):
    """Arguments for n atoms and a grid of n x n points."""
    rng = np.random.default_rng(5)
    atoms = (rng.random((n, 4)) * np.array([n * 0.5, n * 0.5, 10.0, 1.0])).astype(dtype)
    return atoms, np.zeros((n, n), dtype), 0.5, 11.0


DEMO = "coulomb", arguments, 56
