"""Statistics of a text given as codes: pairs of letters, their entropy, lengths of words, the text's surprise."""
import numpy as np

SIZES = {"S": (500, 27), "L": (1000000, 27)}


def initialize(n, letters):
    rng = np.random.default_rng(60)
    return np.minimum(rng.geometric(0.12, n) - 1, letters - 1), letters


def work(n, letters):
    return 12.0 * n, 40.0 * n


# pythran export bigrams(int64[:], int)
def bigrams(codes, letters):
    pairs = np.zeros((letters, letters), dtype=np.int64)
    for k in range(len(codes) - 1):
        pairs[codes[k], codes[k + 1]] += 1
    lengths = np.zeros(32, dtype=np.int64)
    run = 0
    for c in codes:
        if c == 0:
            lengths[min(run, 31)] += 1
            run = 0
        else:
            run += 1
    chance = (pairs + 1.0) / np.sum(pairs + 1.0, axis=1)[:, None]
    bits = -np.log2(chance)
    surprise = np.mean(bits[codes[:-1], codes[1:]])
    entropy = np.sum(np.sum(chance * bits, axis=1) * np.sum(pairs, axis=1)) / (len(codes) - 1)
    return pairs, lengths, surprise, entropy
