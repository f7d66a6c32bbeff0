# Calls that array statements stand beside: the callee's statements instead, in the same loops.
import numpy as np
from pycc import f64


def decay(u, c):
    d = u * c
    return -d * u


def step(u: f64[:], dt: float) -> None:
    k1 = decay(u, 0.5)
    k2 = decay(u + 0.5 * dt * k1, 0.5)
    u[:] = u + dt * k2


def both(u, v):
    r = u * v
    return u - r, v + r


def pair(u: f64[:], v: f64[:], n: int) -> None:
    for _ in range(n):
        du, dv = both(u, v)
        u += du
        v += dv


def long(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i]
    return s


def kept(x: f64[:]):
    y = x * 2.0
    return y * long(y)


def moments(x: f64[:]):
    return x.mean(), x.var(), x.min(), x.max()


def buffer(n):
    return np.ndarray(n)


def swept(u: f64[:, :]) -> None:
    a, b = buffer(u.shape[1]), np.ndarray(u.shape[1])
    for i in range(len(u)):
        a[:] = u[i] * 2.0
        b[:] = u[i] - 1.0
        u[i] = a * b
