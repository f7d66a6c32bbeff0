"""Dynamic programming: knapsack, edit distance, LCS, shortest paths, Viterbi."""
import numpy as np
from pycc import f64, i64


def knapsack(weights: i64[:], values: i64[:], capacity: int) -> int:
    n = len(weights)
    best = np.zeros((n + 1, capacity + 1), dtype=np.int64)
    for i in range(1, n + 1):
        for c in range(capacity + 1):
            best[i, c] = best[i - 1, c]
            if weights[i - 1] <= c:
                cand = best[i - 1, c - weights[i - 1]] + values[i - 1]
                if cand > best[i, c]:
                    best[i, c] = cand
    return int(best[n, capacity])


def edit_distance(a: i64[:], b: i64[:]) -> int:
    n, m = len(a), len(b)
    d = np.zeros((n + 1, m + 1), dtype=np.int64)
    d[:, 0] = np.arange(n + 1)
    d[0, :] = np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return int(d[n, m])


def floyd_warshall(w: f64[:, :]) -> f64[:, :]:
    n = w.shape[0]
    d = w.copy()
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d


def viterbi(obs: i64[:], start: f64[:], trans: f64[:, :], emit: f64[:, :]) -> i64[:]:
    n = len(obs)
    k = len(start)
    logp = np.zeros((n, k))
    back = np.zeros((n, k), dtype=np.int64)
    logp[0] = np.log(start) + np.log(emit[:, obs[0]])
    for t in range(1, n):
        for s in range(k):
            best = -np.inf
            arg = 0
            for r in range(k):
                v = logp[t - 1, r] + np.log(trans[r, s])
                if v > best:
                    best = v
                    arg = r
            logp[t, s] = best + np.log(emit[s, obs[t]])
            back[t, s] = arg
    path = np.zeros(n, dtype=np.int64)
    path[n - 1] = np.argmax(logp[n - 1])
    for t in range(n - 2, -1, -1):
        path[t] = back[t + 1, path[t + 1]]
    return path


def coin_change(coins: i64[:], amount: int) -> int:
    ways = np.zeros(amount + 1, dtype=np.int64)
    ways[0] = 1
    for c in coins:
        for v in range(c, amount + 1):
            ways[v] += ways[v - c]
    return int(ways[amount])


def max_subarray(x: f64[:]) -> tuple[float, int, int]:
    best = -np.inf
    cur = 0.0
    start = 0
    lo = 0
    hi = 0
    for i in range(len(x)):
        cur += x[i]
        if cur > best:
            best = cur
            lo = start
            hi = i
        if cur < 0:
            cur = 0.0
            start = i + 1
    return best, lo, hi
