"""A support vector machine with Gaussian kernel, trained by sequential minimal optimisation.

Each step takes the two points that violate the conditions of the optimum most, and moves their weights; the kernel of
these two with all points is computed when it is needed.
"""
import numpy as np

from pycc.copperhead import *


@cu
def kernel(gamma, x, y):
    return exp(-gamma * sum(map(lambda a, b: (a - b) * (a - b), x, y)))


@cu
def kernel_row(gamma, points, x):
    return map(lambda p: kernel(gamma, p, x), points)


@cu
def train(points, labels, cost, gamma, tolerance, most):
    """Return the weights alpha and the threshold; labels are -1 and 1."""
    def may_rise(y, a):
        return a < cost if y > 0 else a > 0

    def may_fall(y, a):
        return a > 0 if y > 0 else a < cost

    def step(alpha, f, k):
        high = argmin(map(lambda fi, y, a: fi if may_rise(y, a) else 1e30, f, labels, alpha))
        low = argmax(map(lambda fi, y, a: fi if may_fall(y, a) else -1e30, f, labels, alpha))
        if k == most or f[low] <= f[high] + 2 * tolerance:
            return alpha, (f[low] + f[high]) / 2
        else:
            xh, xl, yh, yl = points[high], points[low], labels[high], labels[low]
            eta = 2 - 2 * kernel(gamma, xh, xl)
            s = yh * yl
            ah, al = alpha[high], alpha[low]
            least = max(0.0, al - ah) if s < 0 else max(0.0, al + ah - cost)
            greatest = min(cost, cost + al - ah) if s < 0 else min(cost, al + ah)
            al1 = max(least, min(greatest, al + yl * (f[high] - f[low]) / eta))
            ah1 = ah + s * (al - al1)
            dh, dl = (ah1 - ah) * yh, (al1 - al) * yl
            f1 = map(lambda fi, p: fi + dh * kernel(gamma, p, xh) + dl * kernel(gamma, p, xl), f, points)
            alpha1 = map(lambda i, a: ah1 if i == high else (al1 if i == low else a), indices(alpha), alpha)
            return step(alpha1, f1, k + 1)
    return step(map(lambda y: 0.0 * y, labels), map(lambda y: -y, labels), 0)


@cu
def classify(points, labels, alpha, threshold, gamma, unknown):
    """Return 1 or -1 for each unknown point."""
    def of(x):
        s = sum(map(lambda k, y, a: k * y * a, kernel_row(gamma, points, x), labels, alpha)) - threshold
        return 1 if s > 0 else -1
    return map(of, unknown)


def problem(n, d=4, dtype=np.float64):
    """Points in a ball or outside of it, with labels, and the parameters of `train`."""
    points = np.random.default_rng(6).standard_normal((n, d)).astype(dtype)
    labels = np.where((points ** 2).sum(1) < d, 1, -1).astype(dtype)
    return points, labels, dtype(1), dtype(0.5), dtype(1e-3), 10000


def trained(points, labels, cost, gamma, tolerance, most):
    """The same with NumPy."""
    n = len(points)
    alpha, f = np.zeros(n), -labels
    k = np.exp(-gamma * ((points[:, None] - points) ** 2).sum(2))
    for _ in range(most):
        rise = np.where(labels > 0, alpha < cost, alpha > 0)
        fall = np.where(labels > 0, alpha > 0, alpha < cost)
        h, l = np.argmin(np.where(rise, f, np.inf)), np.argmax(np.where(fall, f, -np.inf))
        if f[l] <= f[h] + 2 * tolerance:
            break
        s, ah, al = labels[h] * labels[l], alpha[h], alpha[l]
        lo, hi = (max(0, al - ah), min(cost, cost + al - ah)) if s < 0 else (max(0, al + ah - cost), min(cost, al + ah))
        alpha[l] = min(max(al + labels[l] * (f[h] - f[l]) / (2 - 2 * k[h, l]), lo), hi)
        alpha[h] = ah + s * (al - alpha[l])
        f = f + (alpha[h] - ah) * labels[h] * k[h] + (alpha[l] - al) * labels[l] * k[l]
    return alpha, (f[l] + f[h]) / 2


P = problem(40)
ALPHA, THRESHOLD = trained(*P)
DECIDED = np.exp(-P[3] * ((P[0][:, None] - P[0]) ** 2).sum(2)) @ (ALPHA * P[1]) - THRESHOLD
CHECKS = {"train": (P, (ALPHA, THRESHOLD)),
          "classify": ((P[0], P[1], ALPHA, THRESHOLD, P[3], P[0]), np.where(DECIDED > 0, 1, -1))}
