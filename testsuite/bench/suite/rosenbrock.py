"""Rosenbrock's function of many variables and its gradient."""
import numpy as np

SIZES = {"S": (500,), "L": (3000000,)}


def initialize(n):
    rng = np.random.default_rng(23)
    return (rng.random(n) * 4 - 2,)


def work(n):
    return 20.0 * n, 24.0 * n


# pythran export rosenbrock(float64[:])
def rosenbrock(x):
    value = np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)
    gradient = np.zeros_like(x)
    gradient[:-1] = -400.0 * x[:-1] * (x[1:] - x[:-1] ** 2) - 2.0 * (1 - x[:-1])
    gradient[1:] += 200.0 * (x[1:] - x[:-1] ** 2)
    return value, gradient
