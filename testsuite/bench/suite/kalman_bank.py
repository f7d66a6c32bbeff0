"""A bank of Kalman filters: each follows one track of positions by its own place, speed and covariance."""
import numpy as np

SIZES = {"S": (10, 20), "L": (2000, 200)}


def initialize(n, steps):
    rng = np.random.default_rng(52)
    track = np.cumsum(rng.standard_normal((n, steps)), axis=1)
    move = np.array([[1.0, 1.0, 0.5], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
    return track + rng.standard_normal((n, steps)), move, 0.01 * np.eye(3), 1.0


def work(n, steps):
    return 150.0 * n * steps, 16.0 * n * steps


# pythran export kalman_bank(float64[:,:], float64[:,:], float64[:,:], float64)
def kalman_bank(seen, move, noise, error):
    smooth = np.empty(seen.shape)
    for k in range(seen.shape[0]):
        x = np.zeros(3)
        p = 10.0 * np.eye(3)
        for t in range(seen.shape[1]):
            x = move @ x
            p = move @ p @ move.T + noise
            gain = p[:, 0] / (p[0, 0] + error)
            x = x + gain * (seen[k, t] - x[0])
            p = p - np.outer(gain, p[0, :])
            smooth[k, t] = x[0]
    return smooth
