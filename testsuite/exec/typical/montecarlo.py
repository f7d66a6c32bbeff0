"""Monte Carlo: pi, option prices, random walks, Ising."""
import math

import numpy as np
from pycc import f64, i64, i8


def pi(n: int, seed: int) -> float:
    rng = np.random.default_rng(seed)
    x = rng.random(n)
    y = rng.random(n)
    inside = 0
    for i in range(n):
        if x[i] ** 2 + y[i] ** 2 <= 1.0:
            inside += 1
    return 4.0 * inside / n


def pi_vec(n: int, seed: int) -> float:
    rng = np.random.default_rng(seed)
    x = rng.random(n)
    y = rng.random(n)
    return 4.0 * np.sum(x * x + y * y <= 1.0) / n


def european_call(s0: float, k: float, r: float, sigma: float, t: float, z: f64[:]) -> tuple[float, float]:
    st = s0 * np.exp((r - 0.5 * sigma ** 2) * t + sigma * np.sqrt(t) * z)
    payoff = np.maximum(st - k, 0.0)
    disc = math.exp(-r * t)
    price = disc * payoff.mean()
    err = disc * payoff.std() / math.sqrt(len(z))
    return price, err


def asian_call(s0: float, k: float, r: float, sigma: float, t: float, z: f64[:, :]) -> float:
    paths, steps = z.shape
    dt = t / steps
    payoff = np.zeros(paths)
    for p in range(paths):
        s = s0
        total = 0.0
        for i in range(steps):
            s *= math.exp((r - 0.5 * sigma * sigma) * dt + sigma * math.sqrt(dt) * z[p, i])
            total += s
        payoff[p] = max(total / steps - k, 0.0)
    return math.exp(-r * t) * payoff.mean()


def random_walk(steps: f64[:], n: int) -> f64[:]:
    pos = np.zeros(n + 1)
    for i in range(n):
        if steps[i] < 0.5:
            pos[i + 1] = pos[i] - 1
        else:
            pos[i + 1] = pos[i] + 1
    return pos


def ising_energy(spins: i8[:, :]) -> float:
    n, m = spins.shape
    e = 0.0
    for i in range(n):
        for j in range(m):
            s = spins[i, j]
            nb = spins[(i + 1) % n, j] + spins[i, (j + 1) % m]
            e -= s * nb
    return e


def bootstrap_means(x: f64[:], idx: i64[:, :]) -> f64[:]:
    b = idx.shape[0]
    out = np.zeros(b)
    for i in range(b):
        out[i] = np.mean(x[idx[i]])
    return out


def converged(old: f64[:], new: f64[:], tol: float) -> bool:
    return bool(np.all(np.abs(old - new) < tol))
