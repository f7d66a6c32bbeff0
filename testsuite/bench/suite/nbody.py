"""Stars that attract each other: leapfrog steps with all pairs as matrices."""
import numpy as np

SIZES = {"S": (20, 10), "L": (700, 10)}


def initialize(n, steps):
    rng = np.random.default_rng(21)
    return np.full((n, 1), 20.0 / n), rng.standard_normal((n, 3)), rng.standard_normal((n, 3)), steps, 0.01, 1.0, 0.1


def work(n, steps):
    return 20.0 * n * n * steps, 8.0 * 7 * n * steps


def acceleration(pos, mass, G, softening):
    x = pos[:, 0:1]
    y = pos[:, 1:2]
    z = pos[:, 2:3]
    dx = x.T - x
    dy = y.T - y
    dz = z.T - z
    inv_r3 = (dx ** 2 + dy ** 2 + dz ** 2 + softening ** 2) ** (-1.5)
    a = np.empty(pos.shape)
    a[:, 0:1] = G * (dx * inv_r3) @ mass
    a[:, 1:2] = G * (dy * inv_r3) @ mass
    a[:, 2:3] = G * (dz * inv_r3) @ mass
    return a


# pythran export nbody(float64[:,:], float64[:,:], float64[:,:], int, float, float, float)
def nbody(mass, pos, vel, steps, dt, G, softening):
    acc = acceleration(pos, mass, G, softening)
    energy = np.empty(steps)
    for t in range(steps):
        vel += acc * (0.5 * dt)
        pos += vel * dt
        acc = acceleration(pos, mass, G, softening)
        vel += acc * (0.5 * dt)
        energy[t] = 0.5 * np.sum(mass * vel ** 2)
    return energy
