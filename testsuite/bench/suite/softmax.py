"""Softmax over the last axis of a batch of attention scores."""
import numpy as np

SIZES = {"S": (2, 2, 8, 8), "L": (8, 8, 256, 256)}


def initialize(n, h, s, t):
    rng = np.random.default_rng(16)
    return (rng.random((n, h, s, t), dtype=np.float32),)


def work(n, h, s, t):
    return 25.0 * n * h * s * t, 8.0 * n * h * s * t


# pythran export softmax(float32[:,:,:,:])
def softmax(x):
    highest = np.max(x, axis=-1, keepdims=True)
    e = np.exp(x - highest)
    total = np.sum(e, axis=-1, keepdims=True)
    return e / total
