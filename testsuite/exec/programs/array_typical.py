"""Typical array programs: filters, finite differences, statistics, particles, integrators, recurrences beside arrays."""
import numpy as np
from pycc import f64, i64


def sobel(img: f64[:, :]):
    gx = np.zeros_like(img)
    gy = np.zeros_like(img)
    gx[1:-1, 1:-1] = (img[:-2, 2:] - img[:-2, :-2]) + 2 * (img[1:-1, 2:] - img[1:-1, :-2]) + (img[2:, 2:] - img[2:, :-2])
    gy[1:-1, 1:-1] = (img[2:, :-2] - img[:-2, :-2]) + 2 * (img[2:, 1:-1] - img[:-2, 1:-1]) + (img[2:, 2:] - img[:-2, 2:])
    mag = np.sqrt(gx**2 + gy**2)
    return mag / mag.max()


def box_blur(img: f64[:, :], n: int):
    out = img.copy()
    for k in range(n):
        h = (out[:, :-2] + out[:, 1:-1] + out[:, 2:]) / 3.0
        v = (h[:-2] + h[1:-1] + h[2:]) / 3.0
        out[1:-1, 1:-1] = v
    return out


def gray_scott(u: f64[:, :], v: f64[:, :], steps: int, du: float, dv: float, f: float, k: float):
    for t in range(steps):
        lu = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1]
        lv = v[:-2, 1:-1] + v[2:, 1:-1] + v[1:-1, :-2] + v[1:-1, 2:] - 4 * v[1:-1, 1:-1]
        uc = u[1:-1, 1:-1]
        vc = v[1:-1, 1:-1]
        uvv = uc * vc * vc
        uc += du * lu - uvv + f * (1 - uc)
        vc += dv * lv + uvv - (f + k) * vc
        u[0, :] = u[-2, :]
        u[-1, :] = u[1, :]
        v[0, :] = v[-2, :]
        v[-1, :] = v[1, :]


def burgers(u: f64[:], dt: float, dx: float, nu: float, steps: int):
    for t in range(steps):
        un = u.copy()
        u[1:-1] = un[1:-1] - un[1:-1] * dt / dx * (un[1:-1] - un[:-2]) + nu * dt / dx**2 * (un[2:] - 2 * un[1:-1] + un[:-2])
    return u


def lorenz(x: f64[:], y: f64[:], z: f64[:], dt: float, steps: int):
    for t in range(steps):
        dx = 10.0 * (y - x)
        dy = x * (28.0 - z) - y
        dz = x * y - (8.0 / 3.0) * z
        x = x + dt * dx
        y = y + dt * dy
        z = z + dt * dz
    return x, y, z


def rhs(q, p):
    return p, -np.sin(q)


def rk4(q: f64[:], p: f64[:], dt: float, steps: int):
    for t in range(steps):
        k1q, k1p = rhs(q, p)
        k2q, k2p = rhs(q + 0.5 * dt * k1q, p + 0.5 * dt * k1p)
        k3q, k3p = rhs(q + 0.5 * dt * k2q, p + 0.5 * dt * k2p)
        k4q, k4p = rhs(q + dt * k3q, p + dt * k3p)
        q = q + dt / 6 * (k1q + 2 * k2q + 2 * k3q + k4q)
        p = p + dt / 6 * (k1p + 2 * k2p + 2 * k3p + k4p)
    return q, p


def leapfrog(x: f64[:, :], v: f64[:, :], dt: float, steps: int):
    for t in range(steps):
        r2 = np.sum(x * x, axis=1) + 0.01
        a = -x / (r2 * np.sqrt(r2))[:, None]
        v += dt * a
        x += dt * v
    return np.sum(v * v) * 0.5


def fir(x: f64[:], h: f64[:]):
    y = np.zeros(len(x) - len(h) + 1)
    for k in range(len(h)):
        y += h[k] * x[k:k + len(y)]
    return y


def standardise(x: f64[:, :]):
    mu = x.mean(axis=0)
    sd = x.std(axis=0)
    z = (x - mu) / sd
    lo = z.min(axis=0)
    hi = z.max(axis=0)
    return (z - lo) / (hi - lo)


def summary(x: f64[:]):
    return x.mean(), x.var(), x.min(), x.max(), np.sqrt((x * x).sum() / len(x))


def ewm(x: f64[:], alpha: float):
    y = np.empty_like(x)
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = alpha * x[i] + (1 - alpha) * y[i - 1]
    dev = x - y
    return y, np.sqrt(np.mean(dev * dev))


