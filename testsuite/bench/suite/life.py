"""Conway's Game of Life on a board with a dead border."""
import numpy as np

SIZES = {"S": (20, 40), "L": (50, 1200)}


def initialize(steps, n):
    rng = np.random.default_rng(20)
    board = np.zeros((n, n), dtype=np.int8)
    board[1:-1, 1:-1] = rng.integers(0, 2, (n - 2, n - 2))
    return steps, board


def work(steps, n):
    return 12.0 * steps * n * n, 2.0 * steps * n * n


# pythran export life(int, int8[:,:])
def life(steps, Z):
    for t in range(steps):
        N = (Z[:-2, :-2] + Z[:-2, 1:-1] + Z[:-2, 2:] + Z[1:-1, :-2] + Z[1:-1, 2:]
             + Z[2:, :-2] + Z[2:, 1:-1] + Z[2:, 2:])
        birth = (N == 3) & (Z[1:-1, 1:-1] == 0)
        survive = ((N == 2) | (N == 3)) & (Z[1:-1, 1:-1] == 1)
        Z[:, :] = 0
        Z[1:-1, 1:-1] = birth | survive
