"""A bilateral filter: means of near pixels, weighted by distance and by difference of brightness."""
import numpy as np

SIZES = {"S": (12, 15, 2), "L": (120, 160, 4)}


def initialize(n, m, radius):
    rng = np.random.default_rng(57)
    return rng.random((n, m)), radius, 2.0, 0.2


def work(n, m, radius):
    return 12.0 * n * m * (2 * radius + 1) ** 2, 16.0 * n * m


# pythran export bilateral(float64[:,:], int, float64, float64)
def bilateral(image, radius, space, range_):
    n, m = image.shape
    out = np.empty((n, m))
    for i in range(n):
        for j in range(m):
            total = 0.0
            weights = 0.0
            for a in range(max(0, i - radius), min(n, i + radius + 1)):
                for b in range(max(0, j - radius), min(m, j + radius + 1)):
                    near = ((a - i) ** 2 + (b - j) ** 2) / (2.0 * space * space)
                    like = (image[a, b] - image[i, j]) ** 2 / (2.0 * range_ * range_)
                    w = np.exp(-near - like)
                    total += w * image[a, b]
                    weights += w
            out[i, j] = total / weights
    return out
