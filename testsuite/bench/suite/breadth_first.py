"""Breadth-first search of a graph in compressed rows: distances from one node, a queue in an array."""
import numpy as np

SIZES = {"S": (100, 3), "L": (200000, 6)}


def initialize(n, degree):
    rng = np.random.default_rng(59)
    start = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(rng.integers(0, 2 * degree + 1, n))))
    return start, rng.integers(0, n, start[-1]), 0


def work(n, degree):
    return 2.0 * n * degree, 24.0 * n * degree


# pythran export breadth_first(int64[:], int64[:], int)
def breadth_first(start, target, source):
    n = len(start) - 1
    distance = np.full(n, -1)
    queue = np.zeros(n, dtype=np.int64)
    distance[source] = 0
    queue[0] = source
    head, tail = 0, 1
    while head < tail:
        node = queue[head]
        head += 1
        for k in range(start[node], start[node + 1]):
            other = target[k]
            if distance[other] < 0:
                distance[other] = distance[node] + 1
                queue[tail] = other
                tail += 1
    return distance, tail
