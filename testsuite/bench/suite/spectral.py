"""Burgers' equation by a spectral method: derivatives and diffusion in Fourier space, midpoint steps."""
import numpy as np

SIZES = {"S": (3, 32), "L": (100, 4096)}


def initialize(steps, n):
    x = 2.0 * np.pi * np.arange(n) / n
    return steps, np.sin(x) + 0.3 * np.cos(3.0 * x), 0.05, 1e-4


def work(steps, n):
    return 6.0 * 5.0 * steps * n * np.log2(n), 200.0 * steps * n


def slope(v, wave, nu):
    u = np.fft.ifft(v).real
    return -0.5j * wave * np.fft.fft(u * u) - nu * wave * wave * v


# pythran export spectral(int, float64[:], float64, float64)
def spectral(steps, u, nu, dt):
    n = len(u)
    k = np.arange(n)
    wave = np.where(k < n // 2, k, k - n).astype(np.float64)
    keep = np.abs(wave) < n / 3
    v = np.fft.fft(u)
    for t in range(steps):
        half = v + 0.5 * dt * slope(v, wave, nu)
        v = (v + dt * slope(half, wave, nu)) * keep
    return np.fft.ifft(v).real
