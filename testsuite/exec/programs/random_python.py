"""Python's random: the draws of the generator that compiled and interpreted code share, after seed()."""
import math
import random
from random import randint, uniform


def numbers(seed: int):
    random.seed(seed)
    return (random.random(), random.uniform(-1, 2.5), random.triangular(), random.triangular(0.0, 2.0, 0.5), random.gauss(), random.gauss(1.0, 2.0),
            random.gauss(mu=3.0, sigma=0.5), random.normalvariate(0.0, 1.0), random.lognormvariate(0.0, 1.0), random.expovariate(2.0),
            random.vonmisesvariate(0.0, 4.0), random.gammavariate(2.0, 1.5), random.betavariate(2.0, 3.0), random.paretovariate(3.0),
            random.weibullvariate(1.0, 1.5))


def whole(seed: int, n: int):
    random.seed(seed)
    return (random.randint(1, 6), random.randint(a=-n, b=n), random.randrange(10), random.randrange(5, 50, 5), random.randrange(n, 2 * n + 1),
            random.getrandbits(10), randint(0, n), uniform(0, n))


def pi(seed: int, n: int) -> float:
    random.seed(seed)
    inside = 0
    for _ in range(n):
        x, y = random.random(), random.random()
        if x * x + y * y < 1.0:
            inside += 1
    return 4.0 * inside / n


def walk(seed: int, n: int):
    random.seed(seed)
    x = 0
    path = [x]
    for i in range(n):
        x += 1 if random.random() < 0.5 else -1
        path.append(x)
    return path, random.random()


def sequences(seed: int, xs: 'list[int]', k: int):
    random.seed(seed)
    ys = xs[:]
    random.shuffle(ys)
    return random.choice(xs), ys, random.choices(xs, k=k), random.sample(xs, k), random.choice((2.5, 3.5, 4.5)), random.choice([1, 2, 3])


def weighted(seed: int, w: 'list[float]', k: int):
    random.seed(seed)
    return random.choices([1, 2, 3], w, k=k), random.choices(["a", "b", "c"], weights=w), random.choices("xyz", w, k=2), random.random()


def weighted_by_sums(seed: int, xs: 'list[int]', w: 'list[int]'):
    random.seed(seed)
    return random.choices(xs, cum_weights=w, k=5) + random.choices(xs, weights=w, k=5)


def sampled(seed: int, n: int, k: int):
    random.seed(seed)
    return random.sample(range(n), k), random.sample(list(range(n)), 2), random.random()


def unused(seed: int):
    random.seed(seed)
    random.random()
    random.getrandbits(3)
    return random.random()


def refused_by_python(seed: int, a: int, b: int):
    random.seed(seed)
    return random.randint(a, b)


def empty(seed: int, n: int):
    random.seed(seed)
    xs = [i for i in range(n)]
    return random.choice(xs)


def annealed(seed: int, n: int) -> float:
    random.seed(seed)
    x, t = 5.0, 2.0
    for _ in range(n):
        y = x + random.gauss(0, 1)
        if y * y < x * x or random.random() < math.exp((x * x - y * y) / t):
            x = y
        t *= 0.9
    return x


CASES = {
    "weighted": [(3, [1.0, 2.0, 3.0], 10), (3, [0.0, 0.0, 0.0], 1), (3, [1.0], 1), (3, [float("inf"), 1.0, 2.0], 1), (5, [-1.0, 3.0, 1.0], 9), (5, [], 1)],
    "weighted_by_sums": [(3, [1, 2], [1, 4]), (3, [], []), (4, [7], [2]), (4, [7, 8], [2])],
    "numbers": [(0,), (12345,)],
    "whole": [(3, 4), (1, 1), (7, 1000)],
    "pi": [(1, 1), (2, 500)],
    "walk": [(7, 0), (7, 30)],
    "sequences": [(3, [4, 8, 15, 16, 23, 42], 3), (4, [1], 1), (5, list(range(10, 40)), 7)],
    "sampled": [(3, 10, 4), (3, 1000, 5), (4, 500, 30), (4, 30, 30)],
    "unused": [(9,)],
    "refused_by_python": [(3, 8, 9), (3, 5, 2), (-1, 0, 0)],
    "empty": [(1, 3), (1, 0)],
    "annealed": [(1, 50), (2, 200)],
}
