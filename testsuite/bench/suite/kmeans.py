"""Lloyd's k-means: nearest centre for every point, then the means."""
import numpy as np

SIZES = {"S": (200, 2, 5, 5), "L": (60000, 8, 16, 6)}


def initialize(n, d, k, steps):
    rng = np.random.default_rng(28)
    points = rng.random((n, d))
    return points, points[:k].copy(), steps


def work(n, d, k, steps):
    return 3.0 * n * d * k * steps, 8.0 * n * d * steps


# pythran export kmeans(float64[:,:], float64[:,:], int)
def kmeans(points, centres, steps):
    label = np.zeros(points.shape[0], dtype=np.int64)
    for t in range(steps):
        distance = np.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=2)
        label = np.argmin(distance, axis=1)
        for k in range(centres.shape[0]):
            members = label == k
            count = np.sum(members)
            if count > 0:
                centres[k, :] = np.sum(points * members[:, None], axis=0) / count
    return label
