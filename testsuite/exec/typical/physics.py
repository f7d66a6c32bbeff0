"""Heat, waves, n-body, Lorenz, pendulum, particles in a box."""
import numpy as np
from pycc import f64, prange


def heat(u: f64[:, :], alpha: float, steps: int) -> f64[:, :]:
    u = u.copy()
    for _ in range(steps):
        lap = np.zeros_like(u)
        lap[1:-1, 1:-1] = (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
                           - 4 * u[1:-1, 1:-1])
        u += alpha * lap
    return u


def wave(u0: f64[:], c: float, steps: int) -> f64[:]:
    n = len(u0)
    u_prev = u0.copy()
    u = u0.copy()
    u_next = np.zeros(n)
    for _ in range(steps):
        for i in range(1, n - 1):
            u_next[i] = 2 * u[i] - u_prev[i] + c * c * (u[i + 1] - 2 * u[i] + u[i - 1])
        u_prev[:] = u
        u[:] = u_next
    return u


def accel(pos: f64[:, :], mass: f64[:], eps: float) -> f64[:, :]:
    n = pos.shape[0]
    a = np.zeros((n, 3))
    for i in prange(n):
        for j in range(n):
            if i != j:
                d = pos[j] - pos[i]
                r2 = np.sum(d * d) + eps
                a[i] += mass[j] * d / (r2 * np.sqrt(r2))
    return a


def leapfrog(pos: f64[:, :], vel: f64[:, :], mass: f64[:], dt: float, steps: int) -> None:
    a = accel(pos, mass, 1e-3)
    for _ in range(steps):
        vel += 0.5 * dt * a
        pos += dt * vel
        a = accel(pos, mass, 1e-3)
        vel += 0.5 * dt * a


def energy(pos: f64[:, :], vel: f64[:, :], mass: f64[:]) -> tuple[float, float]:
    ke = 0.5 * np.sum(mass * np.sum(vel ** 2, axis=1))
    pe = 0.0
    n = len(mass)
    for i in range(n):
        for j in range(i + 1, n):
            d = pos[i] - pos[j]
            pe -= mass[i] * mass[j] / np.sqrt(np.sum(d ** 2))
    return ke, pe


def lorenz_step(x: float, y: float, z: float, dt: float) -> tuple[float, float, float]:
    dx = 10.0 * (y - x)
    dy = x * (28.0 - z) - y
    dz = x * y - 8.0 / 3.0 * z
    return x + dt * dx, y + dt * dy, z + dt * dz


def lorenz(n: int, dt: float) -> f64[:, :]:
    out = np.empty((n, 3))
    x, y, z = 1.0, 1.0, 1.0
    for i in range(n):
        x, y, z = lorenz_step(x, y, z, dt)
        out[i, 0] = x
        out[i, 1] = y
        out[i, 2] = z
    return out


def bounce(pos: f64[:, :], vel: f64[:, :], box: float, dt: float) -> None:
    pos += vel * dt
    n, d = pos.shape
    for i in range(n):
        for k in range(d):
            if pos[i, k] < 0:
                pos[i, k] = -pos[i, k]
                vel[i, k] = -vel[i, k]
            elif pos[i, k] > box:
                pos[i, k] = 2 * box - pos[i, k]
                vel[i, k] = -vel[i, k]


def gradient(f: f64[:, :], h: float) -> tuple[f64[:, :], f64[:, :]]:
    gx = np.zeros_like(f)
    gy = np.zeros_like(f)
    gx[1:-1, :] = (f[2:, :] - f[:-2, :]) / (2 * h)
    gy[:, 1:-1] = (f[:, 2:] - f[:, :-2]) / (2 * h)
    return gx, gy


def divergence_of_gradient(f: f64[:, :], h: float) -> f64[:, :]:
    gx, gy = gradient(f, h)
    gxx, _a = gradient(gx, h)
    _b, gyy = gradient(gy, h)
    return gxx + gyy
