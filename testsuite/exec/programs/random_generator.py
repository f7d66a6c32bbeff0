"""numpy.random.Generator: passed in, passed on, made by default_rng; every draw is the interpreter's."""
import numpy as np
from numpy.random import Generator, default_rng

from pycc import f64, i64


def numbers(rng: np.random.Generator, n: int):
    s = 0.0
    for i in range(n):
        s += rng.random() + rng.normal(2.0, 3.0) * rng.uniform(1, 2)
    return s, rng.integers(10), rng.poisson(3.0), rng.binomial(5, 0.5), rng.exponential(), rng.standard_normal()


def arrays(rng: Generator, n: int, m: int):
    return (rng.random(n), rng.normal(size=(n, m)), rng.integers(0, 5, size=n), rng.uniform(-1, 1, n),
            rng.standard_normal((2, m)), rng.poisson(2.5, (n,)), rng.integers(1, 6, size=(n, m), endpoint=True),
            rng.gamma(2.0, size=n), rng.beta(1.0, 2.0, n), rng.exponential(2.0, size=n), rng.geometric(0.3, n))


def parameters(rng: Generator, a: f64[:], k: i64[:]):
    return rng.normal(a), rng.exponential(a * a), rng.integers(k, k + 5), rng.normal(a, 2.0, size=len(a)), rng.random()


def helper(rng, a):
    rng.shuffle(a)
    return rng.standard_normal((2, 2)), rng.permutation(a)


def passed_on(rng: Generator, a: f64[:]):
    x, y = helper(rng, a)
    return x, y, a, rng.choice(a), rng.choice(a, 3), rng.choice(5, size=2, replace=False), rng.choice(7), rng.permutation(4), rng.random(), rng.choice(2, 3, p=[0.25, 0.75])


def order(rng: Generator, a: f64[:, :]):
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            a[i, j] = rng.random()
    return a


def walk(rng: Generator, n: int):
    x = np.zeros(3)
    best = 0.0
    while n > 0:
        step = rng.normal(size=3)
        if rng.random() < 0.5:
            x += step
            best = max(best, float(x.max()))
        n -= 1
    return x, best, rng.random()


def unused(rng: Generator) -> float:
    rng.random(5)
    x = rng.random()
    return rng.random()


def made(seed: int, n: int):
    rng = np.random.default_rng(seed)
    a = rng.random((n, 2))
    for i in range(2):
        a += rng.normal(size=a.shape)
    other = default_rng(seed + 1)
    return a, other.random(), rng.random()


def made_of(n: int, s: i64[:]):
    """Of what default_rng itself would make, and of several ints."""
    a = np.random.Generator(np.random.PCG64(n))
    b = default_rng(np.random.SeedSequence(n))
    c = np.random.default_rng(np.random.PCG64(np.random.SeedSequence(n)))
    d, e = default_rng([1, n]), default_rng(s)
    return a.random(2), b.normal(), c.integers(9), d.random(), e.random()


def refused_by_numpy(rng: Generator, n: int):
    return rng.integers(5, n)


R = default_rng(7)

CASES = {
    "numbers": [(R, 0), (R, 5)],
    "arrays": [(R, 3, 2), (R, 0, 2)],
    "parameters": [(R, np.array([0.5, 1.5, -2.0]), np.array([1, 0, 3]))],
    "passed_on": [(R, np.arange(5.0))],
    "order": [(R, np.zeros((3, 4)))],
    "walk": [(R, 0), (R, 6)],
    "unused": [(R,)],
    "made": [(3, 4), (0, 0)],
    "made_of": [(3, np.array([3, 4])), (0, np.array([5]))],
    "refused_by_numpy": [(R, 3), (R, 8)],
}
