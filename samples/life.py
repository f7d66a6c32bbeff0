"""Conway's Game of Life on a torus."""
import numpy as np

from pycc import i32, prange


def step(old: i32[:, :], new: i32[:, :]) -> None:
    """One generation from old to new, both n x m with 0 for dead and 1 for alive."""
    n, m = old.shape
    for i in prange(n):
        up = (i - 1) % n
        down = (i + 1) % n
        for j in range(m):
            left = (j - 1) % m
            right = (j + 1) % m
            alive = (old[up, left] + old[up, j] + old[up, right] + old[i, left] + old[i, right]
                     + old[down, left] + old[down, j] + old[down, right])
            new[i, j] = 1 if alive == 3 or (alive == 2 and old[i, j] == 1) else 0


def life(board: i32[:, :], generations: int) -> i32[:, :]:
    """The board after some generations; board itself is left alone."""
    a = board.copy()
    b = np.zeros_like(board)
    for _ in range(generations):
        step(a, b)
        a, b = b, a
    return a


def arguments(n):
    """A random board of n x n cells, 10 generations."""
    return np.random.default_rng(7).integers(0, 2, (n, n), dtype=np.int32), 10


DEMO = "life", arguments, 64
