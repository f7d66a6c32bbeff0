"""Great-circle distance of pairs of points on the unit sphere (haversine)."""
import numpy as np

SIZES = {"S": (500,), "L": (2000000,)}


def initialize(n):
    rng = np.random.default_rng(15)
    return tuple(rng.random(n) * 3.0 - 1.5 for _ in range(4))


def work(n):
    return 100.0 * n, 48.0 * n


# pythran export arc_distance(float64[:], float64[:], float64[:], float64[:])
def arc_distance(theta_1, phi_1, theta_2, phi_2):
    temp = np.sin((theta_2 - theta_1) / 2) ** 2 + np.cos(theta_1) * np.cos(theta_2) * np.sin((phi_2 - phi_1) / 2) ** 2
    return 2 * np.arctan2(np.sqrt(temp), np.sqrt(1 - temp))
