"""Finance: returns, drawdown, portfolio, Black-Scholes, RSI, binomial tree."""
import math

import numpy as np
from pycc import f64, i64


def returns(p: f64[:]) -> f64[:]:
    return p[1:] / p[:-1] - 1


def log_returns(p: f64[:]) -> f64[:]:
    r = np.zeros(len(p) - 1)
    for i in range(len(r)):
        r[i] = math.log(p[i + 1] / p[i])
    return r


def sharpe(p: f64[:], rf: float) -> float:
    r = returns(p) - rf / 252
    return np.sqrt(252) * r.mean() / r.std()


def max_drawdown(p: f64[:]) -> float:
    peak = p[0]
    worst = 0.0
    for v in p:
        peak = max(peak, v)
        worst = min(worst, v / peak - 1)
    return worst


def norm_cdf(x: float) -> float:
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))


def black_scholes(s: f64[:], k: float, r: float, sigma: float, t: float) -> f64[:]:
    out = np.empty(len(s))
    for i in range(len(s)):
        d1 = (math.log(s[i] / k) + (r + sigma ** 2 / 2) * t) / (sigma * math.sqrt(t))
        d2 = d1 - sigma * math.sqrt(t)
        out[i] = s[i] * norm_cdf(d1) - k * math.exp(-r * t) * norm_cdf(d2)
    return out


def d1d2(s: f64[:], k: f64[:], t: float, r: float, v: float) -> tuple[f64[:], f64[:]]:
    d1 = (np.log(s / k) + (r + v * v / 2) * t) / (v * np.sqrt(t))
    return d1, d1 - v * np.sqrt(t)


def spread(s: f64[:], k: f64[:], t: float, r: float, v: float) -> f64[:]:
    d1, d2 = d1d2(s, k, t, r, v)
    return d1 * s - d2 * k


def rsi(p: f64[:], n: int) -> f64[:]:
    delta = p[1:] - p[:-1]
    up = np.zeros(len(delta))
    down = np.zeros(len(delta))
    for i in range(len(delta)):
        if delta[i] > 0:
            up[i] = delta[i]
        else:
            down[i] = -delta[i]
    out = np.zeros(len(delta) - n + 1)
    for i in range(len(out)):
        u = up[i:i + n].mean()
        d = down[i:i + n].mean()
        out[i] = 100.0 if d == 0 else 100 - 100 / (1 + u / d)
    return out


def portfolio(w: f64[:], mu: f64[:], cov: f64[:, :]) -> tuple[float, float]:
    return w @ mu, np.sqrt(w @ cov @ w)


def binomial(s: float, k: float, r: float, sigma: float, t: float, n: int) -> float:
    dt = t / n
    u = math.exp(sigma * math.sqrt(dt))
    d = 1 / u
    p = (math.exp(r * dt) - d) / (u - d)
    disc = math.exp(-r * dt)
    v = np.zeros(n + 1)
    for i in range(n + 1):
        v[i] = max(s * u ** i * d ** (n - i) - k, 0.0)
    for step in range(n, 0, -1):
        for i in range(step):
            v[i] = disc * (p * v[i + 1] + (1 - p) * v[i])
    return v[0]


def crossover(fast: f64[:], slow: f64[:]) -> i64[:]:
    sig = np.zeros(len(fast), dtype=np.int64)
    sig[fast > slow] = 1
    pos = np.zeros(len(fast), dtype=np.int64)
    pos[1:] = sig[1:] - sig[:-1]
    return pos


def any_negative(p: f64[:]) -> bool:
    return bool((p < 0).any())
