"""Statistics: moments, covariance, regression, KDE, moving averages."""
import numpy as np
from pycc import f64, prange


def mean_var(x: f64[:]) -> tuple[float, float]:
    m = x.mean()
    v = ((x - m) ** 2).sum() / (len(x) - 1)
    return m, v


def zscore(x: f64[:, :]) -> f64[:, :]:
    mu = x.mean(axis=0)
    sd = x.std(axis=0)
    return (x - mu) / sd


def covariance(x: f64[:, :]) -> f64[:, :]:
    n, k = x.shape
    mu = np.zeros(k)
    for j in range(k):
        mu[j] = x[:, j].mean()
    cov = np.zeros((k, k))
    for i in prange(k):
        for j in range(k):
            s = 0.0
            for t in range(n):
                s += (x[t, i] - mu[i]) * (x[t, j] - mu[j])
            cov[i, j] = s / (n - 1)
    return cov


def linreg(x: f64[:], y: f64[:]) -> tuple[float, float]:
    xm, ym = x.mean(), y.mean()
    slope = np.sum((x - xm) * (y - ym)) / np.sum((x - xm) ** 2)
    return slope, ym - slope * xm


def residuals(x: f64[:], y: f64[:]) -> f64[:]:
    slope, icept = linreg(x, y)
    return y - (slope * x + icept)


def pearson(x: f64[:], y: f64[:]) -> float:
    mx, vx = mean_var(x)
    my, vy = mean_var(y)
    return np.mean((x - mx) * (y - my)) / np.sqrt(vx * vy)


def kde(x: f64[:], grid: f64[:], h: float) -> f64[:]:
    out = np.zeros(len(grid))
    for i in prange(len(grid)):
        u = (grid[i] - x) / h
        out[i] = np.sum(np.exp(-0.5 * u * u)) / (len(x) * h * np.sqrt(2 * np.pi))
    return out


def moving_average(x: f64[:], w: int) -> f64[:]:
    n = len(x) - w + 1
    out = np.zeros(n)
    for i in range(n):
        out[i] = x[i:i + w].mean()
    return out


def ema(x: f64[:], alpha: float) -> f64[:]:
    out = np.empty_like(x)
    out[0] = x[0]
    for i in range(1, len(x)):
        out[i] = alpha * x[i] + (1 - alpha) * out[i - 1]
    return out


def has_nan(x: f64[:, :]) -> bool:
    return bool(np.isnan(x).any())


def clip_outliers(x: f64[:], k: float) -> f64[:]:
    m = np.median(x)
    s = np.std(x)
    out = x.copy()
    for i in range(len(x)):
        if abs(x[i] - m) > k * s:
            out[i] = m
    return out


def softmax_rows(x: f64[:, :]) -> f64[:, :]:
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)