def kalman(z: f64[:], q: float, r: float):
    n = len(z)
    xhat = np.zeros(n)
    p = 1.0
    x = 0.0
    for i in range(n):
        pm = p + q
        k = pm / (pm + r)
        x = x + k * (z[i] - x)
        p = (1 - k) * pm
        xhat[i] = x
    return xhat, np.mean((xhat - z) ** 2)


def push(x: f64[:], v: f64[:], e: f64[:], dx: float, dt: float, steps: int):
    n = len(e)
    for t in range(steps):
        g = x / dx
        j = g.astype(np.int64)
        w = g - j
        a = (1 - w) * e[j % n] + w * e[(j + 1) % n]
        v += dt * a
        x += dt * v
        x[:] = np.where(x < 0, x + n * dx, x)
        x[:] = np.where(x >= n * dx, x - n * dx, x)
    return 0.5 * np.sum(v * v)


def ghost(u: f64[:, :], steps: int, c: float):
    g = np.zeros((u.shape[0] + 2, u.shape[1] + 2))
    for t in range(steps):
        g[1:-1, 1:-1] = u
        g[0, 1:-1] = u[-1]
        g[-1, 1:-1] = u[0]
        g[1:-1, 0] = u[:, -1]
        g[1:-1, -1] = u[:, 0]
        u = u + c * (g[:-2, 1:-1] + g[2:, 1:-1] + g[1:-1, :-2] + g[1:-1, 2:] - 4 * g[1:-1, 1:-1])
    return u


def rolled(u: f64[:, :], steps: int, c: float):
    for t in range(steps):
        lap = np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u
        u = u + c * lap
    return u


def returns(p: f64[:]):
    r = np.diff(p) / p[:-1]
    cum = np.cumsum(r * r)
    z = (r - r.mean()) / r.std()
    z[np.abs(z) > 3] = 0.0
    return z, cum, np.sum(r[r > 0]), np.sum(r[r < 0])


def softmax_xent(x: f64[:, :], t: i64[:]):
    m = x.max(axis=1, keepdims=True)
    e = np.exp(x - m)
    s = e.sum(axis=1, keepdims=True)
    p = e / s
    return p, -np.mean(np.log(p[np.arange(len(t)), t]))


RNG = np.random.default_rng(5)


def r(*shape):
    return RNG.random(shape)


CASES = {
    "sobel": [(r(n, m),) for n, m in ((7, 9), (3, 3), (130, 70))],
    "box_blur": [(r(n, m), 3) for n, m in ((7, 9), (3, 3), (130, 70))],
    "gray_scott": [(r(n, m), r(n, m), 3, .16, .08, .035, .06) for n, m in ((7, 9), (3, 3), (130, 70))],
    "burgers": [(r(n), 1e-3, 1e-1, 1e-3, k) for n in (3, 50, 9000) for k in (0, 3)],
    "lorenz": [(r(n), r(n), r(n), .01, k) for n in (0, 1, 9000) for k in (0, 1, 3)],
    "rk4": [(r(n), r(n), .01, k) for n in (0, 1, 9000) for k in (0, 1, 3)],
    "leapfrog": [(r(n, 3), r(n, 3), .01, k) for n in (0, 1, 3000) for k in (0, 1, 3)],
    "fir": [(r(n), r(k)) for n, k in ((9, 3), (9, 9), (9000, 4), (3, 5))],
    "standardise": [(r(n, m),) for n, m in ((5, 3), (3000, 4))],
    "summary": [(r(n),) for n in (1, 5, 9000)],
    "ewm": [(r(n), .1) for n in (1, 5, 9000)],
    "kalman": [(r(n), .01, .1) for n in (1, 5, 9000)],
    "push": [(r(n) * 2, r(n), r(20), .1, .01, k) for n in (1, 9000) for k in (0, 3)],
    "ghost": [(r(n, m), k, .1) for n, m in ((1, 1), (5, 3), (130, 70)) for k in (0, 3)],
    "rolled": [(r(n, m), k, .1) for n, m in ((1, 1), (5, 3), (130, 70)) for k in (0, 3)],
    "returns": [(r(n) + 1,) for n in (3, 9000)],
    "softmax_xent": [(r(n, m), np.arange(n) % m) for n, m in ((1, 1), (5, 3), (2000, 8))],
}
ROUNDED = tuple(CASES)
