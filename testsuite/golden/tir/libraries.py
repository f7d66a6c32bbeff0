# Libraries: LIB statements, products into what is there, an expression times a vector as one REDUCE.
import numpy as np
from pycc import f64, i32, random


def products(a: f64[:, :], b: f64[:, :], x: f64[:]):
    return a @ b, a @ x, np.dot(x, x), (2 * a) @ x


def mixed(a: f64[:, :], k: i32[:, :]):
    return a @ k


def stacks(a: f64[:, :, :], b: f64[:, :]):
    return a @ b


def added(a: f64[:, :], b: f64[:, :], c: f64[:, :]) -> None:
    c += a @ b


def called(a: f64[:, :], b: f64[:]):
    w, v = np.linalg.eigh(a, UPLO="U")
    b.sort()
    return np.linalg.solve(v, b), np.sort(w, axis=-1)


def numbers(seed: int, n: int):
    return random.uniform(seed, size=n), random.integers(seed, n, -3, 4)
