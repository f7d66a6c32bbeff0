"""Python's random: of sequences, the draws of random.randrange and random.random in the order that it makes them; random.Random."""
import math
import random

import numpy as np


class _module_random:
    """Python's own generator, for what is written for any."""

    def __init__(self, seed):
        self.seed = seed

    def random(self):
        return random.random()

    def _below(self, n):
        return random.randrange(n)


class random__Random:
    """MT19937, as Python seeds and reads it."""

    def __init__(self, x=None):
        if x is None:
            raise NotImplementedError("without a seed the stream is another one each time: give it an int, or use functions of random")
        self.state = np.zeros(624, np.int64)
        self.at = 624
        self.gauss_next = 0.0
        self.has_next = False
        self.seed(x)

    def seed(self, a):
        if isinstance(a, int):
            self._seed_with(abs(a))
        else:
            raise NotImplementedError("seeds are ints here")

    def _seed_with(self, a):
        mt = self.state
        key = [a & 0xffffffff]
        if a >> 32 > 0:
            key.append(a >> 32)
        mt[0] = 19650218
        for i in range(1, 624):
            mt[i] = (1812433253 * (mt[i - 1] ^ (mt[i - 1] >> 30)) + i) & 0xffffffff
        i = 1
        for k in range(624):
            j = k % len(key)
            mt[i] = ((mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1664525)) + key[j] + j) & 0xffffffff
            i = _after_in_state(mt, i)
        for k in range(623):
            mt[i] = ((mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1566083941)) - i) & 0xffffffff
            i = _after_in_state(mt, i)
        mt[0] = 0x80000000
        self.at = 624
        self.has_next = False

    def _word(self):
        if self.at == 624:
            mt = self.state
            for k in range(624):
                y = (mt[k] & 0x80000000) | (mt[(k + 1) % 624] & 0x7fffffff)
                mt[k] = mt[(k + 397) % 624] ^ (y >> 1) ^ ((y & 1) * 0x9908b0df)
            self.at = 0
        y = int(self.state[self.at])
        self.at += 1
        y ^= y >> 11
        y ^= (y << 7) & 0x9d2c5680
        y ^= (y << 15) & 0xefc60000
        return y ^ (y >> 18)

    def random(self):
        high = self._word() >> 5
        return (high * 67108864.0 + (self._word() >> 6)) * (1.0 / 9007199254740992.0)

    def getrandbits(self, k):
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        bits = 0
        for i in range(0, k, 32):
            bits |= (self._word() >> max(32 - (k - i), 0)) << i
        return bits

    def _below(self, n):
        k = n.bit_length()
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            if start <= 0:
                raise ValueError("empty range for randrange()")
            return self._below(start)
        else:
            if step == 0:
                raise ValueError("zero step for randrange()")
            n = _range_length(start, stop, step)
            if n == 0 and step == 1:
                raise ValueError(f"empty range for randrange() ({start}, {stop}, {stop - start})")
            if n == 0:
                raise ValueError("empty range for randrange()")
            return start + step * self._below(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        if high == low:
            return low + 0.0
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            return high + (low - high) * math.sqrt((1.0 - u) * (1.0 - c))
        return low + (high - low) * math.sqrt(u * c)

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next
        self.has_next = not self.has_next
        if self.has_next:
            turn = self.random() * math.tau
            radius = math.sqrt(-2.0 * math.log(1.0 - self.random()))
            z = math.cos(turn) * radius
            self.gauss_next = math.sin(turn) * radius
        return mu + z * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        z = 0.0
        found = False
        while not found:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = 4 * math.exp(-0.5) / math.sqrt(2.0) * (u1 - 0.5) / u2
            found = z * z / 4.0 <= -math.log(u2)
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -math.log(1.0 - self.random()) / lambd

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-math.log(1.0 - self.random())) ** (1.0 / beta)

    def choice(self, seq):
        return _choice_of(self, seq)

    def shuffle(self, x):
        _shuffle_by(self, x)

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        return _choices_of(self, population, weights, cum_weights, k)

    def sample(self, population, k):
        return _sample_of(self, population, k)


def _after_in_state(mt, i):
    """The place after i, where seeding goes on; behind the last one the first has its number."""
    if i == 623:
        mt[0] = mt[623]
        return 1
    return i + 1


def random__choice(seq):
    return _choice_of(_module_random(0), seq)


def random__shuffle(x):
    _shuffle_by(_module_random(0), x)


def random__choices(population, weights=None, *, cum_weights=None, k=1):
    return _choices_of(_module_random(0), population, weights, cum_weights, k)


def random__sample(population, k):
    return _sample_of(_module_random(0), population, k)


def _choice_of(rng, seq):
    if len(seq) == 0:
        raise IndexError("Cannot choose from an empty sequence")
    return seq[rng._below(len(seq))]


def _shuffle_by(rng, x):
    for i in range(len(x) - 1, 0, -1):
        j = rng._below(i + 1)
        x[i], x[j] = x[j], x[i]


def _choices_of(rng, population, weights, cum_weights, k):
    if weights is not None or cum_weights is not None:
        return _weighted_choices(rng, population, _sums_of(weights, cum_weights), k)
    n = len(population) + 0.0
    if n == 0.0:
        raise IndexError("\1list index out of range")
    return [population[math.floor(rng.random() * n)] for i in range(k)]


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


def _weighted_choices(rng, population, sums, k):
    if len(sums) != len(population):
        raise ValueError("The number of weights does not match the population")
    if len(sums) == 0:
        raise IndexError("list index out of range")
    total = sums[len(sums) - 1] + 0.0
    if total <= 0.0:
        raise ValueError("Total of weights must be greater than zero")
    if not math.isfinite(total):
        raise ValueError("Total of weights must be finite")
    return [population[_first_above(sums, rng.random() * total)] for i in range(k)]


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


def _sample_of(rng, population, k):
    n = len(population)
    if k < 0 or k > n:
        raise ValueError("Sample larger than population or is negative")
    most = 21
    if k > 5:
        most += 4 ** math.ceil(math.log(k * 3) / math.log(4))
    if n <= most:
        return _sample_pool(rng, [x for x in population], n, k)
    return _sample_places(rng, population, n, k)


def _sample_pool(rng, pool, n, k):
    """What is drawn gives its place to the last one."""
    drawn = []
    for i in range(k):
        j = rng._below(n - i)
        drawn.append(pool[j])
        pool[j] = pool[n - i - 1]
    return drawn


def _sample_places(rng, population, n, k):
    """Places that are drawn already are drawn again."""
    taken = np.zeros(n, np.bool_)
    drawn = []
    for i in range(k):
        j = rng._below(n)
        while taken[j]:
            j = rng._below(n)
        taken[j] = True
        drawn.append(population[j])
    return drawn
