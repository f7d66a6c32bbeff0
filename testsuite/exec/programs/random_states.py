"""np.random.RandomState(seed) and its methods, made in the function or passed in: NumPy's own streams."""
import numpy as np

from pycc import f64


def drawn(seed: int):
    rs = np.random.RandomState(seed)
    return rs.uniform(0, 1, 3), rs.rand(2, 2), rs.randint(0, 10, 5), rs.rand(), rs.randn(), rs.random_sample(2), rs.normal(size=(2, 2)), rs.random(2), rs.random_sample()


def chosen(seed: int, x: f64[:]):
    rs = np.random.RandomState(seed=seed)
    rs.shuffle(x)
    return x, rs.choice(x, 3), rs.permutation(5), rs.randint(5), rs.randint(2, 9, (2, 2), dtype=np.int16), rs.choice(5, size=3, replace=False, p=[0.1, 0.2, 0.3, 0.2, 0.2])


def distributions(seed: int):
    rs = np.random.RandomState(seed)
    return rs.exponential(2.0), rs.gamma(2.0, size=2), rs.beta(1.0, 2.0), rs.poisson(3.0, 4), rs.binomial(5, 0.5, size=3), rs.multivariate_normal([0, 1], [[1, 0], [0, 1]], 2), rs.multinomial(20, [0.25, 0.75])


def in_turn(n: int):
    rs = np.random.RandomState(n)
    total = 0.0
    for i in range(n):
        total += rs.randn() * rs.randint(1, 3)
    other = np.random.RandomState(n)
    return total, other.randn(), rs.rand(2)


def of_helper(rng, n):
    return rng.normal(size=n)


def both(seed: int):
    return of_helper(np.random.RandomState(seed), 2), of_helper(np.random.default_rng(seed), 2)


def not_there(seed: int):
    return np.random.RandomState(seed).integers(5)


def not_in_generators(seed: int):
    return np.random.default_rng(seed).randn(3)


CASES = {
    "drawn": [(3,), (0,)],
    "chosen": [(3, np.arange(6.0))],
    "distributions": [(7,)],
    "in_turn": [(4,), (0,)],
    "both": [(5,)],
    "not_there": [(1,)],
    "not_in_generators": [(1,)],
}
