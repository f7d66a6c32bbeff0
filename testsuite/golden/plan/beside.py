# Parallel loops beside one another, with checks between them.
import numpy as np
from pycc import f64, prange

def solver_step(x: f64[:], r: f64[:], p: f64[:], q: f64[:], rho: float) -> f64:
    if len(q) != len(p):
        raise ValueError("lengths")
    s = np.float64(0)
    for i in prange(len(p)):
        s += p[i] * q[i]
    alpha = rho / s
    if len(r) != len(q) or len(x) != len(q):
        raise ValueError("lengths")
    y = np.empty(len(x))
    for i in prange(len(x)):
        y[i] = x[i] + alpha * p[i]
    if len(y) != len(r):
        raise ValueError("lengths")
    z = np.empty(len(r))
    for i in prange(len(r)):
        z[i] = y[i] - alpha * q[i]
    t = np.float64(0)
    for i in prange(len(z)):
        t += z[i] * z[i]
    return t

def neighbours(x: f64[:], w: f64[:]) -> f64[:]:
    if len(w) != len(x):
        raise ValueError("lengths")
    a = np.empty(len(x))
    for i in prange(len(x)):
        a[i] = x[i] * w[i]
    b = np.empty(len(x))
    for i in prange(len(w)):
        b[i] = a[i] - (x[i + 1] if i + 1 >= 0 and i + 1 < len(x) else 0.0)
    return b

def other_place(x: f64[:]) -> f64[:]:
    a = np.empty(len(x))
    for i in prange(len(x)):
        a[i] = x[i] * 2
    b = np.empty(len(x))
    for i in prange(len(x)):
        b[i] = a[i + 1] if i + 1 >= 0 and i + 1 < len(a) else 0.0
    return b
