"""A recurrent cell over a sequence: tanh of two products and a bias, then a linear read-out."""
import numpy as np

SIZES = {"S": (8, 4, 10, 12), "L": (60, 64, 128, 256)}


def initialize(steps, batch, n_in, n_hidden):
    rng = np.random.default_rng(29)
    real = lambda *shape: rng.standard_normal(shape) * 0.1
    return (real(steps, batch, n_in), real(batch, n_hidden), real(n_in, n_hidden), real(n_hidden, n_hidden),
            real(n_hidden), real(n_hidden, 1))


def work(steps, batch, n_in, n_hidden):
    return 2.0 * steps * batch * n_hidden * (n_in + n_hidden), 8.0 * steps * n_hidden * (n_in + n_hidden)


# pythran export rnn(float64[:,:,:], float64[:,:], float64[:,:], float64[:,:], float64[:], float64[:,:])
def rnn(x, h, w_in, w_hidden, bias, w_out):
    out = np.empty((x.shape[0], x.shape[1]))
    for t in range(x.shape[0]):
        h = np.tanh(x[t] @ w_in + h @ w_hidden + bias)
        out[t, :] = (h @ w_out)[:, 0]
    return out
