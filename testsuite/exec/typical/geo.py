"""Geometry and maps: haversine, polygons, rotation, ray casting, mandelbrot, life."""
import math

import numpy as np
from pycc import f64, i64, u8, prange


def haversine(lat1: f64[:], lon1: f64[:], lat2: f64[:], lon2: f64[:]) -> f64[:]:
    r = 6371.0
    p1 = np.radians(lat1)
    p2 = np.radians(lat2)
    dp = p2 - p1
    dl = np.radians(lon2 - lon1)
    a = np.sin(dp / 2) ** 2 + np.cos(p1) * np.cos(p2) * np.sin(dl / 2) ** 2
    return 2 * r * np.arcsin(np.sqrt(a))


def rotate(x: f64[:], y: f64[:], angle: float) -> tuple[f64[:], f64[:]]:
    c, s = np.cos(angle), np.sin(angle)
    return c * x - s * y, s * x + c * y


def spin(x: f64[:], y: f64[:], angle: float, n: int) -> tuple[f64[:], f64[:]]:
    for _ in range(n):
        x, y = rotate(x, y, angle)
    return x, y


def to_polar(x: f64[:], y: f64[:]) -> tuple[f64[:], f64[:]]:
    return np.hypot(x, y), np.arctan2(y, x)


def mean_radius(x: f64[:], y: f64[:]) -> float:
    r, t = to_polar(x - x.mean(), y - y.mean())
    return r.mean()


def area(x: f64[:], y: f64[:]) -> float:
    n = len(x)
    s = 0.0
    for i in range(n):
        j = (i + 1) % n
        s += x[i] * y[j] - x[j] * y[i]
    return abs(s) / 2


def inside(px: f64[:], py: f64[:], x: f64[:], y: f64[:]) -> u8[:]:
    m, n = len(px), len(x)
    out = np.zeros(m, dtype=np.uint8)
    for k in prange(m):
        odd = False
        j = n - 1
        for i in range(n):
            if (y[i] > py[k]) != (y[j] > py[k]):
                if px[k] < (x[j] - x[i]) * (py[k] - y[i]) / (y[j] - y[i]) + x[i]:
                    odd = not odd
            j = i
        if odd:
            out[k] = 1
    return out


def mandelbrot(w: int, h: int, limit: int) -> i64[:, :]:
    out = np.zeros((h, w), dtype=np.int64)
    for i in prange(h):
        for j in range(w):
            c = complex(-2 + 3 * j / w, -1.5 + 3 * i / h)
            z = 0j
            for k in range(limit):
                if z.real * z.real + z.imag * z.imag > 4:
                    break
                z = z * z + c
                out[i, j] += 1
    return out


def life(g: u8[:, :]) -> u8[:, :]:
    h, w = g.shape
    n = np.zeros((h, w), dtype=np.uint8)
    n[1:-1, 1:-1] = (g[:-2, :-2] + g[:-2, 1:-1] + g[:-2, 2:] + g[1:-1, :-2] + g[1:-1, 2:]
                     + g[2:, :-2] + g[2:, 1:-1] + g[2:, 2:])
    new = np.zeros((h, w), dtype=np.uint8)
    for i in range(h):
        for j in range(w):
            if g[i, j] == 1 and (n[i, j] == 2 or n[i, j] == 3):
                new[i, j] = 1
            elif g[i, j] == 0 and n[i, j] == 3:
                new[i, j] = 1
    return new


def bounding(p: f64[:, :]) -> tuple[f64[:], f64[:]]:
    return p.min(axis=0), p.max(axis=0)


def slope(z: f64[:, :], cell: float) -> f64[:, :]:
    h, w = z.shape
    dx = np.zeros((h, w))
    dy = np.zeros((h, w))
    for i in range(1, h - 1):
        for j in range(1, w - 1):
            dx[i, j] = (z[i, j + 1] - z[i, j - 1]) / (2 * cell)
            dy[i, j] = (z[i + 1, j] - z[i - 1, j]) / (2 * cell)
    return np.degrees(np.arctan(np.sqrt(dx ** 2 + dy ** 2)))
