"""k-means: points go to the nearest centre, centres to the mean of their points."""
import numpy as np

from pycc.copperhead import *


@cu
def distance(x, y):
    return sum(map(lambda a, b: (a - b) * (a - b), x, y))


@cu
def nearest(points, centres):
    """For each point the number of its centre."""
    return map(lambda p: argmin(map(lambda c: distance(p, c), centres)), points)


@cu
def means(points, labels, centres):
    """The means of the points of each centre, which stays where it has none."""
    def mean(k, c):
        count = sum(map(lambda l: 1 if l == k else 0, labels))
        return map(lambda j, cj: sum(map(lambda l, p: p[j] if l == k else 0, labels, points)) / count if count > 0 else cj, indices(c), c)
    return map(mean, indices(centres), centres)


@cu
def kmeans(points, centres, rounds):
    if rounds == 0:
        return nearest(points, centres), centres
    else:
        return kmeans(points, means(points, nearest(points, centres), centres), rounds - 1)


def grouped(points, centres, rounds):
    """The same with NumPy."""
    def labels():
        return ((points[:, None] - centres) ** 2).sum(2).argmin(1)
    for _ in range(rounds):
        l = labels()
        centres = np.array([points[l == k].mean(0) if (l == k).any() else centres[k] for k in range(len(centres))])
    return labels(), centres


POINTS = np.random.default_rng(7).random((60, 3)) + np.repeat(np.arange(3.0), 20)[:, None]
CHECKS = {"kmeans": ((POINTS, POINTS[[0, 1, 59]], 5), grouped(POINTS, POINTS[[0, 1, 59]], 5))}
