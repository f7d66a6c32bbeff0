"""A small dense network of float32 on a batch: two hidden layers and class probabilities."""
import numpy as np

SIZES = {"S": (8, 64, 32, 10), "L": (128, 784, 300, 10)}


def initialize(batch, n_in, n_hidden, n_out):
    rng = np.random.default_rng(36)
    real = lambda *shape: (rng.standard_normal(shape) * 0.1).astype(np.float32)
    return (real(batch, n_in), real(n_in, n_hidden), real(n_hidden), real(n_hidden, n_hidden), real(n_hidden),
            real(n_hidden, n_out), real(n_out))


def work(batch, n_in, n_hidden, n_out):
    weights = n_hidden * (n_in + n_hidden + n_out)
    return 2.0 * batch * weights, 4.0 * (weights + batch * n_in)


def relu(x):
    return np.maximum(x, 0)


def probabilities(x):
    e = np.exp(x - x.max(axis=1)[:, np.newaxis])
    return e / e.sum(axis=1)[:, np.newaxis]


# pythran export mlp(float32[:,:], float32[:,:], float32[:], float32[:,:], float32[:], float32[:,:], float32[:])
def mlp(x, w1, b1, w2, b2, w3, b3):
    h = relu(x @ w1 + b1)
    h = relu(h @ w2 + b2)
    return probabilities(h @ w3 + b3)
