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


def random__choices(population, weights=None, *, cum_weights=None, k=1):
    if weights is not None or cum_weights is not None:
        return _weighted_choices(population, _sums_of(weights, cum_weights), k)
    n = len(population) + 0.0
    if n == 0.0:
        raise IndexError("\1list index out of range")
    return [population[math.floor(random.random() * n)] for i in range(k)]


def _sums_of(weights, cum_weights):
    """The cumulative weights."""
    if weights is None:
        return cum_weights
    elif cum_weights is not None:
        raise TypeError("Cannot specify both weights and cumulative weights")
    else:
        sums = [x for x in weights]
        for i in range(1, len(sums)):
            sums[i] = sums[i - 1] + sums[i]
        return sums


def _weighted_choices(population, sums, k):
    if len(sums) != len(population):
        raise ValueError("The number of weights does not match the population")
    if len(sums) == 0:
        raise IndexError("list index out of range")
    total = sums[len(sums) - 1] + 0.0
    if total <= 0.0:
        raise ValueError("Total of weights must be greater than zero")
    if not math.isfinite(total):
        raise ValueError("Total of weights must be finite")
    return [population[_first_above(sums, random.random() * total)] for i in range(k)]


def _first_above(sums, x):
    lo = 0
    hi = len(sums) - 1
    while lo < hi:
        middle = (lo + hi) // 2
        if x < sums[middle]:
            hi = middle
        else:
            lo = middle + 1
    return lo


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
