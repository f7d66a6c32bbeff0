"""An image and a window of weights: shifted views, and the local variance that they give."""
import numpy as np

SIZES = {"S": (30, 40, 3), "L": (700, 900, 7)}


def initialize(h, w, k):
    rng = np.random.default_rng(40)
    weights = rng.random((k, k))
    return rng.random((h, w)), weights / weights.sum()


def work(h, w, k):
    return 5.0 * h * w * k * k, 24.0 * h * w


# pythran export blur(float64[:,:], float64[:,:])
def blur(image, weights):
    k = weights.shape[0]
    h, w = image.shape[0] - k + 1, image.shape[1] - k + 1
    mean = np.zeros((h, w))
    square = np.zeros((h, w))
    for i in range(k):
        for j in range(k):
            part = image[i:i + h, j:j + w]
            mean += weights[i, j] * part
            square += weights[i, j] * part * part
    return mean, np.sqrt(np.maximum(square - mean * mean, 0.0))
