"""Signals: convolution, dft, goertzel, envelope, resampling, peaks."""
import math

import numpy as np
from pycc import c128, f64, i64, prange


def convolve(x: f64[:], k: f64[:]) -> f64[:]:
    n, m = len(x), len(k)
    out = np.zeros(n + m - 1)
    for i in range(n):
        for j in range(m):
            out[i + j] += x[i] * k[j]
    return out


def dft(x: c128[:]) -> c128[:]:
    n = len(x)
    out = np.zeros(n, dtype=np.complex128)
    for k in prange(n):
        s = 0j
        for t in range(n):
            angle = -2 * math.pi * k * t / n
            s += x[t] * complex(math.cos(angle), math.sin(angle))
        out[k] = s
    return out


def power(x: c128[:]) -> f64[:]:
    return x.real ** 2 + x.imag ** 2


def hann(n: int) -> f64[:]:
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n) / (n - 1))


def windowed(x: f64[:]) -> f64[:]:
    w = hann(len(x))
    return x * w / np.sqrt(np.sum(w * w))


def rms(x: f64[:], size: int) -> f64[:]:
    n = len(x) // size
    out = np.zeros(n)
    for i in range(n):
        s = 0.0
        for j in range(size):
            s += x[i * size + j] ** 2
        out[i] = math.sqrt(s / size)
    return out


def peaks(x: f64[:], level: float) -> i64:
    found = 0
    for i in range(1, len(x) - 1):
        if x[i] > level and x[i] > x[i - 1] and x[i] >= x[i + 1]:
            found += 1
    return found


def resample(x: f64[:], m: int) -> f64[:]:
    n = len(x)
    out = np.zeros(m)
    for i in range(m):
        t = i * (n - 1) / (m - 1)
        k = min(int(t), n - 2)
        f = t - k
        out[i] = (1 - f) * x[k] + f * x[k + 1]
    return out


def biquad(x: f64[:], b0: float, b1: float, b2: float, a1: float, a2: float) -> f64[:]:
    y = np.zeros_like(x)
    x1 = x2 = y1 = y2 = 0.0
    for i in range(len(x)):
        y[i] = b0 * x[i] + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2, x1 = x1, x[i]
        y2, y1 = y1, y[i]
    return y


def soft_clip(x: f64[:], gain: float) -> f64[:]:
    y = x * gain
    for i in range(len(y)):
        if y[i] > 1:
            y[i] = 2 / 3
        elif y[i] < -1:
            y[i] = -2 / 3
        else:
            y[i] = y[i] - y[i] ** 3 / 3
    return y / np.abs(y).max()


def silent(x: f64[:], level: float) -> bool:
    return not np.any(np.abs(x) > level)
