"""Python's random, of sequences: the draws of random.randrange and random.random, in the order that it makes them."""
import math
import random

import numpy as np


def random__choice(seq):
    if len(seq) == 0:
        raise IndexError("Cannot choose from an empty sequence")
    return seq[random.randrange(len(seq))]


def random__shuffle(x):
    for i in range(len(x) - 1, 0, -1):
        j = random.randrange(i + 1)
        x[i], x[j] = x[j], x[i]


def random__choices(population, *, k=1):
    n = len(population) + 0.0
    if n == 0.0:
        raise IndexError("\1list index out of range")
    return [population[math.floor(random.random() * n)] for i in range(k)]


def random__sample(population, k):
    n = len(population)
    if k < 0 or k > n:
        raise ValueError("Sample larger than population or is negative")
    most = 21
    if k > 5:
        most += 4 ** math.ceil(math.log(k * 3) / math.log(4))
    if n <= most:
        return _sample_pool([x for x in population], n, k)
    return _sample_places(population, n, k)


def _sample_pool(pool, n, k):
    """What is drawn gives its place to the last one."""
    drawn = []
    for i in range(k):
        j = random.randrange(n - i)
        drawn.append(pool[j])
        pool[j] = pool[n - i - 1]
    return drawn


def _sample_places(population, n, k):
    """Places that are drawn already are drawn again."""
    taken = np.zeros(n, np.bool_)
    drawn = []
    for i in range(k):
        j = random.randrange(n)
        while taken[j]:
            j = random.randrange(n)
        taken[j] = True
        drawn.append(population[j])
    return drawn
