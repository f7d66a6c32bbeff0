"""random.Random: the streams that Python's own objects give for a seed."""
import random
from random import Random

import numpy as np

from pycc import f64


def nums(seed: int, n: int):
    r = random.Random(seed)
    return ([r.random() for _ in range(n)], r.getrandbits(5), r.getrandbits(45), r.randint(3, 90), r.randrange(10), r.randrange(5, 50, 7), r.randrange(50, 5, -7),
            r.uniform(1, 3), r.triangular(0, 2, .3), r.triangular(low=1.0, high=3.0), r.triangular(), r.gauss(), r.gauss(1, 2), r.gauss(mu=0.0, sigma=2.0), r.normalvariate(), r.lognormvariate(0, 1), r.expovariate(2),
            r.paretovariate(3), r.weibullvariate(1, 2))


def seqs(seed: int, xs: 'list[int]', w: 'list[float]'):
    r = Random(seed)
    ys = xs[:]
    r.shuffle(ys)
    names = ["a", "b", "c"]
    return ys, r.choice(xs), r.choice("abc"), r.sample(xs, 3), r.sample(range(1000), 4), r.choices(names, w, k=5), r.choices(xs, k=3), r.choice((1.5, 2.5))


class Walker:
    def __init__(self, seed: int, step: float = 1.0):
        self.rng = random.Random(seed)
        self.step = step
        self.x = 0.0

    def move(self):
        self.x += self.step if self.rng.random() < 0.5 else -self.step
        return self.x


def walk(seed: int, n: int) -> list[float]:
    w = Walker(seed, 0.5)
    return [w.move() for _ in range(n)]


def draw(rng: random.Random, n):
    return [rng.randint(1, 6) for _ in range(n)]


def passed(seed: int, n: int) -> tuple[list[int], list[int]]:
    rng = random.Random(seed)
    a = draw(rng, n)
    rng.seed(seed + 1)
    return a, draw(rng, n)


def pi(seed: int, n: int) -> float:
    rng = random.Random(seed)
    inside = 0
    for _ in range(n):
        x, y = rng.random(), rng.random()
        inside += x * x + y * y < 1
    return 4 * inside / n


def bad(k: int) -> int:
    r = Random(1)
    if k == 0:
        return r.randrange(0)
    if k == 1:
        return r.randrange(5, 5)
    if k == 2:
        return r.randrange(1, 5, 0)
    if k == 3:
        return r.choice([0][:0])
    return r.sample([1, 2], 3)[0]




def chosen_lists(seed: int, n: int):
    """A method of the module's own that has the name of a generator's gets the list that it is given."""
    box = Box(n)
    return box.choice([1, 2]), box.integers([4, 5], 2), Random(seed).choice([1, 2, 3]) + 0.5


class Box:
    def __init__(self, k: int):
        self.k = k

    def choice(self, xs):
        return xs + [self.k]

    def integers(self, lo, n):
        return lo[n - 1] * self.k


def shuffled(x: f64[:], seed: int):
    rng = Random(seed)
    rng.shuffle(x)
    return x, rng.choice(x)


CASES = {
    "nums": [(s, 3) for s in (0, 1, -7, 2**32, 2**40 + 3, 2**63 - 1)],
    "seqs": [(s, list(range(30)), [0.2, 0.3, 0.5]) for s in (0, 5)],
    "walk": [(3, 0), (3, 40)],
    "passed": [(2, 6)],
    "pi": [(1, 2000)],
    "bad": [(k,) for k in range(5)],
    "chosen_lists": [(1, 3)],
    "shuffled": [(np.arange(5.0), 2)],
}
