"""Lattice Boltzmann, D3Q19: collision and periodic streaming."""
import numpy as np

SIZES = {"S": (4, 10), "L": (5, 60)}


def initialize(steps, n):
    moves = [(0, 0, 0)] + [m for m in np.ndindex(3, 3, 3) if 1 <= sum(abs(i - 1) for i in m) <= 2]
    c = np.array([moves[0]] + [(i - 1, j - 1, k - 1) for i, j, k in moves[1:]], dtype=np.int64)
    w = np.array([1 / 3] + [1 / 18 if np.abs(v).sum() == 1 else 1 / 36 for v in c[1:]])
    rng = np.random.default_rng(27)
    f = w[:, None, None, None] * (1.0 + 0.01 * rng.random((19, n, n, n)))
    return f, c, w, 0.6, steps


def work(steps, n):
    return 19 * 16.0 * steps * n ** 3, 19 * 16.0 * steps * n ** 3


# pythran export lbm(float64[:,:,:,:], int64[:,:], float64[:], float, int)
def lbm(f, c, w, tau, steps):
    for t in range(steps):
        rho = np.sum(f, axis=0)
        ux = np.zeros(rho.shape)
        uy = np.zeros(rho.shape)
        uz = np.zeros(rho.shape)
        for q in range(19):
            ux += c[q, 0] * f[q]
            uy += c[q, 1] * f[q]
            uz += c[q, 2] * f[q]
        ux /= rho
        uy /= rho
        uz /= rho
        usq = 1.5 * (ux * ux + uy * uy + uz * uz)
        for q in range(19):
            cu = 3.0 * (c[q, 0] * ux + c[q, 1] * uy + c[q, 2] * uz)
            feq = rho * w[q] * (1.0 + cu + 0.5 * cu * cu - usq)
            post = f[q] + (feq - f[q]) / tau
            f[q] = np.roll(np.roll(np.roll(post, c[q, 0], axis=0), c[q, 1], axis=1), c[q, 2], axis=2)
