"""Tables whose elements are the least or the greatest of several, one of which the iteration before has made."""
import numpy as np

from pycc import i8, i32, i64


def distance(a: i64[:], b: i64[:]):
    d = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int64)
    d[:, 0] = np.arange(len(a) + 1)
    d[0] = np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d


def local(a: i64[:], b: i64[:]):
    score = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int32)
    best = 0
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            match = score[i - 1, j - 1] + (3 if a[i - 1] == b[j - 1] else -3)
            score[i, j] = max(0, match, score[i - 1, j] - 2, score[i, j - 1] - 2)
            best = max(best, int(score[i, j]))
    return best, score


def cheapest(cost: i32[:, :], out: i32[:, :]):
    for i in range(1, cost.shape[0]):
        for j in range(1, cost.shape[1]):
            out[i, j] = cost[i, j] + min(out[i, j - 1], out[i - 1, j], out[i - 1, j - 1])
    return out


def backwards(x: i8[:], kept: i8):
    """Names as the run time has them, a loop downwards, and the limit among what is compared."""
    for k in range(len(x) - 2, -1, -1):
        x[k] = max(min(x[k], x[k + 1], kept), -x[k + 1], np.int8(-3))
    return x


def packed(weight: i64[:], value: i64[:], room: int):
    best = np.zeros(room + 1, dtype=np.int64)
    for k in range(len(weight)):
        for r in range(1, room + 1):
            best[r] = max(best[r], best[r - 1], best[r - weight[k]] + value[k] if r >= weight[k] else 0)
    return best


rng = np.random.default_rng(41)
A, B = rng.integers(0, 4, 33), rng.integers(0, 4, 50)
COST = rng.integers(-9, 99, (12, 19)).astype(np.int32)
WAYS = [(COST, COST), (COST[::-1, ::-1], COST[::-1, ::-1]), (np.asfortranarray(COST), COST), (COST[:, ::3], COST[:, ::3])]
CASES = {
    "distance": [(A, B), (B, A), (A[:0], B), (A[::-2], B[::3])],
    "local": [(A, B), (A[:1], B), (A, A), (A[::2], B[::-1])],
    "cheapest": [(c.copy("K"), o.copy("K")) for c, o in WAYS] + [(COST[:5], COST[:4].copy()), (COST[:, ::2], COST[:, ::2].copy())],
    "backwards": [(rng.integers(-90, 90, n).astype(np.int8), np.int8(k)) for n in (0, 1, 2, 30) for k in (5, 60)],
    "packed": [(rng.integers(1, 9, 6), rng.integers(1, 30, 6), n) for n in (0, 1, 25)],
}
