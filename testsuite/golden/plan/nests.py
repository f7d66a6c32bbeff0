"""Which loops become functions of their own, and what they are passed."""
import numpy as np
from pycc import f64, i64, prange


def time_loop(u: f64[:], steps: int) -> f64[:]:
    v = np.zeros(len(u))
    for t in range(steps):
        for i in prange(1, len(u) - 1):
            v[i] = 0.5 * (u[i - 1] + u[i + 1])
        u, v = v, u
    return u


def inside_while(x: f64[:]) -> int:
    n = 0
    change = True
    while change:
        change = False
        for i in range(len(x) - 1):
            if x[i] > x[i + 1]:
                t = x[i]
                x[i] = x[i + 1]
                x[i + 1] = t
                change = True
        n += 1
    return n


def returns_inside(x: f64[:], v: float) -> int:
    for i in range(len(x)):
        if x[i] == v:
            return i
    return -1


def loop_else(x: f64[:], v: float) -> int:
    k = 0
    for i in range(len(x)):
        if x[i] == v:
            break
        k = i
    else:
        k = -k
    return k


def counter_after(n: int) -> int:
    i = 0
    for i in range(n):
        pass
    return i


def kept_when_empty(n: int) -> int:
    last = 7
    for i in range(n):
        last = i
    return last


def fresh_arrays(x: f64[:]) -> f64[:]:
    y = np.zeros(len(x))
    z = np.ones(len(x))
    for i in prange(len(x)):
        y[i] = x[i] + z[i]
    return y


def arrays_of_one(x: f64[:], y: f64[:]) -> None:
    a = x[1:]
    b = x[:-1]
    for i in prange(len(a)):
        y[i] = a[i] - b[i]


def irregular(x: f64[:], limit: int) -> i64[:]:
    n = np.zeros(len(x), dtype=np.int64)
    for i in prange(len(x)):
        t = x[i]
        k = 0
        while t > 1.0 and k < limit:
            t = t / 2.0
            k += 1
        n[i] = k
    return n


def imperfect(a: f64[:, :], y: f64[:]) -> None:
    for i in prange(a.shape[0]):
        y[i] = 0.0
        for j in prange(a.shape[1]):
            a[i, j] = a[i, j] + 1.0


def collapsed(a: f64[:, :, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            for k in prange(a.shape[2]):
                a[i, j, k] = i + j + k


def slanted(a: f64[:, :]) -> None:
    for i in prange(a.shape[0]):
        for j in prange(i):
            a[i, j] = 0.0
