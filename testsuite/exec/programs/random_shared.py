"""numpy.random's functions: the draws of the generator that compiled and interpreted code share, after seed()."""
import numpy as np


def numbers(seed: int):
    np.random.seed(seed)
    return (np.random.rand(), np.random.random(), np.random.randn(), np.random.uniform(-1, 1), np.random.normal(2.0, 3.0),
            np.random.randint(10), np.random.randint(5, 9), np.random.standard_normal(), np.random.exponential(2.0))


def arrays(seed: int, n: int):
    np.random.seed(seed)
    return (np.random.rand(n, 2), np.random.randn(n), np.random.random((2, n)), np.random.uniform(size=n), np.random.normal(0.0, 1.0, n),
            np.random.randint(0, 10, size=(n, 2)), np.random.poisson(3.0, n), np.random.binomial(5, 0.5, n), np.random.ranf(n))


def orders(seed: int, a: 'f64[:]'):
    np.random.seed(seed)
    b = a.copy()
    np.random.shuffle(b)
    return (b, np.random.permutation(5), np.random.permutation(a), np.random.choice(a), np.random.choice(a, 3, replace=False),
            np.random.choice(5, 2), np.random.choice(5) / 2, np.random.choice([2, 4, 8], 4, p=[0.5, 0.25, 0.25]))


def sequence(seed: int, n: int):
    np.random.seed(seed)
    x = 0.0
    for i in range(n):
        x += np.random.rand() if i % 2 else np.random.normal()
    np.random.rand()
    return x, np.random.rand()


def refused_by_numpy(seed: int, n: int):
    np.random.seed(seed)
    return np.random.randint(5, n)


CASES = {
    "numbers": [(0,), (12345,)],
    "arrays": [(3, 4), (1, 0)],
    "orders": [(3, np.arange(6.0))],
    "sequence": [(7, 0), (7, 9)],
    "refused_by_numpy": [(3, 8), (3, 2), (-1, 8)],
}
