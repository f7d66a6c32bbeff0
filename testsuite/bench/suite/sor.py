"""Red-black successive over-relaxation of Poisson's equation."""
import numpy as np

SIZES = {"S": (10, 34), "L": (20, 1502)}


def initialize(steps, n):
    rng = np.random.default_rng(24)
    return steps, rng.random((n, n)), rng.random((n, n)), 1.5


def work(steps, n):
    return 8.0 * steps * n * n, 48.0 * steps * n * n


# pythran export sor(int, float64[:,:], float64[:,:], float)
def sor(steps, u, f, omega):
    for t in range(steps):
        for colour in range(2):
            a = 1 + colour
            b = 2 - colour
            u[1:-1:2, a:-1:2] += 0.25 * omega * (
                u[0:-2:2, a:-1:2] + u[2::2, a:-1:2] + u[1:-1:2, a - 1:-2:2] + u[1:-1:2, a + 1::2]
                - 4.0 * u[1:-1:2, a:-1:2] - f[1:-1:2, a:-1:2])
            u[2:-1:2, b:-1:2] += 0.25 * omega * (
                u[1:-2:2, b:-1:2] + u[3::2, b:-1:2] + u[2:-1:2, b - 1:-2:2] + u[2:-1:2, b + 1::2]
                - 4.0 * u[2:-1:2, b:-1:2] - f[2:-1:2, b:-1:2])
