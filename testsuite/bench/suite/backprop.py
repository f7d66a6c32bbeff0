"""Steps of gradient descent of a network of float32 with one hidden layer."""
import numpy as np

SIZES = {"S": (4, 16, 24, 12), "L": (10, 128, 256, 128)}


def initialize(steps, batch, n_in, n_hidden):
    rng = np.random.default_rng(37)
    real = lambda *shape: (rng.standard_normal(shape) * 0.1).astype(np.float32)
    return (steps, real(batch, n_in), real(batch, 1), real(n_in, n_hidden), real(n_hidden), real(n_hidden, 1))


def work(steps, batch, n_in, n_hidden):
    return 4.0 * steps * batch * n_in * n_hidden, 12.0 * steps * n_in * n_hidden


# pythran export backprop(int, float32[:,:], float32[:,:], float32[:,:], float32[:], float32[:,:])
def backprop(steps, x, y, w1, b1, w2):
    rate = np.float32(0.01)
    for t in range(steps):
        h = np.tanh(x @ w1 + b1)
        error = h @ w2 - y
        back = (error @ w2.T) * (1 - h * h)
        w2 -= rate * (h.T @ error)
        w1 -= rate * (x.T @ back)
        b1 -= rate * back.sum(axis=0)
