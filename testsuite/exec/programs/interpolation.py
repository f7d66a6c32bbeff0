"""np.interp: in order and not, between equal and infinite samples, outside of them, of one sample."""
import numpy as np

from pycc import f32, f64


def between(x: f64[:], xp: f64[:], fp: f64[:]):
    return np.interp(x, xp, fp), np.interp(x, xp, fp, np.nan, -0.0)


def narrow(x: f32[:, :], xp: f32[:], fp: f64[:]):
    return np.interp(x, xp, fp)


def of_one(x: float, xp: f64[:], fp: f64[:]):
    return np.interp(x, xp, fp)


INF, NAN = np.inf, np.nan
X = np.concatenate((np.linspace(-1.0, 7.0, 65), [NAN, INF, -INF, -0.0, 3.5, 2.0], np.arange(150.0) * 37 % 61 / 8))
SAMPLES = [([0.0, 1.0, 2.0, 5.0], [1.5, -0.0, -0.0, 2.5]), ([1.0, 1.0, 2.0, 2.0, 2.0, 6.0, 6.0], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0]), ([2.0], [3.0]),
           ([-INF, 0.0, 3.0, INF], [1.0, 2.0, 2.0, 2.0]), ([0.0, 1.0, 4.0], [1.0, INF, 2.0]), ([0.0, 2.0, 4.0], [1.0, NAN, 2.0])]
SAMPLES = [(np.array(xp), np.array(fp)) for xp, fp in SAMPLES]
CASES = {
    "between": [(x, *s) for x in (X, np.sort(X)) for s in SAMPLES] + [(X[:0], *SAMPLES[0]), (X, *(a[::2] for a in SAMPLES[1]))],
    "narrow": [(X[:220].astype(np.float32).reshape(4, 55), xp.astype(np.float32), fp) for xp, fp in SAMPLES],
    "of_one": [(float(x), *s) for x in X[62:71] for s in SAMPLES[:4]],
}
