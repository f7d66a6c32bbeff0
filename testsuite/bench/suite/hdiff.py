"""Horizontal diffusion of a weather model: Laplacian, limited fluxes, update."""
import numpy as np

SIZES = {"S": (16, 16, 4), "L": (256, 256, 60)}


def initialize(ni, nj, nk):
    rng = np.random.default_rng(14)
    return rng.random((ni + 4, nj + 4, nk)), rng.random((ni, nj, nk)), rng.random((ni, nj, nk))


def work(ni, nj, nk):
    return 30.0 * ni * nj * nk, 24.0 * ni * nj * nk


# pythran export hdiff(float64[:,:,:], float64[:,:,:], float64[:,:,:])
def hdiff(field, out, coeff):
    lap = 4.0 * field[1:-1, 1:-1, :] - (field[2:, 1:-1, :] + field[:-2, 1:-1, :]
                                        + field[1:-1, 2:, :] + field[1:-1, :-2, :])
    res = lap[1:, 1:-1, :] - lap[:-1, 1:-1, :]
    flx = np.where(res * (field[2:-1, 2:-2, :] - field[1:-2, 2:-2, :]) > 0, 0, res)
    res = lap[1:-1, 1:, :] - lap[1:-1, :-1, :]
    fly = np.where(res * (field[2:-2, 2:-1, :] - field[2:-2, 1:-2, :]) > 0, 0, res)
    out[:, :, :] = field[2:-2, 2:-2, :] - coeff * (flx[1:, :, :] - flx[:-1, :, :]
                                                   + fly[:, 1:, :] - fly[:, :-1, :])
